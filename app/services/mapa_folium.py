"""Our own kind of folium map: Leaflet and nothing else.

folium's ``Map`` brings jQuery, Bootstrap, FontAwesome and awesome-markers from other people's
servers, and its ``Popup`` needs the first of them. This one names no asset of its own: whoever makes
a page says which scripts and styles it has, as addresses or as text. Imported only where a page is
made: folium takes a while to load.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import folium
import msgspec
from branca.element import Element, Figure, MacroElement
from folium.template import Template

_NAME: Final = "formigueiro"
ZOOM_MINIMO: Final = 3


class MapaSemRede(folium.Map):
    """A Leaflet map without tiles and without assets from elsewhere.

    Args:
        caixa: what it shows first: (south, west, north, east).
        zoom_maximo: the closest it goes.
    """

    default_js: list[tuple[str, str]] = []  # noqa: RUF012 # as folium declares it
    default_css: list[tuple[str, str]] = []  # noqa: RUF012 # as above

    def __init__(self, caixa: tuple[float, float, float, float], zoom_maximo: int) -> None:
        south, west, north, east = caixa
        super().__init__(
            location=[(south + north) / 2, (west + east) / 2],
            tiles=None,
            zoom_start=4,
            zoom_control=False,
            # Without movement the map is the same on an old machine, in a picture and in a test.
            zoom_animation=False,
            fade_animation=False,
            marker_zoom_animation=False,
            inertia=False,
            world_copy_jump=False,
        )
        # The arguments of these names go to the tiles, of which there are none.
        self.options |= {"min_zoom": ZOOM_MINIMO, "max_zoom": zoom_maximo}
        self._id = _NAME


class _Text(Element):
    """What stands in the head as it is."""

    _template = Template("{{ this.text }}")

    def __init__(self, text: str) -> None:
        super().__init__()
        self.text = text


class _Start(MacroElement):
    """Hands the map over to ``mapa.js``."""

    _template = Template(
        "{% macro script(this, kwargs) %}"
        "FormigueiroMapa.iniciar({{ this._parent.get_name() }}, {{ this.config }});"
        "{% endmacro %}"
    )

    def __init__(self, config: Mapping[str, Any]) -> None:
        super().__init__()  # type: ignore[no-untyped-call] # branca's own
        self._name = "inicio"
        self._id = _NAME
        self.config = script_json(config)


def script_json(value: object) -> str:
    """JSON that may stand inside a script element and a template, whatever texts it holds.

    branca reads a finished script as a template once more: what opens an expression there must not
    come from a text.
    """
    text = msgspec.json.encode(value).decode()
    for character in "<>&\u2028\u2029":
        text = text.replace(character, f"\\u{ord(character):04x}")
    for opening in ("{{", "{%", "{#"):
        text = text.replace(opening, opening.replace("{", "\\u007b"))
    return text


def pagina(
    mapa: MapaSemRede,
    config: Mapping[str, Any],
    *,
    titulo: str,
    cabecalho: Sequence[str],
    idioma: str = "pt-BR",
) -> str:
    """The whole page.

    Args:
        mapa: the map.
        config: for ``mapa.js``.
        titulo: of the page.
        cabecalho: elements of the head, in order: policy, styles, scripts.
        idioma: of its words.
    """
    figure = mapa.get_root()
    if not isinstance(figure, Figure):
        raise TypeError("a map outside its figure")
    figure.title = titulo
    for at, part in enumerate(cabecalho):
        figure.header.add_child(_Text(part), name=f"parte{at}")
    mapa.add_child(_Start(config))
    html: str = figure.render()
    return html.replace("<html>", f'<html lang="{idioma}">', 1)
