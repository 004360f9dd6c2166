"""Folds categories and scores; reacts to a category with a score and, where it counts, the top.

The score is decided once, by whoever holds custody of the unit, and stands in
``demanda.ranqueada``: apply takes it from there and reads no parameters, so that a demand's row
follows from that demand's events alone. Source: D-4 3.5, G-036, G-072, G-083, design.md 3.
"""

from __future__ import annotations

from collections.abc import Sequence

from core.base.pontuacao import pontuar
from core.colonies.d4_ranking import rows, rules
from core.colonies.d4_ranking.handlers.topo import changed_top
from core.colonies.d4_ranking.order import Chave, Previa
from core.colonies.d4_ranking.progress import advance
from core.kernel.colony import ApplyDb, Context
from core.kernel.event import Event, NewEvent

# -- apply ---------------------------------------------------------------------------------------


def apply_categorizada(event: Event, db: ApplyDb) -> None:
    """The category waits for its score; one without a unit, or of a demand that left, does not."""
    payload = event.payload
    demanda, unidade = payload["demanda_id"], payload.get("unidade_civica_id")
    own = bytes.fromhex(event.event_hash)
    situation = rows.read_situation(db, demanda)
    if unidade is None or situation.is_fora:
        return
    place = rows.read_place(db, demanda)
    if place is not None and place.evento == own:
        return
    rows.write_to_rank(
        db,
        {
            "demanda_id": demanda,
            "unidade_civica_id": unidade,
            "evento": own,
            "event_id": event.event_id,
            "desde": event.timestamp,
        },
        is_new=situation.a_ranquear is None,
    )


def apply_ranqueada(event: Event, db: ApplyDb) -> None:
    """The score and its breakdown; from a demand that left it is taken no more.

    Version 1.0.0 does not name category and level, and says nothing that can be put into a row.
    """
    payload = event.payload
    demanda = payload["demanda_id"]
    advance(event, db, demanda)
    situation = rows.read_situation(db, demanda)
    if situation.is_fora or "categoria_id" not in payload:
        return
    place = rows.read_place(db, demanda)
    cause = None if event.causa is None else bytes.fromhex(event.causa)
    waiting = situation.a_ranquear
    if waiting is not None and waiting[0] == cause:
        rows.ranked(db, demanda)
        origin = waiting
    elif place is not None:
        origin = (place.evento, place.event_id)
    else:
        origin = (cause or bytes.fromhex(event.event_hash), event.event_id)
    breakdown = payload["breakdown"]
    rows.write_ranking(
        db,
        place,
        {
            "demanda_id": demanda,
            "unidade_civica_id": payload["unidade_civica_id"],
            "score_final": float(payload["score_final"]) + 0.0,
            "peso_nacional": float(breakdown["peso_nacional"]) + 0.0,
            "peso_situacional": float(breakdown["peso_situacional"]) + 0.0,
            "score_horizontal": breakdown["score_horizontal"],
            "nivel_precedencia": payload["nivel_precedencia"],
            "categoria_id": payload["categoria_id"],
            "versao_parametros": payload["versao_parametros"],
            "evento": origin[0],
            "event_id": origin[1],
            "correlacao_id": event.correlacao_id,
            "calculado_em": payload["timestamp_calculo"],
        },
    )


# -- react ---------------------------------------------------------------------------------------


def react_categorizada(event: Event, context: Context) -> Sequence[NewEvent]:
    """The score with its position, and the top of each unit that it changed.

    Nothing where another category of the demand came after this one, or it left.
    """
    payload, db = event.payload, context.db
    demanda = payload["demanda_id"]
    waiting = rows.read_situation(db, demanda).a_ranquear
    if waiting is None or waiting[0] != bytes.fromhex(event.event_hash):
        return ()
    place = rows.read_place(db, demanda)
    unidade = payload["unidade_civica_id"]
    old = place.chave if place is not None and place.unidade_civica_id == unidade else None
    events = _ranked(event, context, old)
    if place is not None and old is None and context.holds(place.unidade_civica_id):
        left = Previa(rows.memory(db).unidade(place.unidade_civica_id))
        left.move(place.chave, None)
        events += changed_top(context, place.unidade_civica_id, left, demanda)
    return events


def _ranked(event: Event, context: Context, old: Chave | None) -> list[NewEvent]:
    """The score in its unit.

    Args:
        event: the category.
        context: of the step.
        old: the demand's key in that unit, where it stands there already.
    """
    payload, known = event.payload, rows.memory(context.db)
    demanda, unidade = payload["demanda_id"], payload["unidade_civica_id"]
    nivel = payload["nivel_precedencia"]
    pontuacao = pontuar(known.parametros, unidade, nivel, payload["score_horizontal"])
    key = rules.chave_de(pontuacao, demanda)
    after = Previa(known.unidade(unidade))
    after.move(old, key)
    told = rules.ranqueada(
        demanda,
        unidade,
        (payload["categoria_id"], nivel),
        pontuacao,
        (after.position(key), len(after)),
        context.now(),
    )
    return [
        NewEvent(rules.RANQUEADA, told, sujeito=demanda),
        *changed_top(context, unidade, after, demanda),
    ]
