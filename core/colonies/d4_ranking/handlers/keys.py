"""What an event is about: what waits behind it where it is parked, and what is folded with it.

Both are the demand. A unit's order is derived from the scores of its demands, and none of them
depends on when another was ranked; so a demand that cannot be ranked holds back no other of its
unit, and an event is folded again with its own demand alone. The told tops go by unit. An event
that is parked for one reason and folded for another would wait for ever: the two are the same set,
but for parameters, which a fold of single demands does not read.
"""

from __future__ import annotations

from typing import Final

from core.kernel.colony import EVERYTHING
from core.kernel.event import Event

SETS: Final = "parametros"
"""Key of all events of parameters: they wait for each other and for nothing else."""

_OF_SETS: Final = ("parametros.carregados", "parâmetros.atualizados")


def keys(event: Event) -> frozenset[str]:
    """What waits while an event is parked."""
    return frozenset({SETS}) if event.tipo in _OF_SETS else _subjects(event)


def fold_keys(event: Event) -> frozenset[str]:
    """What is folded together: a set in force is read by nothing less than everything."""
    return frozenset({EVERYTHING}) if event.tipo in _OF_SETS else _subjects(event)


def _subjects(event: Event) -> frozenset[str]:
    payload = event.payload
    if event.tipo == "ranking.atualizado":
        return frozenset({payload["unidade_civica_id"]})
    if event.tipo != "duplicidade.agregada":
        return frozenset({payload["demanda_id"]})
    members = [one["demanda_id"] for one in payload["membros"]]
    return frozenset({payload["representante_demanda_id"], *members})
