"""Folds texts, units, categories and contests; reacts when text and unit have come together.

Whichever of the two comes last brings them together, and is the cause of what is published. Until
then ``d3_espera`` says what is missing, from then on ``d3_categorizacoes`` or ``d3_fila_revisao``
holds the demand: it is never in none of them. Source: G-030, G-032, design.md 3 and 11.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

import msgspec
from sqlalchemy import bindparam, select, update

from core.base.taxonomia.classifier import LIMIAR_AUTOMATICO
from core.base.taxonomia.loading import Categorizacao
from core.colonies.d3_categorizacao import rows, rules
from core.colonies.d3_categorizacao.rows import Situacao
from core.colonies.d3_categorizacao.tables import contestacoes, projecao_geo
from core.kernel.colony import ApplyDb, Context, ReactFn
from core.kernel.event import Event, NewEvent
from core.kernel.store.statement import Statement

_PLACE: Final = ("coordenadas_validadas", "precisao_local", "unidade_informada_id")
_GEO_GONE, _GEO_NEW = rows.gone(projecao_geo), rows.new(projecao_geo)
_C = contestacoes.c
_CONTEST_KNOWN = Statement(select(_C.demanda_id).where(_C.evento == bindparam("k_evento")))
_CONTEST_NEW = rows.new(contestacoes)
_CONTESTS_CLOSED = Statement(
    update(contestacoes).where(rows.is_demand(contestacoes), _C.aberta == 1).values(aberta=0)
)
_EMPTY: Final[dict[str, Any]] = {
    **dict.fromkeys(rows.DEMAND),
    "escolha_mudou": 0,
    "retirada": 0,
}


# -- apply ---------------------------------------------------------------------------------------


def apply_normalizada(event: Event, db: ApplyDb) -> None:
    """The text to classify; another place than before makes the known unit out of date."""
    payload = event.payload
    demanda, own = payload["demanda_id"], bytes.fromhex(event.event_hash)
    known = rows.read_situation(db, demanda)
    if known.evento == own:
        return
    before = {**_EMPTY, "demanda_id": demanda}
    if known.retirada is not None:
        before = rows.read_demand(db, demanda) or before
    place = msgspec.json.encode([_plain(payload.get(name)) for name in _PLACE]).decode()
    is_moved = before["evento"] is not None and before["local"] != place
    if known.geo is not None and is_moved and known.causa_geo != own:
        db.run(_GEO_GONE, {"k_demanda": demanda})
        known = known._replace(geo=None)
    choice = (payload.get("categoria_id"), payload.get("subcategoria_id"))
    text = rules.text_of(payload)
    row = {
        **before,
        "evento": own,
        "texto": None if text is None else text.replace("\x00", ""),
        "idioma": payload.get("idioma_detectado"),
        "categoria_informada": choice[0],
        "subcategoria_informada": choice[1],
        "escolha_mudou": int(
            choice != (before["categoria_informada"], before["subcategoria_informada"])
        ),
        "local": place,
        "completada_por": None if known.geo is None else own,
        "normalizada_em": event.timestamp,
    }
    write = rows.add_demand if known.retirada is None else rows.write_demand
    write(db, row)
    queued = rows.read_queued(db, demanda) if known.is_queued else None
    if queued is not None:
        rows.write_queued(db, {**queued, "versao_vista": event.event_hash}, is_new=False)
    rows.settle_wait(db, demanda, event.timestamp, known._replace(evento=own))


def _plain(value: Any) -> Any:
    """Numbers as floats: on the wire 23.0 is 23."""
    if isinstance(value, Mapping):
        return [float(value["lat"]) + 0.0, float(value["lng"]) + 0.0]
    return value


def apply_georreferenciada(event: Event, db: ApplyDb) -> None:
    """The unit the demand belongs to."""
    payload = event.payload
    demanda, own = payload["demanda_id"], bytes.fromhex(event.event_hash)
    known = rows.read_situation(db, demanda)
    if known.geo == own:
        return
    if known.geo is not None:
        db.run(_GEO_GONE, {"k_demanda": demanda})
    db.run(
        _GEO_NEW,
        {
            "demanda_id": demanda,
            "unidade_civica_id": payload["unidade_civica_id"],
            "nivel_minimo_resolvido": payload["nivel_minimo_resolvido"],
            "evento": own,
            "causa": None if event.causa is None else bytes.fromhex(event.causa),
            "georreferenciada_em": event.timestamp,
        },
    )
    if known.evento is not None:
        rows.completed(db, demanda, own)
    rows.settle_wait(db, demanda, event.timestamp, known._replace(geo=own))


def apply_categorizada(event: Event, db: ApplyDb) -> None:
    """A new version of the category; the queue follows."""
    payload = event.payload
    demanda = payload["demanda_id"]
    current = rows.read_current(db, demanda)
    version = _version_row(event, current)
    if not rows.add_version(db, version, is_first=current is None):
        return
    known = _classified(event, db)
    if event.causa is None:
        db.run(_CONTESTS_CLOSED, {"k_demanda": demanda})
        rows.unqueue(db, demanda)
        return
    is_sample = version["metodo"] == "automatico" and version["confianca"] < LIMIAR_AUTOMATICO
    _queue(event, db, "amostra" if is_sample else None, version, known)


def _version_row(event: Event, before: rules.Versao | None) -> dict[str, Any]:
    payload = event.payload
    metodo, categoria = payload["metodo"], payload["categoria_id"]
    motive = payload.get("motivo")
    autoria: rules.Autoria = "classificador" if metodo == "automatico" else "morador"
    if event.causa is None:
        autoria = "revisao"
    elif metodo == "manual" and before is not None and before.categoria_id == categoria:
        # Told again for another unit or text: it is still the same person's word.
        autoria = before.autoria if before.autoria != "classificador" else "morador"
    return {
        "evento": bytes.fromhex(event.event_hash),
        "event_id": event.event_id,
        "demanda_id": payload["demanda_id"],
        "categoria_id": categoria,
        "subcategoria_id": payload.get("subcategoria_id"),
        "nivel_precedencia": payload["nivel_precedencia"],
        "score_horizontal": payload["score_horizontal"],
        "confianca": float(payload["confianca_categorizacao"]) + 0.0,
        "metodo": metodo,
        "autoria": autoria,
        "sugestoes": rows.stored_suggestions(payload["sugestoes_alternativas"]),
        "unidade_civica_id": payload.get("unidade_civica_id"),
        "nivel_minimo_resolvido": payload.get("nivel_minimo_resolvido"),
        "versao_taxonomia": payload.get("versao_taxonomia"),
        "versao_classificador": payload.get("versao_classificador"),
        "categorizada_em": event.timestamp,
        "motivo": None if motive is None else motive.replace("\x00", ""),
    }


def apply_solicitada(event: Event, db: ApplyDb) -> None:
    """A person has to say the category."""
    payload = event.payload
    known = _classified(event, db)
    suggested = {
        "categoria_id": payload.get("categoria_id"),
        "subcategoria_id": payload.get("subcategoria_id"),
        "confianca": float(payload["confianca_categorizacao"]) + 0.0,
        "sugestoes": rows.stored_suggestions(payload["sugestoes_alternativas"]),
        "versao_taxonomia": payload["versao_taxonomia"],
        "versao_classificador": payload["versao_classificador"],
    }
    _queue(event, db, payload["motivo"], suggested, known)


def _classified(event: Event, db: ApplyDb) -> Situacao:
    """The text that stands has its outcome; what is known of the demand."""
    demanda = event.payload["demanda_id"]
    known = rows.read_situation(db, demanda)
    rows.classified(db, demanda)
    known = known._replace(classificada_de=known.evento)
    rows.settle_wait(db, demanda, event.timestamp, known)
    return known


def _queue(
    event: Event, db: ApplyDb, motivo: str | None, said: Mapping[str, Any], known: Situacao
) -> None:
    """Put the demand into the queue with what is known of its category, or take it out.

    One that is contested stays contested until a person decides.

    Args:
        event: what brings it there.
        db: the colony's tables.
        motivo: why a person has to look; None where nobody has to.
        said: the category, as columns of the queue.
        known: the demand.
    """
    demanda = event.payload["demanda_id"]
    if motivo is None and not known.is_queued:
        # A contest that is open has its row in the queue.
        return
    queued = rows.read_queued(db, demanda) if known.is_queued else None
    if queued is not None and rows.open_contests(db, demanda):
        motivo = "contestada"
    if motivo is None or known.retirada:
        if queued is not None:
            rows.unqueue(db, demanda)
        return
    if queued is not None and queued["versao_vista"] == event.event_hash:
        return
    rows.write_queued(
        db,
        {
            **{name: said[name] for name in _SUGGESTED},
            "demanda_id": demanda,
            "prioridade": 0 if motivo == "contestada" else 1,
            "motivo": motivo,
            "versao_vista": event.event_hash,
            "entrou_em": event.timestamp if queued is None else queued["entrou_em"],
        },
        is_new=queued is None,
    )


_SUGGESTED: Final = (
    "categoria_id",
    "subcategoria_id",
    "confianca",
    "sugestoes",
    "versao_taxonomia",
    "versao_classificador",
)
_NOTHING_KNOWN: Final[dict[str, Any]] = {
    **dict.fromkeys(_SUGGESTED),
    "confianca": 0.0,
    "sugestoes": "[]",
}


def apply_contestada(event: Event, db: ApplyDb) -> None:
    """Somebody says it is wrong: to the head of the queue, whatever is known of it here."""
    payload = event.payload
    demanda, own = payload["demanda_id"], bytes.fromhex(event.event_hash)
    if db.one(_CONTEST_KNOWN, {"k_evento": own}) is not None:
        return
    motive = payload.get("motivo")
    db.run(
        _CONTEST_NEW,
        {
            "evento": own,
            "demanda_id": demanda,
            "categoria_sugerida": payload.get("categoria_sugerida"),
            "desfaz_event_id": payload.get("desfaz_event_id"),
            "motivo": None if motive is None else motive.replace("\x00", ""),
            "aberta": 1,
            "contestada_em": event.timestamp,
        },
    )
    known = rows.read_situation(db, demanda)
    _queue(event, db, "contestada", _said(db, demanda), known)


def _said(db: ApplyDb, demanda_id: str) -> dict[str, Any]:
    """The category that stands, else what the queue has, as columns of the queue."""
    current = rows.read_current(db, demanda_id)
    if current is None:
        return rows.read_queued(db, demanda_id) or _NOTHING_KNOWN
    pairs = [
        {"categoria_id": one.categoria_id, "score_confianca": one.score_confianca}
        for one in current.sugestoes
    ]
    known = {name: getattr(current, name) for name in _SUGGESTED}
    return {**known, "sugestoes": rows.stored_suggestions(pairs)}


def apply_retirada(event: Event, db: ApplyDb) -> None:
    """Terminal (design.md 11): it waits for nothing, nobody reviews it; its versions stay."""
    demanda = event.payload["demanda_id"]
    demand = rows.read_demand(db, demanda) or {**_EMPTY, "demanda_id": demanda}
    rows.write_demand(db, {**demand, "retirada": 1})
    rows.unqueue(db, demanda)
    known = rows.read_situation(db, demanda)
    rows.settle_wait(db, demanda, event.timestamp, known)


# -- react ---------------------------------------------------------------------------------------


def react_with(files: Callable[[], Categorizacao]) -> ReactFn:
    """The reaction to the event that brought text and unit together.

    Args:
        files: taxonomy and model, loaded when they are first needed.
    """

    def react(event: Event, context: Context) -> Sequence[NewEvent]:
        demanda = event.payload["demanda_id"]
        state = rows.read_state(context.db, demanda, event.event_hash)
        if state is None:
            return ()
        return [
            NewEvent(tipo, payload, sujeito=demanda)
            for tipo, payload in rules.outcome(state, files())
        ]

    return react


def by_demand(event: Event) -> frozenset[str]:
    """All is about one demand."""
    return frozenset({event.payload["demanda_id"]})
