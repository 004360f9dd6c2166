"""Folds assignments: drawn, begun, given back, ended.

Ending an assignment, freeing its councillor and putting the demand back into the queue are one
step, so that there is no moment at which the demand is nowhere (G-124, G-137, G-149).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from sqlalchemy import bindparam, update

from core.colonies.d6a_sorteio import rows, rules
from core.colonies.d6a_sorteio.tables import atribuicoes
from core.kernel.colony import ApplyDb
from core.kernel.event import Event
from core.kernel.store.statement import Statement

_BEGUN: Final = Statement(
    update(atribuicoes)
    .where(
        atribuicoes.c.demanda_id == bindparam("k_demanda"),
        atribuicoes.c.conselheiro_id == bindparam("k_conselheiro"),
        atribuicoes.c.status == "ativa",
        atribuicoes.c.iniciada_em.is_(None),
    )
    .values(iniciada_em=bindparam("n_em"))
)
_UNKNOWN: Mapping[str, Any] = {
    "score_final": 0.0,
    "categoria_id": "",
    "nivel_precedencia": 1,
    "grupo_id": None,
}


def apply_sorteado(event: Event, db: ApplyDb) -> None:
    """The demand is the councillor's.

    A draw beside a running assignment, or for a demand that was closed before, changes nothing: of
    two, the first in the order of the log holds (G-135).
    """
    payload = event.payload
    demanda, councillor_id = payload["demanda_id"], payload["conselheiro_id"]
    if rows.is_draw_known(db, event) or rows.is_closed(db, demanda):
        return
    if rows.active_of_demand(db, demanda) or rows.active_of_councillor(db, councillor_id):
        return
    waiting = rows.read_waiting(db, demanda)
    known = {**_UNKNOWN, "correlacao_id": event.correlacao_id}
    if waiting is not None:
        known = {name: waiting[name] for name in rows.SNAPSHOT}
    rows.dequeue(db, demanda)
    rows.add_assignment(
        db,
        {
            **dict.fromkeys(rows.ATRIBUICAO),
            "evento": bytes.fromhex(event.event_hash),
            "event_id_sorteio": event.event_id,
            "altura": event.altura,
            "conselheiro_id": councillor_id,
            "demanda_id": demanda,
            "unidade_civica_id": payload["unidade_civica_id"],
            "degrau_unidade_id": payload.get("degrau_unidade_id"),
            "seed_publico": payload["seed_publico"],
            "metodo_sorteio": payload["metodo_sorteio"],
            "posicao_sorteada": payload.get("posicao_sorteada"),
            "total_elegiveis": payload.get("total_elegiveis"),
            "lista_elegiveis_hash": payload.get("lista_elegiveis_hash"),
            "status": "ativa",
            "is_impedimento": 0,
            "data_sorteio": event.timestamp,
            **known,
        },
    )
    councillor = rows.read_councillor(db, councillor_id)
    if councillor is not None:
        drawn = {**councillor, "data_ultima_atribuicao": event.timestamp}
        rows.write_councillor(db, drawn, event)


def apply_iniciada(event: Event, db: ApplyDb) -> None:
    """The councillor began: from now on the demand is accepted (G-144)."""
    params = {
        "k_demanda": event.payload["demanda_id"],
        "k_conselheiro": event.payload["conselheiro_id"],
        "n_em": event.timestamp,
    }
    db.run(_BEGUN, params)


def apply_recusada(event: Event, db: ApplyDb) -> None:
    """Given back: the demand waits again, the councillor is free or, refusing too often, suspended.

    A refusal of what the councillor does not have changes nothing.
    """
    payload = event.payload
    councillor_id, demanda = payload["conselheiro_id"], payload["demanda_id"]
    assignment = rows.active_of_pair(db, councillor_id, demanda)
    if assignment is None:
        return
    motivo = payload.get("motivo") or rules.RECUSA_EXPLICITA
    rows.end_assignment(
        db, assignment, event, status="recusada", motivo=motivo, is_impedimento=True
    )
    councillor = rows.read_councillor(db, councillor_id)
    if councillor is not None:
        if rules.is_counted(motivo):
            councillor = _counted(db, event, councillor, motivo)
        rows.write_councillor(db, councillor, event)
    _back_to_the_queue(db, event, assignment)


def _counted(db: ApplyDb, event: Event, councillor: dict[str, Any], motivo: str) -> dict[str, Any]:
    total = councillor["recusas_consecutivas"] + 1
    rows.count_refusal(db, event, motivo, total)
    councillor = {**councillor, "recusas_consecutivas": total}
    if rules.suspends(total):
        until = rules.suspended_until(event.timestamp)
        rows.set_due(db, councillor["conselheiro_id"], event, until)
        councillor["data_suspensao_ate"] = until
        councillor["suspenso_por"] = bytes.fromhex(event.event_hash)
    return councillor


def apply_ciclo_concluido(event: Event, db: ApplyDb) -> None:
    """A cycle ended: with the work done, which clears the refusals, or by who left (G-101, G-130).

    The end of a mandate takes the councillor out of the pools. A cycle that is not running here
    frees nobody (G-136).
    """
    payload = event.payload
    councillor_id, demanda = payload["conselheiro_id"], payload["demanda_id"]
    motivo = payload["motivo_encerramento"]
    assignment = rows.active_of_pair(db, councillor_id, demanda)
    is_left = rules.is_departure(motivo)
    if assignment is not None:
        rows.end_assignment(
            db, assignment, event, status="concluida", motivo=motivo, is_impedimento=is_left
        )
        if not is_left:
            rows.close(db, event, demanda, rules.CONCLUIDA)
    councillor = rows.read_councillor(db, councillor_id)
    if councillor is not None and (assignment is not None or motivo == "fim_mandato"):
        if assignment is not None and motivo == rules.CONCLUIDA:
            councillor["recusas_consecutivas"] = 0
        if motivo == "fim_mandato":
            councillor["is_inativo"] = 1
        rows.write_councillor(db, councillor, event)
    if assignment is not None and is_left:
        _back_to_the_queue(db, event, assignment)


def _back_to_the_queue(db: ApplyDb, event: Event, assignment: Mapping[str, Any]) -> None:
    """The demand waits again with what was known of it, unless it is closed meanwhile."""
    if not rows.is_closed(db, assignment["demanda_id"]):
        rows.enqueue(db, event, assignment["demanda_id"], assignment)
