"""Payload of D-17, a colony of a later phase; D-6a reads it as a stub. Source: D-6a 3.5, G-141."""

from typing import Annotated, ClassVar

from core.kernel.contract import (
    NUCLEO,
    Assunto,
    ContractSpec,
    EventModel,
    Uuid,
    VersaoParametros,
)


class ConselheiroElegibilidadeAtualizada(EventModel, kw_only=True):
    """The rules of who may be drawn changed."""

    SPEC: ClassVar[ContractSpec] = ContractSpec(
        "conselheiro.elegibilidade_atualizada", ("1.0.0",), origem=("D-17",)
    )

    unidade_civica_id: Annotated[Uuid, NUCLEO, Assunto("unidade")]
    versao_parametros: Annotated[VersaoParametros, NUCLEO]
    conselheiro_id: Annotated[Uuid | None, NUCLEO, Assunto("conselheiro")] = None
