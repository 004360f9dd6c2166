"""Payload that the colony of the territory publishes. Source: design.md 5 and 7."""

from typing import Annotated, ClassVar

import msgspec
from msgspec import Meta

from core.kernel.contract import (
    NUCLEO,
    TEXTO,
    Assunto,
    ContractSpec,
    EventModel,
    Identificador,
    Nivel,
    Nome,
    Ordinal,
    Uuid,
)


class UnidadeImportada(msgspec.Struct, kw_only=True):
    """A civic unit; its geometry is in the event's public attachment."""

    unidade_civica_id: Uuid
    nivel: Nivel
    codigo: Identificador | None
    nome: Nome
    parent_uc_id: Uuid | None


class TerritorioImportado(EventModel, kw_only=True):
    """Up to 1,000 units of one import. ``lote`` of ``lotes`` counts from 1."""

    SPEC: ClassVar[ContractSpec] = ContractSpec(
        "territorio.importado", ("1.0.0",), origem=("GEO",), extensao=True
    )

    importacao_id: Annotated[Uuid, NUCLEO, Assunto("importacao")]
    fonte: Annotated[Identificador, NUCLEO]
    lote: Annotated[Ordinal, NUCLEO]
    lotes: Annotated[Ordinal, NUCLEO]
    unidades: Annotated[
        Annotated[list[UnidadeImportada], Meta(min_length=1, max_length=1_000)], TEXTO
    ]
    versao_fronteira: Annotated[Identificador | None, NUCLEO] = None
