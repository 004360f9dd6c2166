"""Reads for Saúde: positions and lag, dead letters, parked keys, last copies, events per hour.

Cursor in, plain rows out; nothing here writes or decides what is healthy.
Sources: design.md sections 2 and 3; issue "Ground floor", Observability.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from sqlalchemy import bindparam, func, literal, select

from core.kernel.store.log_read import count_after
from core.kernel.store.statement import Cursor, Dialect, Statement
from core.kernel.store.tables import (
    dead_letter_queue,
    event_log,
    kernel_chaves_paradas,
    kernel_copias,
    kernel_instalacao,
    kernel_posicoes,
)

MAX_DEAD_LETTERS: Final = 500
MAX_PARKED_KEYS: Final = 500
MAX_COPIES: Final = 50
HOUR_MS: Final = 3_600_000


@dataclass(frozen=True, slots=True)
class Position:
    """How far a colony is. ``atraso`` counts the events of its types after the slower position."""

    colonia: str
    aplicado_ate: int
    reagido_ate: int
    atraso: int
    is_active: bool


@dataclass(frozen=True, slots=True)
class DeadLetter:
    """An event that a colony could not take, why, and how often it was tried."""

    consumidor: str
    fase: str
    sequence_number: int
    tipo: str
    estado: str
    erro: str
    tentativas: int
    desde_ms: int
    ultima_ms: int


@dataclass(frozen=True, slots=True)
class ParkedKey:
    """A key whose later events wait behind a parked one."""

    consumidor: str
    fase: str
    chave: str
    desde_numero: int
    eventos: int


@dataclass(frozen=True, slots=True)
class Copy:
    """A backup made on this machine."""

    criada_em_ms: int
    arquivo: str
    eventos: int
    is_verified: bool


_pos = kernel_posicoes.c
_dead = dead_letter_queue.c
_parked = kernel_chaves_paradas.c
_copies = kernel_copias.c
_hour = event_log.c.timestamp_ms // literal(HOUR_MS)

_POSITIONS: Final = Statement(
    select(_pos.colonia, _pos.aplicado_ate, _pos.reagido_ate, _pos.assinatura, _pos.ativa).order_by(
        _pos.colonia
    )
)
_DEAD_LETTERS: Final = Statement(
    select(
        _dead.consumidor,
        _dead.fase,
        _dead.sequence_number,
        _dead.tipo,
        _dead.estado,
        _dead.erro,
        _dead.tentativas,
        _dead.desde_ms,
        _dead.ultima_ms,
    )
    .order_by(_dead.consumidor, _dead.fase, _dead.sequence_number)
    .limit(literal(MAX_DEAD_LETTERS))
)
_DEAD_COUNTS: Final = Statement(
    select(_dead.estado, func.count()).group_by(_dead.estado).order_by(_dead.estado)
)
_PARKED: Final = Statement(
    select(
        _parked.consumidor,
        _parked.fase,
        _parked.chave,
        func.min(_parked.sequence_number),
        func.count(),
    )
    .group_by(_parked.consumidor, _parked.fase, _parked.chave)
    .order_by(_parked.consumidor, _parked.fase, _parked.chave)
    .limit(literal(MAX_PARKED_KEYS))
)
_COPIES: Final = Statement(
    select(_copies.criada_em_ms, _copies.arquivo, _copies.eventos, _copies.verificada)
    .order_by(_copies.criada_em_ms.desc())
    .limit(literal(MAX_COPIES))
)
_PER_HOUR: Final = Statement(
    select(_hour.label("hora"), func.count())
    .where(event_log.c.timestamp_ms >= bindparam("desde_ms"))
    .where(event_log.c.timestamp_ms < bindparam("ate_ms"))
    .group_by("hora")
    .order_by("hora")
)
_INSTALLATION: Final = Statement(select(kernel_instalacao.c.chave, kernel_instalacao.c.valor))


def positions(cursor: Cursor, dialect: Dialect) -> list[Position]:
    """All colonies known to this database, by id."""
    rows = _POSITIONS.run(cursor, dialect).fetchall()
    return [
        Position(
            colonia=colonia,
            aplicado_ate=applied,
            reagido_ate=reacted,
            atraso=count_after(cursor, dialect, types.split("\n"), min(applied, reacted)),
            is_active=bool(active),
        )
        for colonia, applied, reacted, types, active in rows
    ]


def dead_letters(cursor: Cursor, dialect: Dialect) -> list[DeadLetter]:
    """At most ``MAX_DEAD_LETTERS``, by colony, phase and position."""
    return [DeadLetter(*row) for row in _DEAD_LETTERS.run(cursor, dialect).fetchall()]


def dead_letter_counts(cursor: Cursor, dialect: Dialect) -> dict[str, int]:
    """State -> how many dead letters."""
    return dict(_DEAD_COUNTS.run(cursor, dialect).fetchall())


def parked_keys(cursor: Cursor, dialect: Dialect) -> list[ParkedKey]:
    """At most ``MAX_PARKED_KEYS`` keys with the first event and how many stand behind it."""
    return [ParkedKey(*row) for row in _PARKED.run(cursor, dialect).fetchall()]


def copies(cursor: Cursor, dialect: Dialect) -> list[Copy]:
    """The last backups, newest first."""
    rows = _COPIES.run(cursor, dialect).fetchall()
    return [Copy(made, name, events, bool(checked)) for made, name, events, checked in rows]


def events_per_hour(cursor: Cursor, dialect: Dialect, desde_ms: int, ate_ms: int) -> dict[int, int]:
    """Start of hour (Unix ms, UTC) -> events claimed in it; empty hours are missing."""
    _PER_HOUR.run(cursor, dialect, {"desde_ms": desde_ms, "ate_ms": ate_ms})
    return {int(hour) * HOUR_MS: int(count) for hour, count in cursor.fetchall()}


def installation(cursor: Cursor, dialect: Dialect) -> dict[str, str]:
    """Facts of this installation: rede, no, epoca, instancia, demonstracao."""
    return dict(_INSTALLATION.run(cursor, dialect).fetchall())
