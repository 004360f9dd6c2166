"""Decisions of D-2 as values."""

from __future__ import annotations

from core.base.territorio.resolvedor import Resolvedor
from core.colonies.d2_georreferenciamento.rules import (
    Lugar,
    Mantida,
    Mudanca,
    judge,
    kept,
    read_place,
    resolve,
)
from tests.support.territorio import AT_SEA, BAIRRO, CIDADE, IN_CITY, IN_QUARTER, SMALL

MAP = Resolvedor(SMALL)


def test_a_place_is_a_point_a_unit_or_both() -> None:
    point = {"lat": -23, "lng": -46.5}
    assert read_place({"coordenadas_validadas": point}) == (
        "aguardando",
        Lugar(-23.0, -46.5, "ponto"),
    )
    assert read_place({"unidade_informada_id": BAIRRO, "precisao_local": "unidade"}) == (
        "aguardando",
        Lugar(None, None, "unidade", BAIRRO),
    )
    assert read_place(
        {"coordenadas_validadas": point, "precisao_local": "rua", "unidade_informada_id": CIDADE}
    ) == ("aguardando", Lugar(-23.0, -46.5, "rua", CIDADE))
    assert read_place({}) == ("sem_coordenadas", None)


def test_a_wrong_point_beside_a_picked_unit_leaves_the_unit() -> None:
    wrong = {"coordenadas_validadas": {"lat": 200, "lng": 0}, "unidade_informada_id": BAIRRO}
    assert read_place(wrong) == ("aguardando", Lugar(None, None, "unidade", BAIRRO))


def test_there_is_no_minus_zero() -> None:
    _, lugar = read_place({"coordenadas_validadas": {"lat": -0.0, "lng": -0.0}})
    assert lugar is not None
    assert str(lugar.ponto) == "(0.0, 0.0)"


def test_a_picked_unit_is_taken_by_its_word_and_a_marked_point_by_its_place() -> None:
    by_unit = resolve(MAP, Lugar(*IN_QUARTER, "unidade", CIDADE))
    assert by_unit is not None
    assert (by_unit.unidade_civica_id, by_unit.metodo) == (CIDADE, "inferencia")
    by_point = resolve(MAP, Lugar(*IN_QUARTER, "ponto", CIDADE))
    assert by_point is not None
    assert (by_point.unidade_civica_id, by_point.metodo) == (BAIRRO, "gps")
    # A unit that nobody knows leaves the point, as the guess that it is.
    guessed = resolve(MAP, Lugar(*IN_CITY, "unidade", "desconhecida"))
    assert guessed is not None
    assert (guessed.unidade_civica_id, guessed.confianca) == (CIDADE, "baixa")
    assert resolve(MAP, Lugar(*AT_SEA, "ponto")) is None
    assert resolve(MAP, Lugar(None, None, "unidade", "desconhecida")) is None


def test_what_would_change() -> None:
    assert judge(MAP, CIDADE, *IN_CITY, "gps") is None
    assert judge(MAP, CIDADE, *IN_QUARTER, "gps") == Mudanca(BAIRRO, 2)
    assert judge(MAP, CIDADE, *AT_SEA, "gps") == Mudanca(None, None)
    assert judge(MAP, CIDADE, *AT_SEA, "inferencia") is None


def test_a_person_keeps_a_unit_against_one_answer_about_one_place() -> None:
    place = Lugar(*IN_QUARTER, "ponto")
    found = resolve(MAP, place)
    assert found is not None
    assert found.unidade_civica_id == BAIRRO
    word = Mantida(CIDADE, BAIRRO, *IN_QUARTER)
    assert word.holds_for(place)
    answer = kept(MAP, found, word)
    assert answer is not None
    assert (answer.unidade_civica_id, answer.metodo) == (CIDADE, "inferencia")
    assert kept(MAP, found, None) is found
    assert kept(MAP, found, Mantida(CIDADE, CIDADE, *IN_QUARTER)) is found, "a third unit"
    assert kept(MAP, None, Mantida(CIDADE, BAIRRO, *IN_QUARTER)) is None
    outside = kept(MAP, None, Mantida(CIDADE, None, *AT_SEA))
    assert outside is not None
    assert outside.unidade_civica_id == CIDADE
    assert not word.holds_for(Lugar(*IN_CITY, "ponto")), "the pin moved"
    assert not word.holds_for(Lugar(*IN_QUARTER, "unidade", BAIRRO)), "another unit was picked"
    assert word.holds_for(Lugar(*IN_QUARTER, "unidade", CIDADE))
