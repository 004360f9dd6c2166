"""Payloads of places as captured and registered (D-1a, L-1). Source: Apêndice B L-1, D-1a."""

from typing import Annotated, Any, ClassVar, Literal

import msgspec

from core.kernel.contract import (
    NUCLEO,
    PESSOA,
    RESTRITA_TEXTO,
    TEXTO,
    Assunto,
    Codigo,
    ContractSpec,
    EventModel,
    Identifica,
    Nome,
    NumeroPositivo,
    Ponto,
    Texto,
    TextoCurto,
    Timestamp,
    Titular,
    Uuid,
)

TipoLugar = Literal["residencia", "organizacao", "equipamento_publico", "poligono_uc"]
CIDADAO = Titular("cidadao")


class AlertaProximidade(msgspec.Struct, kw_only=True):
    """Another place of the same kind stands within 10 m."""

    lugar_id: Uuid
    distancia_m: NumeroPositivo


class LugarRecebido(EventModel, kw_only=True):
    """A place as somebody entered it: raw, so restricted."""

    SPEC: ClassVar[ContractSpec] = ContractSpec(
        "lugar.recebido", ("1.0.0",), origem=("D-1a", "E-1")
    )

    tipo_lugar: Annotated[TipoLugar, NUCLEO]
    coordenadas: Annotated[Ponto, PESSOA, CIDADAO]
    nome: Annotated[Nome | None, RESTRITA_TEXTO, CIDADAO] = None
    subtipo: Annotated[TextoCurto | None, RESTRITA_TEXTO, CIDADAO] = None
    descricao: Annotated[Texto | None, RESTRITA_TEXTO, CIDADAO] = None
    horario_funcionamento: Annotated[TextoCurto | None, RESTRITA_TEXTO, CIDADAO] = None
    cidadao_id: Annotated[Uuid | None, PESSOA, Identifica("cidadao")] = None
    canal: Annotated[Codigo | None, NUCLEO] = None
    geometria: Annotated[dict[str, Any] | None, RESTRITA_TEXTO, CIDADAO] = None


class LugarCadastrado(EventModel, kw_only=True):
    """A place is on the map. A home's name and point are sealed restricted by the publisher."""

    SPEC: ClassVar[ContractSpec] = ContractSpec("lugar.cadastrado", ("1.2.0",), origem=("L-1",))

    lugar_id: Annotated[Uuid, NUCLEO, Assunto("lugar")]
    tipo_lugar: Annotated[TipoLugar, NUCLEO]
    coordenadas_brutas: Annotated[Ponto, NUCLEO]
    timestamp: Annotated[Timestamp, NUCLEO]
    subtipo: Annotated[TextoCurto | None, TEXTO] = None
    nome: Annotated[Nome | None, TEXTO] = None
    cidadao_id: Annotated[Uuid | None, PESSOA, Identifica("cidadao")] = None
    canal: Annotated[Codigo | None, NUCLEO] = None
    horario_funcionamento: Annotated[TextoCurto | None, TEXTO] = None
    descricao: Annotated[Texto | None, TEXTO] = None
    alerta_proximidade: Annotated[AlertaProximidade | None, NUCLEO] = None
