"""Reads of D-6b: the cycles of a demand, their reports, what waits for a councillor's word.

``publico`` leaves out everything restricted: what a screen for everybody may show.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

import msgspec
from sqlalchemy import Integer, bindparam, cast, select

from core.colonies.d6b_relatoria.tables import (
    acompanhamentos,
    atualizacoes,
    conclusoes_sociais,
    demandas,
    denylist,
    escritorios,
)
from core.kernel.store.statement import Cursor, Dialect, Row, Statement

LIMIT: Final = 50

_D, _A, _U = demandas.c, acompanhamentos.c, atualizacoes.c
_C = conclusoes_sociais.c
_CYCLE: Final = (
    "demanda_id",
    "conselheiro_id",
    "unidade_civica_id",
    "ciclo",
    "situacao",
    "sorteado_em",
    "iniciado_em",
    "total_atualizacoes",
    "status_informado",
    "prazo_estimado",
    "texto_resumo_ciclo",
    "encerrado_em",
    "motivo_encerramento",
)
_REPORT: Final = (
    "atualizacao_id",
    "numero_sequencial",
    "conselheiro_id",
    "tipo",
    "registrada_em",
    "publicada_em",
    "registrado_por",
    "origem_estruturacao",
    "campos_publicos",
    "descricao_sanitizada",
    "conteudo_suspeito",
    "transcricao_automatica",
    "moderacao",
)
_RAW: Final = ("texto", "campos", "sugestao_original", "termos_suspeitos")
_CYCLES = Statement(
    select(*(_A[name] for name in _CYCLE))
    .where(_A.demanda_id == bindparam("k_demanda"))
    .order_by(_A.ciclo)
)
_OF_COUNCILLOR = Statement(
    select(*(_A[name] for name in _CYCLE))
    .where(_A.conselheiro_id == bindparam("k_conselheiro"), _A.situacao == "ativo")
    .order_by(_A.sorteado_em, _A.evento)
    .limit(1)
)
_REPORTS = Statement(
    select(*(_U[name] for name in (*_REPORT, *_RAW)))
    .where(
        _U.demanda_id == bindparam("k_demanda"),
        _U.numero_sequencial > cast(bindparam("k_depois"), Integer),
    )
    .order_by(_U.numero_sequencial)
    .limit(cast(bindparam("k_limite"), Integer))
)
_DEMAND = Statement(
    select(_D.encerrada, _D.encerrada_em, _D.publicadas).where(
        _D.demanda_id == bindparam("k_demanda")
    )
)
_PENDING = Statement(
    select(_C.conclusao_id, _C.total_conclusoes, _C.data_conclusao)
    .where(_C.demanda_id == bindparam("k_demanda"), _C.efeito == "pendente")
    .order_by(_C.confirmada_em.desc(), _C.evento.desc())
    .limit(1)
)
_LISTS = Statement(select(denylist.c.termos).where(denylist.c.termos.is_not(None)))
_WORDS = Statement(
    select(_U.demanda_id, _U.texto)
    .where(_U.texto.is_not(None))
    .order_by(_U.demanda_id, _U.atualizacao_id)
)
CHUNK: Final = 500
_ZONE = Statement(select(escritorios.c.fuso).where(escritorios.c.no == bindparam("k_no")))


@dataclass(frozen=True, slots=True)
class Acompanhamento:
    """A councillor's cycle on a demand; see ``tables.py`` for the words."""

    demanda_id: str
    conselheiro_id: str
    unidade_civica_id: str
    ciclo: int
    situacao: str
    sorteado_em: str
    iniciado_em: str | None
    total_atualizacoes: int
    status_informado: str | None
    prazo_estimado: str | None
    texto_resumo_ciclo: str | None
    encerrado_em: str | None
    motivo_encerramento: str | None


@dataclass(frozen=True, slots=True)
class Bruto:
    """A report as written, restricted; None where erased."""

    texto: str | None
    campos: dict[str, Any] | None
    sugestao_original: dict[str, Any] | None
    termos_suspeitos: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Atualizacao:
    """A published report.

    Args:
        descricao_sanitizada: None while a moderator has to look first.
        bruto: None in a public reading.
    """

    atualizacao_id: str
    numero_sequencial: int
    conselheiro_id: str
    tipo: str
    registrada_em: str
    publicada_em: str
    registrado_por: str | None
    origem_estruturacao: str | None
    campos: dict[str, Any]
    descricao_sanitizada: str | None
    conteudo_suspeito: bool
    transcricao_automatica: bool
    moderacao: str | None
    bruto: Bruto | None


