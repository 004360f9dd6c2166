"""What a capture must have; bad input gets a code whose sentence says what to do."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.base.territorio.distancia import Caixa, Ponto
from core.colonies.d1a_captura import rules
from core.colonies.d1a_captura.rules import Consentimentos, Lugar
from core.kernel.errors import UserFacingError
from tests.support.midias import guardada
from tests.support.office import unidade

CENTRO = Ponto(-7.12, -34.86)
CAIXA = Caixa(-7.3, -35.0, -7.0, -34.7)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "captura.sem_conteudo"),
        (" \n\t", "captura.sem_conteudo"),
        ("a", "captura.texto_curto"),
        ("😀😀😀🚧", "captura.texto_curto"),
        ("12345 !!", "captura.texto_curto"),
        ("<b></b><script>alert('oi')</script>", "captura.texto_curto"),
        ("x" * 100_000, "captura.texto_longo"),
    ],
)
def test_text_that_says_nothing_is_refused(text: str, code: str) -> None:
    with pytest.raises(UserFacingError) as refusal:
        rules.checked_text(text, has_media=False)
    assert refusal.value.code == code


@pytest.mark.parametrize(
    "text",
    [
        "luz",
        "'; DROP TABLE demandas; --",
        "=SOMA(A1:A9) não funciona a torneira",
        "<p>Buraco</p>",
        "Não tem água 😡",
    ],
)
def test_odd_text_is_kept_as_it_is(text: str) -> None:
    assert rules.checked_text(text, has_media=False) == text


def test_only_what_cannot_be_stored_goes() -> None:
    assert rules.checked_text("sa\u0303o\x00 Joa\u0303o \ud800", has_media=False) == "são João "
    assert rules.checked_text("", has_media=True) == ""


@pytest.mark.parametrize(
    ("lugar", "fix", "code"),
    [
        (None, None, "captura.sem_local"),
        (Lugar("ponto"), None, "captura.sem_local"),
        (Lugar("unidade", CENTRO, unidade(1)), None, "captura.sem_local"),
        (Lugar("unidade", None, "Centro"), None, "captura.unidade_invalida"),
        (Lugar("ponto", Ponto(-34.86, -7.12)), None, "coordenada.trocada"),
        (Lugar("ponto", Ponto(7.12, 34.86)), None, "coordenada.sem_sinal"),
        (Lugar("ponto", Ponto(0, 0)), None, "coordenada.zero"),
        (Lugar("ponto", Ponto(-23.5, -46.6)), None, "coordenada.fora_da_area"),
        (Lugar("ponto", Ponto(48.8, 2.3)), None, "coordenada.fora_do_brasil"),
        (Lugar("ponto", CENTRO), Ponto(-7.22, -34.86), "captura.longe_do_aparelho"),
        (Lugar("ponto", CENTRO, endereco="x" * 301), None, "captura.campo_longo"),
    ],
)
def test_a_place_that_cannot_be_is_refused(
    lugar: Lugar | None, fix: Ponto | None, code: str
) -> None:
    with pytest.raises(UserFacingError) as refusal:
        rules.checked_place(lugar, CAIXA, fix)
    assert refusal.value.code == code


def test_places_of_all_three_kinds_are_taken() -> None:
    point = Lugar("ponto", CENTRO, endereco="  Rua  das Flores ")
    assert rules.checked_place(point, CAIXA, Ponto(-7.20, -34.86)).endereco == "Rua das Flores"
    assert rules.checked_place(Lugar("rua", CENTRO), CAIXA, None).ponto == CENTRO
    unit = Lugar("unidade", unidade_id=unidade(1))
    assert rules.checked_place(unit, CAIXA, CENTRO) == unit
    # 3 km north of the box: a demand may lie up to 10 km beyond.
    north = Lugar("ponto", Ponto(-6.97, -34.86))
    assert rules.checked_place(north, CAIXA, None) == north


@given(st.text(max_size=60), st.floats(-7.2, -7.1), st.floats(-34.9, -34.8))
def test_the_same_said_otherwise_is_the_same(text: str, lat: float, lng: float) -> None:
    place = Lugar("ponto", Ponto(lat, lng))
    first = rules.content_hashes(text, place, ["b", "a"], "c")
    again = rules.content_hashes(f"  {text}\r\n", place, ["a", "b"], "c")
    assert first == again
    assert rules.content_hashes(text, place, ["a", "b"], "d")[0] == first[0]
    assert rules.content_hashes(text, place, ["a", "b"], "d")[1] != first[1]
    elsewhere = Lugar("ponto", Ponto(lat + 0.001, lng))
    assert rules.content_hashes(text, elsewhere, ["a", "b"], "c")[1] != first[1]


def test_accents_case_and_the_sixth_place_do_not_count() -> None:
    one = rules.content_hashes("Não há ÁGUA", Lugar("ponto", Ponto(-7.123451, -34.0)), (), "c")
    two = rules.content_hashes("nao ha agua", Lugar("ponto", Ponto(-7.123454, -34.0)), (), "c")
    assert one == two
    picked = Lugar("unidade", unidade_id=unidade(1))
    other = Lugar("unidade", unidade_id=unidade(2))
    assert rules.content_hashes("a", picked, (), "c") != rules.content_hashes("a", other, (), "c")


@pytest.mark.parametrize(
    ("text", "day"),
    [(None, None), ("30/11/2026", "2026-11-30"), ("2026-02-01", "2026-02-01")],
)
def test_the_day_of_a_form_is_a_day(text: str | None, day: str | None) -> None:
    assert rules.checked_form_date(text, date(2026, 11, 30)) == day


@pytest.mark.parametrize("text", ["", "31/02/2026", "01/12/2026", "ontem", "01/01/0001"])
def test_a_day_that_is_not_or_not_yet_is_refused(text: str) -> None:
    with pytest.raises(UserFacingError, match=r"captura\.data_formulario"):
        rules.checked_form_date(text, date(2026, 11, 30))


@pytest.mark.parametrize(
    ("call", "code"),
    [
        (lambda: rules.checked_channel("Balcão"), "captura.canal_invalido"),
        (lambda: rules.checked_category("9.9", None), "captura.categoria_invalida"),
        (lambda: rules.checked_category(None, "1.1.1"), "captura.categoria_invalida"),
        (lambda: rules.checked_category("1.1", "1.2.1"), "captura.categoria_invalida"),
        (lambda: rules.checked_media([guardada(n) for n in range(11)]), "captura.midias_demais"),
        (lambda: rules.checked_media([guardada(1, "video/mp4")]), "captura.midia_invalida"),
    ],
)
def test_other_slips_are_named(call: Any, code: str) -> None:
    with pytest.raises(UserFacingError) as refusal:
        call()
    assert refusal.value.code == code


def test_nobody_is_contacted_without_consent_to_keep_data() -> None:
    assert Consentimentos(contato=True).as_payload()["contato"] is False
    assert Consentimentos(tratamento=True, contato=True).as_payload()["contato"] is True
