"""Reads of C-1: a record by id, records by name, and what belongs to one person."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import msgspec
from sqlalchemy import bindparam, select

from core.base.territorio.nome import nome_busca
from core.base.texto.search import searched
from core.colonies.c1_cidadaos.tables import acessos, cidadaos
from core.kernel.colony import ReadDb
from core.kernel.errors import UserFacingError
from core.kernel.store.statement import Cursor, Dialect, Row, Statement

MAX_MERGES: Final = 64
_C = cidadaos.c
_FIELDS: Final = (
    "cidadao_id",
    "nome",
    "telefone",
    "email",
    "endereco",
    "unidade_civica_id",
    "auth_provider",
    "verificado_presencialmente",
    "consentimentos",
    "termos_versao",
    "unido_a",
    "cadastrado_em",
    "atualizado_em",
)
_SHOWN = [_C[name] for name in _FIELDS]
_BY_ID = Statement(select(*_SHOWN).where(_C.cidadao_id == bindparam("k_cidadao")))
_MERGED = Statement(
    select(_C.cidadao_id).where(_C.unido_a == bindparam("k_cidadao")).order_by(_C.cidadao_id)
)
_BY_NAME = Statement(
    select(*_SHOWN)
    .where(_C.nome_busca.like(bindparam("padrao")), _C.unido_a.is_(None))
    .order_by(_C.nome_busca, _C.cidadao_id)
    .limit(bindparam("limite"))
)
_BY_PHONE = Statement(
    select(*_SHOWN)
    .where(_C.telefone.like(bindparam("padrao")), _C.unido_a.is_(None))
    .order_by(_C.nome_busca, _C.cidadao_id)
)
_A = acessos.c
_ACCESSES = Statement(
    select(_A.acessado_em, _A.conta_id, _A.papel)
    .where(_A.cidadao_id == bindparam("k_cidadao"))
    .order_by(_A.acessado_em.desc(), _A.acesso_id)
    .limit(bindparam("limite"))
)
_ALL_ACCESSES = Statement(
    select(_A.acesso_id, _A.cidadao_id, _A.acessado_em, _A.conta_id, _A.papel)
    .order_by(_A.acessado_em.desc(), _A.acesso_id)
    .limit(bindparam("limite"))
)


@dataclass(frozen=True, slots=True)
class Cidadao:
    """A record. What was erased is None."""

    cidadao_id: str
    nome: str | None
    telefone: str | None
    email: str | None
    endereco: str | None
    unidade_civica_id: str | None
    auth_provider: str | None
    verificado_presencialmente: bool | None
    consentimentos: dict[str, bool] | None
    termos_versao: str | None
    unido_a: str | None
    cadastrado_em: str
    atualizado_em: str


@dataclass(frozen=True, slots=True)
class Acesso:
    """Who opened contact data, and when."""

    acessado_em: str
    conta_id: str
    papel: str


@dataclass(frozen=True, slots=True)
class AcessoDeAlguem:
    """Who opened whose data, and when."""

    acesso_id: str
    cidadao_id: str
    acessado_em: str
    conta_id: str
    papel: str


def _citizen(row: Row) -> Cidadao:
    values = dict(zip(_FIELDS, row, strict=True))
    consents, seen = values["consentimentos"], values["verificado_presencialmente"]
    values["consentimentos"] = msgspec.json.decode(consents) if consents else None
    values["verificado_presencialmente"] = None if seen is None else bool(seen)
    return Cidadao(**values)


def read_cidadao(cursor: Cursor, dialect: Dialect, cidadao_id: str) -> Cidadao | None:
    """One record, as it stands."""
    row = _BY_ID.run(cursor, dialect, {"k_cidadao": cidadao_id}).fetchone()
    return None if row is None else _citizen(row)


def present_cidadao(cursor: Cursor, dialect: Dialect, cidadao_id: str) -> Cidadao:
    """The record that ``cidadao_id`` is today, merges followed.

    Raises:
        UserFacingError: ``cidadaos.nao_encontrado``.
    """
    found = read_cidadao(cursor, dialect, cidadao_id)
    for _ in range(MAX_MERGES):
        if found is None:
            raise UserFacingError("cidadaos.nao_encontrado")
        if found.unido_a is None:
            return found
        found = read_cidadao(cursor, dialect, found.unido_a)
    raise UserFacingError("cidadaos.nao_encontrado")


def merged_into(cursor: Cursor, dialect: Dialect, cidadao_id: str) -> tuple[str, ...]:
    """The ids that went up in this record, directly or by another; sorted."""
    found: set[str] = set()
    waiting = [cidadao_id]
    while waiting:
        rows = _MERGED.run(cursor, dialect, {"k_cidadao": waiting.pop()}).fetchall()
        fresh = {row[0] for row in rows} - found - {cidadao_id}
        found |= fresh
        waiting.extend(fresh)
    return tuple(sorted(found))


def find_by_name(cursor: Cursor, dialect: Dialect, name: str, limite: int = 20) -> list[Cidadao]:
    """Records whose name holds these words' beginnings in order, accents and case apart."""
    words = searched(nome_busca(name)).split()
    if not words:
        return []
    # Folded names hold letters, digits and blanks: nothing that LIKE reads as a sign.
    pattern = "%" + "% ".join(words) + "%"
    rows = _BY_NAME.run(cursor, dialect, {"padrao": pattern, "limite": limite}).fetchall()
    return [_citizen(row) for row in rows]


def find_by_phone(cursor: Cursor, dialect: Dialect, digits: str, limite: int = 20) -> list[Cidadao]:
    """Records whose phone number ends with these digits, however it is written."""
    if not digits.isascii() or not digits.isdigit():
        return []
    # Between two digits may stand blanks, dots and brackets, and nothing else is meant.
    params = {"padrao": "%" + "%".join(digits) + "%"}
    found: list[Cidadao] = []
    for row in _BY_PHONE.run(cursor, dialect, params).fetchall():
        one = _citizen(row)
        bare = "".join(char for char in one.telefone or "" if char.isdigit())
        if bare.endswith(digits):
            found.append(one)
        if len(found) >= limite:
            break
    return found


def list_accesses(
    cursor: Cursor, dialect: Dialect, cidadao_id: str, limite: int = 50
) -> list[Acesso]:
    """Who opened this record's contact data, last first."""
    params = {"k_cidadao": cidadao_id, "limite": limite}
    return [Acesso(*row) for row in _ACCESSES.run(cursor, dialect, params).fetchall()]


def list_all_accesses(cursor: Cursor, dialect: Dialect, limite: int) -> list[AcessoDeAlguem]:
    """Who opened anybody's data on this machine, last first."""
    rows = _ALL_ACCESSES.run(cursor, dialect, {"limite": limite}).fetchall()
    return [AcessoDeAlguem(*row) for row in rows]


# -- at the head of the log ----------------------------------------------------------------------


def at_head(db: ReadDb, cidadao_id: str) -> Cidadao | None:
    """One record at the head of the log."""
    row = db.one(_BY_ID, {"k_cidadao": cidadao_id})
    return None if row is None else _citizen(row)


def root_at_head(db: ReadDb, cidadao_id: str) -> str:
    """The id that this one is today, merges followed; itself where nothing is known of it."""
    found = at_head(db, cidadao_id)
    for _ in range(MAX_MERGES):
        if found is None or found.unido_a is None:
            break
        cidadao_id = found.unido_a
        found = at_head(db, cidadao_id)
    return cidadao_id
