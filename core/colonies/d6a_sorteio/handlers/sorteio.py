"""Draws, as soon as there is a demand and somebody for it.

After every event that lets a demand wait or a councillor go, the reaction tries what has become
possible: the demand that the event brought back, and the first demands that free councillors may be
drawn for. So there is never a free councillor beside a demand that he may serve. All nodes see the
same pool: it is the state at the head of the log, and the draw says who was in it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from core.colonies.d6a_sorteio import elegibilidade, rows, rules
from core.colonies.d6a_sorteio.handlers.territorio import with_waiting
from core.colonies.d6a_sorteio.rules import Rodada
from core.kernel.colony import Context, Deadline
from core.kernel.event import Event, NewEvent


class _Round:
    """What one reaction publishes: suspensions that are over, draws, and who found nobody."""

    def __init__(self, event: Event, context: Context) -> None:
        self._event = event
        self._context = context
        self._rodada = Rodada()
        self._expired: dict[str, NewEvent] = {}
        self._outcome: dict[str, NewEvent] = {}

    @property
    def events(self) -> Sequence[NewEvent]:
        """Suspensions first: who is drawn was free before (G-123)."""
        return [*self._expired.values(), *self._outcome.values()]

    def draw_for(self, demanda: str) -> None:
        """Draw for a waiting demand; where there is nobody, say so if this event asked for it."""
        if demanda in self._outcome:
            return
        db = self._context.db
        waiting = rows.read_waiting(db, demanda)
        if waiting is None:
            return
        unit = waiting["unidade_civica_id"]
        if not self._context.holds(unit):
            return
        now = self._context.now()
        found = elegibilidade.candidates(db, demanda, unit, now, self._rodada)
        base = {"demanda_id": demanda, "unidade_civica_id": unit}
        correlation = waiting["correlacao_id"]
        if not found.degraus:
            if bytes(waiting["evento_origem"]).hex() == self._event.event_hash:
                payload = {
                    **base,
                    "total_elegiveis": 0,
                    "motivo": elegibilidade.why_nobody(db, unit),
                    "timestamp": now,
                }
                self._outcome[demanda] = NewEvent(
                    rules.SEM_CANDIDATOS, payload, demanda, correlacao_id=correlation
                )
            return
        at_seal = self._rodada.plan(found.degraus, self._event.event_id)
        if at_seal is None:
            return
        for over in found.vencidas:
            self._expired[over.conselheiro_id] = expired(*over)
        self._outcome[demanda] = NewEvent(
            rules.SORTEADO,
            {**base, "metodo_sorteio": "fisher_yates"},
            demanda,
            correlacao_id=correlation,
            at_seal=at_seal,
        )

    def sweep(self, unidades: Iterable[str]) -> None:
        """Draw for the first demands that free councillors of these units may serve."""
        holds = self._context.holds
        for demanda in elegibilidade.waiting_for(self._context.db, unidades, holds):
            self.draw_for(demanda)


def expired(conselheiro_id: str, unidade_civica_id: str, expirou_em: str) -> NewEvent:
    """A suspension is over."""
    payload = {
        "conselheiro_id": conselheiro_id,
        "unidade_civica_id": unidade_civica_id,
        "expirou_em": expirou_em,
    }
    return NewEvent(rules.EXPIRADA, payload, conselheiro_id)


def react_disponivel(event: Event, context: Context) -> Sequence[NewEvent]:
    """A demand was announced."""
    here = _Round(event, context)
    here.draw_for(event.payload["demanda_id"])
    return here.events


def react_livre(event: Event, context: Context) -> Sequence[NewEvent]:
    """A councillor came, or came back."""
    here = _Round(event, context)
    here.sweep(_unit_of(context, [event.payload["conselheiro_id"]]))
    return here.events


def react_devolvida(event: Event, context: Context) -> Sequence[NewEvent]:
    """A councillor let go of a demand: it is drawn anew, and he for another (G-129, G-147)."""
    payload = event.payload
    here = _Round(event, context)
    here.draw_for(payload["demanda_id"])
    above = elegibilidade.free_above(context.db, payload["unidade_civica_id"])
    here.sweep([*above, *_unit_of(context, [payload["conselheiro_id"]])])
    return here.events


def react_encerrada(event: Event, context: Context) -> Sequence[NewEvent]:
    """A demand was closed: whoever had it is free."""
    here = _Round(event, context)
    here.sweep(_unit_of(context, rows.ended_by(context.db, event)))
    return here.events


def react_sorteado(event: Event, context: Context) -> Sequence[NewEvent]:
    """After a draw: what a reaction could not plan because of it is possible now."""
    here = _Round(event, context)
    here.sweep(elegibilidade.free_above(context.db, event.payload["unidade_civica_id"]))
    return here.events


def react_territorio(event: Event, context: Context) -> Sequence[NewEvent]:
    """Units moved: councillors above cover demands that they did not cover before."""
    here = _Round(event, context)
    units = with_waiting(event, context.db)
    here.sweep(above for unit in units for above in elegibilidade.free_above(context.db, unit))
    return here.events


def react_prazo(deadline: Deadline, context: Context) -> Sequence[NewEvent]:
    """A suspension ran out by the clock; nothing where it was said or renewed before."""
    row = rows.read_councillor(context.db, deadline.sujeito)
    if row is None or row["suspenso_por"] is None:
        return ()
    if bytes(row["suspenso_por"]).hex() != deadline.evento.event_hash:
        return ()
    return [expired(deadline.sujeito, row["unidade_civica_id"], row["data_suspensao_ate"])]


def _unit_of(context: Context, councillors: Iterable[str]) -> list[str]:
    found = (rows.read_councillor(context.db, one) for one in councillors)
    return [row["unidade_civica_id"] for row in found if row is not None]
