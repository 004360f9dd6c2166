"""The box around units: where an office registers. Shapely is loaded when it is asked for."""

from __future__ import annotations

from collections.abc import Iterable

from core.base.territorio.unidade import Territorio


def caixa_de(territorio: Territorio, unidades: Iterable[str]) -> dict[str, float] | None:
    """``sul``, ``oeste``, ``norte``, ``leste`` in degrees around units and all below them.

    None where none of them has an outline.
    """
    import shapely  # noqa: PLC0415 # see the module

    wanted = set(unidades)
    size = 0
    while len(wanted) > size:
        size = len(wanted)
        wanted |= {
            unit.unidade_civica_id for unit in territorio.unidades if unit.parent_id in wanted
        }
    boxes = [
        shapely.from_wkb(territorio.geometrias[one]).bounds
        for one in wanted
        if one in territorio.geometrias
    ]
    if not boxes:
        return None
    west, south, east, north = zip(*boxes, strict=True)
    return {
        "sul": float(min(south)),
        "oeste": float(min(west)),
        "norte": float(max(north)),
        "leste": float(max(east)),
    }
