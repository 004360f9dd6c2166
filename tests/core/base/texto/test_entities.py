from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.base.texto.entities import extract


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (
            "Buraco na Rua das Flores, nº 120, CEP 58010-120",
            {"nomeRua": "Rua das Flores", "endereco": "Rua das Flores, 120", "cep": "58010-120"},
        ),
        (
            "Av. Epitácio Pessoa 1500 sem luz",
            {"nomeRua": "Avenida Epitácio Pessoa", "endereco": "Avenida Epitácio Pessoa, 1500"},
        ),
        (
            "na rua do cruzeiro, falta água",
            {"nomeRua": "Rua do cruzeiro", "endereco": "Rua do cruzeiro"},
        ),
        ("rua 7, só valeta", {"nomeRua": "Rua 7", "endereco": "Rua 7"}),
        (
            "Rua 13 de Maio próximo ao nº 340",
            {"nomeRua": "Rua 13 de Maio", "endereco": "Rua 13 de Maio, 340"},
        ),
        ("rua das flores há 5 dias", {"nomeRua": "Rua das flores", "endereco": "Rua das flores"}),
        ("cep 58.010-120", {"cep": "58010-120"}),
        ("a rua inteira no escuro", {}),
        ("a rua é de barro", {}),
        ("rua de terra cheia de lama", {}),
        ("a praça está suja", {}),
        ("CEP 00000-000", {}),
        ("protocolo 12345678", {}),
        ("😡", {}),
    ],
)
def test_what_is_written_is_found(text: str, found: dict[str, str]) -> None:
    assert extract(text) == found


@given(st.text(max_size=300))
def test_any_text_gives_only_known_fields(text: str) -> None:
    assert set(extract(text)) <= {"endereco", "cep", "nomeRua"}


@pytest.mark.parametrize("unit", ["rua ", "Rua A ", "rua de ", "5801-", "9", "A ", "rua São "])
def test_long_texts_are_bounded(unit: str) -> None:
    extract(unit * (100_000 // len(unit)))
