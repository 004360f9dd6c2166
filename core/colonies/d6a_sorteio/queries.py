"""Reads of D-6a: councillors, one councillor's own situation, draws, and what waits.

Lists are read by key, never by offset. The citizen behind a councillor is never shown.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import Select, bindparam, func, select, tuple_

from core.colonies.d6a_sorteio.tables import (
    atribuicoes,
    conselheiros,
    fila_cobertura,
    fila_pendentes,
    unidades,
)
from core.kernel.store.statement import Cursor, Dialect, Row, Statement

LIMIT: Final = 50

_C, _A, _F, _K, _U = (
    conselheiros.c,
    atribuicoes.c,
    fila_pendentes.c,
    fila_cobertura.c,
    unidades.c,
)


@dataclass(frozen=True, slots=True)
class Conselheiro:
    """A councillor as everybody may see it.

    Args:
        demanda_id: the demand of the running assignment.
    """

    conselheiro_id: str
    nome_publico: str | None
    unidade_civica_id: str
    unidade_nome: str | None
    nivel_atuacao: int
    status: str
    capacitacao_concluida: bool
    recusas_consecutivas: int
    data_suspensao_ate: str | None
    data_cadastro: str
    data_ultima_atribuicao: str | None
    demanda_id: str | None


@dataclass(frozen=True, slots=True)
class Sorteado:
    """A draw and what became of it."""

    event_id_sorteio: str
    event_hash: str
    altura: int
    demanda_id: str
    conselheiro_id: str
    unidade_civica_id: str
    degrau_unidade_id: str | None
    seed_publico: str
    posicao_sorteada: int | None
    total_elegiveis: int | None
    lista_elegiveis_hash: str | None
    status: str
    motivo_encerramento: str | None
    data_sorteio: str
    iniciada_em: str | None
    data_encerramento: str | None

    @property
    def ponto(self) -> str:
        """Where a page ends, to be given back for the next one."""
        return f"{self.altura}/{self.event_hash}"


@dataclass(frozen=True, slots=True)
class Pendente:
    """A demand that waits for a councillor."""

    demanda_id: str
    unidade_civica_id: str
    categoria_id: str
    nivel_precedencia: int
    score_final: float
    grupo_id: str | None
    tentativas_sorteio: int
    motivo_espera: str | None
    data_entrada: str
    altura: int
    event_hash: str

    @property
    def ponto(self) -> str:
        """Where a page ends, to be given back for the next one."""
        return f"{self.altura}/{self.event_hash}"


@dataclass(frozen=True, slots=True)
class Situacao:
    """What a councillor sees of the own registration ("minha situação").

    Args:
        atribuicao: the running assignment; None where there is none.
    """

    conselheiro: Conselheiro
    atribuicao: Sorteado | None


_WAITING_FIELDS: Final = tuple(Pendente.__dataclass_fields__)
_COUNCILLOR_FIELDS: Final = tuple(Conselheiro.__dataclass_fields__)

Ponto = tuple[int, bytes]
"""(altura, event hash) of a page's last row."""

_RUNNING = (
    select(_A.demanda_id)
    .where(_A.conselheiro_id == _C.conselheiro_id, _A.status == "ativa")
    .scalar_subquery()
)
_COUNCILLOR = select(
    _C.conselheiro_id,
    _C.nome_publico,
    _C.unidade_civica_id,
    _U.nome,
    _C.nivel_atuacao,
    _C.status,
    _C.capacitacao_concluida,
    _C.recusas_consecutivas,
    _C.data_suspensao_ate,
    _C.data_cadastro,
    _C.data_ultima_atribuicao,
    _RUNNING,
).outerjoin(unidades, _U.unidade_civica_id == _C.unidade_civica_id)
_ONE = Statement(_COUNCILLOR.where(_C.conselheiro_id == bindparam("k_conselheiro")))
_COUNT = Statement(select(_C.status, func.count()).group_by(_C.status).order_by(_C.status))
_BY_PREFIX = Statement(
    select(_C.conselheiro_id)
    .where(_C.conselheiro_id >= bindparam("k_de"), _C.conselheiro_id < bindparam("k_antes"))
    .order_by(_C.conselheiro_id)
    .limit(2)
)
_CITIZEN = Statement(select(_C.cidadao_id).where(_C.conselheiro_id == bindparam("k_conselheiro")))
_OF_CITIZEN = Statement(
    select(_C.conselheiro_id)
    .where(_C.cidadao_id == bindparam("k_cidadao"))
    .order_by(_C.conselheiro_id)
)

