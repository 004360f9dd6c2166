"""Payloads that D-2 publishes. Source: D-2 3.2, G-016; a decision on new outlines, design.md 11."""

from typing import Annotated, ClassVar, Literal

from core.kernel.contract import (
    NUCLEO,
    RESTRITA_TEXTO,
    Assunto,
    ContractSpec,
    EventModel,
    Latitude,
    Longitude,
    Nivel,
    TextoCurto,
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


class DemandaUnidadeMantida(EventModel, kw_only=True):
    """A person looked at what newer outlines would change, and the demand stays where it is.

    It holds while the place stays the same and the outlines name no third unit.
    """

    SPEC: ClassVar[ContractSpec] = ContractSpec(
        "demanda.unidade_mantida", ("1.0.0",), origem=("D-2",), extensao=True
    )

    demanda_id: Annotated[Uuid, NUCLEO, Assunto("demanda")]
    unidade_civica_id: Annotated[Uuid, NUCLEO, Assunto("unidade")]
    # Where the outlines would put it; null where they leave it outside all.
    unidade_recusada_id: Annotated[Uuid | None, NUCLEO] = None
    # The decision that is taken back; the change waits for a person again.
    desfaz_event_id: Annotated[Uuid | None, NUCLEO] = None
    motivo: Annotated[TextoCurto | None, RESTRITA_TEXTO] = None
