"""What the ranking publishes, and when. Values in, values out: no IO, no SQL, no clock.

Source: D-4 3.2-3.5 and 4.5, G-072, G-073, G-074, G-083.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal

from core.base.parametros.conjunto import number_of
from core.base.pontuacao import Pontuacao
from core.colonies.d4_ranking.order import Chave, chave
from core.kernel.event import Payload

RANQUEADA: Final = "demanda.ranqueada"
ATUALIZADO: Final = "ranking.atualizado"
CARREGADOS: Final = "parametros.carregados"

TOPO: Final = 10
"""Up to this position a change is worth telling the agenda (D-4 4.5)."""

LOTE: Final = 500
"""Events that one step of a new calculation publishes at most."""

Motivo = Literal["demanda_top10", "primeira_posicao_alterada"]


def significancia(
    primeiro_antes: str | None, primeiro_depois: str | None, posicoes: Sequence[int]
) -> Motivo | None:
    """Why the top of a unit is told anew, None where it is not.

    Args:
        primeiro_antes: demand at the top before; None where the unit had none.
        primeiro_depois: demand at the top now; None where the unit has none left.
        posicoes: of the demand that moved: where it stood, where it stands.
    """
    if primeiro_antes is not None and primeiro_antes != primeiro_depois:
        return "primeira_posicao_alterada"
    return "demanda_top10" if min(posicoes, default=TOPO + 1) <= TOPO else None


def significancia_da_saida(posicao: int, *, sempre: bool) -> Motivo | None:
    """Why the top is told anew after demands left for good.

    Args:
        posicao: where the highest of them would stand among those that are left.
        sempre: an aggregate is told wherever its members stood (D-4 3.4).
    """
    if posicao == 1:
        return "primeira_posicao_alterada"
    return "demanda_top10" if sempre or posicao <= TOPO else None


def chave_de(pontuacao: Pontuacao, demanda_id: str) -> Chave:
    """A demand's key in the order of its unit."""
    return chave(number_of(pontuacao.score_final), demanda_id)


def ranqueada(
    demanda_id: str,
    unidade_civica_id: str,
    categoria: tuple[str, int],
    pontuacao: Pontuacao,
    lugar: tuple[int, int],
    agora: str,
) -> Payload:
    """``demanda.ranqueada``.

    Args:
        demanda_id: whose.
        unidade_civica_id: its unit.
        categoria: (categoria_id, nivel_precedencia).
        pontuacao: score and breakdown.
        lugar: (position, total of the unit), the demand itself included.
        agora: when it was computed.
    """
    return {
        "demanda_id": demanda_id,
        "unidade_civica_id": unidade_civica_id,
        "categoria_id": categoria[0],
        "nivel_precedencia": categoria[1],
        "score_final": number_of(pontuacao.score_final),
        "breakdown": {
            "peso_nacional": number_of(pontuacao.peso_nacional),
            "peso_situacional": number_of(pontuacao.peso_situacional),
            "score_horizontal": pontuacao.score_horizontal,
        },
        "posicao_no_ranking": lugar[0],
        "total_demandas_na_uc": lugar[1],
        "versao_parametros": pontuacao.versao_parametros,
        "timestamp_calculo": agora,
    }


def atualizado(
    unidade_civica_id: str,
    motivo: Motivo,
    gatilho: str,
    topo: Sequence[Chave],
    total: int,
    versao_parametros: str,
    agora: str,
) -> Payload:
    """``ranking.atualizado``.

    Args:
        unidade_civica_id: whose ranking.
        motivo: why it is told.
        gatilho: the demand that changed it.
        topo: the first keys, at most ten.
        total: demands of the unit.
        versao_parametros: of the set in force.
        agora: when it was looked at.
    """
    return {
        "unidade_civica_id": unidade_civica_id,
        "motivo": motivo,
        "demanda_id_gatilho": gatilho,
        "top_10": [
            {"posicao": place, "demanda_id": demanda, "score_final": -minus + 0.0}
            for place, (minus, demanda) in enumerate(topo[:TOPO], 1)
        ],
        "total_demandas": total,
        "versao_parametros": versao_parametros,
        "timestamp": agora,
    }


def diferenca(
    antes: Sequence[tuple[str, float]], depois: Sequence[tuple[str, float]]
) -> tuple[Motivo, str] | None:
    """Why, and by which demand, a top differs from the one that was told; None where it does not.

    Args:
        antes: (demanda_id, score_final) as last told, in order.
        depois: as it is now.
    """
    if list(antes) == list(depois):
        return None
    first = (antes[0][0] if antes else None, depois[0][0] if depois else None)
    motivo: Motivo = "demanda_top10"
    if first[0] is not None and first[0] != first[1]:
        motivo = "primeira_posicao_alterada"
    new = [pair for pair in depois if pair not in set(antes)]
    return motivo, (new or list(depois) or list(antes))[0][0]
