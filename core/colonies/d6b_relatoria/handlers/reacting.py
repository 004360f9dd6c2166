"""Says what follows from a report, from a closed demand and from a day that comes near.

Everything is looked at as it stands at the head of the log; where it no longer matters, nothing is
said. The order of what a report leads to is G-164's. Source: design.md 3, Apêndice B D-6b.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from core.colonies.d6b_relatoria import rows
from core.colonies.d6b_relatoria.rules.desfecho import Desfecho, closing_payload, cycle_payload
from core.colonies.d6b_relatoria.rules.prazo import civil_day, day_of
from core.colonies.d6b_relatoria.rules.publicacao import Escrita, Publicavel, publishable
from core.colonies.d6b_relatoria.rules.relato import concludes
from core.colonies.d6b_relatoria.rules.resumo import METODO, Ciclo, Citada, summarise
from core.kernel.colony import Context, Deadline, ReadDb
from core.kernel.event import Event, NewEvent, Payload

PUBLICADA: Final = "conselheiro.atualização_publicada"
INICIADA: Final = "conselheiro.demanda_iniciada"
CICLO: Final = "conselheiro.ciclo_concluído"
CONCLUIDA: Final = "demanda.concluída"
RESUMO: Final = "demanda.resumo_ciclo_atualizado"
PRAZO: Final = "conselheiro.prazo_próximo"

Row = Mapping[str, Any]


# -- a report ------------------------------------------------------------------------------------


def react_registrada(event: Event, context: Context) -> Sequence[NewEvent]:
    """Publish a report and what it leads to; nothing for a demand that is closed meanwhile."""
    db = context.db
    report = rows.report(db, event.event_id)
    if report is None or report["numero_sequencial"] is not None:
        return ()
    demanda = report["demanda_id"]
    demand, cycle = rows.demand(db, demanda), rows.cycle(db, report["acompanhamento"])
    if demand is None or demand["encerrada"] is not None or cycle is None:
        return ()
    payload = event.payload
    written = Escrita(
        report["tipo"],
        payload.get("texto"),
        payload.get("campos_estruturados"),
        payload.get("sugestao_original"),
    )
    form = publishable(written, db.memory.denylist)
    number = demand["publicadas"] + 1
    published = NewEvent(
        PUBLICADA,
        {
            "atualizacao_id": event.event_id,
            "demanda_id": demanda,
            "conselheiro_id": report["conselheiro_id"],
            "tipo": report["tipo"],
            "numero_sequencial": number,
            **form.campos,
            **_role(event.ator),
        },
        sujeito=demanda,
        versao=form.versao,
        restrito=form.restrito,
    )
    if cycle["situacao"] != "ativo":
        # Taken in time, but the cycle ended before it came out.
        return (published,)
    events = [published]
    if report["ordem_no_ciclo"] == 1:
        events.append(_begun(event, cycle))
    after = _after(db, cycle, form, report, number)
    if concludes(report["tipo"], written.campos):
        return [
            *events,
            *ending(
                demand, cycle, after, Desfecho("demanda_concluida", event.timestamp), context.now(),
                _papel(event.ator),
            ),
        ]  # fmt: skip
    return [*events, summary(cycle, after, None, context.now())]


def _begun(event: Event, cycle: Row) -> NewEvent:
    payload = {
        "demanda_id": cycle["demanda_id"],
        "conselheiro_id": cycle["conselheiro_id"],
        "unidade_civica_id": cycle["unidade_civica_id"],
        "timestamp_inicio": event.timestamp,
    }
    return NewEvent(INICIADA, payload, sujeito=cycle["demanda_id"])


def _after(db: ReadDb, cycle: Row, form: Publicavel, report: Row, number: int) -> Ciclo:
    """The cycle as it is once the report is out."""
    now = cycle_of(db, cycle)
    tipo, fields = report["tipo"], form.campos["campos_estruturados"]
    quoted = list(now.citadas)
    if form.publica is not None:
        quoted.append(Citada(report["atualizacao_id"], number, form.publica))
    deadline = civil_day(fields.get("data")) if tipo == "prazo_registrado" else None
    return Ciclo(
        {**now.contagem, tipo: now.contagem.get(tipo, 0) + 1},
        quoted[-rows.QUOTED :],
        fields.get("status") or now.status,
        deadline or now.prazo,
    )


def cycle_of(db: ReadDb, cycle: Row) -> Ciclo:
    """A cycle as its summary sees it."""
    return Ciclo(
        rows.counted(cycle["contagem"]),
        rows.to_quote(db, cycle["evento"]),
        cycle["status_informado"],
        civil_day(cycle["prazo_estimado"]),
    )


def _papel(ator: Mapping[str, str] | None) -> str | None:
    return None if ator is None else ator["papel"]


def _role(ator: Mapping[str, str] | None) -> Payload:
    papel = _papel(ator)
    return {} if papel is None else {"registrado_por": papel}


# -- ends ----------------------------------------------------------------------------------------


def ending(
    demand: Row | None,
    cycle: Row,
    state: Ciclo,
    outcome: Desfecho,
    now: str,
    papel: str | None,
    ator: Mapping[str, str] | None = None,
) -> list[NewEvent]:
    """What is said when a councillor ends a cycle: done, the cycle, its summary (G-164).

    Args:
        demand: None where nothing but the draw is known of it.
        cycle: the row.
        state: what the summary tells of it.
        outcome: why and when.
        now: when the summary is made.
        papel: role of whoever said so; None where nobody had to.
        ator: of a command.
    """
    said = outcome.dito or outcome.motivo
    ended = Ciclo(state.contagem, state.citadas, state.status, state.prazo, said)
    demanda = cycle["demanda_id"]
    events = []
    if outcome.motivo == "demanda_concluida":
        done = closing_payload(demand or {}, cycle, outcome.em)
        events.append(NewEvent(CONCLUIDA, done, sujeito=demanda, ator=ator))
    told = cycle_payload(cycle, outcome, summarise(ended))
    if papel is not None:
        told["registrado_por"] = papel
    events.append(NewEvent(CICLO, told, sujeito=demanda, ator=ator))
    if ended.total or outcome.motivo == "demanda_concluida":
        events.append(summary(cycle, ended, outcome.em, now))
    return events


def summary(cycle: Row, state: Ciclo, end: str | None, now: str) -> NewEvent:
    """The public summary of a cycle."""
    payload = {
        "demanda_id": cycle["demanda_id"],
        "resumo": summarise(state),
        "total_atualizacoes": state.total,
        "data_inicio": cycle["sorteado_em"],
        "data_fim": end,
        "versao_metodo": METODO,
        "gerado_em": now,
        "fontes": [one.atualizacao_id for one in state.citadas],
    }
    return NewEvent(RESUMO, payload, sujeito=cycle["demanda_id"])


def react_sorteado(event: Event, context: Context) -> Sequence[NewEvent]:
    """Let go of a councillor who was drawn for a demand that needs nobody any more (G-132)."""
    db, payload = context.db, event.payload
    demand = rows.demand(db, payload["demanda_id"])
    if demand is None or demand["encerrada"] is None:
        return ()
    if rows.cycle(db, bytes.fromhex(event.event_hash)) is not None:
        # It was open when it was drawn for; whatever closed it since has its own reaction.
        return ()
    unopened = {
        "demanda_id": payload["demanda_id"],
        "conselheiro_id": payload["conselheiro_id"],
        "unidade_civica_id": payload["unidade_civica_id"],
        "sorteado_em": event.timestamp,
        "total_atualizacoes": 0,
    }
    told = cycle_payload(unopened, Desfecho("demanda_concluida", context.now()), None)
    return (NewEvent(CICLO, told, sujeito=payload["demanda_id"]),)


def react_conclusao_confirmada(event: Event, context: Context) -> Sequence[NewEvent]:
    """Residents closed a demand without asking its councillor: let go of them.

    D-5 leaves an item in progress to this colony (D-5 3.6), so work that had begun is concluded.
    """
    db = context.db
    cycle = _ended_by(event, db)
    if cycle is None:
        return ()
    outcome = Desfecho("demanda_concluida", event.timestamp, "conclusao_coletiva")
    if cycle["iniciado_em"] is None:
        told = cycle_payload(cycle, outcome, None)
        return (NewEvent(CICLO, told, sujeito=cycle["demanda_id"]),)
    demand = rows.demand(db, cycle["demanda_id"])
    return ending(demand, cycle, cycle_of(db, cycle), outcome, context.now(), None)


def react_closed(event: Event, context: Context) -> Sequence[NewEvent]:
    """Given back or withdrawn: D-6a frees the councillor, here the summary is closed."""
    cycle = _ended_by(event, context.db)
    if cycle is None:
        return ()
    state = cycle_of(context.db, cycle)
    if not state.total:
        return ()
    ended = Ciclo(
        state.contagem, state.citadas, state.status, state.prazo, cycle["motivo_encerramento"]
    )
    return (summary(cycle, ended, cycle["encerrado_em"], context.now()),)


def _ended_by(event: Event, db: ReadDb) -> Row | None:
    """The cycle that this event ended; another may have begun since."""
    return rows.ended_by(db, event.payload["demanda_id"], bytes.fromhex(event.event_hash))


def react_moderacao(event: Event, context: Context) -> Sequence[NewEvent]:
    """The summary again, with the words that were approved or without those taken back."""
    db, payload = context.db, event.payload
    report = rows.report(db, payload["referencia_id"]) if payload["tipo"] == "relato" else None
    if report is None or report["demanda_id"] != payload.get("demanda_id"):
        return ()
    if report["moderacao"] is None:
        return ()
    cycle = rows.last_cycle(db, report["demanda_id"])
    if cycle is None or bytes(cycle["evento"]) != bytes(report["acompanhamento"]):
        return ()
    state = cycle_of(db, cycle)
    ended = Ciclo(
        state.contagem, state.citadas, state.status, state.prazo, cycle["motivo_encerramento"]
    )
    return (summary(cycle, ended, cycle["encerrado_em"], context.now()),)


# -- deadlines -----------------------------------------------------------------------------------


def react_due(deadline: Deadline, context: Context) -> Sequence[NewEvent]:
    """Remind of a deadline, in days of the office; one that has passed is no longer near."""
    db, event = context.db, deadline.evento
    cycle = rows.active(db, deadline.sujeito)
    if cycle is None or cycle["prazo_avisado"] == cycle["prazo_estimado"]:
        return ()
    day = civil_day(cycle["prazo_estimado"])
    if day is None or cycle["prazo_evento"] is None:
        return ()
    if bytes(cycle["prazo_evento"]).hex() != event.event_hash:
        return ()
    left = (day - day_of(context.now(), rows.zone_of(db, event.no))).days
    if left < 0:
        return ()
    payload = {
        "demanda_id": cycle["demanda_id"],
        "conselheiro_id": cycle["conselheiro_id"],
        "prazo_estimado": day.isoformat(),
        "dias_restantes": left,
    }
    return (NewEvent(PRAZO, payload, sujeito=cycle["demanda_id"]),)
