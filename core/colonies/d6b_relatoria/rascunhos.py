"""Unfinished reports: kept on this machine, saved while typing, gone once registered.

One draft for a councillor and a demand. A save names the version it saw, so that of two windows
the second is told instead of overwriting the first; registering is a command named after the
draft, so that a repeated click gets the first answer. Local rows, no events. Source: peers.md.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

import msgspec
from sqlalchemy import bindparam, delete, insert, select, update

from core.colonies.d6b_relatoria.tables import rascunhos
from core.kernel.colony import ApplyDb, ReadDb
from core.kernel.errors import UserFacingError
from core.kernel.store.statement import Cursor, Dialect, Row, Statement

MAX_CHARS: Final = 100_000
_COLUMNS: Final = [column.name for column in rascunhos.columns]
_R = rascunhos.c
_NEW = Statement(insert(rascunhos), _COLUMNS)
_ONE = Statement(
    select(rascunhos).where(
        _R.demanda_id == bindparam("k_demanda"), _R.conselheiro_id == bindparam("k_conselheiro")
    )
)
_SAVE = Statement(
    update(rascunhos)
    .where(_R.rascunho_id == bindparam("k_rascunho"), _R.versao == bindparam("k_versao"))
    .values(
        conteudo=bindparam("n_conteudo"),
        conta_id=bindparam("n_conta"),
        versao=_R.versao + 1,
        alterado_em=bindparam("n_alterado"),
    )
)
_ALL = Statement(select(rascunhos).order_by(_R.demanda_id, _R.conselheiro_id))
_BY_ID = Statement(select(_R.versao).where(_R.rascunho_id == bindparam("k_rascunho")))
_DROP = Statement(
    delete(rascunhos).where(
        _R.rascunho_id == bindparam("k_rascunho"), _R.versao == bindparam("k_versao")
    )
)

_COUNCILLOR_GONE = Statement(delete(rascunhos).where(_R.conselheiro_id == bindparam("k_pessoa")))
_ACCOUNT_GONE = Statement(
    update(rascunhos).where(_R.conta_id == bindparam("k_pessoa")).values(conta_id="")
)


@dataclass(frozen=True, slots=True)
class Rascunho:
    """An unfinished report.

    Args:
        rascunho_id: names the command that registers it.
        conta_id: who saved last; empty where that person was erased.
        conteudo: the form's fields, as the screen keeps them.
        versao: counts the saves; a save names the one it saw.
    """

    demanda_id: str
    conselheiro_id: str
    rascunho_id: str
    conta_id: str
    conteudo: Mapping[str, Any]
    versao: int
    alterado_em: str


def command_id(rascunho_id: str, versao: int) -> str:
    """The command that registers this draft as it was saved, and no other.

    What was saved since is another report: registered after a crash in between, it is not lost. Windows
    that saw one version show the same words, so the second click is a repetition in whichever it is.
    """
    return f"relatoria/{rascunho_id}/{versao}"


def check_seen(db: ReadDb, rascunho_id: str, versao: int) -> None:
    """Let nobody register what another window has written on, registered or thrown away since.

    Raises:
        UserFacingError: ``relatoria.rascunho_de_outra_janela``, ``relatoria.rascunho_encerrado``.
    """
    row = db.one(_BY_ID, {"k_rascunho": rascunho_id})
    if row is None:
        raise UserFacingError("relatoria.rascunho_encerrado")
    if row[0] != versao:
        raise UserFacingError("relatoria.rascunho_de_outra_janela")


def read_draft(
    cursor: Cursor, dialect: Dialect, demanda_id: str, conselheiro_id: str
) -> Rascunho | None:
    """The draft of a councillor for a demand; None where nothing was begun."""
    key = {"k_demanda": demanda_id, "k_conselheiro": conselheiro_id}
    row = _ONE.run(cursor, dialect, key).fetchone()
    return None if row is None else _draft(row)


def list_drafts(cursor: Cursor, dialect: Dialect) -> list[Rascunho]:
    """All unfinished reports of this machine."""
    return [_draft(row) for row in _ALL.run(cursor, dialect).fetchall()]


def open_draft(
    cursor: Cursor,
    dialect: Dialect,
    *,
    demanda_id: str,
    conselheiro_id: str,
    rascunho_id: str,
    conta_id: str,
    now: str,
) -> Rascunho:
    """The draft that there is, or a new empty one.

    Args:
        cursor: of a write transaction.
        dialect: of that connection.
        demanda_id: on which demand.
        conselheiro_id: whose report.
        rascunho_id: fresh UUID.
        conta_id: who types.
        now: UTC timestamp.
    """
    known = read_draft(cursor, dialect, demanda_id, conselheiro_id)
    if known is not None:
        return known
    values = (demanda_id, conselheiro_id, rascunho_id, conta_id, "{}", 1, now)
    _NEW.run(cursor, dialect, dict(zip(_COLUMNS, values, strict=True)))
    return _draft(values)


def save_draft(
    cursor: Cursor,
    dialect: Dialect,
    rascunho_id: str,
    versao: int,
    conteudo: Mapping[str, Any],
    conta_id: str,
    now: str,
) -> int:
    """Save what was typed; the new version.

    Raises:
        UserFacingError: ``relatoria.rascunho_de_outra_janela`` where another window saved since,
            ``relatoria.rascunho_encerrado`` where it was registered or thrown away,
            ``relatoria.rascunho_grande``.
    """
    text = msgspec.json.encode(conteudo).decode().replace("\\u0000", "")
    if len(text) > MAX_CHARS:
        raise UserFacingError("relatoria.rascunho_grande")
    params = {
        "k_rascunho": rascunho_id,
        "k_versao": versao,
        "n_conteudo": text,
        "n_conta": conta_id,
        "n_alterado": now,
    }
    if _SAVE.run(cursor, dialect, params).rowcount == 1:
        return versao + 1
    if _BY_ID.run(cursor, dialect, params).fetchone() is None:
        raise UserFacingError("relatoria.rascunho_encerrado")
    raise UserFacingError("relatoria.rascunho_de_outra_janela")


def drop_draft(cursor: Cursor, dialect: Dialect, rascunho_id: str, versao: int) -> bool:
    """Throw a draft away as it was seen; false where it is gone or another window saved since."""
    params = {"k_rascunho": rascunho_id, "k_versao": versao}
    return _DROP.run(cursor, dialect, params).rowcount == 1


def forget_local(ids: frozenset[str], db: ApplyDb) -> None:
    """An erased councillor's drafts, and an erased account's name on those of others."""
    for one in sorted(ids):
        for statement in (_COUNCILLOR_GONE, _ACCOUNT_GONE):
            db.run(statement, {"k_pessoa": one})


def _draft(row: Row) -> Rascunho:
    values = dict(zip(_COLUMNS, row, strict=True))
    values["conteudo"] = msgspec.json.decode(values["conteudo"])
    return Rascunho(**values)
