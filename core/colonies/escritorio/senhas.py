"""Passwords and missed attempts: rows of this installation, written in a transaction of their own.

No event tells of them, a rebuild leaves them alone, and only hashes are kept. An attempt is
counted before the password is looked at, so that ending the program does not give one back.
"""

from __future__ import annotations

import hashlib
from typing import Final

from sqlalchemy import bindparam, delete, insert, select

from core.base.territorio.nome import nome_busca
from core.colonies.escritorio.rules import FORGET_AFTER_MS, LONGEST_WAIT_MS, wait_after
from core.colonies.escritorio.tables import senhas, tentativas
from core.kernel.clock import format_timestamp, parse_timestamp
from core.kernel.errors import UserFacingError
from core.kernel.store.statement import Cursor, Dialect, Statement

_S, _T = senhas.c, tentativas.c
_KEPT: Final = Statement(select(_S.senha).where(_S.conta_id == bindparam("k_conta")))
_KEPT_GONE: Final = Statement(delete(senhas).where(_S.conta_id == bindparam("k_conta")))
_KEPT_NEW: Final = Statement(insert(senhas), [column.name for column in senhas.columns])
_MISSED: Final = Statement(select(_T.falhas, _T.espera_ate).where(_T.chave == bindparam("k_chave")))
_MISSED_GONE: Final = Statement(delete(tentativas).where(_T.chave == bindparam("k_chave")))
_OLD_GONE: Final = Statement(delete(tentativas).where(_T.espera_ate < bindparam("k_antes")))
_MISSED_NEW: Final = Statement(insert(tentativas), [column.name for column in tentativas.columns])


def set_password(cursor: Cursor, dialect: Dialect, conta_id: str, kept: str, now: str) -> None:
    """Put a password's hash in place of the one before.

    Args:
        cursor: of a write transaction.
        dialect: of that connection.
        conta_id: whose.
        kept: see ``core.crypto.password``.
        now: UTC timestamp.
    """
    _KEPT_GONE.run(cursor, dialect, {"k_conta": conta_id})
    row = {"conta_id": conta_id, "senha": kept, "trocada_em": now}
    _KEPT_NEW.run(cursor, dialect, row)


def drop_password(cursor: Cursor, dialect: Dialect, conta_id: str) -> None:
    """Forget an account's password: nobody signs in with it any more."""
    _KEPT_GONE.run(cursor, dialect, {"k_conta": conta_id})


def read_password(cursor: Cursor, dialect: Dialect, conta_id: str) -> str | None:
    """The hash of an account's password; None where it has none here."""
    row = _KEPT.run(cursor, dialect, {"k_conta": conta_id}).fetchone()
    return None if row is None else str(row[0])


def begin_attempt(cursor: Cursor, dialect: Dialect, nome: str, now: str) -> None:
    """Count an attempt to sign in under a name, whether or not anybody has it.

    Args:
        cursor: of a write transaction.
        dialect: of that connection.
        nome: as it was typed.
        now: UTC timestamp.

    Raises:
        UserFacingError: ``conta.espere``: the wait after the last misses is not over; nothing is
            counted.
    """
    key, moment = _key(nome), parse_timestamp(now)
    row = _MISSED.run(cursor, dialect, {"k_chave": key}).fetchone()
    misses, until = (0, moment) if row is None else (int(row[0]), parse_timestamp(row[1]))
    # A clock that was put back must not lock anybody out for years.
    left = min(until - moment, LONGEST_WAIT_MS)
    if left > 0:
        raise UserFacingError("conta.espere", segundos=-(-left // 1000))
    if moment - until > FORGET_AFTER_MS:
        misses = 0
    misses += 1
    old = format_timestamp(max(moment - FORGET_AFTER_MS, 0))
    _OLD_GONE.run(cursor, dialect, {"k_antes": old})
    _MISSED_GONE.run(cursor, dialect, {"k_chave": key})
    wait = format_timestamp(moment + wait_after(misses))
    _MISSED_NEW.run(cursor, dialect, {"chave": key, "falhas": misses, "espera_ate": wait})


def forget_attempts(cursor: Cursor, dialect: Dialect, nome: str) -> None:
    """The right password was given, or an operator set another."""
    _MISSED_GONE.run(cursor, dialect, {"k_chave": _key(nome)})


def _key(nome: str) -> str:
    return hashlib.sha256(nome_busca(nome).encode()).hexdigest()
