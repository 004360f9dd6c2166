"""Symbols that would lie on each other become one, and none is lost."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.services.mapa_grupos import agrupar, graus_por_pixel, juntar
from app.services.mapa_vistas import Simbolo
from app.services.situacoes import Situacoes
from app.settings.recursos import Recursos
from core.colonies.d7_transparencia.queries.mapa import Celula

STATES = Situacoes(Recursos().states_toml())
PX = graus_por_pixel(12)


def alone(n: int, lat: float, lng: float, level: int | None = 3) -> Simbolo:
    state = STATES.of("aguardando_vaga")
    return Simbolo(f"d{n}", None, None, state, False, level, None, None, None, lat, lng)


def test_cells_of_several_states_are_one_group() -> None:
    cells = [
        Celula(0, 0, "atribuida", 1, 0.5, 0.5, "a", 2),
        Celula(0, 0, "concluida", 3, 0.7, 0.7, "b", 4),
        Celula(1, 0, "concluida", 1, 0.5, 1.5, "c", None),
    ]
    (group,), one = agrupar(cells, 1.0)
    assert (group.total, group.nivel, one) == (4, 2, ["c"])
    assert group.por_situacao == (("atribuida", 1), ("concluida", 3))
    assert group.lat == pytest.approx(0.65)


def test_what_touches_becomes_one_and_what_does_not_stays() -> None:
    near = [alone(1, -23.0, -46.0), alone(2, -23.0, -46.0 + 10 * PX, 1)]
    far = alone(3, -23.0, -46.0 + 60 * PX)
    symbols, (group,) = juntar([*near, far], [], PX)
    assert symbols == [far]
    assert (group.total, group.nivel) == (2, 1)
    assert group.caixa.oeste == -46.0


def test_drawn_larger_more_becomes_one() -> None:
    two = [alone(1, -23.0, -46.0), alone(2, -23.0, -46.0 + 30 * PX)]
    assert len(juntar(two, [], PX)[0]) == 2
    assert len(juntar(two, [], 2 * PX)[0]) == 0


@given(st.lists(st.tuples(st.floats(-24, -23), st.floats(-47, -46)), max_size=40))
def test_none_is_lost_and_none_overlaps_the_first(places: list[tuple[float, float]]) -> None:
    made = [alone(n, lat, lng) for n, (lat, lng) in enumerate(places)]
    symbols, groups = juntar(made, [], graus_por_pixel(9))
    assert len(symbols) + sum(group.total for group in groups) == len(made)
    assert {one.demanda_id for one in symbols} <= {one.demanda_id for one in made}
