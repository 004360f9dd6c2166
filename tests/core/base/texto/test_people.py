"""Names go out of public words; offices, companies and streets stay."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.base.texto.people import OMITTED, first_person, is_office, without_people


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("Falei com Maria da Silva hoje.", f"Falei com {OMITTED} hoje."),
        ("falei com a Maria, que atendeu", f"falei com a {OMITTED}, que atendeu"),
        ("A dona Zulmira abriu o portão", f"A dona {OMITTED} abriu o portão"),
        ("O engenheiro Paulo Sá veio", f"O engenheiro {OMITTED} veio"),
        ("atendido pelo Sr. João dos Santos", f"atendido pelo Sr. {OMITTED}"),
        ("Liguei para Ana e ela confirmou", f"Liguei para {OMITTED} e ela confirmou"),
        ("o prefeito Geraldo Julio assinou", f"o prefeito {OMITTED} assinou"),
        ("a secretária Ana Reis ligou", f"a secretária {OMITTED} ligou"),
        ("Na Rua das Flores o Dr. Paulo viu", f"Na Rua das Flores o Dr. {OMITTED} viu"),
        ("O vizinho se chama Pedro Lima", f"O vizinho se chama {OMITTED}"),
        ("a servidora Rita de Cássia assinou", f"a servidora {OMITTED} assinou"),
    ],
)
def test_a_name_that_the_text_announces_is_omitted(text: str, left: str) -> None:
    assert without_people(text) == left


@pytest.mark.parametrize(
    "text",
    [
        "Falei com a Prefeitura e com a Sabesp.",
        "Liguei para CET e DETRAN.",
        "Conversei com a Secretaria de Obras.",
        "Buraco na Rua Doutor Barros, perto da Escola Professora Alba.",
        "Obra na Avenida Presidente Vargas parada.",
        "A Secretaria Municipal de Obras e o Prefeito Municipal responderam.",
        "Na Escola Municipal Presidente João Pessoa falta água.",
        "Rua: Dr. Quintino Dourado, na EMEF Professor Agostino Brun.",
        "Como prevê o Plano Diretor Cicloviário",
        "Falei com a funcionária. Quando voltei, nada.",
        "Abri o chamado Urgente e pedi contato com o Call Center.",
        "o técnico não veio",
        "Pedi ao gerente um prazo.",
        "",
    ],
)
def test_what_a_report_is_about_stays(text: str) -> None:
    assert without_people(text) == text


def test_a_name_that_is_known_is_omitted_wherever_it_stands() -> None:
    found = without_people(
        "maria souza prometeu. Depois Souza ligou, e o Souzão não.", ["Maria  Souza"]
    )
    assert found == f"{OMITTED} prometeu. Depois {OMITTED} ligou, e o Souzão não."


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Falei com a CET e com o engenheiro Paulo Sá.", "Paulo Sá"),
        ("Conversei com Rita de  Cássia e o Sr. João", "Rita de Cássia"),
        ("Na Rua Doutor Barros ninguém atendeu", None),
    ],
)
def test_the_first_person_is_read(text: str, name: str | None) -> None:
    assert first_person(text) == name


def test_an_office_that_is_known_stays() -> None:
    text = "A Ouvidoria da Prefeitura respondeu."
    assert without_people(text, ["Ouvidoria da Prefeitura", "SABESP", "x"]) == text


def test_a_title_alone_in_a_known_name_is_no_name() -> None:
    assert without_people("A Dona da casa saiu", ["Dona Ana"]) == "A Dona da casa saiu"


@pytest.mark.parametrize(
    ("name", "expected"),
    [("Prefeitura de Recife", True), ("CET", True), ("Maria", False), ("", False)],
)
def test_offices_are_told_by_their_first_word(name: str, expected: bool) -> None:
    assert is_office(name) is expected


@given(st.text(max_size=200).map(str.lower))
def test_a_text_without_capitals_announces_nobody(text: str) -> None:
    assert without_people(text) == text


@given(st.from_regex(r"[A-Z][a-z]{3,9} [A-Z][a-z]{3,9}", fullmatch=True), st.text(max_size=60))
def test_a_known_name_never_survives(name: str, around: str) -> None:
    found = without_people(f"{around} {name}, {around}", [name])
    assert is_office(name) or f" {name}," not in found
