"""The registry finds, refuses with the field named, and leaves the payload alone."""

from __future__ import annotations

import copy
import unicodedata
from typing import Annotated, Any, ClassVar

import pytest

from core.kernel.contract import (
    NUCLEO,
    PESSOA,
    TEXTO,
    Assunto,
    Contagem,
    ContractSpec,
    Desde,
    EventModel,
    Identifica,
    Ponto,
    Texto,
    Uuid,
)
from core.kernel.errors import UserFacingError
from core.kernel.parts import UNKNOWN_FIELDS_PART
from core.kernel.registry import UNKNOWN_PART, Registry

UUID = "3f2504e0-4f89-41d3-9a0c-0305e82c3301"
OTHER = "3f2504e0-4f89-41d3-9a0c-0305e82c3302"


class Pedido(EventModel, kw_only=True):
    SPEC: ClassVar[ContractSpec] = ContractSpec(
        "pedido.concluído", ("1.0.0", "1.1.0", "1.10.0"), ("X-1", "X-2"), obsoletas=("1.0.0",)
    )

    pedido_id: Annotated[Uuid, NUCLEO, Assunto("pedido")]
    total: Annotated[Contagem, NUCLEO]
    texto: Annotated[Texto, TEXTO]
    morador_id: Annotated[Uuid, PESSOA, Identifica("morador")]
    lugar: Annotated[Ponto | None, NUCLEO] = None
    vezes: Annotated[Contagem, NUCLEO, Desde("1.1.0")]


class Aviso(EventModel, kw_only=True):
    SPEC: ClassVar[ContractSpec] = ContractSpec("aviso.dado", ("1.0.0",), ("X-1",), extensao=True)

    texto: Annotated[Texto, TEXTO]


@pytest.fixture
def registry() -> Registry:
    return Registry((Pedido, Aviso))


@pytest.fixture
def payload() -> dict[str, Any]:
    return {
        "pedido_id": UUID,
        "total": 3,
        "texto": "água na rua",
        "morador_id": OTHER,
        "lugar": {"lat": -8.05, "lng": -34.9},
        "vezes": 1,
    }


def _refusal(registry: Registry, payload: Any, versao: str | None = None) -> dict[str, object]:
    with pytest.raises(UserFacingError) as caught:
        registry.validate("pedido.concluído", versao, payload)
    assert caught.value.code == "registro.payload_invalido"
    assert caught.value.params["tipo"] == "pedido.concluído"
    return caught.value.params


def test_the_current_version_is_the_highest_by_number(registry: Registry) -> None:
    contract = registry.contract("pedido.concluído")
    assert (contract.versao, contract.corrente, contract.deprecated) == ("1.10.0", True, False)
    assert registry.versions("pedido.concluído") == ("1.0.0", "1.1.0", "1.10.0")
    assert registry.tipos() == ("aviso.dado", "pedido.concluído")


def test_a_type_in_nfd_is_the_same_type(registry: Registry, payload: dict[str, Any]) -> None:
    nfd = unicodedata.normalize("NFD", "pedido.concluído")
    assert registry.contract(nfd, "1.1.0").tipo == "pedido.concluído"
    registry.validate(nfd, None, payload)
    assert registry.versions(nfd)[0] == "1.0.0"


def test_an_unknown_type_is_refused_with_the_nearest_one(registry: Registry) -> None:
    with pytest.raises(UserFacingError) as caught:
        registry.contract("pedido.concluido")
    assert caught.value.code == "registro.tipo_desconhecido"
    assert caught.value.params == {"tipo": "pedido.concluido", "sugestao": "pedido.concluído"}


def test_an_unknown_version_is_refused_with_the_known_ones(registry: Registry) -> None:
    with pytest.raises(UserFacingError) as caught:
        registry.contract("pedido.concluído", "2.0.0")
    assert caught.value.code == "registro.versao_desconhecida"
    assert caught.value.params["conhecidas"] == "1.0.0, 1.1.0, 1.10.0"


def test_a_deprecated_version_is_read_and_not_published(registry: Registry) -> None:
    assert registry.contract("pedido.concluído", "1.0.0").deprecated
    with pytest.raises(UserFacingError) as caught:
        registry.for_publishing("pedido.concluído", "1.0.0")
    assert caught.value.code == "registro.versao_obsoleta"
    assert caught.value.params["corrente"] == "1.10.0"
    assert registry.for_publishing("pedido.concluído").versao == "1.10.0"


@pytest.mark.parametrize(
    ("campo", "value", "motivo"),
    [
        ("pedido_id", "x", "formato inválido"),
        ("pedido_id", UUID + "\n", "formato inválido"),
        ("total", "3", "tipo errado"),
        ("total", True, "tipo errado"),
        ("total", 1.5, "tipo errado"),
        ("total", -1, "fora da faixa"),
        ("total", 2**53, "fora da faixa"),
        ("texto", "a" * 5_001, "tamanho fora do limite"),
        ("texto", None, "tipo errado"),
    ],
)
def test_an_invalid_field_is_named(
    registry: Registry, payload: dict[str, Any], campo: str, value: Any, motivo: str
) -> None:
    payload[campo] = value
    params = _refusal(registry, payload)
    assert (params["campo"], params["motivo"]) == (campo, motivo)


