"""Drafts of captures: kept on this machine, saved while typing, closed by the registration.

A draft's id becomes the demand's, its anonymous citizen is minted with it, and its registration is
a command named after it as it stood: a repeated click gets the first answer. The window that has a draft open
holds it for a while after each save; another one is told. Local rows, no events.
Source: design.md 9 and 6 (local), peers.md (enketo-express#567).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

import msgspec
from sqlalchemy import bindparam, delete, insert, select, update

from core.colonies.d1a_captura.tables import rascunhos, telefones
from core.kernel.clock import format_timestamp, parse_timestamp
from core.kernel.colony import ApplyDb, ReadDb
from core.kernel.errors import UserFacingError
from core.kernel.store.statement import Cursor, Dialect, Row, Statement

MAX_BYTES: Final = 1_000_000
LEASE_MS: Final = 2 * 60_000
"""How long a window holds its draft after the last save or renewal."""

_COLUMNS: Final = [column.name for column in rascunhos.columns]
_R = rascunhos.c
_NEW = Statement(insert(rascunhos), _COLUMNS)
_ONE = Statement(select(rascunhos).where(_R.rascunho_id == bindparam("k_rascunho")))
_ALL = Statement(select(rascunhos).order_by(_R.alterado_em.desc(), _R.rascunho_id))
_SAVE = Statement(
    update(rascunhos)
    .where(_R.rascunho_id == bindparam("k_rascunho"), _R.versao == bindparam("k_versao"))
    .values(
        conteudo=bindparam("n_conteudo"),
        versao=_R.versao + 1,
        alterado_em=bindparam("n_alterado"),
        janela=bindparam("n_janela"),
        janela_ate=bindparam("n_ate"),
    )
)
_TAKE = Statement(
    update(rascunhos)
    .where(_R.rascunho_id == bindparam("k_rascunho"))
    .values(
        versao=_R.versao + bindparam("n_passo"),
        janela=bindparam("n_janela"),
        janela_ate=bindparam("n_ate"),
    )
)
_RELEASE = Statement(
    update(rascunhos)
    .where(_R.rascunho_id == bindparam("k_rascunho"), _R.janela == bindparam("k_janela"))
    .values(janela=None, janela_ate=None)
)
_DROP = Statement(delete(rascunhos).where(_R.rascunho_id == bindparam("k_rascunho")))
_OF_ACCOUNT = _R.conta_id == bindparam("k_conta")
_ACCOUNT_GONE = (
    Statement(update(rascunhos).where(_OF_ACCOUNT).values(conta_id=None)),
    Statement(
        update(telefones).where(telefones.c.conta_id == bindparam("k_conta")).values(conta_id="")
    ),
)


@dataclass(frozen=True, slots=True)
class Rascunho:
    """A draft.

    Args:
        rascunho_id: the demand's id once it is registered.
        cidadao_id: the anonymous citizen of this attendance.
        conta_id: who began it.
        conteudo: the form's fields, as the screen keeps them.
        versao: counts the saves; a save names the one it saw.
        janela: the window that holds it, until ``janela_ate``; None where nobody does.
    """

    rascunho_id: str
    cidadao_id: str
    conta_id: str | None
    conteudo: Mapping[str, Any]
    versao: int
    criado_em: str
    alterado_em: str
    janela: str | None = None
    janela_ate: str | None = None

    def is_held_elsewhere(self, janela: str, now: str) -> bool:
        """Another window has it open at ``now``."""
        is_alive = self.janela_ate is not None and self.janela_ate > now
        return is_alive and self.janela != janela


def command_id(rascunho_id: str, versao: int, janela: str | None = None) -> str:
    """The command that registers this draft as this window saw it then, and no other.

    A click repeated in one window gets the first answer. Another window with the same draft shows
    other words, perhaps: it is no repetition, and is told that the draft is registered.
    """
    command = f"captura/{rascunho_id}/{versao}"
    return command if janela is None else f"{command}/{janela}"


def version_of(db: ReadDb, rascunho_id: str) -> int | None:
    """How often the draft was saved; None where it was registered or thrown away."""
    row = db.one(_ONE, {"k_rascunho": rascunho_id})
    return None if row is None else _draft(row).versao


def open_draft(
    cursor: Cursor,
    dialect: Dialect,
    *,
    rascunho_id: str,
    cidadao_id: str,
    conta_id: str | None,
    now: str,
    janela: str | None = None,
) -> Rascunho:
    """A new empty draft.

    Args:
        cursor: of a write transaction.
        dialect: of that connection.
        rascunho_id: fresh UUID.
        cidadao_id: fresh UUID.
        conta_id: whose it is.
        now: UTC timestamp.
        janela: the window that opens it; None where none holds it.
    """
    until = _until(janela, now)
    values = (rascunho_id, cidadao_id, conta_id, "{}", 1, now, now, janela, until)
    _NEW.run(cursor, dialect, dict(zip(_COLUMNS, values, strict=True)))
    return _draft(values)


def save_draft(
    cursor: Cursor,
    dialect: Dialect,
    rascunho_id: str,
    versao: int,
    conteudo: Mapping[str, Any],
    now: str,
    janela: str | None = None,
) -> int:
    """Save what was typed, and hold the draft on for ``janela``; the new version.

    Raises:
        UserFacingError: ``captura.rascunho_de_outra_janela`` where another window saved since,
            ``captura.rascunho_encerrado``, ``captura.rascunho_grande``.
    """
    text = msgspec.json.encode(conteudo).decode().replace("\\u0000", "")
    if len(text) > MAX_BYTES:
        raise UserFacingError("captura.rascunho_grande")
    params = {
        "k_rascunho": rascunho_id,
        "k_versao": versao,
        "n_conteudo": text,
        "n_alterado": now,
        "n_janela": janela,
        "n_ate": _until(janela, now),
    }
    if _SAVE.run(cursor, dialect, params).rowcount == 1:
        return versao + 1
    if read_draft(cursor, dialect, rascunho_id) is None:
        raise UserFacingError("captura.rascunho_encerrado")
    raise UserFacingError("captura.rascunho_de_outra_janela")


def hold_draft(
    cursor: Cursor,
    dialect: Dialect,
    rascunho_id: str,
    janela: str,
    now: str,
    *,
    toma: bool = False,
) -> Rascunho:
    """Open a draft in a window, or go on holding it.

    Args:
        cursor: of a write transaction.
        dialect: of that connection.
        rascunho_id: which.
        janela: the window.
        now: UTC timestamp.
        toma: also where another window holds it: the next save of that one is refused.

    Raises:
        UserFacingError: ``captura.rascunho_em_uso``, ``captura.rascunho_encerrado``.
    """
    found = read_draft(cursor, dialect, rascunho_id)
    if found is None:
        raise UserFacingError("captura.rascunho_encerrado")
    is_taken = found.is_held_elsewhere(janela, now)
    if is_taken and not toma:
        raise UserFacingError("captura.rascunho_em_uso")
    # Whoever still shows it must not save over what is typed here.
    step = int(found.janela != janela)
    until = _until(janela, now)
    params = {
        "k_rascunho": rascunho_id,
        "n_passo": step,
        "n_janela": janela,
        "n_ate": until,
    }
    _TAKE.run(cursor, dialect, params)
    return replace(found, versao=found.versao + step, janela=janela, janela_ate=until)


def release_draft(cursor: Cursor, dialect: Dialect, rascunho_id: str, janela: str) -> None:
    """Let go of a draft; one that this window does not hold stays as it is."""
    _RELEASE.run(cursor, dialect, {"k_rascunho": rascunho_id, "k_janela": janela})


def drop_draft(cursor: Cursor, dialect: Dialect, rascunho_id: str) -> None:
    """Throw a draft away; one that is gone already is no fault."""
    _DROP.run(cursor, dialect, {"k_rascunho": rascunho_id})


def read_draft(cursor: Cursor, dialect: Dialect, rascunho_id: str) -> Rascunho | None:
    """A draft, None where it was registered or thrown away."""
    row = _ONE.run(cursor, dialect, {"k_rascunho": rascunho_id}).fetchone()
    return None if row is None else _draft(row)


def list_drafts(cursor: Cursor, dialect: Dialect) -> list[Rascunho]:
    """All drafts of this machine, last touched first."""
    return [_draft(row) for row in _ALL.run(cursor, dialect).fetchall()]


def drafts_naming(drafts: Collection[Rascunho], ids: Collection[str]) -> list[str]:
    """Ids of the drafts whose form, or whose attendance, names one of these residents."""
    return [
        one.rascunho_id
        for one in drafts
        if one.cidadao_id in ids or one.conteudo.get("cidadao_id") in ids
    ]


def forget_local(ids: frozenset[str], db: ApplyDb) -> None:
    """Drafts about an erased resident, and an erased account's name in what others go on using."""
    for draft in drafts_naming([_draft(row) for row in db.all(_ALL)], ids):
        db.run(_DROP, {"k_rascunho": draft})
    for one in sorted(ids):
        for statement in _ACCOUNT_GONE:
            db.run(statement, {"k_conta": one})


def _until(janela: str | None, now: str) -> str | None:
    return None if janela is None else format_timestamp(parse_timestamp(now) + LEASE_MS)


def _draft(row: Row) -> Rascunho:
    values = dict(zip(_COLUMNS, row, strict=True))
    values["conteudo"] = msgspec.json.decode(values["conteudo"])
    return Rascunho(**values)
