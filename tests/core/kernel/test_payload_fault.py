"""What msgspec says becomes field, reason and expectation; a changed wording would show here."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
import pytest

from core.kernel.contract import Confianca, Contagem, Texto, Uuid
from core.kernel.payload_fault import missing_field, payload_fault


class Item(msgspec.Struct, kw_only=True):
    n: Contagem


class Tudo(msgspec.Struct, kw_only=True):
    uuid: Uuid | None = None
    conta: Contagem = 0
    taxa: Confianca | None = None
    texto: Texto = ""
    cor: Literal["azul", "verde"] = "azul"
    lista: Annotated[list[Item], msgspec.Meta(min_length=1, max_length=2)] | None = None
    mapa: dict[str, Contagem] | None = None
    sim: bool = True


def _fault(payload: Any) -> tuple[object, object, object]:
    with pytest.raises(msgspec.ValidationError) as caught:
        msgspec.convert(payload, Tudo)
    params = payload_fault("t", "1.0.0", str(caught.value)).params
    return params["campo"], params["motivo"], params["esperado"]


@pytest.mark.parametrize(
    ("payload", "expected"),
    [
        ({"uuid": "z"}, ("uuid", "formato inválido", "o formato do contrato")),
        ({"uuid": 1}, ("uuid", "tipo errado", "texto ou nulo")),
        ({"conta": -1}, ("conta", "fora da faixa", "número inteiro >= 0")),
        ({"taxa": 1.5}, ("taxa", "fora da faixa", "número <= 1")),
        ({"taxa": "x"}, ("taxa", "tipo errado", "número ou nulo")),
        ({"texto": "a" * 5001}, ("texto", "tamanho fora do limite", "tamanho <= 5000")),
        ({"cor": "roxo"}, ("cor", "valor desconhecido", "um dos valores do contrato")),
        ({"cor": 3}, ("cor", "tipo errado", "texto")),
        ({"lista": []}, ("lista", "tamanho fora do limite", "tamanho >= 1")),
        ({"lista": [{"n": 1}, {"n": "x"}]}, ("lista[1].n", "tipo errado", "número inteiro")),
        ({"lista": [{}]}, ("lista[0].n", "ausente", "presente")),
        ({"lista": {}}, ("lista", "tipo errado", "lista ou nulo")),
        ({"mapa": {"Maria": "x"}}, ("mapa[...]", "tipo errado", "número inteiro")),
        ({"sim": 1}, ("sim", "tipo errado", "verdadeiro ou falso")),
        ([], ("payload", "tipo errado", "objeto")),
    ],
)
def test_each_kind_of_fault_is_told(payload: Any, expected: tuple[str, str, str]) -> None:
    assert _fault(payload) == expected


def test_a_missing_field_and_an_unknown_message() -> None:
    fault = missing_field("t", "1.0.0", "nome")
    assert fault.code == "registro.payload_invalido"
    assert fault.params == {
        "tipo": "t",
        "versao": "1.0.0",
        "campo": "nome",
        "motivo": "ausente",
        "esperado": "presente",
    }
    other = payload_fault("t", "1.0.0", "Something new - at `$.a.b`")
    assert (other.params["campo"], other.params["motivo"]) == ("a.b", "inválido")
