"""Payload of D-19, a colony of a later phase; D-4, D-5 and E-3 read it as a stub (G-021)."""

from typing import Annotated, Any, ClassVar

from core.kernel.contract import NUCLEO, TEXTO, ContractSpec, EventModel, VersaoParametros


class ParametrosAtualizados(EventModel, kw_only=True):
    """A new parameter set was decided."""

    SPEC: ClassVar[ContractSpec] = ContractSpec(
        "parâmetros.atualizados", ("1.0.0",), origem=("D-19",)
    )

    parametros: Annotated[dict[str, Any], TEXTO]
    versao: Annotated[VersaoParametros, NUCLEO]
    historico_decisao: Annotated[dict[str, Any] | None, TEXTO] = None
