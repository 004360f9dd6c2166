"""Payloads that D-12 publishes. None carries a citizen. Source: Apêndice B D-12, D-4 3.4."""

from typing import Annotated, Any, ClassVar, Literal

import msgspec
from msgspec import Meta

from core.kernel.contract import (
    MAX_INTEGER,
    MIDIA,
    NUCLEO,
    TEXTO,
    Assunto,
    CategoriaId,
    Codigo,
    Confianca,
    Contagem,
    ContractSpec,
    EventModel,
    Identificador,
    NumeroPositivo,
    Ordinal,
    Texto,
    TextoCurto,
    Timestamp,
    Uuid,
)

TresOuMais = Annotated[int, Meta(ge=3, le=MAX_INTEGER)]


class Candidata(msgspec.Struct, kw_only=True):
    """A demand that may be the same."""

    demanda_id: Uuid
    similaridade: Confianca
    distancia_m: NumeroPositivo


class Membro(msgspec.Struct, kw_only=True):
    """A demand of an aggregate."""

    demanda_id: Uuid


class Periodo(msgspec.Struct, kw_only=True):
    """From the first to the last report."""

    inicio: Timestamp
    fim: Timestamp


class DuplicidadeCandidataDetectada(EventModel, kw_only=True):
    """Demands that look like the same problem."""

    SPEC: ClassVar[ContractSpec] = ContractSpec(
        "duplicidade.candidata_detectada", ("1.0.0",), origem=("D-12",)
    )

    demanda_id: Annotated[Uuid, NUCLEO, Assunto("demanda")]
    candidatas: Annotated[list[Candidata], NUCLEO, Assunto("demanda", "demanda_id")]
    categoria_id: Annotated[CategoriaId, NUCLEO]
    unidade_civica_id: Annotated[Uuid, NUCLEO, Assunto("unidade")]
    origem: Annotated[Codigo, NUCLEO]
    versao_modelo: Annotated[Identificador | None, NUCLEO] = None
    criterios: Annotated[dict[str, Any] | None, TEXTO] = None


class DemandaConfirmada(EventModel, kw_only=True):
    """Another resident says the problem is there."""

    SPEC: ClassVar[ContractSpec] = ContractSpec("demanda.confirmada", ("1.0.0",), origem=("D-12",))

    demanda_id: Annotated[Uuid, NUCLEO, Assunto("demanda")]
    total_confirmacoes: Annotated[Ordinal, NUCLEO]
    mecanismo: Annotated[Literal["mapa", "captura"], NUCLEO]


class DemandaEvidenciaAdicionada(EventModel, kw_only=True):
    """A photo or recording came with a confirmation or a conclusion."""

    SPEC: ClassVar[ContractSpec] = ContractSpec(
        "demanda.evidencia_adicionada", ("1.3.0",), origem=("D-12",)
    )

    demanda_id: Annotated[Uuid, NUCLEO, Assunto("demanda")]
    tipo: Annotated[Literal["imagem", "audio"], NUCLEO]
    url: Annotated[TextoCurto, MIDIA]
    via: Annotated[Literal["confirmacao", "conclusao"], NUCLEO]


class DuplicidadeAgregada(EventModel, kw_only=True):
    """Demands were joined under one that stands for all."""

    SPEC: ClassVar[ContractSpec] = ContractSpec(
        "duplicidade.agregada", ("1.0.0",), origem=("D-12",)
    )

    agregado_id: Annotated[Uuid, NUCLEO, Assunto("agregado")]
    representante_demanda_id: Annotated[Uuid, NUCLEO, Assunto("demanda")]
    membros: Annotated[
        Annotated[list[Membro], Meta(min_length=1)], NUCLEO, Assunto("demanda", "demanda_id")
    ]
    mecanismo: Annotated[Literal["confirmacao_coletiva"], NUCLEO]
    confirmacoes_gatilho: Annotated[TresOuMais, NUCLEO]
    criterios: Annotated[dict[str, Any], TEXTO]


class DemandaConclusaoConfirmada(EventModel, kw_only=True):
    """Residents say together that the problem is gone."""

    SPEC: ClassVar[ContractSpec] = ContractSpec(
        "demanda.conclusao_confirmada", ("1.0.0",), origem=("D-12",)
    )

    demanda_id: Annotated[Uuid, NUCLEO, Assunto("demanda")]
    unidade_civica_id: Annotated[Uuid, NUCLEO, Assunto("unidade")]
    conclusao_id: Annotated[Uuid, NUCLEO, Assunto("conclusao")]
    total_conclusoes: Annotated[TresOuMais, NUCLEO]
    data_conclusao: Annotated[Timestamp, NUCLEO]
    mecanismo: Annotated[Literal["confirmacao_coletiva"], NUCLEO]
    ratificacao_necessaria: Annotated[bool, NUCLEO]


class DemandaResumoAgregadoAtualizado(EventModel, kw_only=True):
    """The public summary of an aggregate, under its representative."""

    SPEC: ClassVar[ContractSpec] = ContractSpec(
        "demanda.resumo_agregado_atualizado", ("1.0.0",), origem=("D-12",)
    )

    demanda_id: Annotated[Uuid, NUCLEO, Assunto("demanda")]
    membros: Annotated[list[Membro], NUCLEO, Assunto("demanda", "demanda_id")]
    resumo: Annotated[Texto, TEXTO]
    total_relatos: Annotated[Contagem, NUCLEO]
    periodo: Annotated[Periodo | None, NUCLEO] = None
    versao_metodo: Annotated[Identificador, NUCLEO]
    gerado_em: Annotated[Timestamp, NUCLEO]
    fontes: Annotated[list[Identificador], NUCLEO]
