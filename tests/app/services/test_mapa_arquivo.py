"""The map as one file: everything in it, nothing to load, public words only."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from typing_extensions import override

from app.services import mapa_arquivo
from app.services.mapa import MapaService
from app.services.mapa_arquivo import exportar_html, gravar_html
from app.services.mapa_pagina import Estado
from app.services.mapa_vistas import Vista
from app.settings.recursos import Recursos
from core.base.territorio.distancia import Caixa
from core.kernel.errors import EnvironmentFault
from tests.app.services.test_mapa_pagina import config_of
from tests.core.colonies.d7_transparencia import conftest as e
from tests.core.colonies.d7_transparencia.conftest import Vitrine
from tests.support.mapa import map_service, office_of_the_map, place
from tests.support.office import Office, demanda

CLOSE = Vista(Caixa(-24.0, -47.0, -23.0, -46.0), 10)


class _Loads(HTMLParser):
    """What a browser would fetch: sources, links, pictures, and addresses in styles."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self._in = ""

    @override
    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._in = tag
        told = dict(attrs)
        self.found += [
            f"{tag} {value}"
            for name, value in told.items()
            if name in {"src", "href", "srcset", "data", "action", "poster"}
        ]

    @override
    def handle_data(self, data: str) -> None:
        if self._in == "style":
            self.found += [
                found
                for found in re.findall(r"url\(([^)]*)\)|(@import)", data)
                if not found[0].startswith("#")
            ]


def loads(html: str) -> list[str]:
    parser = _Loads()
    parser.feed(html)
    return parser.found


@pytest.fixture
def vitrine(sqlite_office: Office) -> Vitrine:
    return office_of_the_map(sqlite_office)


@pytest.fixture
def mapa(vitrine: Vitrine, tmp_path: Path) -> MapaService:
    return map_service(vitrine, tmp_path)


def test_nothing_is_loaded_from_anywhere(mapa: MapaService, vitrine: Vitrine) -> None:
    place(vitrine, 1, -23.95, -46.95)
    html = exportar_html(mapa, Recursos(), CLOSE, Estado(), ("Sé", "28/05/2026"))
    assert loads(html) == []
    assert loads('<img src="x"><style>a{b:url(c)}</style>') == ["img x", ("c", "")]
    assert "default-src 'none'" in html
    assert "sourceMappingURL" not in html
    # Names of the SVG standard, and of Leaflet's own site in a sentence that is not shown.
    links = {"http://www.w3.org/2000/svg", "https://leafletjs.com"}
    scripts = re.sub(r"/\*.*?\*/", "", html, flags=re.DOTALL)
    assert set(re.findall(r"https?://[^\"'\s<)]*", scripts)) <= links


def test_it_holds_the_demands_and_says_how_many(mapa: MapaService, vitrine: Vitrine) -> None:
    place(vitrine, 1, -23.95, -46.95)
    place(vitrine, 2, -23.5, -46.5)
    vitrine.publicar(e.normalizada(2, titulo="</script><b>{{ x }}"), e.concluida(9))
    told = config_of(exportar_html(mapa, Recursos(), CLOSE, Estado(), ("Escritório da Sé",)))
    assert told["cabecalho"] == ["Escritório da Sé", "2 demandas neste mapa"]
    data = json.loads(json.dumps(told["dados"]))
    titles = {one["id"]: one["linhas"][0] for one in data["demandas"]}
    assert titles == {demanda(1): "Buraco na rua", demanda(2): "</script><b>{{ x }}"}
    assert data["contornos"]["nivel"] == 2


def test_texts_that_are_held_back_are_not_in_it(mapa: MapaService, vitrine: Vitrine) -> None:
    place(vitrine, 1, -23.95, -46.95)
    vitrine.publicar(e.decidida("texto", demanda(1), "bloqueado"))
    html = exportar_html(mapa, Recursos(), CLOSE, Estado(), ())
    assert "Texto em moderação" in html
    assert "Buraco" not in html


def test_too_many_stay_in_groups(
    mapa: MapaService, vitrine: Vitrine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mapa_arquivo, "MAX_LINHAS", 1)
    for n in (1, 2):
        place(vitrine, n, -23.95, -46.95)
    told = config_of(exportar_html(mapa, Recursos(), CLOSE, Estado(), ()))
    data = json.loads(json.dumps(told["dados"]))
    assert "demandas" not in data
    assert (data["fixos"]["total"], told["cabecalho"]) == (2, ["2 demandas neste mapa"])


def test_the_file_is_whole_or_not_there(tmp_path: Path) -> None:
    assert gravar_html("<p>é</p>", tmp_path / "m.html").read_text("utf-8") == "<p>é</p>"
    with pytest.raises(EnvironmentFault) as fault:
        gravar_html("x", tmp_path / "falta" / "m.html")
    assert fault.value.code == "exportacao.nao_gravou"
    assert [path.name for path in tmp_path.iterdir()] == ["m.html"]
