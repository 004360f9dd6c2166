"""The map as one HTML file that opens in any browser without a network: public data only.

Scripts and styles stand in the file, which forbids itself to load anything else.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import msgspec

from app.services import mapa_json
from app.services.mapa import MapaService
from app.services.mapa_pagina import Estado, config, contornos_json
from app.services.mapa_vistas import MAX_LINHAS, ZOOM_MAXIMO, FiltroDoMapa, Vista
from app.settings.recursos import Recursos
from core.kernel.errors import EnvironmentFault
from core.kernel.system_reason import system_reason

_POLICY: Final = (
    "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:"
)
_STYLES: Final = ("mapa/leaflet/leaflet.css", "mapa/mapa.css")
_SCRIPTS: Final = (
    "mapa/leaflet/leaflet.js",
    "mapa/simbolos.js",
    "mapa/quadro.js",
    "mapa/arquivo.js",
    "mapa/mapa.js",
)
_IMAGE: Final = re.compile(r"url\(images/[^)]*\)")
_SOURCE_MAP: Final = re.compile(r"//# sourceMappingURL=\S*")
_DETAIL: Final = 2
"""Zooms beyond the window's that the outlines in the file still look well at."""


def exportar_html(
    mapa: MapaService,
    recursos: Recursos,
    vista: Vista,
    estado: Estado,
    cabecalho: tuple[str, ...],
) -> str:
    """The page.

    Args:
        mapa: the numbers.
        recursos: scripts and styles.
        vista: what the file opens with, and whose demands are in it.
        estado: filter, colours and text size of the window.
        cabecalho: lines that say what this is; how many demands is added.
    """
    from app.services.mapa_folium import MapaSemRede, pagina  # noqa: PLC0415 # slow to load

    data, total = _data(mapa, vista, estado.filtro)
    told = config(mapa, replace(estado, modo="arquivo", fundo=None), vista.caixa)
    count = "1 demanda neste mapa" if total == 1 else f"{total} demandas neste mapa"
    told["legenda"]["aberta"] = True
    told |= {"dados": data, "cabecalho": [*cabecalho, count]}
    box = vista.caixa
    head = [
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">',
        *(f"<style>{_style(recursos.read_text(name))}</style>" for name in _STYLES),
        *(f"<script>{_script(recursos.read_text(name))}</script>" for name in _SCRIPTS),
    ]
    return pagina(
        MapaSemRede((box.sul, box.oeste, box.norte, box.leste), ZOOM_MAXIMO),
        told,
        titulo="Mapa das demandas",
        cabecalho=head,
    )


def gravar_html(pagina: str, arquivo: Path) -> Path:
    """Write the page: whole, or not at all.

    Raises:
        EnvironmentFault: ``exportacao.nao_gravou`` with ``arquivo`` and ``motivo``.
    """
    partial = arquivo.with_name(f"{arquivo.name}.parcial")
    try:
        with partial.open("w", encoding="utf-8", newline="\n") as file:
            file.write(pagina)
            file.flush()
            os.fsync(file.fileno())
        partial.replace(arquivo)
    except OSError as error:
        partial.unlink(missing_ok=True)
        raise EnvironmentFault(
            "exportacao.nao_gravou", arquivo=arquivo.name, motivo=system_reason(error)
        ) from error
    return arquivo


def gravar_imagem(gravar: Callable[[Path], bool], arquivo: Path) -> Path:
    """Have a picture written: whole, or not at all.

    Args:
        gravar: writes it where it is told; False where it could not.
        arquivo: the file.

    Raises:
        EnvironmentFault: ``exportacao.nao_gravou``.
    """
    partial = arquivo.with_name(f"{arquivo.name}.parcial")
    try:
        if not gravar(partial):
            raise OSError  # noqa: TRY301 # the one way out
        partial.replace(arquivo)
    except OSError as error:
        partial.unlink(missing_ok=True)
        raise EnvironmentFault(
            "exportacao.nao_gravou", arquivo=arquivo.name, motivo=system_reason(error)
        ) from error
    return arquivo


def _data(mapa: MapaService, vista: Vista, filtro: FiltroDoMapa) -> tuple[dict[str, Any], int]:
    """Every demand of the view where that is bearable, else the symbols as the window groups them."""
    listed = mapa.na_tela(vista, filtro)
    finer = Vista(vista.caixa, min(ZOOM_MAXIMO, vista.zoom + _DETAIL))
    data: dict[str, Any] = {"contornos": msgspec.Raw(contornos_json(mapa, finer))}
    if listed.total <= MAX_LINHAS:
        data["demandas"] = [mapa_json.simbolo(one, mapa.fuso) for one in listed.linhas]
        return data, listed.total
    seen = mapa.visao(vista, filtro)
    data["fixos"] = msgspec.Raw(mapa_json.simbolos(seen, mapa.situacoes, mapa.fuso))
    return data, seen.total


def _style(text: str) -> str:
    """Without the pictures of controls that this map does not have."""
    return _IMAGE.sub("none", text)


def _script(text: str) -> str:
    return _SOURCE_MAP.sub("", text).replace("</script", "<\\/script")
