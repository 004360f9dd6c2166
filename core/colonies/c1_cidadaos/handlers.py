"""Folds citizens' records. An event whose person was erased says nothing any more."""

from __future__ import annotations

from typing import Any, Final

import msgspec
from sqlalchemy import bindparam, delete, insert, select, update
from sqlalchemy.dialects import postgresql, sqlite

from core.base.territorio.nome import nome_busca
from core.colonies.c1_cidadaos.tables import acessos, cidadaos
from core.kernel.colony import ApplyDb
from core.kernel.event import Event, Payload
from core.kernel.store.statement import Statement

_C = cidadaos.c
_COLUMNS: Final = [column.name for column in cidadaos.columns]
_FIELDS: Final = (
    "nome",
    "telefone",
    "email",
    "endereco",
    "unidade_civica_id",
    "verificado_presencialmente",
    "consentimentos",
    "termos_versao",
)
# As ``campos_alterados`` spells them.
_SPELLED: Final = {"endereço": "endereco"}
_KNOWN = Statement(select(_C.cidadao_id).where(_C.cidadao_id == bindparam("k_cidadao")))
_NEW = Statement(insert(cidadaos), _COLUMNS)
_STUB: Final = {
    "sqlite": Statement(sqlite.insert(cidadaos).on_conflict_do_nothing(), _COLUMNS),
    "postgresql": Statement(postgresql.insert(cidadaos).on_conflict_do_nothing(), _COLUMNS),
}
_CHANGED = {
    field: Statement(
        update(cidadaos)
        .where(_C.cidadao_id == bindparam("k_cidadao"))
        .values({field: bindparam("n_valor"), "atualizado_em": bindparam("n_em")})
    )
    for field in (*_FIELDS, "nome_busca", "auth_provider", "unido_a")
}

_ACCESSES_GONE = Statement(delete(acessos).where(acessos.c.cidadao_id == bindparam("k_cidadao")))


def apply_cadastrado(event: Event, db: ApplyDb) -> None:
    """A record, or the first details of an id that was only known by a merge."""
    payload = event.payload
    who = payload.get("cidadao_id")
    if who is None:
        return
    values = _values(payload)
    values["auth_provider"] = payload.get("auth_provider")
    if db.one(_KNOWN, {"k_cidadao": who}) is None:
        row = dict.fromkeys(_COLUMNS, None)
        row.update(values)
        row.update(cidadao_id=who, cadastrado_em=event.timestamp, atualizado_em=event.timestamp)
        db.run(_NEW, row)
        return
    for field, value in values.items():
        _change(db, who, field, value, event.timestamp)


def apply_perfil_atualizado(event: Event, db: ApplyDb) -> None:
    """The named fields; one that is named and has no value was emptied."""
    payload = event.payload
    who = payload.get("cidadao_id")
    if who is None:
        return
    values = _values(payload)
    for spelled in payload.get("campos_alterados") or ():
        field = _SPELLED.get(spelled, spelled)
        if field not in _FIELDS:
            continue
        _change(db, who, field, values.get(field), event.timestamp)
        if field == "nome":
            _change(db, who, "nome_busca", values.get("nome_busca"), event.timestamp)
        if field == "consentimentos":
            _change(db, who, "termos_versao", values.get("termos_versao"), event.timestamp)


def apply_vinculado(event: Event, db: ApplyDb) -> None:
    """The first record went up in the second; both keep their own fields."""
    first, second = event.payload.get("cidadao_id_device"), event.payload.get("cidadao_id")
    if first is None or second is None or first == second:
        return
    row = dict.fromkeys(_COLUMNS, None)
    row.update(cidadao_id=first, cadastrado_em=event.timestamp, atualizado_em=event.timestamp)
    db.run(_STUB[db.dialect], row)
    _change(db, first, "unido_a", second, event.timestamp)


def forget_accesses(ids: frozenset[str], db: ApplyDb) -> None:
    """Who opened the record of a person that was erased."""
    for who in sorted(ids):
        db.run(_ACCESSES_GONE, {"k_cidadao": who})


def _change(db: ApplyDb, who: str, field: str, value: Any, moment: str) -> None:
    db.run(_CHANGED[field], {"k_cidadao": who, "n_valor": value, "n_em": moment})


def _values(payload: Payload) -> dict[str, Any]:
    """Column values of the fields that are there."""
    values: dict[str, Any] = {}
    for field in _FIELDS:
        value = payload.get(field)
        if value is None:
            continue
        if isinstance(value, str):
            value = value.replace("\x00", "")
        elif isinstance(value, bool):
            value = int(value)
        else:
            value = msgspec.json.encode(value).decode()
        values[field] = value
    if "nome" in values:
        values["nome_busca"] = nome_busca(values["nome"])
    return values


def keys(event: Event) -> frozenset[str]:
    """The records an event speaks of; one whose person was erased changes nothing."""
    payload = event.payload
    found = (payload.get("cidadao_id"), payload.get("cidadao_id_device"))
    return frozenset(one for one in found if one is not None)
