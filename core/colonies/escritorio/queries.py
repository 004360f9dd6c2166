"""Reads: who this office says it is, and who may do what in it."""

from __future__ import annotations

from dataclasses import dataclass

import msgspec
from sqlalchemy import bindparam, func, select

from core.colonies.escritorio.rules import OPERADOR
from core.colonies.escritorio.tables import contas, escritorio, papeis
from core.kernel.colony import ReadDb
from core.kernel.store.statement import Cursor, Dialect, Row, Statement

_ROW = Statement(
    select(
        escritorio.c.nome,
        escritorio.c.fuso,
        escritorio.c.unidades,
        escritorio.c.sul,
        escritorio.c.oeste,
        escritorio.c.norte,
        escritorio.c.leste,
    ).where(escritorio.c.no == bindparam("k_no"))
)


_SIDES = ("sul", "oeste", "norte", "leste")


@dataclass(frozen=True, slots=True)
class EscritorioAtual:
    """Name, IANA zone, served units and bounding box (degrees; None: no box) of a node."""

    nome: str
    fuso: str
    unidades: tuple[str, ...]
    caixa: dict[str, float] | None = None


def read_escritorio(cursor: Cursor, dialect: Dialect, no: str) -> EscritorioAtual | None:
    """The present configuration of a node; None before the first."""
    row = _ROW.run(cursor, dialect, {"k_no": no}).fetchone()
    if row is None:
        return None
    box = None if row[3] is None else dict(zip(_SIDES, row[3:7], strict=True))
    units = tuple(msgspec.json.decode(row[2], type=list[str]))
    return EscritorioAtual(row[0], row[1], units, box)


# -- accounts ----------------------------------------------------------------------------------

_C = contas.c
_ACCOUNTS = Statement(
    select(_C.conta_id, _C.nome, _C.nome_busca, _C.papeis, _C.conselheiro_id, _C.ativa).order_by(
        _C.nome_busca, _C.conta_id
    )
)
_HOW_MANY = Statement(select(func.count()).select_from(contas))
_P = papeis.c
_HISTORY = Statement(
    select(
        _P.conta_id,
        _P.altura,
        _P.event_hash,
        _P.ato,
        _P.papeis,
        _P.ativa,
        _P.conselheiro_id,
        _P.motivo,
        _P.por_conta_id,
        _P.ocorrido_em,
    ).order_by(_P.altura, _P.event_hash)
)


@dataclass(frozen=True, slots=True)
class Conta:
    """An account as it stands.

    Args:
        nome: as it was written; empty where only an old event is known of it.
        nome_busca: folded.
        papeis: in the contract's order.
        conselheiro_id: the councillor that a ``conselheiro`` acts for.
        ativa: somebody may sign in with it.
    """

    conta_id: str
    nome: str
    nome_busca: str
    papeis: tuple[str, ...]
    conselheiro_id: str | None
    ativa: bool

    @property
    def is_operator(self) -> bool:
        """Active, and an operator."""
        return self.ativa and OPERADOR in self.papeis


@dataclass(frozen=True, slots=True)
class PapelNoTempo:
    """One line of an account's history: what it held from then on.

    Args:
        event_hash: of the event that says so.
        ato: ``criacao``, ``papeis``, ``desativacao``, ``reativacao``, ``senha``; None of old.
        por_conta_id: who did it.
        ocorrido_em: the event's own claim, UTC.
    """

    conta_id: str
    altura: int
    event_hash: str
    ato: str | None
    papeis: tuple[str, ...]
    ativa: bool
    conselheiro_id: str | None
    motivo: str | None
    por_conta_id: str | None
    ocorrido_em: str


def _account(row: Row) -> Conta:
    conta, nome, busca, held, conselheiro, ativa = row
    return Conta(conta, nome, busca, _roles(held), conselheiro, bool(ativa))


def _roles(text: str) -> tuple[str, ...]:
    return tuple(text.split(",")) if text else ()


def list_accounts(cursor: Cursor, dialect: Dialect) -> list[Conta]:
    """Every account, by name."""
    return [_account(row) for row in _ACCOUNTS.run(cursor, dialect, {}).fetchall()]


def count_accounts(cursor: Cursor, dialect: Dialect) -> int:
    """How many accounts there are, active or not."""
    row = _HOW_MANY.run(cursor, dialect, {}).fetchone()
    return int(row[0]) if row else 0


def role_history(
    cursor: Cursor, dialect: Dialect, conta_id: str | None = None
) -> list[PapelNoTempo]:
    """Who held which roles since when, in the log's order; of one account, or of all."""
    found = []
    for row in _HISTORY.run(cursor, dialect, {}).fetchall():
        conta, altura, event_hash, ato, held, ativa, *rest = row
        if conta_id in {None, conta}:
            found.append(
                PapelNoTempo(conta, altura, event_hash, ato, _roles(held), bool(ativa), *rest)
            )
    return found


def accounts_at_head(db: ReadDb) -> list[Conta]:
    """Every account at the head of the log."""
    return [_account(row) for row in db.all(_ACCOUNTS)]
