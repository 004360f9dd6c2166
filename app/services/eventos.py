"""The log browser's service: filter, page, detail, trace, find, export.

Reads only. What a screen shows of restricted parts is decided here, by ``sees_restricted``: a
screen that asks without the role gets the part's name and size, never its content.
Sources: ui.md (Behaviour); design.md 4; issue "Ground floor", Eventos.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import msgspec

from app.services.evento_detalhe import EventDetail, describe_event
from app.services.exportacao import Perfil, write_csv
from app.services.leitura import Leitor
from app.services.progresso import Progress, ignore_progress
from app.services.rastro import Rastro, build_trace
from core.kernel.errors import UserFacingError
from core.kernel.observability import log_queries, trace_queries
from core.kernel.observability.log_queries import LogFilter, LogRow

_HEX: Final = re.compile(r"[0-9a-f]{8,64}")
_SUBJECT_FIELDS: Final = (
    ("demanda_id", "demanda"),
    ("representante_demanda_id", "demanda"),
    ("conselheiro_id", "conselheiro"),
    ("unidade_civica_id", "unidade"),
)
_EXPORT_CHUNK: Final = 1_024


@dataclass(frozen=True, slots=True)
class EventFilter:
    """What the person asked to see. Empty fields do not restrict.

    Args:
        tipos: event types, any of them.
        colonia: id of the publishing colony.
        desde_ms: earliest moment, inclusive, Unix milliseconds.
        ate_ms: latest moment, exclusive, Unix milliseconds.
        demanda: UUID of a demand (or unit or councillor) the event speaks of.
    """

    tipos: tuple[str, ...] = ()
    colonia: str | None = None
    desde_ms: int | None = None
    ate_ms: int | None = None
    demanda: str | None = None

    @property
    def is_empty(self) -> bool:
        """True where every event passes."""
        return self == EventFilter()


@dataclass(frozen=True, slots=True)
class EventRow:
    """One line of the browser. ``assunto`` is the full UUID, ``papel`` what it is."""

    numero: int
    carimbo: str
    event_id: str
    tipo: str
    colonia: str
    quando_ms: int
    assunto: str | None
    papel: str


@dataclass(frozen=True, slots=True)
class FilterOptions:
    """What can be chosen: types that occur, by colony; ids of colonies with their names."""

    tipos: tuple[tuple[str, str], ...]
    colonias: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Found:
    """What a searched identifier is: an event's position, or a subject to filter by."""

    numero: int | None = None
    assunto: str | None = None


@dataclass(frozen=True, slots=True)
class Exported:
    """The file that was written and how many lines of data it holds."""

    arquivo: Path
    linhas: int


