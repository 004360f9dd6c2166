"""Groups of demands that lie close together: DBSCAN by haversine, radius 500 m, minPts 2.

With minPts 2 a point that has a neighbour is a core point, so the clusters are the connected pieces
of "within the radius of each other" and no order of the points matters (G-107). A few points are
compared pair by pair; many through an index, whose boxes only leave out what is too far away: the
distance decides in both. Pure values. Source: D-5 4.4, G-106, G-107.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final
from uuid import UUID, uuid5

from core.base.territorio.distancia import RAIO_TERRA_M, Ponto, haversine_m

if TYPE_CHECKING:
    import numpy.typing as npt

RAIO_M: Final = 500.0
MIN_PONTOS: Final = 2

POUCOS: Final = 96
"""Up to so many points pairs are cheaper than an index, and NumPy is not loaded for them."""

# UUIDv5(NAMESPACE_URL, "civico/grupo/v1"); fixed for ever: group ids stand in published events.
GRUPO_NAMESPACE: Final = UUID("dcc0dd96-5425-5212-8cd6-73223647e560")

_DENSO: Final = 4
"""So many points a cell on average make a place dense."""

_LOTE: Final = 512
"""Boxes asked at a time: bounds what a dense place holds in memory."""


@dataclass(frozen=True, slots=True)
class Local:
    """A demand at its place.

    Args:
        chave: what a group has in common besides the place: the category.
    """

    demanda_id: str
    chave: str
    ponto: Ponto


def agrupar(locais: Iterable[Local], raio_m: float = RAIO_M) -> dict[str, str]:
    """The group of every demand that is in one; who is alone is not in the answer.

    Args:
        locais: each demand once, all of one unit.
        raio_m: reach of the neighbourhood in metres, the border included.

    Returns:
        demand -> group id. The id follows from the members, so it stays while they do (G-106).
    """
    por_chave: dict[str, list[Local]] = {}
    for local in locais:
        por_chave.setdefault(local.chave, []).append(local)
    found: dict[str, str] = {}
    for juntos in por_chave.values():
        for grupo in pedacos([local.ponto for local in juntos], raio_m):
            members = sorted(juntos[place].demanda_id for place in grupo)
            found |= dict.fromkeys(members, grupo_id(members))
    return found


def grupo_id(demandas: Sequence[str]) -> str:
    """UUIDv5 of the sorted demand ids of a group."""
    return str(uuid5(GRUPO_NAMESPACE, "\n".join(sorted(demandas))))


def pedacos(pontos: Sequence[Ponto], raio_m: float = RAIO_M) -> list[list[int]]:
    """The clusters of two and more, as places in ``pontos``, each and all in rising order."""
    if len(pontos) < MIN_PONTOS:
        return []
    labels = _by_pairs(pontos, raio_m) if len(pontos) <= POUCOS else _by_index(pontos, raio_m)
    clusters: dict[int, list[int]] = {}
    for place, label in enumerate(labels):
        clusters.setdefault(label, []).append(place)
    return [cluster for cluster in clusters.values() if len(cluster) >= MIN_PONTOS]


def _by_pairs(pontos: Sequence[Ponto], raio_m: float) -> Sequence[int]:
    """Per point the first point of its piece."""
    labels = list(range(len(pontos)))
    far = _up(raio_m)
    for place, ponto in enumerate(pontos):
        for other in range(place):
            mine, theirs = labels[place], labels[other]
            if mine == theirs or abs(ponto.lat - pontos[other].lat) > far:
                continue
            if haversine_m(ponto, pontos[other]) <= raio_m:
                low, high = min(mine, theirs), max(mine, theirs)
                labels = [low if label == high else label for label in labels]
    return labels


def _up(raio_m: float) -> float:
    """Degrees of latitude that nobody within the radius is further away by."""
    return math.degrees(raio_m / RAIO_TERRA_M) * (1 + 1e-9) + 1e-9


def _by_index(pontos: Sequence[Ponto], raio_m: float) -> Sequence[int]:
    """The same through an STRtree, asked with the box that a circle of the radius fits in.

    Where many lie close together, one of each cell is asked for first, and then only who is not in
    the largest piece yet: what joins two pieces has an end outside of it.
    """
    import numpy as np  # noqa: PLC0415 # loaded where there are many points only

    lat = np.array([ponto.lat for ponto in pontos])
    lng = np.array([ponto.lng for ponto in pontos])
    labels = _cells(lat, lng, raio_m)
    first = np.unique(labels)
    if len(first) * _DENSO <= len(labels):
        labels = _linked(labels, lat, lng, (first, first), raio_m)
    largest = np.bincount(labels).argmax()
    others = np.flatnonzero(labels != largest)
    labels = _linked(labels, lat, lng, (np.arange(len(labels)), others), raio_m)
    return list(map(int, labels))


def _linked(
    labels: npt.NDArray[Any],
    lat: npt.NDArray[Any],
    lng: npt.NDArray[Any],
    sought_and_asked: tuple[npt.NDArray[Any], npt.NDArray[Any]],
    raio_m: float,
) -> npt.NDArray[Any]:
    """The labels after every asked point was joined with those sought that are within reach."""
    import shapely  # noqa: PLC0415 # see _by_index

    sought, asked = sought_and_asked
    points: Any = shapely.points(lng[sought], lat[sought])
    tree = shapely.STRtree(points)
    owner, boxes = _boxes(lat[asked], lng[asked], raio_m)
    for start in range(0, len(boxes), _LOTE):
        box, place = tree.query(boxes[start : start + _LOTE])
        a, b = asked[owner[start + box]], sought[place]
        apart = labels[a] != labels[b]
        a, b = a[apart], b[apart]
        near = _haversine(lat[a], lng[a], lat[b], lng[b]) <= raio_m
        labels = _joined(labels, a[near], b[near])
    return labels


def _cells(lat: npt.NDArray[Any], lng: npt.NDArray[Any], raio_m: float) -> npt.NDArray[Any]:
    """Per point the first point of its cell. Half a radius along a meridian and at most half a
    radius along a parallel: whoever shares a cell is within the radius, however dense it is there.
    """
    import numpy as np  # noqa: PLC0415 # see _by_index

    side = math.degrees(raio_m / 2 / RAIO_TERRA_M) * (1 - 1e-9)
    rows, columns = np.floor(lat / side), np.floor(lng / side)
    key = (rows - rows.min()) * (columns.max() - columns.min() + 1) + columns
    _, first, cell = np.unique(key, return_index=True, return_inverse=True)
    found: npt.NDArray[Any] = first[cell]
    return found


def _boxes(
    lat: npt.NDArray[Any], lng: npt.NDArray[Any], raio_m: float
) -> tuple[npt.NDArray[Any], npt.NDArray[Any]]:
    """Whose box, and the box; one that crosses the antimeridian is asked on its other side, too."""
    import numpy as np  # noqa: PLC0415 # see _by_index
    import shapely  # noqa: PLC0415 # same

    angle = raio_m / RAIO_TERRA_M
    up = _up(raio_m)
    reach = np.sin(min(angle, math.pi / 2)) / np.maximum(np.cos(np.radians(lat)), 1e-12)
    is_polar = (np.abs(lat) + up >= 90) | (reach >= 1)
    aside = np.degrees(np.arcsin(np.minimum(reach, 1.0))) * (1 + 1e-9) + 1e-9
    aside = np.where(is_polar, 180.0, aside)
    owners, shifts = [], []
    for shift in (0.0, 360.0, -360.0):
        crosses = (lng + shift - aside <= 180) & (lng + shift + aside >= -180)
        places = np.flatnonzero(crosses)
        owners.append(places)
        shifts.append(np.full(len(places), shift))
    owner, shifted = np.concatenate(owners), np.concatenate(shifts)
    x, y, side = lng[owner] + shifted, lat[owner], aside[owner]
    return owner, shapely.box(x - side, y - up, x + side, y + up)


def _haversine(
    lat_a: npt.NDArray[Any],
    lng_a: npt.NDArray[Any],
    lat_b: npt.NDArray[Any],
    lng_b: npt.NDArray[Any],
) -> npt.NDArray[Any]:
    """``haversine_m`` of many pairs, in metres."""
    import numpy as np  # noqa: PLC0415 # see _by_index

    phi_a, phi_b = np.radians(lat_a), np.radians(lat_b)
    half = (
        np.sin((phi_b - phi_a) / 2) ** 2
        + np.cos(phi_a) * np.cos(phi_b) * np.sin(np.radians(lng_b - lng_a) / 2) ** 2
    )
    found: npt.NDArray[Any] = 2 * RAIO_TERRA_M * np.arcsin(np.minimum(1.0, np.sqrt(half)))
    return found


def _joined(labels: npt.NDArray[Any], a: npt.NDArray[Any], b: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """The labels after the pieces of every pair were joined; a label is a piece's first point."""
    import numpy as np  # noqa: PLC0415 # see _by_index

    while True:
        mine, theirs = labels[a], labels[b]
        apart = mine != theirs
        if not apart.any():
            return labels
        a, b, mine, theirs = a[apart], b[apart], mine[apart], theirs[apart]
        low = np.minimum(mine, theirs)
        labels = labels.copy()
        np.minimum.at(labels, mine, low)
        np.minimum.at(labels, theirs, low)
        while True:
            jumped = labels[labels]
            if (jumped == labels).all():
                break
            labels = jumped
