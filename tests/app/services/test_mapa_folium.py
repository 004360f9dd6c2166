"""folium without anything of folium's from elsewhere."""

from __future__ import annotations

import json

import folium

from app.services.mapa_folium import MapaSemRede, pagina, script_json

BOX = (-24.0, -47.0, -23.0, -46.0)


def test_our_map_has_no_assets_and_no_tiles() -> None:
    html = pagina(MapaSemRede(BOX, 19), {}, titulo="Mapa", cabecalho=["<style>a{{b}}</style>"])
    assert issubclass(MapaSemRede, folium.Map)
    assert "http" not in html.replace("http-equiv", "")
    assert "<style>a{{b}}</style>" in html
    assert "center: [-23.5, -46.5]" in html
    assert '"maxZoom": 19' in html
    assert folium.Map.default_js


def test_two_pages_are_the_same() -> None:
    one, other = (pagina(MapaSemRede(BOX, 19), {}, titulo="", cabecalho=[]) for _ in range(2))
    assert one == other


def test_no_text_ends_the_script() -> None:
    assert script_json({"a": "</script>&\u2028"}) == '{"a":"\\u003c/script\\u003e\\u0026\\u2028"}'


def test_no_text_is_read_as_a_template() -> None:
    texts = ["{{ 7 * 7 }}", "{% raw %}", "{# c #}", "{{{", "{{}}"]
    html = pagina(MapaSemRede(BOX, 19), {"a": texts, "b": {}}, titulo="", cabecalho=[])
    told = html.split("map_formigueiro, ")[-1].split(");")[0]
    assert json.loads(told) == {"a": texts, "b": {}}
