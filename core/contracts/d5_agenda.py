"""Payloads that D-5 publishes. Source: D-5 3.9, 3.11, G-013."""

from typing import Annotated, ClassVar

import msgspec
from msgspec import Meta

from core.kernel.contract import (
    NUCLEO,
    Assunto,
    CategoriaId,
    Contagem,
    ContractSpec,
    EventModel,
    NumeroPositivo,
    Ordinal,
    Precedencia,
    Timestamp,
    Uuid,
    VersaoParametros,
)


class DistribuicaoDecay(msgspec.Struct, kw_only=True):
    """How the places went to the levels."""

    nivel_nao_vencido: Precedencia | None
    itens_nivel_prioritario: Contagem
    itens_outros_niveis: Contagem


class ItemAgenda(msgspec.Struct, kw_only=True):
    """A line of the top 10 of an agenda."""

    posicao: Ordinal
    demanda_id: Uuid
    score_final: NumeroPositivo
    categoria_id: CategoriaId
    grupo_id: Uuid | None


class AgendaGerada(EventModel, kw_only=True):
    """A unit's agenda was made anew; a summary, the selection is computed in apply."""

    SPEC: ClassVar[ContractSpec] = ContractSpec("agenda.gerada", ("1.0.0",), origem=("D-5",))

    unidade_civica_id: Annotated[Uuid, NUCLEO, Assunto("unidade")]
    total_itens: Annotated[Contagem, NUCLEO]
    distribuicao_decay: Annotated[DistribuicaoDecay, NUCLEO]
    top_10: Annotated[Annotated[list[ItemAgenda], Meta(max_length=10)], NUCLEO]
    grupos_territoriais: Annotated[Contagem, NUCLEO]
    versao_parametros: Annotated[VersaoParametros, NUCLEO]
    timestamp: Annotated[Timestamp, NUCLEO]


class AgendaItemDisponivel(EventModel, kw_only=True):
    """A demand may be drawn for. ``grupo_id`` is there, and null for a demand on its own."""

    SPEC: ClassVar[ContractSpec] = ContractSpec(
        "agenda.item_disponível", ("1.0.0",), origem=("D-5",)
    )

    demanda_id: Annotated[Uuid, NUCLEO, Assunto("demanda")]
    unidade_civica_id: Annotated[Uuid, NUCLEO, Assunto("unidade")]
    posicao_no_backlog: Annotated[Ordinal, NUCLEO]
    score_final: Annotated[NumeroPositivo, NUCLEO]
    categoria_id: Annotated[CategoriaId, NUCLEO]
    nivel_precedencia: Annotated[Precedencia, NUCLEO]
    grupo_id: Annotated[Uuid | None, NUCLEO]
    timestamp: Annotated[Timestamp | None, NUCLEO] = None
