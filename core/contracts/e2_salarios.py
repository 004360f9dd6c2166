"""Payloads that E-2 publishes. Source: Apêndice B E-2, G-167, G-178."""

from typing import Annotated, ClassVar

import msgspec

from core.kernel.contract import (
    NUCLEO,
    RESTRITA_NUCLEO,
    RESTRITA_TEXTO,
    Assunto,
    Contagem,
    ContractSpec,
    EventModel,
    Nome,
    Numero,
    NumeroPositivo,
    Sha256Hex,
    Uuid,
)


class Cargo(msgspec.Struct, kw_only=True):
    """A post, without the name of who holds it. Money in reais."""

    cargo: Nome
    salario: NumeroPositivo
    jornada: NumeroPositivo | None = None


class EmpresaFolhaSubmetida(EventModel, kw_only=True):
    """A payroll came in: public are its totals alone, single salaries are restricted."""

    SPEC: ClassVar[ContractSpec] = ContractSpec(
        "empresa.folha_submetida", ("1.0.0",), origem=("E-2",)
    )

    empresa_id: Annotated[Uuid, NUCLEO, Assunto("empresa")]
    submissao_id: Annotated[Uuid, NUCLEO, Assunto("submissao")]
    total_colaboradores: Annotated[Contagem, NUCLEO]
    cargos: Annotated[list[Cargo] | None, RESTRITA_TEXTO] = None
    custo_total: Annotated[NumeroPositivo | None, NUCLEO] = None
    hash_sha256: Annotated[Sha256Hex | None, RESTRITA_NUCLEO] = None


class EmpresaDiagnosticoSalarialPublicado(EventModel, kw_only=True):
    """The spread of a company's salaries and what bringing it to ten would take."""

    SPEC: ClassVar[ContractSpec] = ContractSpec(
        "empresa.diagnóstico_salarial_publicado", ("1.0.0",), origem=("E-2",)
    )

    empresa_id: Annotated[Uuid, NUCLEO, Assunto("empresa")]
    diagnostico_id: Annotated[Uuid, NUCLEO, Assunto("diagnostico")]
    menor_salario: Annotated[NumeroPositivo, NUCLEO]
    maior_salario: Annotated[NumeroPositivo, NUCLEO]
    razao_atual: Annotated[NumeroPositivo, NUCLEO]
    razao_maxima: Annotated[NumeroPositivo, NUCLEO]
    redistribuicao_necessaria: Annotated[Numero, NUCLEO]
    custo_total_antes: Annotated[NumeroPositivo, NUCLEO]
    custo_total_depois: Annotated[NumeroPositivo, NUCLEO]
