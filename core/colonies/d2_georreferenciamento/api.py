"""The door for services: look again at what waits for its unit (G-062)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from core.colonies.d2_georreferenciamento.handlers.demanda import resolved, waiting_of
from core.colonies.d2_georreferenciamento.handlers.mapa import load_memory
from core.colonies.d2_georreferenciamento.rules import Mapa
from core.kernel.colony import Context, Decisao
from core.kernel.errors import UserFacingError


def reavaliar(no: str, *, ator: Mapping[str, str] | None = None) -> Callable[[Context], Decisao]:
    """Resolve what a node left waiting, as after an import of its own.

    For what no import of this office sets going: polygons that came from another office, an
    attachment that was missing and is back.

    Args:
        no: this node, 32 hex.
        ator: account and role of whoever does it.

    Returns:
        The command; its answer is how many demands have their unit now.

    Raises:
        UserFacingError: ``territorio.anexo_ausente``.
    """

    def decide(context: Context) -> Decisao:
        rows = waiting_of(no, context.db)
        if not rows:
            return Decisao(0)
        mapa: Mapa = context.db.memory
        if mapa.faltas:
            mapa = load_memory(context.db)  # what was missing may be back
        if mapa.faltas:
            raise UserFacingError("territorio.anexo_ausente", anexo=mapa.faltas[0][:12])
        events = [replace(event, ator=ator) for event in resolved(rows, mapa)]
        return Decisao(len(events), events)

    return decide
