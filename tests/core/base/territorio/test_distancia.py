from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.base.territorio.distancia import BRASIL, Caixa, Ponto, dentro_do_raio, haversine_m

PONTOS = st.builds(
    Ponto, st.floats(-80, 80, allow_nan=False), st.floats(-179, 179, allow_nan=False)
)


def test_known_distances() -> None:
    se, galeao = Ponto(-23.5503, -46.6339), Ponto(-22.8099, -43.2506)
    assert haversine_m(se, galeao) == pytest.approx(355_100, rel=0.005)
    assert haversine_m(Ponto(0, 0), Ponto(0, 1)) == pytest.approx(111_195, rel=1e-4)
    assert haversine_m(Ponto(0, 0), Ponto(0, 180)) == pytest.approx(20_015_115, rel=1e-6)


@given(PONTOS, PONTOS)
def test_distance_is_symmetric(a: Ponto, b: Ponto) -> None:
    assert haversine_m(a, b) == pytest.approx(haversine_m(b, a))
    assert haversine_m(a, a) == 0


def test_a_demand_may_lie_ten_kilometres_from_the_fix() -> None:
    fix = Ponto(-23.0, -46.0)
    assert dentro_do_raio(fix, Ponto(-23.0899, -46.0))
    assert not dentro_do_raio(fix, Ponto(-23.0901, -46.0))


@given(PONTOS, st.floats(1, 50_000))
def test_a_wider_box_is_wider_by_that_much_everywhere(ponto: Ponto, metros: float) -> None:
    caixa = Caixa(ponto.lat - 0.1, ponto.lng - 0.1, ponto.lat + 0.1, ponto.lng + 0.1)
    larga = caixa.alargada(metros)
    for borda, novo in (
        (Ponto(caixa.norte, caixa.leste), Ponto(caixa.norte, larga.leste)),
        (Ponto(caixa.sul, caixa.oeste), Ponto(caixa.sul, larga.oeste)),
        (Ponto(caixa.norte, ponto.lng), Ponto(larga.norte, ponto.lng)),
        (Ponto(caixa.sul, ponto.lng), Ponto(larga.sul, ponto.lng)),
    ):
        if abs(novo.lng) < 180:
            assert haversine_m(borda, novo) >= metros * 0.999


def test_boxes_join_and_include_their_edges() -> None:
    unida = Caixa(-2, -50, -1, -49).unida(Caixa(-1.5, -52, 0, -49.5))
    assert unida == Caixa(-2, -52, 0, -49)
    assert unida.contem(Ponto(0, -52))
    assert not unida.contem(Ponto(0.001, -52))
    assert BRASIL.contem(Ponto(-20.5, -29.32))  # Trindade
    assert BRASIL.contem(Ponto(5.27, -60.2))  # Monte Caburaí