_DRAW = select(
    _A.event_id_sorteio,
    _A.evento,
    _A.altura,
    _A.demanda_id,
    _A.conselheiro_id,
    _A.unidade_civica_id,
    _A.degrau_unidade_id,
    _A.seed_publico,
    _A.posicao_sorteada,
    _A.total_elegiveis,
    _A.lista_elegiveis_hash,
    _A.status,
    _A.motivo_encerramento,
    _A.data_sorteio,
    _A.iniciada_em,
    _A.data_encerramento,
)
_RUNNING_OF = Statement(
    _DRAW.where(_A.conselheiro_id == bindparam("k_conselheiro"), _A.status == "ativa")
)
_RUNNING_FOR = Statement(_DRAW.where(_A.demanda_id == bindparam("k_demanda"), _A.status == "ativa"))
_OUTCOME = Statement(
    select(_A.status, _A.motivo_encerramento).where(_A.evento == bindparam("k_evento"))
)


def read_conselheiro(cursor: Cursor, dialect: Dialect, conselheiro_id: str) -> Conselheiro | None:
    """One councillor."""
    row = _ONE.run(cursor, dialect, {"k_conselheiro": conselheiro_id}).fetchone()
    return None if row is None else _councillor(row)


def _councillor(row: Row) -> Conselheiro:
    values = dict(zip(_COUNCILLOR_FIELDS, row, strict=True))
    return Conselheiro(**{**values, "capacitacao_concluida": bool(values["capacitacao_concluida"])})


def read_conselheiros(
    cursor: Cursor,
    dialect: Dialect,
    *,
    unidade_id: str | None = None,
    status: str | None = None,
    limite: int = LIMIT,
    depois: str | None = None,
) -> list[Conselheiro]:
    """Councillors by id, of one unit or of all.

    Args:
        cursor: of a reading connection.
        dialect: of that connection.
        unidade_id: of this very unit.
        status: with this status.
        limite: at most.
        depois: only ids after this one.
    """
    params: dict[str, Any] = {"k_limite": limite}
    query = _COUNCILLOR.order_by(_C.conselheiro_id).limit(bindparam("k_limite"))
    for name, column, value in (
        ("k_unidade", _C.unidade_civica_id, unidade_id),
        ("k_status", _C.status, status),
    ):
        if value is not None:
            query = query.where(column == bindparam(name))
            params[name] = value
    if depois is not None:
        query = query.where(_C.conselheiro_id > bindparam("k_depois"))
        params["k_depois"] = depois
    return [_councillor(row) for row in Statement(query).run(cursor, dialect, params).fetchall()]


def count_conselheiros(cursor: Cursor, dialect: Dialect) -> dict[str, int]:
    """Status -> how many councillors have it."""
    return dict(_COUNT.run(cursor, dialect).fetchall())


def find_by_prefix(cursor: Cursor, dialect: Dialect, prefix: str) -> list[str]:
    """The first two ids that begin like this.

    Args:
        cursor: of a reading connection.
        dialect: of that connection.
        prefix: lower-case hex digits and hyphens.
    """
    params = {"k_de": prefix, "k_antes": f"{prefix}g"}
    return [row[0] for row in _BY_PREFIX.run(cursor, dialect, params).fetchall()]


def find_of_citizens(cursor: Cursor, dialect: Dialect, cidadaos: Iterable[str]) -> str | None:
    """The councillor that one of these citizen ids is. Restricted: for the person alone."""
    for one in cidadaos:
        row = _OF_CITIZEN.run(cursor, dialect, {"k_cidadao": one}).fetchone()
        if row is not None:
            return str(row[0])
    return None


def conselheiros_de(cursor: Cursor, dialect: Dialect, cidadaos: Iterable[str]) -> frozenset[str]:
    """The councillors that any of these citizens, records of one person, is."""
    return frozenset(
        str(row[0])
        for one in cidadaos
        for row in _OF_CITIZEN.run(cursor, dialect, {"k_cidadao": one}).fetchall()
    )


def read_cidadao(cursor: Cursor, dialect: Dialect, conselheiro_id: str) -> str | None:
    """The citizen behind a councillor; None where erased. Restricted: to reach the person."""
    row = _CITIZEN.run(cursor, dialect, {"k_conselheiro": conselheiro_id}).fetchone()
    return None if row is None else row[0]


