"""Payloads of the kernel's own events, all of them extensions.

Source: design.md 2, 4, 5, 9; sync.md 2.4, 2.15 and section 7 (decisions 6, 8, 9).
"""

from typing import Annotated, ClassVar, Literal

import msgspec
from msgspec import Meta

from core.kernel.contract import (
    NUCLEO,
    PESSOA,
    RESTRITA_TEXTO,
    TEXTO,
    Assunto,
    Contagem,
    ContractSpec,
    Desde,
    EventModel,
    Identifica,
    Identificador,
    Latitude,
    Longitude,
    NodeId,
    Nome,
    Sha256Hex,
    Texto,
    TextoCurto,
    Titular,
    Uuid,
)

Papel = Literal["atendente", "moderador", "conselheiro", "auditor", "operador"]
AtoDeConta = Literal["criacao", "papeis", "desativacao", "reativacao", "senha"]
AssinaturaHex = Annotated[str, Meta(pattern=r"^[0-9a-f]{128}$(?!\n)")]


class Caixa(msgspec.Struct, kw_only=True):
    """Bounding box of the office, WGS 84 degrees."""

    sul: Latitude
    oeste: Longitude
    norte: Latitude
    leste: Longitude


class PartesEliminadas(msgspec.Struct, kw_only=True):
    """The parts of one event that were erased, by name."""

    event_hash: Sha256Hex
    partes: Annotated[list[Identificador], Meta(min_length=1, max_length=32)]


class FeedRecebido(msgspec.Struct, kw_only=True):
    """A feed as accepted: its size and RFC 6962 root."""

    no: NodeId
    epoca: Contagem
    tamanho: Contagem
    raiz: Sha256Hex


class EscritorioConfigurado(EventModel, kw_only=True):
    """The office's name, IANA time zone, units and box. A demonstration stays one for ever."""

    SPEC: ClassVar[ContractSpec] = ContractSpec(
        "escritorio.configurado", ("1.0.0",), origem=("ESC",), extensao=True
    )

    nome: Annotated[Nome, TEXTO]
    fuso: Annotated[Identificador, NUCLEO]
    unidades: Annotated[list[Uuid], NUCLEO, Assunto("unidade")]
    caixa: Annotated[Caixa | None, NUCLEO] = None
    demonstracao: Annotated[bool | None, NUCLEO] = None


class EpocaAberta(EventModel, kw_only=True):
    """First event of an epoch that follows another, which ended at this size and root.

    ``tamanho_guarda`` is what the guard remembered of the old epoch, null where it was lost:
    events beyond the restored size are gone. ``selo`` is the root key's signature. Where an office
    joined a network (``entrada_em_rede``) nothing was restored: the size is where it left off.
    """

    SPEC: ClassVar[ContractSpec] = ContractSpec(
        "epoca.aberta", ("1.0.0",), origem=("N-0a",), extensao=True
    )

    motivo: Annotated[
        Literal["restauracao", "copia_detectada", "chave_trocada", "entrada_em_rede"], NUCLEO
    ]
    epoca_anterior: Annotated[Contagem, NUCLEO]
    tamanho_guarda: Annotated[Contagem | None, NUCLEO]
    tamanho_restaurado: Annotated[Contagem, NUCLEO]
    raiz: Annotated[Sha256Hex, NUCLEO]
    selo: Annotated[AssinaturaHex | None, NUCLEO] = None


class EntregaLiberada(EventModel, kw_only=True):
    """An operator let go of a discarded dead letter; its keys are free again."""

    SPEC: ClassVar[ContractSpec] = ContractSpec(
        "entrega.liberada", ("1.0.0",), origem=("N-0a",), extensao=True
    )

    consumidor: Annotated[Identificador, NUCLEO]
    fase: Annotated[Identificador, NUCLEO]
    event_hash: Annotated[Sha256Hex, NUCLEO]
    motivo: Annotated[TextoCurto, RESTRITA_TEXTO]


class TitularEliminado(EventModel, kw_only=True):
    """Parts were erased on a legal basis; hashes and positions stay.

    ``conferente_id`` is the second account, which every erasure needs.
    """

    SPEC: ClassVar[ContractSpec] = ContractSpec(
        "titular.eliminado", ("1.0.0",), origem=("N-0d",), extensao=True
    )

    eventos: Annotated[Annotated[list[PartesEliminadas], Meta(min_length=1)], NUCLEO]
    base_legal: Annotated[TextoCurto, TEXTO]
    motivo: Annotated[Texto, RESTRITA_TEXTO]
    conferente_id: Annotated[Uuid | None, PESSOA, Identifica("conferente")] = None


class ReciboImportacao(EventModel, kw_only=True):
    """What this node has of others' feeds: witness, acknowledgement, causal vector."""

    SPEC: ClassVar[ContractSpec] = ContractSpec(
        "recibo.importacao", ("1.0.0",), origem=("N-0a",), extensao=True
    )

    feeds: Annotated[Annotated[list[FeedRecebido], Meta(min_length=1)], NUCLEO]


class PapelAlterado(EventModel, kw_only=True):
    """An account holds these roles from now on, and no other.

    ``ato`` says what happened to the account, for everybody; whose it is and which roles stay in
    the office. ``senha`` is a password that somebody else set: whoever sets it could sign in.
    """

    SPEC: ClassVar[ContractSpec] = ContractSpec(
        "papel.alterado", ("1.0.0", "1.1.0"), origem=("N-0a",), extensao=True, decide=("ESC",)
    )

    conta_id: Annotated[Uuid, PESSOA, Identifica("conta")]
    papeis: Annotated[list[Papel], PESSOA, Titular("conta")]
    motivo: Annotated[TextoCurto | None, RESTRITA_TEXTO] = None
    ato: Annotated[AtoDeConta | None, NUCLEO, Desde("1.1.0")] = None
    nome: Annotated[Nome | None, PESSOA, Titular("conta"), Desde("1.1.0")] = None
    ativa: Annotated[bool | None, PESSOA, Titular("conta"), Desde("1.1.0")] = None
    conselheiro_id: Annotated[Uuid | None, PESSOA, Titular("conta"), Desde("1.1.0")] = None
