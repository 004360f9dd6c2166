"""The invented cast: every sentence fills, every category exists, every point is where it should be."""

from __future__ import annotations

from datetime import date
from typing import get_args

import msgspec
import pytest
import shapely

from app.bootstrap.demonstracao.dado import Dado
from app.bootstrap.demonstracao.elenco import ARQUIVO, TERRITORIO, Bairros, Elenco, ler_elenco
from app.settings.recursos import Recursos
from core.base.taxonomia.loading import ARQUIVO_TAXONOMIA
from core.colonies.d6b_relatoria.rules.relato import checked_report
from core.contracts.d1a_conselheiros import TipoAtualizacao


@pytest.fixture(scope="module")
def elenco() -> Elenco:
    return ler_elenco(Recursos().read_bytes(ARQUIVO))


def test_every_request_names_a_category_that_exists(elenco: Elenco) -> None:
    taxonomy = msgspec.json.decode(Recursos().read_bytes(ARQUIVO_TAXONOMIA))
    known = {
        (category["id"], sub["id"])
        for category in taxonomy["categorias"]
        for sub in category["subcategorias"]
    }
    assert {(one[0], one[1]) for one in elenco.pedidos} <= known


def test_every_sentence_has_its_gaps_filled(elenco: Elenco) -> None:
    die = Dado("frases")
    for model in [one[2] for one in elenco.pedidos] + elenco.vagos + elenco.correcoes:
        told = elenco.frase(model, die)
        assert "{" not in told
        assert len(told) > 10


@pytest.mark.parametrize("tipo", get_args(TipoAtualizacao))
def test_there_is_a_report_of_every_type_that_the_counter_takes(elenco: Elenco, tipo: str) -> None:
    die, today = Dado(tipo), date(2026, 6, 10)
    for _ in range(10):
        told = elenco.relato((tipo,), die, today)
        assert "{" not in told.texto
        checked = checked_report(told.tipo, told.texto, told.campos, today)
        assert checked.tipo == tipo


def test_requests_vary(elenco: Elenco) -> None:
    die = Dado("variedade")
    told = {elenco.pedido(die).texto for _ in range(300)}
    assert len(told) > 250


def test_points_lie_in_their_quarter() -> None:
    content = Recursos().read_bytes(TERRITORIO)
    outlines = {
        one["properties"]["codigo"]: shapely.from_geojson(msgspec.json.encode(one["geometry"]))
        for one in msgspec.json.decode(content)["features"]
    }
    quarters, die = Bairros(content), Dado("pontos")
    assert len(quarters.codigos) == 16
    for code in quarters.codigos:
        for _ in range(10):
            point = quarters.ponto(code, die)
            assert shapely.contains_xy(outlines[code], point.lng, point.lat)
