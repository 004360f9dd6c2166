"""The explicit list of all contracts. A new contract is one line here."""

from core.contracts import d2_georreferenciamento as d2
from core.kernel.contract import EventModel

MODELS: tuple[type[EventModel], ...] = (d2.DemandaGeorreferenciada,)
