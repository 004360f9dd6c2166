"""Payloads that E-1 publishes. Source: Apêndice B E-1."""

from typing import Annotated, ClassVar, Literal

from core.kernel.contract import (
    NUCLEO,
    PESSOA,
    TEXTO,
    Assunto,
    ContractSpec,
    EventModel,
    Identifica,
    Identificador,
    Nome,
    Uuid,
)


class EmpresaCadastrada(EventModel, kw_only=True):
    """A company is known."""

    SPEC: ClassVar[ContractSpec] = ContractSpec("empresa.cadastrada", ("1.0.0",), origem=("E-1",))

    empresa_id: Annotated[Uuid, NUCLEO, Assunto("empresa")]
    razao_social: Annotated[Nome, TEXTO]
    porte: Annotated[Literal["micro", "pequena", "média", "grande"], NUCLEO]
    setor_id: Annotated[Identificador, NUCLEO]
    status: Annotated[Literal["cadastrada", "socializada", "pendente", "recusada"], NUCLEO]
    representante_id: Annotated[Uuid | None, PESSOA, Identifica("representante")] = None


class EmpresaAssociacaoTerritorialDefinida(EventModel, kw_only=True):
    """The units of a company's seat, and those it also touches."""

    SPEC: ClassVar[ContractSpec] = ContractSpec(
        "empresa.associação_territorial_definida", ("1.0.0",), origem=("E-1",)
    )

    empresa_id: Annotated[Uuid, NUCLEO, Assunto("empresa")]
    ucs_primarias: Annotated[list[Uuid], NUCLEO, Assunto("unidade")]
    ucs_secundarias: Annotated[list[Uuid], NUCLEO, Assunto("unidade")]
