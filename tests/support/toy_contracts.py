"""Event types that exist only in tests, for the three toy colonies."""

from typing import Annotated, ClassVar

from core.kernel.contract import (
    NUCLEO,
    PESSOA,
    TEXTO,
    Assunto,
    Contagem,
    ContractSpec,
    EventModel,
    Identifica,
    Nome,
    Texto,
    Titular,
    Uuid,
)


class PedidoFeito(EventModel, kw_only=True):
    """Somebody asks for something in a unit."""

    SPEC: ClassVar[ContractSpec] = ContractSpec(
        "brinquedo.pedido_feito", ("1.0.0",), origem=("T-1",), extensao=True
    )
    demanda_id: Annotated[Uuid, NUCLEO, Assunto("demanda")]
    unidade_civica_id: Annotated[Uuid, NUCLEO, Assunto("unidade")]
    titulo: Annotated[Texto | None, TEXTO] = None
    texto_bruto: Texto | None = None
    cidadao_id: Annotated[Uuid | None, PESSOA, Identifica("cidadao")] = None
    nome: Annotated[Nome | None, PESSOA, Titular("cidadao")] = None


class PedidoRetirado(EventModel, kw_only=True):
    """It is not wanted any more."""

    SPEC: ClassVar[ContractSpec] = ContractSpec(
        "brinquedo.pedido_retirado", ("1.0.0",), origem=("T-1",), extensao=True
    )
    demanda_id: Annotated[Uuid, NUCLEO, Assunto("demanda")]


class ConselheiroEntrou(EventModel, kw_only=True):
    """A councillor of a unit is there to be drawn."""

    SPEC: ClassVar[ContractSpec] = ContractSpec(
        "brinquedo.conselheiro_entrou", ("1.0.0",), origem=("T-1",), extensao=True
    )
    conselheiro_id: Annotated[Uuid, NUCLEO, Assunto("conselheiro")]
    unidade_civica_id: Annotated[Uuid, NUCLEO, Assunto("unidade")]


class PedidoEncerrado(EventModel, kw_only=True):
    """Done; the councillor is free again."""

    SPEC: ClassVar[ContractSpec] = ContractSpec(
        "brinquedo.pedido_encerrado",
        ("1.0.0",),
        origem=("T-1",),
        extensao=True,
        decide=("T-9",),
    )
    demanda_id: Annotated[Uuid, NUCLEO, Assunto("demanda")]


class Sorteado(EventModel, kw_only=True):
    """A councillor was drawn for a request."""

    SPEC: ClassVar[ContractSpec] = ContractSpec(
        "brinquedo.sorteado", ("1.0.0",), origem=("T-2",), extensao=True
    )
    demanda_id: Annotated[Uuid, NUCLEO, Assunto("demanda")]
    conselheiro_id: Annotated[Uuid, NUCLEO, Assunto("conselheiro")]
    livres: Annotated[list[Uuid], NUCLEO]


class Resumido(EventModel, kw_only=True):
    """Slow work came to an end; ``palavras`` is None where it failed."""

    SPEC: ClassVar[ContractSpec] = ContractSpec(
        "brinquedo.resumido", ("1.0.0",), origem=("T-3",), extensao=True
    )
    demanda_id: Annotated[Uuid, NUCLEO, Assunto("demanda")]
    palavras: Annotated[Contagem | None, NUCLEO] = None


class PrazoVencido(EventModel, kw_only=True):
    """Three days went by and the request is still open."""

    SPEC: ClassVar[ContractSpec] = ContractSpec(
        "brinquedo.prazo_vencido", ("1.0.0",), origem=("T-3",), extensao=True
    )
    demanda_id: Annotated[Uuid, NUCLEO, Assunto("demanda")]


class Eco(EventModel, kw_only=True):
    """A colony that answers itself for ever."""

    SPEC: ClassVar[ContractSpec] = ContractSpec(
        "brinquedo.eco", ("1.0.0",), origem=("T-4",), extensao=True
    )
    demanda_id: Annotated[Uuid, NUCLEO, Assunto("demanda")]


TOY_MODELS = (
    PedidoFeito,
    PedidoRetirado,
    ConselheiroEntrou,
    PedidoEncerrado,
    Sorteado,
    Resumido,
    PrazoVencido,
    Eco,
)
