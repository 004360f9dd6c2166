"""A citizen's record: what is asked, what is never kept."""

from __future__ import annotations

from typing import Any

import pytest

from core.colonies.c1_cidadaos.rules import Cadastro, checked_record
from core.kernel.errors import UserFacingError


def test_a_record_is_cleaned_and_empty_fields_are_left_out() -> None:
    record = checked_record(
        Cadastro(
            nome="  Zulmira\u00a0 da  Silva ",
            telefone="(83) 99999-0000",
            email=" ",
            consentimentos={"tratamento": True},
        )
    )
    assert record == {
        "nome": "Zulmira da Silva",
        "telefone": "(83) 99999-0000",
        "verificado_presencialmente": False,
        "consentimentos": {
            "tratamento": True,
            "publicacao_texto": False,
            "publicacao_imagem": False,
            "contato": False,
        },
    }


@pytest.mark.parametrize("nome", ['D\'Ávila & Filhos; "Zé"', "Ana/Maria", "0", "José\nda Silva"])
def test_odd_names_are_names(nome: str) -> None:
    assert checked_record(Cadastro(nome=nome))["nome"] == " ".join(nome.split())


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"nome": " \t"}, "nome_vazio"),
        ({"nome": "x" * 301}, "campo_longo"),
        ({"nome": "Zulmira 529.982.247-25"}, "sem_documento"),
        ({"nome": "Zulmira", "endereco": "Rua A, CPF 111.222.333-44"}, "sem_documento"),
        ({"nome": "Zulmira", "telefone": "99"}, "telefone_invalido"),
        ({"nome": "Zulmira", "telefone": "liga de noite 99999999"}, "telefone_invalido"),
        ({"nome": "Zulmira", "email": "zulmira"}, "email_invalido"),
        ({"nome": "Zulmira", "email": "a b@c.d"}, "email_invalido"),
        ({"nome": "Zulmira", "unidade_civica_id": "Centro"}, "unidade_invalida"),
    ],
)
def test_what_cannot_be_is_refused_without_quoting_it(fields: dict[str, Any], code: str) -> None:
    with pytest.raises(UserFacingError) as refusal:
        checked_record(Cadastro(**fields))
    assert refusal.value.code == f"cidadaos.{code}"
    assert "Zulmira" not in str(refusal.value)
