"""Payload that D-24 publishes. Source: Apêndice B D-24."""

from typing import Annotated, Any, ClassVar

import msgspec

from core.kernel.contract import (
    NUCLEO,
    TEXTO,
    Assunto,
    CategoriaId,
    Contagem,
    ContractSpec,
    EventModel,
    Identificador,
    Nome,
    NumeroPositivo,
    SubcategoriaId,
    Timestamp,
    Uuid,
)


class ItemCaminho(msgspec.Struct, kw_only=True):
    """A channel, body, obstacle or document, and in how many cases it appeared."""

    nome: Nome
    total: Contagem


class CaminhoAtualizado(EventModel, kw_only=True):
    """How cases of a kind were solved in a municipality.

    Without subcategory the profile is the category's.
    """

    SPEC: ClassVar[ContractSpec] = ContractSpec("caminho.atualizado", ("1.0.0",), origem=("D-24",))

    municipio_id: Annotated[Uuid, NUCLEO, Assunto("unidade")]
    categoria_id: Annotated[CategoriaId, NUCLEO]
    subcategoria_id: Annotated[SubcategoriaId | None, NUCLEO] = None
    total_casos: Annotated[Contagem, NUCLEO]
    prazo_mediano_dias: Annotated[NumeroPositivo | None, NUCLEO] = None
    canais: Annotated[list[ItemCaminho], TEXTO]
    orgaos: Annotated[list[ItemCaminho], TEXTO]
    gargalos: Annotated[list[ItemCaminho], TEXTO]
    documentos: Annotated[list[ItemCaminho], TEXTO]
    dossie: Annotated[dict[str, Any], TEXTO]
    versao_metodo: Annotated[Identificador, NUCLEO]
    gerado_em: Annotated[Timestamp, NUCLEO]
