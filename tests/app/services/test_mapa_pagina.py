"""Every address of the page, and nothing else."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from pathlib import Path

import pytest

from app.services.mapa_fundo import FundosDoMapa
from app.services.mapa_pagina import PAGINA, Estado, MapaPagina, ler_vista
from app.services.mapa_vistas import FiltroDoMapa
from app.settings.recursos import Recursos
from core.base.territorio.distancia import Caixa, Ponto
from core.kernel.store.foreign_sqlite import open_foreign
from tests.core.colonies.d7_transparencia.conftest import Vitrine
from tests.support.mapa import map_service, office_of_the_map, place
from tests.support.office import Office, demanda

VIEW = {"sul": "-24", "oeste": "-47", "norte": "-23", "leste": "-46", "zoom": "12"}


@pytest.fixture
def vitrine(sqlite_office: Office) -> Vitrine:
    return office_of_the_map(sqlite_office)


@pytest.fixture
def pagina(vitrine: Vitrine, tmp_path: Path) -> MapaPagina:
    return MapaPagina(map_service(vitrine, tmp_path), Recursos(), FundosDoMapa(open_foreign))


@dataclass(frozen=True)
class OneTile:
    tipo: str = "image/png"

    def azulejo(self, zoom: int, coluna: int, linha: int, /) -> bytes | None:
        return b"tile" if (zoom, coluna, linha) == (1, 0, 0) else None

    def descricao(self) -> dict[str, object]:
        return {"versao": "v1"}


def asked(pagina: MapaPagina, path: str, estado: Estado | None = None) -> bytes:
    query = VIEW if path.startswith("dados/") else {}
    found = pagina.responder(path, query, estado or Estado())
    assert found is not None, path
    return found.corpo


def config_of(html: str) -> dict[str, object]:
    found = re.search(r"FormigueiroMapa.iniciar\(map_formigueiro, (.*)\);", html)
    assert found is not None
    parsed: dict[str, object] = json.loads(found[1])
    return parsed


def test_the_page_names_only_its_own_assets(pagina: MapaPagina) -> None:
    html = asked(pagina, PAGINA).decode()
    for name in re.findall(r'(?:src|href)="([^"]*)"', html):
        assert pagina.responder(name, {}, Estado()) is not None, name
    assert "http://" not in html
    assert "https://" not in html
    assert not re.search("jquery|bootstrap|font-?awesome", html, re.IGNORECASE)
    assert "default-src 'none'" in html
    assert '<html lang="pt-BR">' in html


def test_the_page_is_told_how_to_be(pagina: MapaPagina) -> None:
    told = config_of(asked(pagina, PAGINA, Estado(cores={"fundo": "#000000"}, escala=2)).decode())
    assert told["caixa"] == [[-24.0, -47.0], [-23.0, -46.0]]
    assert (told["escala"], told["cores"], told["fundo"]) == (2, {"fundo": "#000000"}, None)
    assert told["legenda"]
    small = Estado(modo="demanda", caixa=Caixa(-1, -1, 1, 1), alfinete=Ponto(0.5, 0.25))
    told = config_of(asked(pagina, PAGINA, small).decode())
    assert (told["semDemandas"], told["legenda"], told["alfinete"]) == (True, None, [0.5, 0.25])


def test_symbols_and_outlines(pagina: MapaPagina, vitrine: Vitrine) -> None:
    place(vitrine, 1, -23.95, -46.95)
    for n in (2, 3):
        place(vitrine, n, -23.5, -46.5)
    found = json.loads(asked(pagina, "dados/simbolos"))
    assert found["total"] == 3
    (one,) = found["simbolos"]
    assert (one["id"], one["forma"], one["nivel"]) == (demanda(1), "○", 3)
    assert one["linhas"] == [
        "Buraco na rua",
        "ABCD-000001-11 · aguardando vaga",
        "Vias e pavimentação · nível 3",
        "recebida em 28/05/2026",
    ]
    (group,) = found["grupos"]
    assert group["linhas"] == ["2 demandas aqui", "2 aguardando vaga"]
    filtered = Estado(filtro=FiltroDoMapa(nivel=1))
    assert json.loads(asked(pagina, "dados/simbolos", filtered))["total"] == 0
    drawn = json.loads(asked(pagina, "dados/contornos"))
    assert (drawn["nivel"], drawn["faixa"], drawn["preparando"]) == (2, 3, False)
    assert [one["nome"] for one in drawn["contornos"]] == ["Jardim São João", "São Paulo"]
    assert len(drawn["contornos"][0]["forma"][0][0]) == 4


def test_tiles_of_the_file_that_was_chosen(pagina: MapaPagina) -> None:
    chosen = Estado(fundo=OneTile())
    assert asked(pagina, "fundo/v1/1/0/0", chosen) == b"tile"
    for path in ("fundo/v1/1/0/1", "fundo/v1/1/0", "fundo/v1/a/0/0"):
        assert pagina.responder(path, {}, chosen) is None
    assert pagina.responder("fundo/v1/1/0/0", {}, Estado()) is None


@pytest.mark.parametrize("path", ["", "../pyproject.toml", "dados/outra", "mapa.js/", "leaflet"])
def test_there_is_nothing_else(pagina: MapaPagina, path: str) -> None:
    assert pagina.responder(path, VIEW, Estado()) is None


@pytest.mark.parametrize(
    "wrong", [{"sul": "x"}, {"sul": "nan"}, {"sul": "10"}, {"zoom": "1.5"}, {"leste": "-50"}]
)
def test_an_address_that_is_no_view(pagina: MapaPagina, wrong: dict[str, str]) -> None:
    assert ler_vista({**VIEW, **wrong}) is None
    assert pagina.responder("dados/simbolos", {**VIEW, **wrong}, Estado()) is None
    assert ler_vista({}) is None


def test_a_view_stays_on_the_globe() -> None:
    found = ler_vista({"sul": "-99", "oeste": "-200", "norte": "99", "leste": "200", "zoom": "44"})
    assert found is not None
    assert (found.caixa, found.zoom) == (Caixa(-90.0, -180.0, 90.0, 180.0), 19)
