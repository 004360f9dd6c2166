"""Payloads that E-3 publishes. Source: Apêndice B E-3, G-168."""

from typing import Annotated, ClassVar

import msgspec

from core.kernel.contract import (
    NUCLEO,
    RESTRITA_NUCLEO,
    Assunto,
    Contagem,
    ContractSpec,
    EventModel,
    Identificador,
    Numero,
    NumeroPositivo,
    Uuid,
)


class Divisao(msgspec.Struct, kw_only=True):
    """Shares of the surplus, in reais."""

    caixa_interno: Numero
    retorno_sistema: Numero
    trabalhadores: Numero


class EmpresaBalancoSubmetido(EventModel, kw_only=True):
    """A company's figures for a period, as handed in: restricted."""

    SPEC: ClassVar[ContractSpec] = ContractSpec(
        "empresa.balanço_submetido", ("1.0.0",), origem=("E-3",)
    )

    empresa_id: Annotated[Uuid, NUCLEO, Assunto("empresa")]
    submissao_id: Annotated[Uuid, NUCLEO, Assunto("submissao")]
    receita_bruta: Annotated[NumeroPositivo, RESTRITA_NUCLEO]
    custos_operacionais: Annotated[NumeroPositivo, RESTRITA_NUCLEO]
    folha_submissao_id: Annotated[Uuid | None, NUCLEO] = None
    periodo_referencia: Annotated[Identificador, NUCLEO]


class EmpresaSimulacaoEconomicaPublicada(EventModel, kw_only=True):
    """What a company's surplus would be and how it would be shared; negative stays visible."""

    SPEC: ClassVar[ContractSpec] = ContractSpec(
        "empresa.simulação_econômica_publicada", ("1.0.0",), origem=("E-3",)
    )

    empresa_id: Annotated[Uuid, NUCLEO, Assunto("empresa")]
    receita_declarada: Annotated[NumeroPositivo, NUCLEO]
    custo_declarado: Annotated[NumeroPositivo, NUCLEO]
    excedente: Annotated[Numero, NUCLEO]
    divisao: Annotated[Divisao, NUCLEO]
    total_colaboradores: Annotated[Contagem, NUCLEO]
    valor_por_trabalhador: Annotated[Numero, NUCLEO]
    periodo_referencia: Annotated[Identificador, NUCLEO]
    diagnostico_id: Annotated[Uuid | None, NUCLEO] = None
    folha_id: Annotated[Uuid | None, NUCLEO] = None