def read_situacao(cursor: Cursor, dialect: Dialect, conselheiro_id: str) -> Situacao | None:
    """A councillor's own situation; None for one who never registered."""
    found = read_conselheiro(cursor, dialect, conselheiro_id)
    if found is None:
        return None
    row = _RUNNING_OF.run(cursor, dialect, {"k_conselheiro": conselheiro_id}).fetchone()
    return Situacao(found, None if row is None else _draw(row))


def read_ativa(cursor: Cursor, dialect: Dialect, demanda_id: str) -> Sorteado | None:
    """The draw behind a demand's running assignment."""
    row = _RUNNING_FOR.run(cursor, dialect, {"k_demanda": demanda_id}).fetchone()
    return None if row is None else _draw(row)


def _draw(row: Row) -> Sorteado:
    return Sorteado(row[0], bytes(row[1]).hex(), *row[2:])


def read_desfechos(
    cursor: Cursor, dialect: Dialect, sorteios: Iterable[str]
) -> dict[str, tuple[str, str | None]]:
    """Draw's event hash (64 hex) -> (status, why it ended), of the draws that are here."""
    found = {}
    for one in sorteios:
        row = _OUTCOME.run(cursor, dialect, {"k_evento": bytes.fromhex(one)}).fetchone()
        if row is not None:
            found[one] = (str(row[0]), row[1])
    return found


def read_sorteios(
    cursor: Cursor,
    dialect: Dialect,
    *,
    demanda_id: str | None = None,
    conselheiro_id: str | None = None,
    unidade_id: str | None = None,
    limite: int = LIMIT,
    depois: Ponto | None = None,
) -> list[Sorteado]:
    """Draws, newest first.

    Args:
        cursor: of a reading connection.
        dialect: of that connection.
        demanda_id: for this demand.
        conselheiro_id: of this councillor.
        unidade_id: for demands of this very unit.
        limite: at most.
        depois: only older ones than this.
    """
    query: Select[Any] = _DRAW.order_by(_A.altura.desc(), _A.evento.desc())
    params: dict[str, Any] = {"k_limite": limite}
    for name, column, value in (
        ("k_demanda", _A.demanda_id, demanda_id),
        ("k_conselheiro", _A.conselheiro_id, conselheiro_id),
        ("k_unidade", _A.unidade_civica_id, unidade_id),
    ):
        if value is not None:
            query = query.where(column == bindparam(name))
            params[name] = value
    if depois is not None:
        query = query.where(
            tuple_(_A.altura, _A.evento) < tuple_(bindparam("k_altura"), bindparam("k_evento"))
        )
        params["k_altura"], params["k_evento"] = depois
    statement = Statement(query.limit(bindparam("k_limite")))
    return [_draw(row) for row in statement.run(cursor, dialect, params).fetchall()]


_WAITING = select(
    _F.demanda_id,
    _F.unidade_civica_id,
    _F.categoria_id,
    _F.nivel_precedencia,
    _F.score_final,
    _F.grupo_id,
    _F.tentativas_sorteio,
    _F.motivo_espera,
    _F.data_entrada,
    _F.altura,
    _F.evento,
)


def read_fila(
    cursor: Cursor,
    dialect: Dialect,
    *,
    unidade_id: str | None = None,
    limite: int = LIMIT,
    depois: Ponto | None = None,
) -> list[Pendente]:
    """Demands that wait for a councillor, first in first.

    Args:
        cursor: of a reading connection.
        dialect: of that connection.
        unidade_id: of this unit and the smaller ones in it.
        limite: at most.
        depois: only later ones than this.
    """
    params: dict[str, Any] = {"k_limite": limite}
    altura, evento = _F.altura, _F.evento
    query = _WAITING
    if unidade_id is not None:
        query = query.join(fila_cobertura, _K.demanda_id == _F.demanda_id)
        query = query.where(_K.unidade_civica_id == bindparam("k_unidade"))
        params["k_unidade"] = unidade_id
        altura, evento = _K.altura, _K.evento
    if depois is not None:
        query = query.where(
            tuple_(altura, evento) > tuple_(bindparam("k_altura"), bindparam("k_evento"))
        )
        params["k_altura"], params["k_evento"] = depois
    query = query.order_by(altura, evento).limit(bindparam("k_limite"))
    rows = Statement(query).run(cursor, dialect, params).fetchall()
    return [_waiting(row) for row in rows]


def _waiting(row: Row) -> Pendente:
    values = dict(zip(_WAITING_FIELDS, row, strict=True))
    return Pendente(**{**values, "event_hash": bytes(values["event_hash"]).hex()})