@dataclass(frozen=True, slots=True)
class Pendencia:
    """``pendencia_conclusao``: residents say it is done, a councillor has not yet."""

    conclusao_id: str
    total_conclusoes: int
    data: str


@dataclass(frozen=True, slots=True)
class Relatoria:
    """All about the reports on one demand.

    Args:
        encerrada: ``concluida``, ``conclusao_coletiva``, ``retirada``; None while it is open.
        ciclos: oldest first.
        pendencia: None without.
    """

    demanda_id: str
    encerrada: str | None
    encerrada_em: str | None
    publicadas: int
    ciclos: tuple[Acompanhamento, ...]
    pendencia: Pendencia | None

    @property
    def ativo(self) -> Acompanhamento | None:
        """The cycle that runs."""
        return next((one for one in self.ciclos if one.situacao == "ativo"), None)


def read_relatoria(cursor: Cursor, dialect: Dialect, demanda_id: str) -> Relatoria:
    """A demand's cycles; empty where it was never drawn for."""
    key = {"k_demanda": demanda_id}
    found = _DEMAND.run(cursor, dialect, key).fetchone() or (None, None, 0)
    cycles = tuple(Acompanhamento(*row) for row in _CYCLES.run(cursor, dialect, key).fetchall())
    waiting = _PENDING.run(cursor, dialect, key).fetchone()
    return Relatoria(
        demanda_id, found[0], found[1], found[2], cycles,
        None if waiting is None else Pendencia(*waiting),
    )  # fmt: skip


def read_active_of(cursor: Cursor, dialect: Dialect, conselheiro_id: str) -> Acompanhamento | None:
    """The cycle that a councillor works in; None where they are free."""
    row = _OF_COUNCILLOR.run(cursor, dialect, {"k_conselheiro": conselheiro_id}).fetchone()
    return None if row is None else Acompanhamento(*row)


def read_atualizacoes(
    cursor: Cursor,
    dialect: Dialect,
    demanda_id: str,
    *,
    publico: bool = True,
    depois: int = 0,
    limite: int = LIMIT,
) -> list[Atualizacao]:
    """Published reports of a demand in their order.

    Args:
        cursor: of any connection.
        dialect: of that connection.
        demanda_id: of which demand.
        publico: leaves out what is restricted.
        depois: the number after which a page begins.
        limite: at most so many.
    """
    params = {"k_demanda": demanda_id, "k_depois": depois, "k_limite": limite}
    found = _REPORTS.run(cursor, dialect, params).fetchall()
    return [_report(row, publico=publico) for row in found]


def read_zone(cursor: Cursor, dialect: Dialect, no: str) -> str | None:
    """The zone of a node's office; None where nothing was configured."""
    row = _ZONE.run(cursor, dialect, {"k_no": no}).fetchone()
    return None if row is None else str(row[0])


def read_words(cursor: Cursor, dialect: Dialect) -> Iterator[tuple[str, str]]:
    """(demand, report as written) of every report that is here, restricted, read by chunks."""
    rows = _WORDS.run(cursor, dialect)
    while chunk := rows.fetchmany(CHUNK):
        yield from ((row[0], row[1]) for row in chunk)


def read_lists(cursor: Cursor, dialect: Dialect) -> list[str]:
    """The terms of the denylists of all offices that are known here."""
    found = _LISTS.run(cursor, dialect).fetchall()
    return [term for row in found for term in msgspec.json.decode(row[0], type=list[str])]


def _report(row: Row, *, publico: bool) -> Atualizacao:
    values = dict(zip((*_REPORT, *_RAW), row, strict=True))
    raw = Bruto(
        values["texto"],
        _object(values["campos"]),
        _object(values["sugestao_original"]),
        tuple(msgspec.json.decode(values["termos_suspeitos"] or "[]")),
    )
    public = {name: values[name] for name in _REPORT if name != "campos_publicos"}
    for name in ("conteudo_suspeito", "transcricao_automatica"):
        public[name] = bool(public[name])
    return Atualizacao(
        **public, campos=_object(values["campos_publicos"]) or {}, bruto=None if publico else raw
    )


def _object(stored: str | None) -> dict[str, Any] | None:
    return None if stored is None else msgspec.json.decode(stored, type=dict[str, Any])
