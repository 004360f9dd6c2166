"""The draw: seed, order and list hash, byte for byte as anybody can recompute them.

Nothing else belongs here: who is eligible is decided by the colony that draws, and checked by the
auditor. Source: D-6a 4.1, 4.2, 4.4; G-120, G-121, G-145; design.md 8.
"""

from __future__ import annotations

import hmac
import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Final

CHAVE: Final = b"d6a-sorteio"
"""Key of the HMAC, fixed and public: it separates this use from others, it hides nothing."""

_DRAWN_HEX: Final = 8


@dataclass(frozen=True, slots=True)
class Sorteio:
    """A draw with everything a third party compares.

    Args:
        seed_publico: 64 lower-case hex.
        elegiveis: the pool as it goes into the shuffle: ascending.
        ordem: the pool as it comes out of the shuffle.
        lista_elegiveis_hash: of ``ordem``.
    """

    seed_publico: str
    elegiveis: tuple[str, ...]
    ordem: tuple[str, ...]
    lista_elegiveis_hash: str

    @property
    def posicao_sorteada(self) -> int:
        """Place of the winner in ``ordem``: always the first (G-142)."""
        return 0

    @property
    def conselheiro_id(self) -> str:
        """Who was drawn."""
        return self.ordem[self.posicao_sorteada]


def sortear(elegiveis: Iterable[str], base_event_id: str, timestamp: str) -> Sorteio:
    """Draw among a pool.

    Args:
        elegiveis: councillor ids in any order.
        base_event_id: of the event before the draw in its own feed.
        timestamp: the draw's own, UTC with milliseconds and ``Z``.

    Raises:
        ValueError: nobody to draw from, or one id twice.
    """
    seed = seed_publico(base_event_id, timestamp)
    pool = em_ordem(elegiveis)
    if not pool:
        raise ValueError("nobody to draw from")
    ordem = embaralhar(pool, seed)
    return Sorteio(seed, pool, ordem, hash_da_lista(ordem))


def seed_publico(base_event_id: str, timestamp: str) -> str:
    """HMAC-SHA-256 of ``event_id:timestamp``, as 64 lower-case hex."""
    return hmac.digest(CHAVE, f"{base_event_id}:{timestamp}".encode(), "sha256").hex()


def em_ordem(elegiveis: Iterable[str]) -> tuple[str, ...]:
    """The pool ascending, ids in lower case: part of the protocol (G-120).

    Raises:
        ValueError: one id twice, which would have two chances.
    """
    pool = tuple(sorted(one.lower() for one in elegiveis))
    if len(set(pool)) != len(pool):
        raise ValueError("an id stands twice in the pool")
    return pool


def embaralhar(elegiveis: Iterable[str], seed: str) -> tuple[str, ...]:
    """Fisher-Yates from the end, each place drawn by SHA-256 of seed and a running index.

    Args:
        elegiveis: in any order; they are sorted first.
        seed: as ``seed_publico`` gives it.

    Raises:
        ValueError: as ``em_ordem``.
    """
    lista = list(em_ordem(elegiveis))
    for passo in passos(len(lista), seed):
        i, j = passo.ate, passo.sorteada
        lista[i], lista[j] = lista[j], lista[i]
    return tuple(lista)


@dataclass(frozen=True, slots=True)
class Passo:
    """One exchange of the shuffle; places count from 0.

    Args:
        contador: the running index, from 0.
        texto: what is hashed.
        digest: its SHA-256, 64 lower-case hex.
        numero: the first eight digits of it as a number.
        ate: the place that is filled by this step, from the end to the front.
        sorteada: ``numero`` modulo ``ate + 1``: whose place is exchanged with ``ate``.
    """

    contador: int
    texto: str
    digest: str
    numero: int
    ate: int
    sorteada: int


def passos(quantos: int, seed: str) -> Iterator[Passo]:
    """The exchanges of ``embaralhar`` one by one, for a pool of that many.

    Args:
        quantos: councillors of the pool.
        seed: as ``seed_publico`` gives it.
    """
    last = quantos - 1
    for i in range(last, 0, -1):
        texto = f"{seed}:{last - i}"
        digest = sha256(texto.encode()).hexdigest()
        # 32 bits modulo at most a few thousand: the bias is below one in a million (G-145).
        numero = int(digest[:_DRAWN_HEX], 16)
        yield Passo(last - i, texto, digest, numero, i, numero % (i + 1))


def hash_da_lista(ordem: Sequence[str]) -> str:
    """SHA-256 of the order as JSON without blanks, as 64 lower-case hex."""
    written = json.dumps(list(ordem), separators=(",", ":"), ensure_ascii=False)
    return sha256(written.encode()).hexdigest()
