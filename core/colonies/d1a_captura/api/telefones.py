"""Whom to call about a category: the operator's own list. Local rows, no events.

The taxonomy names who answers for a category by law; a telephone number is this office's knowledge
and changes without anybody's decision. Source: issue of part 4 (Atendimento).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from sqlalchemy import bindparam, delete, insert, select

from core.colonies.d1a_captura.rules import checked_short
from core.colonies.d1a_captura.tables import telefones
from core.kernel.errors import UserFacingError
from core.kernel.store.statement import Cursor, Dialect, Statement

GERAL: Final = ""
"""The category of the number that answers for everything else."""

_COLUMNS: Final = [column.name for column in telefones.columns]
_T = telefones.c
_ALL = Statement(
    select(_T.categoria_id, _T.orgao, _T.telefone, _T.observacao).order_by(_T.categoria_id)
)
_NEW = Statement(insert(telefones), _COLUMNS)
_GONE = Statement(delete(telefones).where(_T.categoria_id == bindparam("k_categoria")))
# Three digits (190, 156) to an international number; extensions as people write them.
_NUMBER: Final = re.compile(
    r"\+?[0-9(][0-9 ().-]{1,24}(?: ?(?:r\.?|ramal) ?[0-9]{1,6})?", re.IGNORECASE
)
_CATEGORY: Final = re.compile(r"(?:[1-5]\.[0-9]{1,8})?")


@dataclass(frozen=True, slots=True)
class Telefone:
    """Whom to call.

    Args:
        categoria_id: of the taxonomy, ``GERAL`` for everything else.
        orgao: who answers there.
        telefone: as it is dialled.
        observacao: opening hours and the like; may be empty.
    """

    categoria_id: str
    orgao: str
    telefone: str
    observacao: str = ""


def checked(one: Telefone) -> Telefone:
    """The entry as it may be kept.

    Raises:
        UserFacingError: ``telefones.categoria``, ``telefones.sem_orgao``, ``telefones.numero``,
            ``captura.campo_longo``.
    """
    if not _CATEGORY.fullmatch(one.categoria_id):
        raise UserFacingError("telefones.categoria")
    body = checked_short(one.orgao, "órgão")
    if body is None:
        raise UserFacingError("telefones.sem_orgao")
    number = checked_short(one.telefone, "telefone")
    if number is None or not _NUMBER.fullmatch(number):
        raise UserFacingError("telefones.numero")
    return Telefone(
        one.categoria_id, body, number, checked_short(one.observacao, "observação") or ""
    )


def list_phones(cursor: Cursor, dialect: Dialect) -> list[Telefone]:
    """The whole list, by category; the general number first."""
    return [Telefone(*row) for row in _ALL.run(cursor, dialect).fetchall()]


def set_phones(
    cursor: Cursor, dialect: Dialect, entries: Sequence[Telefone], *, conta_id: str, now: str
) -> None:
    """Write entries; one of the same category is replaced.

    Raises:
        UserFacingError: see ``checked``; nothing is written.
    """
    for one in [checked(entry) for entry in entries]:
        drop_phone(cursor, dialect, one.categoria_id)
        values = (one.categoria_id, one.orgao, one.telefone, one.observacao, now, conta_id)
        _NEW.run(cursor, dialect, dict(zip(_COLUMNS, values, strict=True)))


def drop_phone(cursor: Cursor, dialect: Dialect, categoria_id: str) -> None:
    """Take an entry away; one that is gone already is no fault."""
    _GONE.run(cursor, dialect, {"k_categoria": categoria_id})
