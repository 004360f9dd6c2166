"""Payloads that D-4 publishes. Source: D-4 3.3-3.7, design.md 7."""

from typing import Annotated, ClassVar, Literal

import msgspec
from msgspec import Meta

from core.kernel.contract import (
    NUCLEO,
    Assunto,
    CategoriaId,
    Confianca,
    Contagem,
    ContractSpec,
    Desde,
    EventModel,
    NumeroPositivo,
    Ordinal,
    Precedencia,
    ScoreHorizontal,
    Sha256Hex,
    Timestamp,
    Uuid,
    VersaoParametros,
)


class Breakdown(msgspec.Struct, kw_only=True):
    """The three factors of the score."""

    peso_nacional: NumeroPositivo
    peso_situacional: Confianca
    score_horizontal: ScoreHorizontal


class ItemTop10(msgspec.Struct, kw_only=True):
    """A line of the top 10 of a ranking."""

    posicao: Ordinal
    demanda_id: Uuid
    score_final: NumeroPositivo
    categoria_id: CategoriaId | None = None


class PesoNacional(msgspec.Struct, kw_only=True):
    """Weight of a level of precedence."""

    nivel_precedencia: Precedencia
    peso: NumeroPositivo


class PesoSituacional(msgspec.Struct, kw_only=True):
    """Weight of a level in a unit; absent means 1."""

    unidade_civica_id: Uuid
    nivel_precedencia: Precedencia
    peso: Confianca


class Capacidade(msgspec.Struct, kw_only=True):
    """How many items a unit's agenda holds."""

    unidade_civica_id: Uuid
    itens: Ordinal


class DemandaRanqueada(EventModel, kw_only=True):
    """A demand's score and its place at that moment. The score is exact to 2 decimals."""

    SPEC: ClassVar[ContractSpec] = ContractSpec(
        "demanda.ranqueada", ("1.0.0", "1.1.0"), origem=("D-4",)
    )

    demanda_id: Annotated[Uuid, NUCLEO, Assunto("demanda")]
    unidade_civica_id: Annotated[Uuid, NUCLEO, Assunto("unidade")]
    categoria_id: Annotated[CategoriaId, NUCLEO, Desde("1.1.0")]
    nivel_precedencia: Annotated[Precedencia, NUCLEO, Desde("1.1.0")]
    score_final: Annotated[NumeroPositivo, NUCLEO]
    breakdown: Annotated[Breakdown, NUCLEO]
    posicao_no_ranking: Annotated[Ordinal, NUCLEO]
    total_demandas_na_uc: Annotated[Contagem, NUCLEO]
    versao_parametros: Annotated[VersaoParametros, NUCLEO]
    timestamp_calculo: Annotated[Timestamp, NUCLEO]


class RankingAtualizado(EventModel, kw_only=True):
    """The top of a unit's ranking changed."""

    SPEC: ClassVar[ContractSpec] = ContractSpec("ranking.atualizado", ("1.0.0",), origem=("D-4",))

    unidade_civica_id: Annotated[Uuid, NUCLEO, Assunto("unidade")]
    motivo: Annotated[Literal["demanda_top10", "primeira_posicao_alterada"], NUCLEO]
    demanda_id_gatilho: Annotated[Uuid, NUCLEO, Assunto("demanda")]
    top_10: Annotated[Annotated[list[ItemTop10], Meta(max_length=10)], NUCLEO]
    total_demandas: Annotated[Contagem, NUCLEO]
    versao_parametros: Annotated[VersaoParametros, NUCLEO]
    timestamp: Annotated[Timestamp, NUCLEO]


class ParametrosCarregados(EventModel, kw_only=True):
    """A parameter set of this installation is in force; D-4 and D-5 read it."""

    SPEC: ClassVar[ContractSpec] = ContractSpec(
        "parametros.carregados", ("1.0.0",), origem=("D-4",), extensao=True
    )

    versao: Annotated[VersaoParametros, NUCLEO]
    hash_conteudo: Annotated[Sha256Hex, NUCLEO]
    pesos_nacionais: Annotated[Annotated[list[PesoNacional], Meta(max_length=5)], NUCLEO]
    pesos_situacionais: Annotated[list[PesoSituacional], NUCLEO]
    capacidades: Annotated[list[Capacidade], NUCLEO]
    capacidade_padrao: Annotated[Ordinal | None, NUCLEO] = None
