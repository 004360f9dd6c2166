"""Folds the office's configuration and its accounts: the last word on each holds."""

from __future__ import annotations

from typing import Any

import msgspec
from sqlalchemy import bindparam, delete, insert, select

from core.base.territorio.nome import nome_busca
from core.base.texto.inert import inert
from core.colonies.escritorio.rules import PAPEIS
from core.colonies.escritorio.tables import contas, escritorio, papeis, senhas
from core.kernel.colony import ApplyDb
from core.kernel.event import Event
from core.kernel.store.statement import Statement

_GONE = Statement(delete(escritorio).where(escritorio.c.no == bindparam("k_no")))
_NEW = Statement(insert(escritorio), [column.name for column in escritorio.columns])
_ACCOUNT = Statement(
    select(contas.c.nome, contas.c.criada_em).where(contas.c.conta_id == bindparam("k_conta"))
)
_ACCOUNT_GONE = Statement(delete(contas).where(contas.c.conta_id == bindparam("k_conta")))
_ACCOUNT_NEW = Statement(insert(contas), [column.name for column in contas.columns])
_PASSWORD_GONE = Statement(delete(senhas).where(senhas.c.conta_id == bindparam("k_conta")))
_ROLES_GONE = Statement(
    delete(papeis).where(
        papeis.c.conta_id == bindparam("k_conta"),
        papeis.c.altura == bindparam("k_altura"),
        papeis.c.event_hash == bindparam("k_evento"),
    )
)
_ROLES_NEW = Statement(insert(papeis), [column.name for column in papeis.columns])


def apply_configurado(event: Event, db: ApplyDb) -> None:
    """Replace the node's row. An erased name leaves an empty one."""
    payload = event.payload
    box: dict[str, Any] = payload.get("caixa") or {}
    db.run(_GONE, {"k_no": event.no})
    db.run(
        _NEW,
        {
            "no": event.no,
            "nome": payload.get("nome", ""),
            "fuso": payload["fuso"],
            "unidades": msgspec.json.encode(payload["unidades"]).decode(),
            "sul": box.get("sul"),
            "oeste": box.get("oeste"),
            "norte": box.get("norte"),
            "leste": box.get("leste"),
            "configurado_em": event.timestamp,
        },
    )


def apply_papel_alterado(event: Event, db: ApplyDb) -> None:
    """Put what an account is now in place, and keep it as one more line of its history.

    An event whose person was erased, or of another office, tells of nobody.
    """
    payload = event.payload
    conta = payload.get("conta_id")
    if conta is None:
        return
    known = db.one(_ACCOUNT, {"k_conta": conta})
    held = payload.get("papeis") or ()
    told = {
        "conta_id": conta,
        "papeis": ",".join(papel for papel in PAPEIS if papel in held),
        "conselheiro_id": payload.get("conselheiro_id"),
        "ativa": int(payload.get("ativa") is not False),
    }
    name = _stored(payload.get("nome")) or (known[0] if known else "")
    db.run(_ACCOUNT_GONE, {"k_conta": conta})
    db.run(
        _ACCOUNT_NEW,
        {
            **told,
            "nome": name,
            "nome_busca": nome_busca(name),
            "criada_em": known[1] if known else event.timestamp,
            "alterada_em": event.timestamp,
        },
    )
    here = {"k_conta": conta, "k_altura": event.altura, "k_evento": event.event_hash}
    db.run(_ROLES_GONE, here)
    db.run(
        _ROLES_NEW,
        {
            **told,
            "altura": event.altura,
            "event_hash": event.event_hash,
            "ato": payload.get("ato"),
            "motivo": _stored(payload.get("motivo")),
            "por_conta_id": event.ator["conta_id"] if event.ator else None,
            "ocorrido_em": event.timestamp,
        },
    )


def forget_passwords(ids: frozenset[str], db: ApplyDb) -> None:
    """The password of whoever was erased."""
    for conta_id in sorted(ids):
        db.run(_PASSWORD_GONE, {"k_conta": conta_id})


def _stored(text: str | None) -> str | None:
    """Valid words may hold what PostgreSQL cannot."""
    return None if text is None else inert(text)


def keys(event: Event) -> frozenset[str]:
    """All that a node says of itself is one story."""
    return frozenset({event.no})