class EventosService:
    """Reads of the log for the Eventos screen and the command line.

    Args:
        leitor: lends read cursors.
        produtores: type -> ids of colonies that may publish it, from the registry.
        colonias: colony id -> name.
        sees_restricted: whether the role at the screen may read restricted parts.
    """

    def __init__(
        self,
        leitor: Leitor,
        *,
        produtores: Mapping[str, Collection[str]],
        colonias: Mapping[str, str],
        sees_restricted: bool = False,
    ) -> None:
        self._leitor = leitor
        self._produtores = produtores
        self._colonias = colonias
        self.sees_restricted = sees_restricted

    def options(self) -> FilterOptions:
        """Types that occur in the log and the colonies that may have published them."""
        with self._leitor.ler() as (cursor, dialect):
            types = trace_queries.types_in_log(cursor, dialect)
        ids = {t.origem for t in types}
        for found in types:
            ids.update(self._produtores.get(found.tipo, ()))
        return FilterOptions(
            tipos=tuple((t.tipo, t.origem) for t in types),
            colonias=tuple((i, self._colonias.get(i, i)) for i in sorted(ids, key=colony_order)),
        )

    def list_ids(self, wanted: EventFilter, *, newest_first: bool = True) -> Sequence[int]:
        """Positions of all events that pass, a ``range`` or an array, in the order asked for."""
        with self._leitor.ler() as (cursor, dialect):
            types = wanted.tipos
            if wanted.colonia is not None:
                known = trace_queries.types_in_log(cursor, dialect)
                own = [
                    t.tipo
                    for t in known
                    if wanted.colonia == t.origem
                    or wanted.colonia in self._produtores.get(t.tipo, ())
                ]
                types = tuple(t for t in own if not wanted.tipos or t in wanted.tipos)
                if not types:
                    return range(0)
            ids = log_queries.list_ids(
                cursor,
                dialect,
                LogFilter(types, wanted.colonia, wanted.desde_ms, wanted.ate_ms, wanted.demanda),
            )
        return ids[::-1] if newest_first else ids

    def page(self, ids: Sequence[int]) -> list[EventRow]:
        """The rows at these positions, in this order; missing ones are left out."""
        with self._leitor.ler() as (cursor, dialect):
            return [event_row(row) for row in log_queries.page(cursor, dialect, ids)]

    def detail(self, numero: int, *, reveal: bool = False) -> EventDetail | None:
        """Everything about one event.

        Args:
            numero: its position in this office's log.
            reveal: show restricted parts too; without the role they stay hidden all the same.
        """
        with self._leitor.ler() as (cursor, dialect):
            stored = log_queries.stored_event(cursor, dialect, numero)
        if stored is None:
            return None
        return describe_event(
            stored,
            colonia=self.colony_label(stored.row.origem),
            may_reveal=self.sees_restricted,
            reveal=reveal and self.sees_restricted,
        )

    def trace(self, numero: int) -> Rastro:
        """The tree of causes that the event stands in."""
        with self._leitor.ler() as (cursor, dialect):
            return build_trace(trace_queries.trace_of_event(cursor, dialect, numero))

    def trace_of_subject(self, assunto: str) -> Rastro:
        """All events of a demand as a tree of causes."""
        with self._leitor.ler() as (cursor, dialect):
            return build_trace(trace_queries.trace_of_subject(cursor, dialect, assunto))

    def trace_of_correlation(self, correlacao_id: str) -> Rastro:
        """All events of one session or request as a tree of causes."""
        with self._leitor.ler() as (cursor, dialect):
            return build_trace(trace_queries.trace_of_correlation(cursor, dialect, correlacao_id))

    def find(self, text: str) -> Found:
        """What a typed identifier means: position, stamp, event id or subject, also shortened.

        Raises:
            UserFacingError: ``busca.nada_encontrado``, or ``busca.curta`` below 8 characters.
        """
        wanted = text.strip().lower()
        if wanted.isascii() and wanted.isdigit() and len(wanted) <= 15:
            with self._leitor.ler() as (cursor, dialect):
                if log_queries.page(cursor, dialect, [int(wanted)]):
                    return Found(numero=int(wanted))
        digits = wanted.replace("-", "")
        if _HEX.fullmatch(digits) is None:
            code = "busca.curta" if len(digits) < 8 else "busca.nada_encontrado"
            raise UserFacingError(code, texto=text.strip()[:64])
        digits = digits[: len(digits) // 2 * 2]
        with self._leitor.ler() as (cursor, dialect):
            if len(digits) <= 32:
                numero = log_queries.find_by_event_id(cursor, dialect, digits)
                if numero is not None:
                    return Found(numero=numero)
                assunto = log_queries.find_subject(cursor, dialect, digits)
                if assunto is not None:
                    return Found(assunto=assunto)
            numero = log_queries.find_by_hash(cursor, dialect, digits)
        if numero is None:
            raise UserFacingError("busca.nada_encontrado", texto=text.strip()[:64])
        return Found(numero=numero)

    def export(
        self,
        ids: Sequence[int],
        path: Path,
        perfil: Perfil,
        moment: Callable[[int], str],
        progress: Progress = ignore_progress,
    ) -> Exported:
        """Write the listed events as CSV; the file appears whole or not at all.

        Args:
            ids: positions, as the screen lists them.
            path: where to.
            perfil: RFC 4180, or Excel in Brazilian Portuguese.
            moment: Unix milliseconds -> text of the moment in the office's zone.
            progress: told the lines written; may cancel.

        Raises:
            EnvironmentFault: ``exportacao.nao_gravou``.
        """

        def lines() -> Iterator[tuple[object, ...]]:
            for start in range(0, len(ids), _EXPORT_CHUNK):
                progress(start, len(ids))
                for row in self.page(ids[start : start + _EXPORT_CHUNK]):
                    yield (
                        row.numero,
                        moment(row.quando_ms),
                        row.tipo,
                        row.colonia,
                        row.papel,
                        row.assunto,
                        row.event_id,
                        row.carimbo,
                    )
            progress(len(ids), len(ids))

        head = (
            "numero",
            "quando",
            "tipo",
            "colonia",
            "assunto_tipo",
            "assunto",
            "event_id",
            "carimbo",
        )
        written = write_csv(path, head, lines(), perfil)
        return Exported(path, written)

    def colony_label(self, colonia: str) -> str:
        """``D-2 Georreferenciamento``, or the bare id of a colony that this office lacks."""
        name = self._colonias.get(colonia)
        return colonia if name is None else f"{colonia} {name}"


def colony_order(colonia: str) -> tuple[str, int, str]:
    """Sort key that puts D-2 before D-10."""
    kind, _, rest = colonia.partition("-")
    digits = re.match(r"\d+", rest)
    return (kind, int(digits[0]) if digits else 0, rest)


def event_row(row: LogRow) -> EventRow:
    """A stored line as the browser shows it."""
    assunto, papel = _subject(row)
    return EventRow(
        numero=row.sequence_number,
        carimbo=row.event_hash,
        event_id=row.event_id,
        tipo=row.tipo,
        colonia=row.origem,
        quando_ms=row.timestamp_ms,
        assunto=assunto,
        papel=papel,
    )


def _subject(row: LogRow) -> tuple[str | None, str]:
    """Who or what the event speaks of, from its public core or its derivation key."""
    try:
        core = msgspec.json.decode(row.nucleo) if row.nucleo else {}
    except (msgspec.MsgspecError, ValueError, RecursionError):
        core = {}
    if isinstance(core, dict):
        for name, papel in _SUBJECT_FIELDS:
            value = core.get(name)
            if isinstance(value, str):
                return value, papel
    if row.chave_derivacao and not row.chave_derivacao.startswith("comando/"):
        return row.chave_derivacao.rpartition("/")[2], "assunto"
    return None, ""
