"""What D-5's steps wait for, and what is folded together."""

from __future__ import annotations

from core.kernel.colony import EVERYTHING
from core.kernel.event import Event

_EVERYTHING = frozenset({EVERYTHING})
_DEMANDS = ("demanda_id", "representante_demanda_id")


def keys(event: Event) -> frozenset[str]:
    """The unit and the demands: an event that names no unit waits with its demand's others.

    Parameters concern every agenda.
    """
    if event.tipo == "parametros.carregados":
        return _EVERYTHING
    payload = event.payload
    found = {payload[name] for name in _DEMANDS if payload.get(name) is not None}
    found |= {one["demanda_id"] for one in payload.get("membros") or ()}
    unidade = payload.get("unidade_civica_id")
    if unidade is not None:
        found.add(unidade)
    return frozenset(found)


def fold_keys(event: Event) -> frozenset[str]:
    """Everything at once: demands move between units, and parameters concern them all."""
    return _EVERYTHING
