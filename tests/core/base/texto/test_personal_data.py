from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.base.texto.personal_data import is_cnh, is_cpf, is_luhn, patterns


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("meu CPF é 529.982.247-25", ("cpf",)),
        ("52998224725", ("cpf",)),
        ("cpf: 123.456.789-00", ("cpf",)),
        ("RG 12.345.678-9", ("rg",)),
        ("minha identidade nº 1234567", ("rg",)),
        ("CNH 02650306461", ("cnh",)),
        ("(11) 98765-4321", ("telefone",)),
        ("83 3214-5678", ("telefone",)),
        ("+55 81 9 8888 7777", ("telefone",)),
        ("me liga 98888-7777", ("telefone",)),
        ("tel 3214 5678", ("telefone",)),
        ("4111 1111 1111 1111", ("cartao",)),
        ("cartão 4111111111111111", ("cartao",)),
        ("escreva para fulana@exemplo.com.br", ("email",)),
        ("529.982.247-25 ou (11) 98765-4321", ("cpf", "telefone")),
        # The fewest digits that each is found by.
        ("rg 1234x", ("rg",)),
        ("1.234.567-x", ("rg",)),
        ("3214-5678", ("telefone",)),
        ("a@b.co", ("email",)),
    ],
)
def test_patterns_are_named(text: str, names: tuple[str, ...]) -> None:
    assert patterns(text) == names


@pytest.mark.parametrize(
    "text",
    [
        "111.111.111-11",
        "CPF 000.000.000-00",
        "protocolo 12345678901",
        "(00) 00000-0000",
        "0800 123 4567",
        "CEP 58010-120",
        "30/04/2017 18:00",
        "processo 2017/12345678",
        "R$ 1.234.567,89",
        "conta de 9.456,92",
        "desde 2014 até 2015",
        "protocolo 4111111111111112",
        "a identidade do bairro",
        "@prefeitura",
        "",
    ],
)
def test_other_numbers_are_nobodys(text: str) -> None:
    assert patterns(text) == ()


@given(st.integers(min_value=0, max_value=999_999_998))
def test_every_cpf_with_right_digits_is_found_and_never_quoted(base: int) -> None:
    head = f"{base:09d}"
    numbers = [int(one) for one in head]
    for size in (9, 10):
        total = sum(n * w for n, w in zip(numbers, range(size + 1, 1, -1), strict=True))
        numbers.append(total * 10 % 11 % 10)
    digits = "".join(map(str, numbers))
    if len(set(digits)) == 1:
        assert not is_cpf(digits)
        return
    assert is_cpf(digits)
    found = patterns(f"sou {digits[:3]}.{digits[3:6]}.{digits[6:9]}-{digits[9:]}")
    assert "cpf" in found
    assert not any(char.isdigit() for name in found for char in name)


@given(st.text(max_size=40))
def test_checks_take_any_text(text: str) -> None:
    assert is_cpf(text) in {True, False}
    assert is_cnh(text) in {True, False}
    assert is_luhn(text) in {True, False}


@pytest.mark.timeout(60)  # a pattern that backtracks over all of it would never come back
@pytest.mark.parametrize("unit", ["1", "11 ", "cpf ", "a@a.", "(11) ", "9999-", "a.b@c-"])
def test_long_texts_are_bounded(unit: str) -> None:
    found = patterns(unit * (100_000 // len(unit)))
    assert not any(char.isdigit() for name in found for char in name)
