"""What the page of the map is told, as the JSON that ``resources/mapa/mapa.js`` reads."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime, tzinfo
from typing import Any

import msgspec

from app.services.inerte import inerte
from app.services.mapa_contornos import Desenho, DesenhosNaTela
from app.services.mapa_vistas import Grupo, Simbolo, VisaoDoMapa
from app.services.situacoes import Situacao, Situacoes
from core.kernel.clock import parse_timestamp


def simbolos(visao: VisaoDoMapa, situacoes: Situacoes, fuso: tzinfo) -> bytes:
    """The symbols of a view."""
    return msgspec.json.encode(
        {
            "total": visao.total,
            "simbolos": [simbolo(one, fuso) for one in visao.simbolos],
            "grupos": [_grupo(one, situacoes) for one in visao.grupos],
        }
    )


def simbolo(um: Simbolo, fuso: tzinfo) -> dict[str, Any]:
    """One demand: where it lies, how it looks, what it says when pointed at."""
    return {
        "id": um.demanda_id,
        "lat": um.lat,
        "lng": um.lng,
        "forma": um.forma,
        "nivel": um.nivel,
        "linhas": linhas(um, fuso),
    }


def linhas(um: Simbolo, fuso: tzinfo) -> list[str]:
    """A demand in a few lines, public words only."""
    level = None if um.nivel is None else f"nível {um.nivel}"
    day = dia(um.recebida_em, fuso)
    found = [
        titulo(um),
        " · ".join(one for one in (um.protocolo, um.situacao.nome) if one),
        " · ".join(one for one in (um.categoria, level) if one),
        " · ".join(one for one in (um.unidade, day and f"recebida em {day}") if one),
    ]
    return [inerte(line) for line in found if line]


def titulo(um: Simbolo) -> str:
    """The public title, or why there is none."""
    if um.titulo:
        return um.titulo
    return "Texto em moderação" if um.is_oculta else "Sem título"


def dia(momento: str | None, fuso: tzinfo) -> str | None:
    """The local day of a moment, as people write it; None where it names no real one."""
    if momento is None:
        return None
    try:
        at = parse_timestamp(momento) / 1000
    except ValueError:
        return None
    return f"{datetime.fromtimestamp(at, fuso):%d/%m/%Y}"


def _grupo(um: Grupo, situacoes: Situacoes) -> dict[str, Any]:
    states = [f"{total} {situacoes.of(code).nome}" for code, total in um.por_situacao]
    return {
        "lat": um.lat,
        "lng": um.lng,
        "total": um.total,
        "nivel": um.nivel,
        "caixa": [um.caixa.sul, um.caixa.oeste, um.caixa.norte, um.caixa.leste],
        "linhas": [f"{um.total} demandas aqui", ", ".join(states)],
    }


def contornos(tela: DesenhosNaTela, faixa: int) -> bytes:
    """The outlines of a view; shapes go through as they lie in the file."""
    return msgspec.json.encode(
        {
            "nivel": tela.nivel,
            "faixa": faixa,
            "preparando": tela.is_preparando,
            "contornos": [_contorno(one) for one in tela.desenhos],
        }
    )


def _contorno(um: Desenho) -> dict[str, Any]:
    return {
        "id": um.unidade_civica_id,
        "nivel": um.nivel,
        "nome": inerte(um.nome),
        "rotulo": um.rotulo,
        "forma": msgspec.Raw(um.forma),
    }


def legenda(
    situacoes: Iterable[Situacao], niveis: Mapping[int, str], *, aberta: bool
) -> dict[str, Any]:
    """Shapes with the states that they stand for, and levels with their names."""
    formas: dict[str, list[str]] = {}
    for situacao in situacoes:
        formas.setdefault(situacao.forma, []).append(situacao.nome)
    rows = [(forma, ", ".join(nomes)) for forma, nomes in formas.items()]
    return {
        "aberta": aberta,
        "formas": [*rows, ("⊘", "texto em moderação")],
        "niveis": [(nivel, f"nível {nivel}: {nome}") for nivel, nome in niveis.items()],
    }
