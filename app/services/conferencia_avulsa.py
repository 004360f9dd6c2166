"""Verify a draw from what somebody pasted: no office, no log, only the published values.

Says whether seed, order, hash and winner follow from list, base and moment. Whether the list was
the right one, and the base the event before, only the log can tell. No Qt, no SQL.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

import msgspec

from app.services.cartoes_sorteio import Cartao, Chave, Valor, Veredito
from app.services.historia_sorteio import Entradas
from core.base.sorteio import Sorteio, sortear
from core.kernel.clock import parse_timestamp
from core.kernel.errors import UserFacingError

_ID: Final = re.compile(r"[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}")
_SPLIT: Final = re.compile(r"[\s,;\"'\[\]]+")
_HASH: Final = re.compile(r"[0-9a-f]{64}")
MAX_CHARS: Final = 2_000_000
"""A list of 50,000 identifiers."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Colado:
    """What was pasted; the last three may be left empty.

    Args:
        elegiveis: identifiers, one a line or separated by commas; or a whole event as JSON, which
            fills everything else.
    """

    elegiveis: str
    base: str = ""
    timestamp: str = ""
    seed: str = ""
    lista_hash: str = ""
    conselheiro_id: str = ""


@dataclass(frozen=True, slots=True)
class Conferencia:
    """What came of it: the cards that can be told, and the values to go on with."""

    cartoes: tuple[Cartao, ...]
    entradas: Entradas

    @property
    def is_right(self) -> bool:
        """Whether everything that was given matches."""
        return all(one.veredito in {"confere", "sem_dado"} for one in self.cartoes)


def preencher(texto: str) -> Colado | None:
    """The fields of an event that was pasted whole; None where it is a plain list.

    Also takes what a detail of Eventos copies: an object with the payload under ``payload``.
    """
    if not texto.lstrip().startswith("{") or len(texto) > MAX_CHARS:
        return None
    try:
        found = msgspec.json.decode(texto.encode())
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return None
    if isinstance(found, dict) and isinstance(found.get("payload"), dict):
        found = found["payload"]
    if not isinstance(found, dict) or not isinstance(found.get("elegiveis"), list):
        return None
    return Colado(
        elegiveis="\n".join(str(one) for one in found["elegiveis"]),
        base=_of(found, "seed_base_event_id", "ultimo_event_id"),
        timestamp=_of(found, "timestamp"),
        seed=_of(found, "seed_publico"),
        lista_hash=_of(found, "lista_elegiveis_hash"),
        conselheiro_id=_of(found, "conselheiro_id"),
    )


def conferir(colado: Colado) -> Conferencia:
    """Draw again from what was pasted.

    Raises:
        UserFacingError: ``sorteio.colado_*``: which field cannot be read, and why.
    """
    pool = _pool(colado.elegiveis)
    base = colado.base.strip().lower()
    if _ID.fullmatch(base) is None:
        raise UserFacingError("sorteio.colado_base")
    moment = colado.timestamp.strip()
    try:
        parse_timestamp(moment)
    except ValueError:
        raise UserFacingError("sorteio.colado_horario") from None
    seed, digest = colado.seed.strip().lower(), colado.lista_hash.strip().lower()
    for name, value in (("semente", seed), ("resumo da ordem", digest)):
        if value and _HASH.fullmatch(value) is None:
            raise UserFacingError("sorteio.colado_resumo", campo=name)
    winner = colado.conselheiro_id.strip().lower()
    if winner and _ID.fullmatch(winner) is None:
        raise UserFacingError("sorteio.colado_sorteado")
    drawn = sortear(pool, base, moment)
    return Conferencia(
        _cards(drawn, pool, seed, digest, winner),
        Entradas(
            base,
            moment,
            drawn.elegiveis,
            drawn.seed_publico,
            drawn.ordem,
            drawn.lista_elegiveis_hash,
            drawn.conselheiro_id,
        ),
    )


def _pool(text: str) -> list[str]:
    if len(text) > MAX_CHARS:
        raise UserFacingError("sorteio.colado_longo")
    pool = [one.lower() for one in _SPLIT.split(text.strip()) if one]
    if not pool:
        raise UserFacingError("sorteio.colado_vazio")
    for place, one in enumerate(pool, 1):
        if _ID.fullmatch(one) is None:
            raise UserFacingError("sorteio.colado_elegivel", lugar=place, texto=one[:40])
    if len(set(pool)) != len(pool):
        twice = Counter(pool).most_common(1)[0][0]
        raise UserFacingError("sorteio.colado_repetido", conselheiro=twice)
    return pool


def _cards(
    drawn: Sorteio, given: list[str], seed: str, digest: str, winner: str
) -> tuple[Cartao, ...]:
    in_order = list(drawn.elegiveis) == given
    note = () if in_order else ("Os identificadores foram postos em ordem crescente.",)
    total = str(len(given))
    return (
        Cartao("lista", "sem_dado", note, (Valor("Na lista", None, total),)),
        _card("semente", Valor("Semente", seed or None, drawn.seed_publico)),
        _card(
            "embaralhamento",
            Valor("Resumo da ordem", digest or None, drawn.lista_elegiveis_hash),
        ),
        _card("resultado", Valor("Sorteado", winner or None, drawn.conselheiro_id)),
    )


def _card(key: Chave, value: Valor) -> Cartao:
    verdict: Veredito = "confere"
    sentences: tuple[str, ...] = ()
    if value.publicado is None:
        verdict = "sem_dado"
    elif not value.is_igual:
        verdict = "nao_confere"
        sentences = (f"Devia ser {value.refeito}, e foi dado {value.publicado}.",)
    return Cartao(key, verdict, sentences, (value,))


def _of(found: Mapping[str, Any], *names: str) -> str:
    return next((str(found[name]) for name in names if isinstance(found.get(name), str)), "")
