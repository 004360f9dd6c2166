"""Payloads that D-1a publishes for demands. Source: Apêndice B D-1a, G-037, design.md 9 and 11."""

from typing import Annotated, Any, ClassVar, Literal

import msgspec
from msgspec import Meta

from core.kernel.contract import (
    NUCLEO,
    PESSOA,
    RESTRITA_MIDIA,
    RESTRITA_TEXTO,
    Antes,
    Assunto,
    CategoriaId,
    Codigo,
    ContractSpec,
    DataCivil,
    Desde,
    EventModel,
    Identifica,
    Identificador,
    Latitude,
    Longitude,
    Ponto,
    Protocolo,
    Sha256Hex,
    SubcategoriaId,
    TextoCheio,
    TextoCurto,
    TextoLongo,
    Timestamp,
    Titular,
    Uuid,
)

PrecisaoLocal = Literal["ponto", "rua", "unidade"]
MidiaUrls = Annotated[list[TextoCurto], Meta(max_length=10)]


class Consentimentos(msgspec.Struct, kw_only=True):
    """What the resident agreed to (design.md 9)."""

    tratamento: bool
    publicacao_texto: bool
    publicacao_imagem: bool
    contato: bool


class MidiaRecebida(msgspec.Struct, kw_only=True):
    """A file as it came, at the same place of the list as its reference in ``midia_urls``.

    ``hash_origem`` is of the bytes before they were cleaned: encoders change, so a file that comes
    again is known by it. ``nome_arquivo`` is a label and nothing else.
    """

    hash_origem: Sha256Hex
    # Written by 1.4.0 alone: since 1.5.0 the names stand in ``nomes_midias``.
    nome_arquivo: TextoCurto | None = None


MidiasRecebidas = Annotated[list[MidiaRecebida], Meta(max_length=10)]
NomesMidias = Annotated[list[TextoCurto | None], Meta(max_length=10)]


class DemandaRecebida(EventModel, kw_only=True):
    """A resident's words entered; text may be empty only where media came instead.

    ``localizacao_bruta`` is the place of the problem, null where only a unit was picked;
    ``fix_lat``/``fix_lng`` is where the device stood. 1.3.0 adds the protocol number, the
    precision of the place and what a paper form or an import brings along. 1.4.0 adds what the
    media were before they were cleaned. 1.5.0 gives the files' names a part of their own, under a
    role of its own, so that the removal of a file erases names and leaves the other files' addresses.
    """

    SPEC: ClassVar[ContractSpec] = ContractSpec(
        "demanda.recebida",
        ("1.0.0", "1.1.0", "1.2.0", "1.3.0", "1.4.0", "1.5.0"),
        origem=("D-1a", "D-8"),
        obsoletas=("1.0.0", "1.1.0"),
    )

    demanda_id: Annotated[Uuid, NUCLEO, Assunto("demanda")]
    texto_bruto: Annotated[
        TextoLongo, RESTRITA_TEXTO, Titular("cidadao"), Antes("1.2.0", TextoCheio)
    ]
    tipo_midia: Annotated[Literal["texto", "imagem", "audio"], NUCLEO]
    localizacao_bruta: Annotated[Ponto | None, NUCLEO]
    cidadao_id: Annotated[Uuid, PESSOA, Identifica("cidadao")]
    canal: Annotated[Codigo, NUCLEO]
    timestamp_criacao: Annotated[Timestamp, NUCLEO]
    midia_urls: Annotated[MidiaUrls | None, RESTRITA_MIDIA, Titular("cidadao")] = None
    assistencia: Annotated[dict[str, Any] | None, RESTRITA_TEXTO, Titular("cidadao")] = None
    termos_versao: Annotated[Identificador | None, PESSOA, Titular("cidadao")] = None
    consentimentos: Annotated[Consentimentos | None, PESSOA, Titular("cidadao")] = None
    categoria_id: Annotated[CategoriaId | None, NUCLEO, Desde("1.1.0")] = None
    subcategoria_id: Annotated[SubcategoriaId | None, NUCLEO, Desde("1.1.0")] = None
    origem: Annotated[Literal["manutenção_programada"] | None, NUCLEO] = None
    projeto_original_id: Annotated[Uuid | None, NUCLEO] = None
    protocolo: Annotated[Protocolo, NUCLEO, Desde("1.3.0")]
    precisao_local: Annotated[PrecisaoLocal | None, NUCLEO, Desde("1.3.0")] = None
    unidade_informada_id: Annotated[Uuid | None, NUCLEO, Assunto("unidade"), Desde("1.3.0")] = None
    endereco_informado: Annotated[
        TextoCurto | None, RESTRITA_TEXTO, Titular("cidadao"), Desde("1.3.0")
    ] = None
    fix_lat: Annotated[Latitude | None, PESSOA, Titular("cidadao"), Desde("1.3.0")] = None
    fix_lng: Annotated[Longitude | None, PESSOA, Titular("cidadao"), Desde("1.3.0")] = None
    data_formulario: Annotated[DataCivil | None, NUCLEO, Desde("1.3.0")] = None
    id_externo: Annotated[TextoCurto | None, RESTRITA_TEXTO, Desde("1.3.0")] = None
    midias_recebidas: Annotated[
        MidiasRecebidas | None, RESTRITA_MIDIA, Titular("cidadao"), Desde("1.4.0")
    ] = None
    remetente_id: Annotated[Uuid | None, PESSOA, Identifica("remetente"), Desde("1.5.0")] = None
    nomes_midias: Annotated[
        NomesMidias | None, RESTRITA_MIDIA, Titular("remetente"), Desde("1.5.0")
    ] = None


class DemandaCorrigida(EventModel, kw_only=True):
    """Text, place or category of a demand was corrected; D-1b normalises again."""

    SPEC: ClassVar[ContractSpec] = ContractSpec(
        "demanda.corrigida", ("1.0.0",), origem=("D-1a",), extensao=True
    )

    demanda_id: Annotated[Uuid, NUCLEO, Assunto("demanda")]
    campos: Annotated[list[Literal["texto", "local", "categoria"]], NUCLEO]
    motivo: Annotated[TextoCurto, RESTRITA_TEXTO]
    texto: Annotated[TextoLongo | None, RESTRITA_TEXTO, Titular("cidadao")] = None
    cidadao_id: Annotated[Uuid | None, PESSOA, Identifica("cidadao")] = None
    localizacao: Annotated[Ponto | None, NUCLEO] = None
    precisao_local: Annotated[PrecisaoLocal | None, NUCLEO] = None
    unidade_civica_id: Annotated[Uuid | None, NUCLEO, Assunto("unidade")] = None
    categoria_id: Annotated[CategoriaId | None, NUCLEO] = None
    subcategoria_id: Annotated[SubcategoriaId | None, NUCLEO] = None


class DemandaRetirada(EventModel, kw_only=True):
    """A demand was withdrawn, for good."""

    SPEC: ClassVar[ContractSpec] = ContractSpec(
        "demanda.retirada", ("1.0.0",), origem=("D-1a",), extensao=True
    )

    demanda_id: Annotated[Uuid, NUCLEO, Assunto("demanda")]
    motivo: Annotated[Literal["engano", "teste", "pedido_do_morador", "repetida"], NUCLEO]
    repetida_de: Annotated[Uuid | None, NUCLEO, Assunto("demanda")] = None
    observacao: Annotated[TextoCurto | None, RESTRITA_TEXTO] = None
