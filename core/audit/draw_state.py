"""The state in which each draw was made, folded from the log event by event.

Total over whatever the log holds: an event that lacks a field it needs changes nothing, and an
event that does not fit the state is taken for the fact that it is after it was judged.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from core.audit.council import ACEITACAO, FIM_MANDATO, Council, Pool
from core.audit.demands import Demands
from core.audit.hierarchy import Hierarchy
from core.kernel.clock import parse_timestamp
from core.kernel.event import Event, Payload

SORTEADO: Final = "conselheiro.sorteado"
SEM_CANDIDATOS: Final = "sorteio.sem_candidatos"
SUSPENSAO_EXPIRADA: Final = "conselheiro.suspensao_expirada"


class DrawState:
    """Hierarchy, councillors and open demands as of an event."""

    def __init__(self) -> None:
        self.hierarchy = Hierarchy()
        self.council = Council()
        self.demands = Demands()

    def fold(self, event: Event) -> None:
        """Take one event into account, from its public fields alone."""
        handler = _HANDLERS.get(event.tipo)
        if handler is not None:
            handler(self, event, event.publico())

    def pool(self, unit: str, demand: str) -> Pool:
        """Who could be drawn for a demand of a unit now."""
        known = self.demands.get(demand)
        excluded = frozenset[str]() if known is None else known.excluded
        return self.council.pool(self.hierarchy.chain(unit), excluded)

    def unserved(self) -> list[str]:
        """Demands that wait although somebody could be drawn for them.

        Right after a change that is work still to be done; where it stays, a draw was held back.
        """
        found = []
        for demand in self.demands.waiting():
            known = self.demands.get(demand)
            if known is not None and self.pool(known.unit, demand).ids:
                found.append(demand)
        return found

    def give_back(self, demand: str, who: str) -> None:
        """A councillor's demand waits for another one."""
        self.council.release(who, demand)
        self.demands.give_back(demand, who)

    def close(self, demand: str, *, accepted: bool = False) -> None:
        """A demand is over; who had it is free, and where the work was done it counts (G-130)."""
        who = self.demands.close(demand)
        if who is not None:
            self.council.release(who, demand)
            if accepted:
                self.council.accept(who)


def _text(payload: Payload, field: str) -> str | None:
    value = payload.get(field)
    return value if isinstance(value, str) else None


def _pair(payload: Payload) -> tuple[str, str] | None:
    demand, who = _text(payload, "demanda_id"), _text(payload, "conselheiro_id")
    return None if demand is None or who is None else (demand, who)


def _imported(state: DrawState, _event: Event, payload: Payload) -> None:
    state.hierarchy.take(payload.get("unidades") or ())


def _registered(state: DrawState, _event: Event, payload: Payload) -> None:
    who, unit = _text(payload, "conselheiro_id"), _text(payload, "unidade_civica_id")
    if who is not None and unit is not None:
        # 1.0.0 has no such field: only who was trained could register (D-6a 3.2).
        trained = payload.get("capacitacao_concluida", True) is not False
        state.council.register(who, unit, trained=trained)


def _announced(state: DrawState, _event: Event, payload: Payload) -> None:
    demand, unit = _text(payload, "demanda_id"), _text(payload, "unidade_civica_id")
    if demand is not None and unit is not None:
        state.demands.announce(demand, unit)


def _drawn(state: DrawState, _event: Event, payload: Payload) -> None:
    pair, unit = _pair(payload), _text(payload, "unidade_civica_id")
    if pair is None or unit is None:
        return
    demand, who = pair
    if state.demands.can_assign(demand) and not state.council.is_busy(who):
        state.demands.assign(demand, unit, who)
        state.council.assign(who, demand)


def _refused(state: DrawState, event: Event, payload: Payload) -> None:
    pair = _pair(payload)
    if pair is None or not state.demands.is_held(*pair):
        return
    state.give_back(*pair)
    state.council.refuse(pair[1], _text(payload, "motivo"), parse_timestamp(event.timestamp))


def _cycle_ended(state: DrawState, _event: Event, payload: Payload) -> None:
    pair, motive = _pair(payload), payload.get("motivo_encerramento")
    if pair is None:
        return
    demand, who = pair
    if state.demands.is_held(demand, who):
        if motive == ACEITACAO:
            state.close(demand, accepted=True)
        else:
            state.give_back(demand, who)
    if motive == FIM_MANDATO:
        state.council.set_inactive(who, inactive=True)


def _concluded(state: DrawState, _event: Event, payload: Payload) -> None:
    demand = _text(payload, "demanda_id")
    if demand is not None:
        state.close(demand, accepted=True)


def _ended_together(state: DrawState, _event: Event, payload: Payload) -> None:
    demand = _text(payload, "demanda_id")
    # With a councillor to ratify it, nothing has ended yet (G-132).
    if demand is not None and payload.get("ratificacao_necessaria") is False:
        state.close(demand)


def _withdrawn(state: DrawState, _event: Event, payload: Payload) -> None:
    demand = _text(payload, "demanda_id")
    if demand is not None:
        state.close(demand)


def _joined(state: DrawState, _event: Event, payload: Payload) -> None:
    representative = payload.get("representante_demanda_id")
    members: list[dict[str, Any]] = payload.get("membros") or []
    for member in members:
        if member["demanda_id"] != representative:
            state.demands.close_unheld(member["demanda_id"])


def _expired(state: DrawState, _event: Event, payload: Payload) -> None:
    who, claimed = _text(payload, "conselheiro_id"), _text(payload, "expirou_em")
    if who is None or claimed is None:
        return
    if state.council.suspended_until_ms(who) == parse_timestamp(claimed):
        state.council.expire(who)


def _inactive(state: DrawState, _event: Event, payload: Payload) -> None:
    who = _text(payload, "conselheiro_id")
    if who is not None:
        state.council.set_inactive(who, inactive=True)


def _back(state: DrawState, _event: Event, payload: Payload) -> None:
    who = _text(payload, "conselheiro_id")
    if who is not None:
        state.council.set_inactive(who, inactive=False)


_HANDLERS: Final[dict[str, Callable[[DrawState, Event, Payload], None]]] = {
    "territorio.importado": _imported,
    "conselheiro.cadastrado": _registered,
    "agenda.item_disponível": _announced,
    SORTEADO: _drawn,
    "conselheiro.atribuicao_recusada": _refused,
    "conselheiro.ciclo_concluído": _cycle_ended,
    "demanda.concluída": _concluded,
    "demanda.retirada": _withdrawn,
    "demanda.conclusao_confirmada": _ended_together,
    "duplicidade.agregada": _joined,
    SUSPENSAO_EXPIRADA: _expired,
    "conselheiro.inativado": _inactive,
    "conselheiro.reativado": _back,
}
TYPES: Final = (*_HANDLERS, SEM_CANDIDATOS)
"""What has to be read."""
