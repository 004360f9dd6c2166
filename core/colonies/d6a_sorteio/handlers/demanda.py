"""Folds demands: into the queue, out of it, and closed for good.

A demand that is announced stands in the queue from then on, until a draw takes it or it is closed:
whatever becomes of the reaction, it is not lost (G-149).
"""

from __future__ import annotations

from core.colonies.d6a_sorteio import rows, rules
from core.kernel.colony import ApplyDb
from core.kernel.event import Event


def apply_disponivel(event: Event, db: ApplyDb) -> None:
    """Into the queue; one that is assigned or closed stays as it is (G-133, G-134)."""
    payload = event.payload
    demanda = payload["demanda_id"]
    if rows.is_closed(db, demanda) or rows.active_of_demand(db, demanda) is not None:
        return
    known = {
        "unidade_civica_id": payload["unidade_civica_id"],
        "score_final": float(payload["score_final"]) + 0.0,
        "categoria_id": payload["categoria_id"],
        "nivel_precedencia": payload["nivel_precedencia"],
        "grupo_id": payload.get("grupo_id"),
        "correlacao_id": event.correlacao_id,
    }
    waiting = rows.read_waiting(db, demanda)
    if waiting is None:
        rows.enqueue(db, event, demanda, known)
    else:
        rows.move_waiting(db, event, waiting, known)


def apply_sem_candidatos(event: Event, db: ApplyDb) -> None:
    """A draw found nobody: the demand goes on waiting."""
    rows.tried(db, event)


def apply_agregada(event: Event, db: ApplyDb) -> None:
    """The members leave the queue, the representative stays; what is assigned goes on (G-133)."""
    representative = event.payload["representante_demanda_id"]
    for member in event.payload["membros"]:
        if member["demanda_id"] != representative:
            rows.close(db, event, member["demanda_id"], rules.AGREGADA)


def apply_retirada(event: Event, db: ApplyDb) -> None:
    """Withdrawn: a councillor who had it is free, without penalty."""
    _closed(event, db, rules.RETIRADA)


def apply_concluida(event: Event, db: ApplyDb) -> None:
    """Concluded by its councillor, who is free; the work counts."""
    _closed(event, db, rules.CONCLUIDA)


def apply_conclusao_confirmada(event: Event, db: ApplyDb) -> None:
    """Concluded by residents; where a councillor has to ratify, nothing changes yet (G-132)."""
    if not event.payload["ratificacao_necessaria"]:
        _closed(event, db, rules.COLETIVA)


def _closed(event: Event, db: ApplyDb, motivo: str) -> None:
    demanda = event.payload["demanda_id"]
    rows.close(db, event, demanda, motivo)
    assignment = rows.active_of_demand(db, demanda)
    if assignment is None:
        return
    rows.end_assignment(
        db, assignment, event, status="concluida", motivo=motivo, is_impedimento=False
    )
    councillor = rows.read_councillor(db, assignment["conselheiro_id"])
    if councillor is not None:
        if motivo == rules.CONCLUIDA:
            councillor["recusas_consecutivas"] = 0
        rows.write_councillor(db, councillor, event)
