"""Payloads that D-3 publishes. Source: D-4 3.1, Apêndice B D-3, G-031, G-034."""

from typing import Annotated, ClassVar, Literal

import msgspec
from msgspec import Meta

from core.kernel.contract import (
    NUCLEO,
    RESTRITA_TEXTO,
    Assunto,
    CategoriaId,
    Confianca,
    ContractSpec,
    Desde,
    EventModel,
    Identificador,
    Nivel,
    Precedencia,
    ScoreHorizontal,
    SubcategoriaId,
    TextoCurto,
    Uuid,
)


class SugestaoAlternativa(msgspec.Struct, kw_only=True):
    """Another category the classifier thought of."""

    categoria_id: CategoriaId
    score_confianca: Confianca


Sugestoes = Annotated[list[SugestaoAlternativa], Meta(max_length=5)]


class DemandaCategorizada(EventModel, kw_only=True):
    """A demand got its category. ``revisao_pendente`` is in the contract, never published.

    1.2.0 names the taxonomy and the classifier that decided, 1.3.0 why a person did.
    """

    SPEC: ClassVar[ContractSpec] = ContractSpec(
        "demanda.categorizada", ("1.0.0", "1.1.0", "1.2.0", "1.3.0"), origem=("D-3",)
    )

    demanda_id: Annotated[Uuid, NUCLEO, Assunto("demanda")]
    categoria_id: Annotated[CategoriaId, NUCLEO]
    nivel_precedencia: Annotated[Precedencia, NUCLEO]
    score_horizontal: Annotated[ScoreHorizontal, NUCLEO]
    confianca_categorizacao: Annotated[Confianca, NUCLEO]
    metodo: Annotated[Literal["automatico", "manual", "revisao_pendente"], NUCLEO]
    sugestoes_alternativas: Annotated[Sugestoes, NUCLEO]
    unidade_civica_id: Annotated[Uuid, NUCLEO, Assunto("unidade"), Desde("1.1.0")]
    nivel_minimo_resolvido: Annotated[Nivel, NUCLEO, Desde("1.1.0")]
    subcategoria_id: Annotated[SubcategoriaId | None, NUCLEO] = None
    versao_taxonomia: Annotated[Identificador | None, NUCLEO, Desde("1.2.0")] = None
    versao_classificador: Annotated[Identificador | None, NUCLEO, Desde("1.2.0")] = None
    motivo: Annotated[TextoCurto | None, RESTRITA_TEXTO, Desde("1.3.0")] = None


class DemandaCategoriaContestada(EventModel, kw_only=True):
    """Somebody says the category is wrong; it goes to the head of the review."""

    SPEC: ClassVar[ContractSpec] = ContractSpec(
        "demanda.categoria_contestada", ("1.0.0",), origem=("D-3",), extensao=True
    )

    demanda_id: Annotated[Uuid, NUCLEO, Assunto("demanda")]
    categoria_sugerida: Annotated[CategoriaId | None, NUCLEO] = None
    # The decision that its author takes back; the review is open again.
    desfaz_event_id: Annotated[Uuid | None, NUCLEO] = None
    motivo: Annotated[TextoCurto | None, RESTRITA_TEXTO] = None


class DemandaRevisaoSolicitada(EventModel, kw_only=True):
    """The classifier is not sure enough, and a person has to say the category (G-031, G-032).

    Nothing of the text is quoted: whoever has the text and the files of the two versions gets the
    same answer, and the words behind it.
    """

    SPEC: ClassVar[ContractSpec] = ContractSpec(
        "demanda.revisao_solicitada", ("1.0.0",), origem=("D-3",), extensao=True
    )

    demanda_id: Annotated[Uuid, NUCLEO, Assunto("demanda")]
    motivo: Annotated[Literal["confianca_baixa", "texto_corrigido"], NUCLEO]
    confianca_categorizacao: Annotated[Confianca, NUCLEO]
    sugestoes_alternativas: Annotated[Sugestoes, NUCLEO]
    versao_taxonomia: Annotated[Identificador, NUCLEO]
    versao_classificador: Annotated[Identificador, NUCLEO]
    categoria_id: Annotated[CategoriaId | None, NUCLEO] = None
    subcategoria_id: Annotated[SubcategoriaId | None, NUCLEO] = None
