"""Payloads that D-2 publishes. Source: D-2 3.2, G-016."""

from typing import Annotated, ClassVar, Literal

from core.kernel.contract import (
    NUCLEO,
    Assunto,
    ContractSpec,
    EventModel,
    Latitude,
    Longitude,
    Nivel,
    Uuid,
)

MetodoResolucao = Literal["gps", "endereco", "inferencia"]
ConfiancaGeo = Literal["alta", "media", "baixa"]


class DemandaGeorreferenciada(EventModel, kw_only=True):
    """A demand was placed in its smallest unit."""

    SPEC: ClassVar[ContractSpec] = ContractSpec(
        "demanda.georreferenciada", ("1.0.0",), origem=("D-2",)
    )

    demanda_id: Annotated[Uuid, NUCLEO, Assunto("demanda")]
    unidade_civica_id: Annotated[Uuid, NUCLEO, Assunto("unidade")]
    nivel_minimo_resolvido: Annotated[Nivel, NUCLEO]
    cadeia_ucs: Annotated[list[Uuid], NUCLEO]
    metodo_resolucao: Annotated[MetodoResolucao, NUCLEO]
    confianca_geo: Annotated[ConfiancaGeo, NUCLEO]
    coordenadas_lat: Annotated[Latitude | None, NUCLEO] = None
    coordenadas_lng: Annotated[Longitude | None, NUCLEO] = None
    municipio_id: Annotated[Uuid | None, NUCLEO] = None
