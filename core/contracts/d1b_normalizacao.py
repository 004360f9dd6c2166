"""Payload that D-1b publishes. Source: D-2 3.1, Apêndice B D-1b, G-015."""

from typing import Annotated, ClassVar, Literal

import msgspec

from core.contracts.d1a_captura import PrecisaoLocal
from core.kernel.contract import (
    MIDIA,
    NUCLEO,
    PESSOA,
    RESTRITA_TEXTO,
    TEXTO,
    Antes,
    Assunto,
    CategoriaId,
    Codigo,
    Confianca,
    Contagem,
    ContractSpec,
    Desde,
    EventModel,
    Identifica,
    Identificador,
    Ponto,
    SubcategoriaId,
    Texto,
    TextoCheio,
    TextoCurto,
    TextoLongo,
    Titular,
    Uuid,
)

# The resident's own words, whatever became of them: erased together with the person.
CIDADAO = Titular("cidadao")


class Entidades(msgspec.Struct, kw_only=True):
    """What was found in the text; ``nomeRua`` is spelt so on the wire."""

    endereco: TextoCurto | None = None
    cep: TextoCurto | None = None
    nome_rua: TextoCurto | None = msgspec.field(default=None, name="nomeRua")


class MidiaDescrita(msgspec.Struct, kw_only=True):
    """Automatic description of one medium: what a picture shows, or what a recording says.

    ``indice`` is its place in the capture: the name of the received file stays restricted.
    ``traduzida`` is said of pictures alone, False where the description stayed in English;
    ``modelo`` names every model that had a part in it, and its version.
    """

    indice: Contagem
    descricao: Texto
    descricao_original: Texto | None = None
    traduzida: bool | None = None
    modelo: Identificador | None = None


class DemandaNormalizada(EventModel, kw_only=True):
    """A demand in clean form. From 1.4.0 on the description is the resident's text alone.

    1.5.0 hands on the precision of the place and the unit that was picked. ``cidadao_id`` is
    restricted and ours: it lets the erasure of a person find the person's words.
    """

    SPEC: ClassVar[ContractSpec] = ContractSpec(
        "demanda.normalizada",
        ("1.0.0", "1.1.0", "1.2.0", "1.3.0", "1.4.0", "1.5.0"),
        origem=("D-1b",),
        obsoletas=("1.0.0", "1.1.0", "1.2.0", "1.3.0"),
    )

    demanda_id: Annotated[Uuid, NUCLEO, Assunto("demanda")]
    titulo: Annotated[TextoCurto, TEXTO, CIDADAO]
    descricao_limpa: Annotated[TextoLongo, TEXTO, CIDADAO, Antes("1.4.0", TextoCheio)]
    tipo_midia_processada: Annotated[Codigo, NUCLEO]
    coordenadas_validadas: Annotated[Ponto | None, NUCLEO]
    confianca_normalizacao: Annotated[Confianca, NUCLEO]
    origem_normalizacao: Annotated[Literal["automatico", "hibrido"], NUCLEO]
    conteudo_suspeito: Annotated[bool, NUCLEO]
    entidades_extraidas: Annotated[Entidades | None, TEXTO, CIDADAO] = None
    cidadao_id: Annotated[Uuid | None, PESSOA, Identifica("cidadao")] = None
    idioma_detectado: Annotated[Identificador | None, NUCLEO] = None
    termos_suspeitos: Annotated[list[TextoCurto] | None, RESTRITA_TEXTO, CIDADAO] = None
    categoria_id: Annotated[CategoriaId | None, NUCLEO] = None
    subcategoria_id: Annotated[SubcategoriaId | None, NUCLEO] = None
    midias_descritas: Annotated[list[MidiaDescrita] | None, MIDIA, CIDADAO, Desde("1.4.0")] = None
    precisao_local: Annotated[PrecisaoLocal | None, NUCLEO, Desde("1.5.0")] = None
    unidade_informada_id: Annotated[Uuid | None, NUCLEO, Assunto("unidade"), Desde("1.5.0")] = None
