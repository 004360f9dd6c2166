"""Folds councillors: who is registered, who is inactive, whose suspension is over."""

from __future__ import annotations

from core.base.texto.inert import inert
from core.colonies.d6a_sorteio import rows
from core.kernel.colony import ApplyDb
from core.kernel.event import Event


def apply_cadastrado(event: Event, db: ApplyDb) -> None:
    """A councillor, once; version 1.0.0 does not tell of training and takes it for done (3.2)."""
    payload, public = event.payload, event.publico()
    if rows.read_councillor(db, payload["conselheiro_id"]) is not None:
        return
    name = public.get("nome_publico")
    rows.write_councillor(
        db,
        {
            **dict.fromkeys(rows.CONSELHEIRO),
            "conselheiro_id": payload["conselheiro_id"],
            "cidadao_id": payload.get("cidadao_id"),
            "nome_publico": None if name is None else inert(name),
            "unidade_civica_id": payload["unidade_civica_id"],
            "nivel_atuacao": payload["nivel_atuacao"],
            "capacitacao_concluida": int(payload.get("capacitacao_concluida", True)),
            "is_inativo": 0,
            "recusas_consecutivas": 0,
            "data_cadastro": event.timestamp,
            "event_id_cadastro": event.event_id,
        },
        event,
    )


def apply_inativado(event: Event, db: ApplyDb) -> None:
    """In no pool any more; a demand that runs goes on to its end."""
    _set_inactive(event, db, is_inativo=True)


def apply_reativado(event: Event, db: ApplyDb) -> None:
    """Back; a suspension that runs goes on."""
    _set_inactive(event, db, is_inativo=False)


def _set_inactive(event: Event, db: ApplyDb, *, is_inativo: bool) -> None:
    row = rows.read_councillor(db, event.payload["conselheiro_id"])
    if row is not None and bool(row["is_inativo"]) != is_inativo:
        rows.write_councillor(db, {**row, "is_inativo": int(is_inativo)}, event)


def apply_expirada(event: Event, db: ApplyDb) -> None:
    """A suspension is over, if it is the one that the event speaks of."""
    payload = event.payload
    row = rows.read_councillor(db, payload["conselheiro_id"])
    if row is None or row["data_suspensao_ate"] != payload["expirou_em"]:
        return
    rows.clear_due(db, payload["conselheiro_id"])
    rows.write_councillor(db, {**row, "data_suspensao_ate": None, "suspenso_por": None}, event)


def apply_elegibilidade(_event: Event, _db: ApplyDb) -> None:
    """A stub of a later phase: nothing changes (4.9, G-141)."""
