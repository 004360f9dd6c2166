from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.base.territorio.coordenadas import conferir_ponto, ler_linha, ler_numero, ler_ponto
from core.base.territorio.distancia import Caixa, Ponto
from core.kernel.errors import UserFacingError


@pytest.mark.parametrize(
    "texto",
    [
        "-23.13; -46.2",
        "-23,13; -46,2",
        "-23,13;-46,2",
        "-23.13,-46.2",
        "-23.13, -46.2",
        "-23,13, -46,2",
        "-23,13 -46,2",
        "-23,13,-46,2",
        "(-23.13, -46.2)",
        "\u221223,13;\u00a0\u221246,2",
        "\ufeff -23.130\t-46.20 ",
    ],
)
def test_both_kinds_of_decimals_are_read(texto: str) -> None:
    assert ler_ponto(texto) == Ponto(-23.13, -46.2)


@pytest.mark.parametrize(
    ("texto", "codigo"),
    [
        ("", "coordenada.vazia"),
        ("  \u00a0", "coordenada.vazia"),
        ("-23.13", "coordenada.incompleta"),
        ("-23", "coordenada.incompleta"),
        ("-23,13", "coordenada.ambigua"),
        ("0,0", "coordenada.ambigua"),
        ("-23.1.3; -46.2", "coordenada.formato"),
        ("-23.13 S; 46.2 W", "coordenada.formato"),
        ("23°33'S 46°38'W", "coordenada.formato"),
        ("-23,13,-46", "coordenada.formato"),
        ("-23.13; -46.2; 700", "coordenada.formato"),
        ("1e1; 2e1", "coordenada.formato"),
        ("nan; inf", "coordenada.formato"),
        ("٢٣; ٤٦", "coordenada.formato"),
        ("-2313; -46", "coordenada.formato"),
        ("-23.13; -46.2" + " " * 200 + "x", "coordenada.formato"),
        ("'; DROP TABLE demandas; --", "coordenada.formato"),
        ("200; -46", "coordenada.fora_do_intervalo"),
        ("-23; -190,5", "coordenada.fora_do_intervalo"),
    ],
)
def test_everything_else_is_refused_by_name(texto: str, codigo: str) -> None:
    with pytest.raises(UserFacingError) as fault:
        ler_ponto(texto)
    assert fault.value.code == codigo


def test_a_cell_of_its_own_has_one_number() -> None:
    assert ler_numero(" -23,55 ") == ler_numero("-23.55") == -23.55
    for texto in ("-23,55; -46", "x", "1.234,5"):
        with pytest.raises(UserFacingError, match=r"coordenada\.formato"):
            ler_numero(texto)


def test_a_programs_line_may_hold_whole_numbers() -> None:
    assert ler_linha("0,0\n") == Ponto(0, 0)
    assert ler_linha("-23,-46") == Ponto(-23, -46)
    assert ler_linha("-23,55; -46,63") == Ponto(-23.55, -46.63)
    with pytest.raises(UserFacingError, match=r"coordenada\.fora_do_intervalo"):
        ler_linha("91,0")


@given(st.floats(-90, 90), st.floats(-180, 180))
def test_what_is_written_is_read(lat: float, lng: float) -> None:
    lido = Ponto(round(lat, 6), round(lng, 6))
    internacional, brasileiro = f"{lat:.6f}; {lng:.6f}", f"{lat:.6f}; {lng:.6f}".replace(".", ",")
    assert ler_ponto(internacional) == ler_ponto(brasileiro) == lido


@pytest.mark.parametrize(
    ("lat", "lng", "codigo"),
    [
        (0, 0, "coordenada.zero"),
        (-46.63, -23.55, "coordenada.trocada"),
        (23.55, 46.63, "coordenada.sem_sinal"),
        (-23.55, 46.63, "coordenada.sem_sinal"),
        (40.7, -74.2, "coordenada.fora_do_brasil"),
        (-25.3, -57.6, "coordenada.fora_da_area"),
        (-22.9, -43.2, "coordenada.fora_da_area"),
        (200, 0, "coordenada.fora_do_intervalo"),
        (float("nan"), -46, "coordenada.fora_do_intervalo"),
    ],
)
def test_implausible_points_are_named(lat: float, lng: float, codigo: str) -> None:
    with pytest.raises(UserFacingError) as fault:
        conferir_ponto(Ponto(lat, lng), Caixa(-23.8, -46.9, -23.3, -46.3))
    assert fault.value.code == codigo


def test_the_office_reaches_ten_kilometres_beyond_its_box() -> None:
    caixa = Caixa(-23.8, -46.9, -23.3, -46.3)
    assert conferir_ponto(Ponto(-23.22, -46.5), caixa) == Ponto(-23.22, -46.5)
    with pytest.raises(UserFacingError, match=r"coordenada\.fora_da_area"):
        conferir_ponto(Ponto(-23.20, -46.5), caixa)
    assert conferir_ponto(Ponto(-23.20, -46.5)) == Ponto(-23.20, -46.5)
