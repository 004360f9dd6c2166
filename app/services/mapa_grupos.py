"""Groups of demands: cells become symbols, and symbols that would lie on each other become one."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from typing import Final

from app.services.mapa_vistas import Caixa, Grupo, Simbolo
from core.colonies.d7_transparencia.queries.mapa import Celula
from core.colonies.d7_transparencia.rules.situacao import SITUACOES

ZOOM_SOLTO: Final = 17
"""From here on nothing is put together that a cell does not: each can be clicked by itself."""

_ORDER: Final[dict[str, int]] = {code: at for at, code in enumerate(SITUACOES)}
_RADII_PX: Final = ((1, 11), (9, 17), (99, 20), (999, 23))
_LARGEST_PX: Final = 29


def graus_por_pixel(zoom: int) -> float:
    """Degrees of longitude in one pixel of the usual web map."""
    return float(360 / 256 / 2**zoom)


def agrupar(cells: Sequence[Celula], side: float) -> tuple[list[Grupo], list[str]]:
    """Groups of two and more, and the demands that stand alone in their cell."""
    by_place: dict[tuple[int, int], list[Celula]] = {}
    for cell in cells:
        by_place.setdefault((cell.coluna, cell.linha), []).append(cell)
    groups, alone = [], []
    for (column, row), found in by_place.items():
        total = sum(cell.total for cell in found)
        if total == 1:
            alone.append(found[0].demanda_id)
            continue
        south, west = row * side - 90, column * side - 180
        states: Counter[str] = Counter()
        for cell in found:
            states[cell.situacao] += cell.total
        groups.append(
            Grupo(
                total,
                _ordered(states),
                min((cell.nivel for cell in found if cell.nivel is not None), default=None),
                sum(cell.lat * cell.total for cell in found) / total,
                sum(cell.lng * cell.total for cell in found) / total,
                Caixa(south, west, south + side, west + side),
            )
        )
    return groups, alone


def juntar(
    simbolos: Sequence[Simbolo], grupos: Sequence[Grupo], graus: float
) -> tuple[list[Simbolo], list[Grupo]]:
    """Put together what would touch; the larger takes the smaller in, none is lost.

    Args:
        simbolos: demands that stand alone.
        grupos: groups.
        graus: degrees of longitude in one pixel.
    """
    waiting: list[Simbolo | Grupo] = [
        *sorted(grupos, key=lambda g: (-g.total, g.lat, g.lng)),
        *sorted(simbolos, key=lambda s: s.demanda_id),
    ]
    held: list[Simbolo | Grupo] = []
    for one in waiting:
        at = next((at for at, other in enumerate(held) if _touch(one, other, graus)), None)
        if at is None:
            held.append(one)
        else:
            held[at] = _together(held[at], one)
    return (
        [one for one in held if isinstance(one, Simbolo)],
        [one for one in held if isinstance(one, Grupo)],
    )


def _total(one: Simbolo | Grupo) -> int:
    return one.total if isinstance(one, Grupo) else 1


def _radius_px(total: int) -> int:
    return next((px for most, px in _RADII_PX if total <= most), _LARGEST_PX)


def _touch(one: Simbolo | Grupo, other: Simbolo | Grupo, graus: float) -> bool:
    reach = (_radius_px(_total(one)) + _radius_px(_total(other))) * graus
    across = one.lng - other.lng
    if abs(across) >= reach:
        return False
    # A degree of latitude takes more pixels the farther from the equator.
    up = (one.lat - other.lat) / math.cos(math.radians(one.lat))
    return math.hypot(across, up) < reach


def _together(one: Simbolo | Grupo, other: Simbolo | Grupo) -> Grupo:
    total = _total(one) + _total(other)
    states = Counter(dict(_states(one)))
    states.update(dict(_states(other)))
    a, b = _box(one), _box(other)
    return Grupo(
        total,
        _ordered(states),
        min((each.nivel for each in (one, other) if each.nivel is not None), default=None),
        (one.lat * _total(one) + other.lat * _total(other)) / total,
        (one.lng * _total(one) + other.lng * _total(other)) / total,
        Caixa(
            min(a.sul, b.sul), min(a.oeste, b.oeste), max(a.norte, b.norte), max(a.leste, b.leste)
        ),
    )


def _states(one: Simbolo | Grupo) -> tuple[tuple[str, int], ...]:
    return one.por_situacao if isinstance(one, Grupo) else ((one.situacao.codigo, 1),)


def _box(one: Simbolo | Grupo) -> Caixa:
    return one.caixa if isinstance(one, Grupo) else Caixa(one.lat, one.lng, one.lat, one.lng)


def _ordered(states: Counter[str]) -> tuple[tuple[str, int], ...]:
    return tuple(sorted(states.items(), key=lambda item: _ORDER[item[0]]))
