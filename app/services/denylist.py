"""The denylist: what it holds, what a new one would catch in the texts that are here, and loading it.

It stays in the office. A preview quotes a found term with a few letters around it, no more: an
operator has no need of whole texts. No Qt, no SQL. Source: Apêndice B D-1b and D-1d; design.md 4.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from app.services.escrita import Ator, Escrita
from app.services.leitura import Leitor, Leitura
from app.services.permissoes import Ato, exigir
from core.base.texto.denylist import Denylist
from core.colonies.d1b_normalizacao import api as normalizacao
from core.colonies.d1b_normalizacao import queries as d1b
from core.colonies.d1d_moderacao import api, queries
from core.colonies.d1d_moderacao.queries import Lista
from core.colonies.d1d_moderacao.rules import listed_terms
from core.colonies.d6b_relatoria import queries as d6b
from core.colonies.d7_transparencia.queries import nomes
from core.kernel.errors import UserFacingError

COLONY: Final = "D-1d"
NORMALISES: Final = "D-1b"
AT_ONCE: Final = 100
SAMPLES: Final = 50
AROUND: Final = 20
MAX_FILE_BYTES: Final = 1_000_000
EVERY: Final = 500
TEXTO: Final = "texto"
LUGARES: Final[Mapping[str, str]] = {
    TEXTO: "texto do morador",
    "relato": "relato de conselheiro",
    "descricao": "descrição de mídia",
}
"""Kinds of text that a list is held against, in words."""


@dataclass(frozen=True, slots=True)
class Achado:
    """A text that a list would catch.

    Args:
        protocolo: of its demand; None without one.
        termos: as they are compared.
        trecho: the first of them with a few letters around.
        lugar: what kind of text it is, one of ``LUGARES``.
        is_novo: the list in force does not catch it.
    """

    demanda_id: str
    protocolo: str | None
    termos: tuple[str, ...]
    trecho: str
    is_novo: bool
    lugar: str = "texto"


@dataclass(frozen=True, slots=True)
class Previa:
    """What a list would catch.

    Args:
        termos: how many it has.
        textos: how many were looked at.
        achados: how many it would catch.
        novos: of those, how many the list in force does not.
        deixados: how many the list in force catches and this one would not.
        por_termo: term -> texts, the most frequent first.
        por_lugar: kind of text -> how many of that kind it would catch.
        amostra: the first ones, those that are new before the others.
    """

    termos: int
    textos: int
    achados: int
    novos: int
    deixados: int
    por_termo: Mapping[str, int]
    por_lugar: Mapping[str, int]
    amostra: tuple[Achado, ...]


@dataclass(frozen=True, slots=True)
class Carregada:
    """What loading did; ``is_nova`` False where the same list was in force already."""

    versao: int
    termos: int
    is_nova: bool


@dataclass(frozen=True, slots=True)
class Enviada:
    """What sending came to.

    Args:
        textos: sent to the queue.
        ficam: kind of text -> how many that the list catches stay as they are: what a councillor
            reported, what a model said of a medium.
    """

    textos: int
    ficam: Mapping[str, int]


class DenylistService:
    """Over one office.

    Args:
        leitor: reads.
        escrita: writes.
        no: this node, whose list it is.
    """

    def __init__(self, leitor: Leitor, escrita: Escrita, no: str) -> None:
        self._leitor = leitor
        self._escrita = escrita
        self._no = no

    def mostrar(self, ator: Ator) -> Lista:
        """This office's list; an empty one of version 0 where none was ever told.

        Raises:
            UserFacingError: ``conta.sem_permissao``.
        """
        exigir(ator, Ato.DENYLIST)
        with self._leitor.ler() as leitura:
            found = queries.read_list(*leitura, self._no)
        return found or Lista(0, (), None, "")

    def prever(
        self,
        linhas: Sequence[str],
        ator: Ator,
        progresso: Callable[[int], None] = lambda _done: None,
    ) -> Previa:
        """What a list would catch in the texts that are here; nothing is written.

        Args:
            linhas: terms, one a line.
            ator: who asks.
            progresso: told how many texts were looked at; may raise to stop.

        Raises:
            UserFacingError: ``conta.sem_permissao``; ``denylist.*`` of a list that cannot be.
        """
        exigir(ator, Ato.DENYLIST)
        wanted = Denylist(listed_terms(linhas))
        found: list[Achado] = []
        old: list[Achado] = []
        counts: Counter[str] = Counter()
        places: Counter[str] = Counter()
        seen = left = caught = fresh = 0
        with self._leitor.ler() as leitura:
            present = Denylist(queries.read_terms(*leitura))
            for place, demand, text in _texts(leitura):
                seen += 1
                if not seen % EVERY:
                    progresso(seen)
                terms, before = wanted.find(text), present.find(text)
                left += bool(before and not terms)
                if not terms:
                    continue
                caught += 1
                counts.update(terms)
                places[place] += 1
                is_new = not before
                fresh += is_new
                kept = found if is_new else old
                if len(kept) < SAMPLES:
                    kept.append(Achado(demand, None, terms, _around(wanted, text), is_new, place))
            shown = [*found, *old][:SAMPLES]
            known = nomes.protocols(*leitura, {one.demanda_id for one in shown})
        progresso(seen)
        return Previa(
            len(wanted.termos),
            seen,
            caught,
            fresh,
            left,
            dict(counts.most_common()),
            dict(places.most_common()),
            tuple(replace(one, protocolo=known.get(one.demanda_id)) for one in shown),
        )

    def carregar(
        self,
        linhas: Sequence[str],
        ator: Ator,
        *,
        versao_vista: int | None = None,
        motivo: str | None = None,
    ) -> Carregada:
        """Put a list in the place of the one before.

        Raises:
            UserFacingError: ``conta.sem_permissao``; what the colony's ``atualizar_denylist`` raises.
        """
        exigir(ator, Ato.DENYLIST)
        decide = api.atualizar_denylist(
            self._no, linhas, ator, versao_vista=versao_vista, motivo=motivo
        )
        answer = self._escrita.executar(COLONY, decide).result().resposta
        return Carregada(answer["versao"], answer["termos"], answer["publicada"])

    def enviar(self, ator: Ator, progresso: Callable[[int], None] = lambda _done: None) -> Enviada:
        """Send the texts of demands that the list in force catches, and nobody judged, to the queue.

        They are hidden until a moderator decides. Reports of councillors and what a model said of
        media stay as they are, and are counted: a report has a history that nobody takes back, a
        description goes with its file.

        Args:
            ator: who asks.
            progresso: told how many texts were looked at; may raise to stop: what was sent is sent.

        Raises:
            UserFacingError: ``conta.sem_permissao``.
        """
        exigir(ator, Ato.DENYLIST)
        caught: list[str] = []
        stay: Counter[str] = Counter()
        with self._leitor.ler() as leitura:
            present = Denylist(queries.read_terms(*leitura))
            for seen, (place, demand, text) in enumerate(_texts(leitura), 1):
                if present.find(text):
                    if place == TEXTO:
                        caught.append(demand)
                    else:
                        stay[place] += 1
                if not seen % EVERY:
                    progresso(seen)
        sent = 0
        for start in range(0, len(caught), AT_ONCE):
            some = caught[start : start + AT_ONCE]
            decide = normalizacao.rejulgar(some, ator)
            receipt = self._escrita.executar(NORMALISES, decide, chaves=frozenset(some)).result()
            sent += receipt.resposta["enviadas"]
        return Enviada(sent, dict(stay))


def linhas_do_arquivo(arquivo: Path) -> list[str]:
    """The lines of a list kept in a file.

    Raises:
        UserFacingError: ``denylist.arquivo_ilegivel``.
    """
    try:
        with arquivo.open("rb") as stream:
            content = stream.read(MAX_FILE_BYTES + 1)
        if len(content) > MAX_FILE_BYTES:
            raise UserFacingError("denylist.arquivo_ilegivel", arquivo=arquivo.name)
        return content.decode("utf-8-sig").splitlines()
    except (OSError, UnicodeDecodeError):
        raise UserFacingError("denylist.arquivo_ilegivel", arquivo=arquivo.name) from None


def _texts(leitura: Leitura) -> Iterator[tuple[str, str, str]]:
    """(kind, demand, words) of everything written that is here and is, or may be, shown."""
    for demand, title, words in d1b.read_words(*leitura):
        # The title is the beginning of the words, unless there are none.
        yield TEXTO, demand, words or title or ""
    for demand, report in d6b.read_words(*leitura):
        yield "relato", demand, report
    for demand, said in queries.read_descriptions(*leitura):
        yield "descricao", demand, said


def _around(denylist: Denylist, text: str) -> str:
    marks = denylist.where(text)
    if not marks:
        return ""
    start, end = marks[0]
    head, tail = max(0, start - AROUND), min(len(text), end + AROUND)
    words = " ".join(text[head:tail].split())
    return f"{'…' if head else ''}{words}{'…' if tail < len(text) else ''}"


def em_lugares(contagem: Mapping[str, int]) -> str:
    """Counts by kind of text, in words: ``relato de conselheiro 2, descrição de mídia 1``."""
    return ", ".join(f"{LUGARES[place]} {n}" for place, n in contagem.items())
