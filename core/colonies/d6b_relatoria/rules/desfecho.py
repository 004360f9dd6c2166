"""What is said when a demand is done and a cycle ends. Source: D-5 3.5, D-6a 3.3, G-111, G-114."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from core.colonies.d6b_relatoria.rules.prazo import whole_days
from core.kernel.event import Payload

Motivo = Literal["demanda_concluida", "fim_mandato", "desistencia"]


@dataclass(frozen=True, slots=True)
class Desfecho:
    """Why a cycle ends, and when.

    Args:
        motivo: as the contract has it.
        em: UTC.
        dito: how the summary tells it, where it knows better.
    """

    motivo: Motivo
    em: str
    dito: str | None = None


def closing_payload(demand: Mapping[str, Any], cycle: Mapping[str, Any], em: str) -> Payload:
    """``demanda.concluída``; days since it was first ranked, where that is known (G-114)."""
    payload: Payload = {
        "demanda_id": cycle["demanda_id"],
        "unidade_civica_id": cycle["unidade_civica_id"],
        "data_conclusao": em,
        "conselheiro_id": cycle["conselheiro_id"],
    }
    if demand.get("categoria_id") is not None:
        payload["categoria_id"] = demand["categoria_id"]
    if demand.get("ranqueada_em") is not None:
        payload["dias_ate_conclusao"] = whole_days(demand["ranqueada_em"], em)
    return payload


def cycle_payload(cycle: Mapping[str, Any], outcome: Desfecho, resumo: str | None) -> Payload:
    """``conselheiro.ciclo_concluído``; the cycle lasts from the draw on."""
    payload: Payload = {
        "conselheiro_id": cycle["conselheiro_id"],
        "demanda_id": cycle["demanda_id"],
        "unidade_civica_id": cycle["unidade_civica_id"],
        "motivo_encerramento": outcome.motivo,
        "total_atualizacoes": cycle["total_atualizacoes"],
        "data_inicio": cycle["sorteado_em"],
        "data_fim": outcome.em,
        "dias_duracao": whole_days(cycle["sorteado_em"], outcome.em),
    }
    if resumo is not None:
        payload["resumo_final"] = resumo
    return payload
