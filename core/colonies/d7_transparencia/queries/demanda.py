"""One demand as everybody may see it: summary, evidence, path, timeline.

Words that a moderator holds back are left out here, not by whoever shows them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Final, NamedTuple

from sqlalchemy import Integer, bindparam, cast, func, select, tuple_

from core.colonies.d7_transparencia.queries.alcance import merged
from core.colonies.d7_transparencia.rules.valores import from_json
from core.colonies.d7_transparencia.tables import caminhos, evidencias, snapshots, timeline
from core.kernel.store.statement import Cursor, Dialect, Row, Statement

LIMIT: Final = 50
_S, _E, _T, _P = snapshots.c, evidencias.c, timeline.c, caminhos.c
_COLUMNS: Final = [column.name for column in snapshots.columns]
_WORDS: Final = ("titulo", "descricao", "descricoes_midia")
_NO_SCORE: Final = 0

_ONE = Statement(select(snapshots).where(_S.demanda_id == bindparam("k_demanda")))
_AHEAD = Statement(
    select(func.count())
    .select_from(snapshots)
    .where(
        _S.fila_unidade_id == bindparam("k_unidade"),
        tuple_(_S.ordem_score, _S.demanda_id)
        <= tuple_(cast(bindparam("k_ordem"), Integer), bindparam("k_demanda")),
    )
)
_FILES = Statement(
    select(
        _E.evidencia_id,
        _E.via,
        _E.tipo,
        _E.object_key,
        _E.indice,
        _E.acrescentada_em,
        _E.atualizacao_id,
    )
    .where(
        _E.demanda_id == bindparam("k_demanda"),
        _E.moderacao_status == "aprovado",
        _E.object_key.is_not(None),
    )
    .order_by(_E.evidencia_id)
)
_REPORT_FILES = Statement(
    select(_E.atualizacao_id, func.count())
    .where(
        _E.demanda_id == bindparam("k_demanda"),
        _E.moderacao_status == "aprovado",
        _E.object_key.is_not(None),
        _E.atualizacao_id.is_not(None),
    )
    .group_by(_E.atualizacao_id)
    .order_by(_E.atualizacao_id)
)
_FILE_IDS = Statement(
    select(_E.evidencia_id)
    .where(_E.demanda_id == bindparam("k_demanda"), _E.chave_dobra == _E.evidencia_id)
    .order_by(_E.evidencia_id)
)
_PATH = Statement(
    select(
        _P.total_casos,
        _P.prazo_mediano_dias,
        _P.canais,
        _P.orgaos,
        _P.gargalos,
        _P.documentos,
        _P.dossie,
        _P.versao_metodo,
        _P.gerado_em,
    )
    .where(
        _P.municipio_id == bindparam("k_municipio"),
        _P.categoria_id == bindparam("k_categoria"),
        _P.subcategoria_id.in_(["", bindparam("k_subcategoria")]),
    )
    .order_by(_P.subcategoria_id.desc())
    .limit(1)
)
_LIMITED: Final = cast(bindparam("k_limite"), Integer)
_NEWEST: Final = (_T.altura.desc(), _T.event_hash.desc())
_LINES = select(
    _T.altura, _T.event_hash, _T.event_id, _T.tipo, _T.ocorrido_em, _T.dados, _T.texto, _T.oculto
).where(_T.assunto == bindparam("k_assunto"))
_LINES_FIRST = Statement(_LINES.order_by(*_NEWEST).limit(_LIMITED))
_LINES_AFTER = Statement(
    _LINES.where(
        tuple_(_T.altura, _T.event_hash) < tuple_(bindparam("k_altura"), bindparam("k_evento"))
    )
    .order_by(*_NEWEST)
    .limit(_LIMITED)
)


class Evidencia(NamedTuple):
    """A photo or recording that may be shown; ``descricao`` is automatic, None without one.

    ``atualizacao_id`` is the councillor's report that it came with, None for any other.
    """

    evidencia_id: str
    via: str | None
    tipo: str | None
    object_key: str
    acrescentada_em: str
    descricao: str | None
    atualizacao_id: str | None


class Caminho(NamedTuple):
    """How cases of the same kind were solved in the municipality before."""

    total_casos: int
    prazo_mediano_dias: float | None
    canais: Any
    orgaos: Any
    gargalos: Any
    documentos: Any
    dossie: Any
    versao_metodo: str
    gerado_em: str


@dataclass(frozen=True, slots=True)
class Demanda:
    """A demand's public snapshot.

    Args:
        colunas: ``d7_demanda_snapshots`` by column, without words that are held back.
        score: exact to two decimals; None before it was ranked.
        breakdown: the score's factors.
        membros: of the aggregate that the demand stands for.
        evidencias: those that may be shown.
        caminho: None where no case was concluded yet.
    """

    colunas: Mapping[str, Any]
    score: Decimal | None
    breakdown: Mapping[str, Any] | None
    membros: Sequence[str]
    evidencias: Sequence[Evidencia]
    caminho: Caminho | None


class Ponto(NamedTuple):
    """Where a page of a timeline ended."""

    altura: int
    event_hash: bytes


class Entrada(NamedTuple):
    """A line of a timeline.

    Args:
        dados: the event's public codes and numbers.
        texto: its public words; empty where there are none or they are held back.
        oculto: 0 shown, 1 held back, 2 taken away.
    """

    altura: int
    event_hash: str
    event_id: str
    tipo: str
    ocorrido_em: str
    dados: Mapping[str, Any]
    texto: Mapping[str, Any]
    oculto: int


def score_of(ordem: int, ranqueada_em: str | None) -> Decimal | None:
    """The score behind its place in the order."""
    return None if ranqueada_em is None else Decimal(-ordem).scaleb(-2)


def read_demand(cursor: Cursor, dialect: Dialect, demanda_id: str) -> Demanda | None:
    """A demand with all that may be shown of it; None where nothing is known."""
    row = _ONE.run(cursor, dialect, {"k_demanda": demanda_id}).fetchone()
    if row is None:
        return None
    columns = dict(zip(_COLUMNS, row, strict=True))
    if columns["oculta"]:
        columns.update(dict.fromkeys(_WORDS))
    described = {
        one.get("indice"): one.get("descricao")
        for one in from_json(columns["descricoes_midia"]) or ()
    }
    return Demanda(
        columns,
        score_of(columns["ordem_score"], columns["ranqueada_em"]),
        from_json(columns["breakdown"]),
        from_json(columns["agregado_membros_ids"]) or (),
        _evidence(cursor, dialect, demanda_id, described),
        read_path(
            cursor,
            dialect,
            columns["municipio_id"],
            columns["categoria_id"],
            columns["subcategoria_id"],
        ),
    )


def _evidence(
    cursor: Cursor, dialect: Dialect, demanda_id: str, described: Mapping[Any, Any]
) -> list[Evidencia]:
    rows = _FILES.run(cursor, dialect, {"k_demanda": demanda_id}).fetchall()
    return [
        Evidencia(
            key, via, tipo, name, since, None if place is None else described.get(place), report
        )
        for key, via, tipo, name, place, since, report in rows
    ]


def count_report_files(cursor: Cursor, dialect: Dialect, demanda_id: str) -> dict[str, int]:
    """Report -> how many files that came with it may be shown; reports without any are left out."""
    rows = _REPORT_FILES.run(cursor, dialect, {"k_demanda": demanda_id}).fetchall()
    return {str(report): int(total) for report, total in rows}


def read_path(
    cursor: Cursor,
    dialect: Dialect,
    municipio_id: str | None,
    categoria_id: str | None,
    subcategoria_id: str | None,
) -> Caminho | None:
    """The profile of a subcategory, else of its category, in a municipality."""
    if municipio_id is None or categoria_id is None:
        return None
    params = {
        "k_municipio": municipio_id,
        "k_categoria": categoria_id,
        "k_subcategoria": subcategoria_id or "",
    }
    row = _PATH.run(cursor, dialect, params).fetchone()
    if row is None:
        return None
    return Caminho._make((*row[:2], *map(from_json, row[2:7]), *row[7:]))


def read_position(cursor: Cursor, dialect: Dialect, demanda: Demanda) -> int | None:
    """The place in its unit's ranking now, from 1; None where no ranking lists the demand."""
    unit = demanda.colunas["fila_unidade_id"]
    if unit is None:
        return None
    params = {
        "k_unidade": unit,
        "k_ordem": demanda.colunas["ordem_score"],
        "k_demanda": demanda.colunas["demanda_id"],
    }
    return int(_AHEAD.run(cursor, dialect, params).fetchone()[0])


