"""The public timeline of a demand, as D-7 projects it: every event in plain words, newest first.

Public parts only, whoever asks; what a moderator holds back or removes is quoted nowhere
(peers.md 7). Source: Apêndice B D-7; design.md 4.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from app.services.frases import Frases, Nomes, filled
from app.services.leitura import Leitor, Leitura
from core.base.protocolo import looks_like_protocol, refuse_slip
from core.base.taxonomia.taxonomy import Taxonomy
from core.colonies.d1a_captura.queries import find_demanda
from core.colonies.d7_transparencia.queries.demanda import (
    Entrada as Linha,
)
from core.colonies.d7_transparencia.queries.demanda import (
    Ponto,
    count_report_files,
    read_demand,
    read_timeline,
)
from core.colonies.d7_transparencia.queries.nomes import councillor_names, unit_names
from core.kernel.clock import parse_timestamp
from core.kernel.errors import UserFacingError
from core.kernel.observability import log_queries

MIN_DIGITS: Final = 8
PAGE: Final = 50
REPORT: Final = "conselheiro.atualização_publicada"
_HEX: Final = re.compile(r"[0-9a-f]+")
_CURSOR: Final = re.compile(r"([0-9]{1,18})\.([0-9a-f]{64})")


@dataclass(frozen=True, slots=True)
class Entrada:
    """One line. ``publico`` holds the event's public fields, for programs; ``is_retida`` where a
    moderator holds its words back.
    """

    event_id: str
    carimbo: str
    tipo: str
    quando_ms: int
    frase: str
    publico: Mapping[str, Any]
    is_retida: bool


@dataclass(frozen=True, slots=True)
class LinhaDoTempo:
    """A page of a demand's timeline, newest first.

    Args:
        titulo: None where none is public.
        situacao: where it stands; None while nothing is known but its files.
        depois: asks for the next page; None at the end.
    """

    demanda_id: str
    titulo: str | None
    situacao: str | None
    entradas: tuple[Entrada, ...]
    depois: str | None


def find_demand_id(leitor: Leitor, quem: str) -> str:
    """A demand by its protocol number, its id, or at least the first eight characters of it.

    Raises:
        UserFacingError: ``busca.nada_encontrado``, ``busca.curta``, ``captura.nao_encontrada``,
            ``protocolo.*``.
    """
    typed = quem.strip().lower()
    if looks_like_protocol(typed):
        with leitor.ler() as (cursor, dialect):
            return find_demanda(cursor, dialect, typed).demanda_id
    digits = typed.replace("-", "")
    if _HEX.fullmatch(digits) is None or len(digits) > 32:
        refuse_slip(typed)
        raise UserFacingError("busca.nada_encontrado", texto=quem.strip()[:64])
    if len(digits) < MIN_DIGITS:
        raise UserFacingError("busca.curta")
    with leitor.ler() as (cursor, dialect):
        found = log_queries.find_subject(cursor, dialect, digits[: len(digits) // 2 * 2])
    if found is None:
        refuse_slip(typed)
        raise UserFacingError("busca.nada_encontrado", texto=quem.strip()[:64])
    return found


class LinhaDoTempoService:
    """Over one office.

    Args:
        leitor: reads.
        frases: the templates.
        taxonomia: for the names of categories.
    """

    def __init__(self, leitor: Leitor, frases: Frases, taxonomia: Callable[[], Taxonomy]) -> None:
        self._leitor = leitor
        self._frases = frases
        self._taxonomia = taxonomia

    def ler(self, quem: str, limite: int = PAGE, depois: str | None = None) -> LinhaDoTempo:
        """A page of a demand's timeline.

        Raises:
            UserFacingError: as ``find_demand_id``, also for what is no demand;
                ``transparencia.pagina_invalida`` for a ``depois`` that no page gave.
        """
        demanda_id = find_demand_id(self._leitor, quem)
        point = None if depois is None else _point(depois)
        with self._leitor.ler() as read:
            found = read_timeline(*read, demanda_id, limite + 1, point)
            rows, has_more = found[:limite], len(found) > limite
            demand = read_demand(*read, demanda_id)
            entries = self.contar(read, rows, demanda_id)
        if demand is None and not rows:
            raise UserFacingError("busca.nada_encontrado", texto=quem.strip()[:64])
        columns = {} if demand is None else demand.colunas
        return LinhaDoTempo(
            demanda_id,
            columns.get("titulo"),
            columns.get("situacao"),
            entries,
            f"{rows[-1].altura}.{rows[-1].event_hash}" if has_more else None,
        )

    def historia(self, quem: str) -> LinhaDoTempo:
        """A demand's whole timeline, oldest first; faults as ``find_demand_id``."""
        found = self.ler(quem)
        entries = list(found.entradas)
        while found.depois is not None:
            found = self.ler(found.demanda_id, PAGE, found.depois)
            entries += found.entradas
        return LinhaDoTempo(
            found.demanda_id, found.titulo, found.situacao, tuple(reversed(entries)), None
        )

    def contar(self, read: Leitura, rows: Sequence[Linha], demanda_id: str) -> tuple[Entrada, ...]:
        """Lines of a demand's timeline in plain words; those that another line tells are left out.

        A report says how many of the files that came with it everybody may see now.
        """
        shown = [row for row in rows if self._frases.of(row.tipo).mostra]
        names = Nomes(
            self._taxonomia(),
            unit_names(*read, _ids(shown, "unidade_civica_id")),
            councillor_names(*read, _ids(shown, "conselheiro_id")),
        )
        files: Mapping[str, int] = {}
        if any(row.tipo == REPORT for row in shown):
            files = count_report_files(*read, demanda_id)
        return tuple(self._entry(row, names, files) for row in shown)

    def _entry(self, row: Linha, names: Nomes, files: Mapping[str, int]) -> Entrada:
        public = {**row.texto, **row.dados}
        return Entrada(
            event_id=row.event_id,
            carimbo=row.event_hash,
            tipo=row.tipo,
            quando_ms=parse_timestamp(row.ocorrido_em),
            frase=filled(self._frases, row.tipo, public, names) + _with_files(row, files),
            publico=public,
            is_retida=row.oculto > 0,
        )


def _with_files(row: Linha, files: Mapping[str, int]) -> str:
    total = files.get(str(row.dados.get("atualizacao_id")), 0) if row.tipo == REPORT else 0
    if not total:
        return ""
    return " (Com 1 arquivo liberado.)" if total == 1 else f" (Com {total} arquivos liberados.)"


def _ids(rows: Iterable[Linha], field: str) -> set[str]:
    return {found for row in rows if isinstance(found := row.dados.get(field), str)}


def _point(depois: str) -> Ponto:
    found = _CURSOR.fullmatch(depois)
    if found is None:
        raise UserFacingError("transparencia.pagina_invalida", texto=depois[:64])
    return Ponto(int(found[1]), bytes.fromhex(found[2]))