def test_a_missing_or_nested_field_is_named(registry: Registry, payload: dict[str, Any]) -> None:
    payload["lugar"] = {"lat": 91, "lng": 0}
    assert _refusal(registry, payload)["campo"] == "lugar.lat"
    payload["lugar"] = {"lat": 9}
    assert _refusal(registry, payload)["campo"] == "lugar.lng"
    del payload["lugar"], payload["total"]
    params = _refusal(registry, payload)
    assert (params["campo"], params["motivo"]) == ("total", "ausente")


@pytest.mark.parametrize("payload", [[], None, "texto", 3])
def test_what_is_no_object_is_refused(registry: Registry, payload: Any) -> None:
    assert _refusal(registry, payload)["campo"] == "payload"


def test_a_field_name_that_no_text_can_hold_is_refused(
    registry: Registry, payload: dict[str, Any]
) -> None:
    payload["\udc00"] = 1
    with pytest.raises(UserFacingError, match=r"selo\.chave_invalida"):
        registry.validate("pedido.concluído", None, payload)
    with pytest.raises(UserFacingError, match=r"selo\.chave_invalida"):
        registry.validate_present("pedido.concluído", None, payload, ())


def test_a_refusal_never_quotes_the_payload(registry: Registry, payload: dict[str, Any]) -> None:
    payload["morador_id"] = "Maria Marcada"
    assert "Marcada" not in str(_refusal(registry, payload))


def test_an_integral_float_is_the_integer_it_is_written_as(
    registry: Registry, payload: dict[str, Any]
) -> None:
    payload["total"] = 3.0
    payload["lugar"] = {"lat": -8, "lng": -0.0}
    before = copy.deepcopy(payload)
    registry.validate("pedido.concluído", None, payload)
    assert payload == before
    assert type(payload["total"]) is float


def test_unknown_fields_pass_and_go_to_the_restricted_part(
    registry: Registry, payload: dict[str, Any]
) -> None:
    registry.validate("pedido.concluído", None, {**payload, "futuro": {"a": [1]}})
    contract = registry.contract("pedido.concluído")
    assert contract.part_for("futuro") == "restrita.texto" == UNKNOWN_PART == UNKNOWN_FIELDS_PART
    assert contract.part_for("texto") == "publica.texto"


def test_an_older_version_does_not_know_later_fields(
    registry: Registry, payload: dict[str, Any]
) -> None:
    del payload["vezes"]
    registry.validate("pedido.concluído", "1.0.0", payload)
    registry.validate("pedido.concluído", "1.0.0", {**payload, "vezes": "qualquer"})
    assert _refusal(registry, payload, "1.1.0")["campo"] == "vezes"
    assert "vezes" not in registry.contract("pedido.concluído", "1.0.0").part_of


def test_parts_roles_and_subjects_of_a_contract(
    registry: Registry, payload: dict[str, Any]
) -> None:
    contract = registry.contract("pedido.concluído")
    assert contract.part_of == {
        "pedido_id": "publica.nucleo",
        "total": "publica.nucleo",
        "texto": "publica.texto",
        "morador_id": "restrita.pessoa.morador",
        "lugar": "publica.nucleo",
        "vezes": "publica.nucleo",
    }
    assert contract.titular_field == {"morador": "morador_id"}
    assert contract.public_fields == {"pedido_id", "total", "texto", "lugar", "vezes"}
    assert contract.assuntos(payload) == [UUID]
    assert contract.origem == ("X-1", "X-2")
    assert not contract.extensao
    assert registry.contract("aviso.dado").extensao


def test_absent_parts_excuse_exactly_their_fields(
    registry: Registry, payload: dict[str, Any]
) -> None:
    del payload["morador_id"]
    registry.validate_present("pedido.concluído", None, payload, {"restrita.pessoa.morador"})
    del payload["texto"]  # public by contract, sealed restricted this time
    absent = {"restrita.pessoa.morador", "restrita.texto"}
    registry.validate_present("pedido.concluído", None, payload, absent)
    with pytest.raises(UserFacingError) as caught:
        registry.validate_present("pedido.concluído", None, payload, {"restrita.pessoa.morador"})
    assert caught.value.params["campo"] == "texto"
    with pytest.raises(UserFacingError) as caught:
        registry.validate_present("pedido.concluído", None, {**payload, "total": "x"}, absent)
    assert caught.value.params["campo"] == "total"


def test_a_version_is_declared_once_and_types_are_nfc() -> None:
    with pytest.raises(ValueError, match="declared twice"):
        Registry((Aviso, Aviso))

    class Nfd(EventModel, kw_only=True):
        SPEC: ClassVar[ContractSpec] = ContractSpec("pedido.conclui\u0301do", ("1.0.0",), ("X",))

    with pytest.raises(ValueError, match="NFC"):
        Registry((Nfd,))


def test_the_schema_says_what_it_is_of(registry: Registry) -> None:
    schema = registry.schema("pedido.concluído", "1.1.0")
    assert schema["$id"] == "urn:formigueiro:registro:pedido.concluido:1.1.0"
    assert (schema["x-tipo"], schema["x-versao"]) == ("pedido.concluído", "1.1.0")
    assert (schema["x-corrente"], schema["x-obsoleta"], schema["x-extensao"]) == (False,) * 3
    assert registry.schema_bytes("pedido.concluído", "1.1.0").endswith(b"}\n")