def read_timeline(
    cursor: Cursor,
    dialect: Dialect,
    demanda_id: str,
    limite: int = LIMIT,
    depois: Ponto | None = None,
) -> list[Entrada]:
    """A page of a demand's timeline, newest first; lines of its files stand among them."""
    ids = _FILE_IDS.run(cursor, dialect, {"k_demanda": demanda_id}).fetchall()
    subjects = [demanda_id, *(row[0] for row in ids)]

    def fetch(assunto: str, last: Row | None, size: int) -> list[Row]:
        params = {"k_assunto": assunto, "k_limite": size}
        after = depois if last is None else Ponto(last[0], bytes(last[1]))
        if after is None:
            found: list[Row] = _LINES_FIRST.run(cursor, dialect, params).fetchall()
            return found
        params |= {"k_altura": after.altura, "k_evento": after.event_hash}
        rest: list[Row] = _LINES_AFTER.run(cursor, dialect, params).fetchall()
        return rest

    return [_line(row) for row in merged(subjects, fetch, _newest_first, limite)]


def _newest_first(row: Row) -> tuple[int, tuple[int, ...]]:
    return (-row[0], tuple(-byte for byte in bytes(row[1])))


def _line(row: Row) -> Entrada:
    height, event_hash, event_id, tipo, moment, codes, words, hidden = row
    return Entrada(
        height,
        bytes(event_hash).hex(),
        event_id,
        tipo,
        moment,
        from_json(codes),
        {} if hidden else from_json(words) or {},
        hidden,
    )
