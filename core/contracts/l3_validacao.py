"""Payloads that L-3 publishes. Source: Apêndice B L-3."""

from typing import Annotated, ClassVar, Literal

from core.kernel.contract import (
    NUCLEO,
    Assunto,
    Contagem,
    ContractSpec,
    EventModel,
    Identificador,
    Uuid,
)


class LugarValidado(EventModel, kw_only=True):
    """How far a place is believed, after a confirmation or a complaint."""

    SPEC: ClassVar[ContractSpec] = ContractSpec("lugar.validado", ("1.0.0",), origem=("L-3",))

    lugar_id: Annotated[Uuid, NUCLEO, Assunto("lugar")]
    status_confianca: Annotated[Literal["provisorio", "confirmado", "disputado"], NUCLEO]
    metodo_validacao: Annotated[Literal["automatico", "social", "operador"] | None, NUCLEO] = None
    total_confirmacoes: Annotated[Contagem, NUCLEO]
    total_denuncias: Annotated[Contagem, NUCLEO]
    versao_dados: Annotated[Identificador, NUCLEO]


class LugarDesativado(EventModel, kw_only=True):
    """A place left the map."""

    SPEC: ClassVar[ContractSpec] = ContractSpec("lugar.desativado", ("1.0.0",), origem=("L-3",))

    lugar_id: Annotated[Uuid, NUCLEO, Assunto("lugar")]
    motivo: Annotated[Literal["denuncias", "retirado_pelo_autor", "operador"], NUCLEO]
