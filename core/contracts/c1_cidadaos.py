"""Payloads of citizens' records. All restricted. Source: Apêndice B C-1, design.md 9."""

from typing import Annotated, ClassVar, Literal

from core.contracts.d1a_captura import Consentimentos
from core.kernel.contract import (
    PESSOA,
    ContractSpec,
    Desde,
    EventModel,
    Identifica,
    Identificador,
    Nome,
    TextoCurto,
    Titular,
    Uuid,
)

AuthProvider = Literal["device", "google", "govbr", "presencial"]
CampoAlterado = Literal[
    "nome",
    "email",
    "telefone",
    "avatar",
    "endereço",
    "unidade_civica_id",
    "verificado_presencialmente",
    "consentimentos",
]
CIDADAO = Titular("cidadao")
Texto1 = Annotated[TextoCurto | None, PESSOA, CIDADAO, Desde("1.1.0")]


class CidadaoCadastrado(EventModel, kw_only=True):
    """A citizen is known. 1.1.0 adds what the counter writes down; there is no CPF."""

    SPEC: ClassVar[ContractSpec] = ContractSpec(
        "cidadão.cadastrado", ("1.0.0", "1.1.0"), origem=("D-1a", "C-1")
    )

    cidadao_id: Annotated[Uuid, PESSOA, Identifica("cidadao")]
    auth_provider: Annotated[AuthProvider, PESSOA, CIDADAO]
    nome: Annotated[Nome, PESSOA, CIDADAO, Desde("1.1.0")]
    telefone: Texto1 = None
    email: Texto1 = None
    endereco: Texto1 = None
    unidade_civica_id: Annotated[Uuid | None, PESSOA, CIDADAO, Desde("1.1.0")] = None
    verificado_presencialmente: Annotated[bool | None, PESSOA, CIDADAO, Desde("1.1.0")] = None
    consentimentos: Annotated[Consentimentos | None, PESSOA, CIDADAO, Desde("1.1.0")] = None
    termos_versao: Annotated[Identificador | None, PESSOA, CIDADAO, Desde("1.1.0")] = None


class CidadaoPerfilAtualizado(EventModel, kw_only=True):
    """Named fields of a record changed; 1.1.0 carries the new values, null for emptied."""

    SPEC: ClassVar[ContractSpec] = ContractSpec(
        "cidadão.perfil_atualizado", ("1.0.0", "1.1.0"), origem=("D-1a", "C-1")
    )

    cidadao_id: Annotated[Uuid, PESSOA, Identifica("cidadao")]
    campos_alterados: Annotated[list[CampoAlterado], PESSOA, CIDADAO]
    nome: Annotated[Nome | None, PESSOA, CIDADAO, Desde("1.1.0")] = None
    telefone: Texto1 = None
    email: Texto1 = None
    endereco: Texto1 = None
    unidade_civica_id: Annotated[Uuid | None, PESSOA, CIDADAO, Desde("1.1.0")] = None
    verificado_presencialmente: Annotated[bool | None, PESSOA, CIDADAO, Desde("1.1.0")] = None
    consentimentos: Annotated[Consentimentos | None, PESSOA, CIDADAO, Desde("1.1.0")] = None
    termos_versao: Annotated[Identificador | None, PESSOA, CIDADAO, Desde("1.1.0")] = None


class CidadaoVinculado(EventModel, kw_only=True):
    """Two records are one person: the first goes up in the second."""

    SPEC: ClassVar[ContractSpec] = ContractSpec(
        "cidadão.vinculado", ("1.0.0",), origem=("D-1a", "C-1")
    )

    cidadao_id_device: Annotated[Uuid, PESSOA, Identifica("dispositivo")]
    cidadao_id: Annotated[Uuid, PESSOA, Identifica("cidadao")]
    auth_provider: Annotated[AuthProvider, PESSOA, CIDADAO]
