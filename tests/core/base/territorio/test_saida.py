from __future__ import annotations

import json

import pytest

from core.base.territorio.importacao import ler_territorio
from core.base.territorio.resolvedor import Resolvedor
from core.base.territorio.saida import resolver_linha
from tests.core.base.territorio.cartas import DEMONSTRACAO


@pytest.fixture(scope="module")
def demonstracao() -> Resolvedor:
    return Resolvedor(ler_territorio([DEMONSTRACAO]).territorio)


def test_a_line_is_answered_with_the_unit_and_its_chain(demonstracao: Resolvedor) -> None:
    resposta = resolver_linha(demonstracao, "-20.594,-36.941\n")
    unidade_id = resposta.pop("unidade_civica_id")
    assert len(unidade_id) == 36
    assert json.loads(json.dumps(resposta)) == {
        "lat": -20.594,
        "lng": -36.941,
        "nivel": 2,
        "codigo": "DM-11001-01",
        "nome": "Centro",
        "cadeia": [
            {"nivel": 2, "codigo": "DM-11001-01", "nome": "Centro"},
            {"nivel": 4, "codigo": "DM-11001", "nome": "Porto Formigueiro"},
            {"nivel": 5, "codigo": "DM-11", "nome": "Estado das Marés"},
            {"nivel": 6, "codigo": "DM-1", "nome": "Região das Ilhas"},
            {"nivel": 7, "codigo": "DM", "nome": "Território de Demonstração"},
        ],
    }


def test_outside_all_the_unit_is_null(demonstracao: Resolvedor) -> None:
    assert resolver_linha(demonstracao, "0,0") == {
        "lat": 0,
        "lng": 0,
        "unidade_civica_id": None,
        "nivel": None,
        "codigo": None,
        "nome": None,
        "cadeia": [],
    }


def test_no_line_goes_unanswered(demonstracao: Resolvedor) -> None:
    resposta = resolver_linha(demonstracao, "rua sem nome")
    assert resposta["erro"] == "coordenada.formato"
    assert resposta["lat"] is None
