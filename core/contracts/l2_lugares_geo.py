"""Payload that L-2 publishes. Source: Apêndice B L-2."""

from typing import Annotated, Any, ClassVar, Literal

from core.contracts.d2_georreferenciamento import ConfiancaGeo, MetodoResolucao
from core.kernel.contract import (
    NUCLEO,
    TEXTO,
    Assunto,
    ContractSpec,
    EventModel,
    Nivel,
    TextoCurto,
    Uuid,
)


class LugarGeorreferenciado(EventModel, kw_only=True):
    """A place was put in its smallest unit, its kind checked where a source could."""

    SPEC: ClassVar[ContractSpec] = ContractSpec(
        "lugar.georreferenciado", ("1.0.0",), origem=("L-2",)
    )

    lugar_id: Annotated[Uuid, NUCLEO, Assunto("lugar")]
    unidade_civica_id: Annotated[Uuid, NUCLEO, Assunto("unidade")]
    nivel_minimo_resolvido: Annotated[Nivel, NUCLEO]
    cadeia_ucs: Annotated[list[Uuid], NUCLEO]
    metodo_resolucao: Annotated[MetodoResolucao, NUCLEO]
    confianca_geo: Annotated[ConfiancaGeo, NUCLEO]
    confianca_tipificacao: Annotated[Literal["alta", "media", "baixa", "nao_avaliada"], NUCLEO]
    subtipo_declarado: Annotated[TextoCurto | None, TEXTO] = None
    subtipo_confirmado: Annotated[TextoCurto | None, TEXTO] = None
    enriquecimento: Annotated[dict[str, Any] | None, TEXTO] = None
