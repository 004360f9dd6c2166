"""Who was told of a draw, how and by whom: notes of this office's desk, local rows and no events.

A note belongs to one draw. It changes nothing that anybody else could see, so it may be taken back.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import bindparam, delete, func, insert, select, tuple_

from core.colonies.d6a_sorteio import rules
from core.colonies.d6a_sorteio.queries import Ponto
from core.colonies.d6a_sorteio.tables import atribuicoes, avisos, conselheiros, unidades
from core.kernel.errors import UserFacingError
from core.kernel.store.statement import Cursor, Dialect, Row, Statement

FIRST: Final[Ponto] = (-1, b"")
"""Before all draws."""

_A, _C, _N, _U = atribuicoes.c, conselheiros.c, avisos.c, unidades.c
_NEW = Statement(insert(avisos), [column.name for column in avisos.columns])
_DROP = Statement(delete(avisos).where(_N.evento == bindparam("k_evento")))
_ONE = Statement(select(_N.avisado_em).where(_N.evento == bindparam("k_evento")))
_RUNS = Statement(
    select(_A.conselheiro_id).where(_A.evento == bindparam("k_evento"), _A.status == "ativa")
)
_DESIGNATED = (
    select(
        _A.evento,
        _A.altura,
        _A.demanda_id,
        _A.conselheiro_id,
        _C.nome_publico,
        _A.unidade_civica_id,
        _U.nome,
        _A.categoria_id,
        _A.nivel_precedencia,
        _A.data_sorteio,
        _A.iniciada_em,
        _N.avisado_em,
        _N.canal,
        _N.conta_id,
        _N.papel,
    )
    .outerjoin(conselheiros, _C.conselheiro_id == _A.conselheiro_id)
    .outerjoin(unidades, _U.unidade_civica_id == _A.unidade_civica_id)
    .outerjoin(avisos, _N.evento == _A.evento)
    .where(_A.status == "ativa")
)
_ALL = Statement(
    _DESIGNATED.where(
        tuple_(_A.altura, _A.evento) > tuple_(bindparam("k_altura"), bindparam("k_evento"))
    )
    .order_by(_A.altura, _A.evento)
    .limit(bindparam("k_limite"))
)
_OF_DEMAND = Statement(_DESIGNATED.where(_A.demanda_id == bindparam("k_demanda")))
_TO_TELL = Statement(
    select(func.count())
    .select_from(atribuicoes.outerjoin(avisos, _N.evento == _A.evento))
    .where(_A.status == "ativa", _A.iniciada_em.is_(None), _N.evento.is_(None))
)


@dataclass(frozen=True, slots=True)
class Aviso:
    """That a councillor was told: when, by which of ``rules.CANAIS``, and by whom."""

    avisado_em: str
    canal: str
    conta_id: str
    papel: str


@dataclass(frozen=True, slots=True)
class Designacao:
    """A running assignment as the desk sees it.

    Args:
        event_hash: of the draw.
        nome_publico: None where the person did not agree to be named.
        iniciada_em: of the first report; None while nobody began.
        aviso: None while nobody told the councillor.
    """

    event_hash: str
    altura: int
    demanda_id: str
    conselheiro_id: str
    nome_publico: str | None
    unidade_civica_id: str
    unidade_nome: str | None
    categoria_id: str
    nivel_precedencia: int
    data_sorteio: str
    iniciada_em: str | None
    aviso: Aviso | None

    @property
    def ponto(self) -> Ponto:
        """Where a page ends."""
        return self.altura, bytes.fromhex(self.event_hash)

    @property
    def is_a_avisar(self) -> bool:
        """Neither told nor at work: who reported something knows of it."""
        return self.aviso is None and self.iniciada_em is None


_DRAWN_FIELDS: Final = tuple(Designacao.__dataclass_fields__)[:-1]


def note_told(
    cursor: Cursor,
    dialect: Dialect,
    event_hash: str,
    canal: str,
    ator: Mapping[str, str],
    now: str,
) -> Aviso:
    """Note that the councillor of a draw was told.

    Args:
        cursor: of a write transaction.
        dialect: of that connection.
        event_hash: the draw.
        canal: one of ``rules.CANAIS``.
        ator: who told.
        now: UTC timestamp.

    Raises:
        UserFacingError: ``conselheiros.canal_desconhecido``, ``conselheiros.ja_avisado``,
            ``conselheiros.aviso_de_outra`` where the assignment has ended meanwhile.
    """
    if canal not in rules.CANAIS:
        raise UserFacingError(
            "conselheiros.canal_desconhecido", canal=canal, opcoes=", ".join(rules.CANAIS)
        )
    key = {"k_evento": bytes.fromhex(event_hash)}
    if _RUNS.run(cursor, dialect, key).fetchone() is None:
        raise UserFacingError("conselheiros.aviso_de_outra")
    if _ONE.run(cursor, dialect, key).fetchone() is not None:
        raise UserFacingError("conselheiros.ja_avisado")
    note = Aviso(now, canal, ator["conta_id"], ator["papel"])
    row: dict[str, Any] = {
        "evento": key["k_evento"],
        "avisado_em": note.avisado_em,
        "canal": note.canal,
        "conta_id": note.conta_id,
        "papel": note.papel,
    }
    _NEW.run(cursor, dialect, row)
    return note


def drop_told(cursor: Cursor, dialect: Dialect, event_hash: str) -> None:
    """Take the note back; one that is gone already is no fault."""
    _DROP.run(cursor, dialect, {"k_evento": bytes.fromhex(event_hash)})


def read_designacoes(
    cursor: Cursor, dialect: Dialect, *, limite: int, depois: Ponto = FIRST
) -> list[Designacao]:
    """A page of running assignments, oldest draw first.

    Args:
        cursor: of a reading connection.
        dialect: of that connection.
        limite: at most.
        depois: where the page before ended.
    """
    params = {"k_limite": limite, "k_altura": depois[0], "k_evento": depois[1]}
    return [_designation(row) for row in _ALL.run(cursor, dialect, params).fetchall()]


def read_designacao(cursor: Cursor, dialect: Dialect, demanda_id: str) -> Designacao | None:
    """The running assignment of a demand."""
    row = _OF_DEMAND.run(cursor, dialect, {"k_demanda": demanda_id}).fetchone()
    return None if row is None else _designation(row)


def count_to_tell(cursor: Cursor, dialect: Dialect) -> int:
    """How many councillors have to be told."""
    row = _TO_TELL.run(cursor, dialect).fetchone()
    return 0 if row is None else int(row[0])


def _designation(row: Row) -> Designacao:
    *drawn, told_at, channel, account, role = row
    note = None if told_at is None else Aviso(told_at, channel, account, role)
    values = dict(zip(_DRAWN_FIELDS, drawn, strict=True))
    return Designacao(**{**values, "event_hash": bytes(drawn[0]).hex(), "aviso": note})
