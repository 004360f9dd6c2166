"""What ``territorio resolver --json`` prints for a line (issue of part 2), as plain values."""

from __future__ import annotations

from typing import Any

from core.base.territorio.coordenadas import ler_linha
from core.base.territorio.resolvedor import Resolvedor
from core.base.territorio.unidade import Unidade
from core.kernel.errors import UserFacingError


def resolver_linha(resolvedor: Resolvedor, linha: str) -> dict[str, Any]:
    """The answer to one line ``lat,lng``.

    Returns:
        ``lat``, ``lng``, ``unidade_civica_id``, ``nivel``, ``codigo``, ``nome``, ``cadeia`` (from
        the smallest unit up); null where the point is outside all units. A line that is no point
        has null coordinates and ``erro``, a message code, so that no line goes unanswered.
    """
    try:
        ponto = ler_linha(linha)
    except UserFacingError as error:
        return {"lat": None, "lng": None, **_unidade(None), "cadeia": [], "erro": error.code}
    resolucao = resolvedor.resolver(ponto.lat, ponto.lng)
    return {
        "lat": ponto.lat,
        "lng": ponto.lng,
        **_unidade(resolucao.unidade),
        "cadeia": [
            {"nivel": elo.nivel, "codigo": elo.codigo, "nome": elo.nome} for elo in resolucao.cadeia
        ],
    }


def _unidade(unidade: Unidade | None) -> dict[str, Any]:
    return {
        "unidade_civica_id": unidade.unidade_civica_id if unidade else None,
        "nivel": unidade.nivel if unidade else None,
        "codigo": unidade.codigo if unidade else None,
        "nome": unidade.nome if unidade else None,
    }
