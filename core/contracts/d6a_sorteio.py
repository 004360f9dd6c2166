"""Payloads that D-6a publishes. Source: D-6a 3.7, 3.8, design.md 8, G-013."""

from typing import Annotated, ClassVar, Literal

from msgspec import Meta

from core.kernel.contract import (
    NUCLEO,
    RESTRITA_TEXTO,
    Assunto,
    Contagem,
    ContractSpec,
    Desde,
    EventModel,
    Ordinal,
    Sha256Hex,
    TextoCurto,
    Timestamp,
    Uuid,
)


class ConselheiroSorteado(EventModel, kw_only=True):
    """A councillor was drawn. 1.1.0 publishes all a third party needs to draw again.

    ``elegiveis`` is the frozen pool in the order that was shuffled (sorted by id);
    ``seed_base_event_id`` the event_id behind the header's ``prev``; ``degrau_unidade_id`` the
    unit whose councillors made the pool.
    """

    SPEC: ClassVar[ContractSpec] = ContractSpec(
        "conselheiro.sorteado", ("1.0.0", "1.1.0"), origem=("D-6a",)
    )

    conselheiro_id: Annotated[Uuid, NUCLEO, Assunto("conselheiro")]
    demanda_id: Annotated[Uuid, NUCLEO, Assunto("demanda")]
    unidade_civica_id: Annotated[Uuid, NUCLEO, Assunto("unidade")]
    metodo_sorteio: Annotated[Literal["fisher_yates"], NUCLEO]
    seed_publico: Annotated[Sha256Hex, NUCLEO]
    lista_elegiveis_hash: Annotated[Sha256Hex | None, NUCLEO] = None
    posicao_sorteada: Annotated[Contagem | None, NUCLEO] = None
    total_elegiveis: Annotated[Ordinal | None, NUCLEO] = None
    timestamp: Annotated[Timestamp | None, NUCLEO] = None
    elegiveis: Annotated[Annotated[list[Uuid], Meta(min_length=1)], NUCLEO, Desde("1.1.0")]
    seed_base_event_id: Annotated[Uuid, NUCLEO, Desde("1.1.0")]
    degrau_unidade_id: Annotated[Uuid | None, NUCLEO, Desde("1.1.0")] = None


class SorteioSemCandidatos(EventModel, kw_only=True):
    """Nobody could be drawn; the demand waits."""

    SPEC: ClassVar[ContractSpec] = ContractSpec(
        "sorteio.sem_candidatos", ("1.0.0",), origem=("D-6a",)
    )

    demanda_id: Annotated[Uuid, NUCLEO, Assunto("demanda")]
    unidade_civica_id: Annotated[Uuid, NUCLEO, Assunto("unidade")]
    total_elegiveis: Annotated[Annotated[int, Meta(ge=0, le=0)], NUCLEO]
    motivo: Annotated[Literal["nenhum_cadastrado", "todos_ocupados", "todos_inativos"], NUCLEO]
    timestamp: Annotated[Timestamp | None, NUCLEO] = None


class ConselheiroSuspensaoExpirada(EventModel, kw_only=True):
    """A suspension ran out: the councillor is in the pool of the next draw."""

    SPEC: ClassVar[ContractSpec] = ContractSpec(
        "conselheiro.suspensao_expirada", ("1.0.0",), origem=("D-6a",)
    )

    conselheiro_id: Annotated[Uuid, NUCLEO, Assunto("conselheiro")]
    unidade_civica_id: Annotated[Uuid, NUCLEO, Assunto("unidade")]
    expirou_em: Annotated[Timestamp, NUCLEO]


class ConselheiroInativado(EventModel, kw_only=True):
    """A councillor is in no pool from now on; published only for one without a demand."""

    SPEC: ClassVar[ContractSpec] = ContractSpec(
        "conselheiro.inativado", ("1.0.0",), origem=("D-6a",), extensao=True
    )

    conselheiro_id: Annotated[Uuid, NUCLEO, Assunto("conselheiro")]
    unidade_civica_id: Annotated[Uuid, NUCLEO, Assunto("unidade")]
    motivo: Annotated[TextoCurto | None, RESTRITA_TEXTO] = None


class ConselheiroReativado(EventModel, kw_only=True):
    """A councillor who was inactive is back; a suspension that still runs goes on."""

    SPEC: ClassVar[ContractSpec] = ContractSpec(
        "conselheiro.reativado", ("1.0.0",), origem=("D-6a",), extensao=True
    )

    conselheiro_id: Annotated[Uuid, NUCLEO, Assunto("conselheiro")]
    unidade_civica_id: Annotated[Uuid, NUCLEO, Assunto("unidade")]
    motivo: Annotated[TextoCurto | None, RESTRITA_TEXTO] = None
