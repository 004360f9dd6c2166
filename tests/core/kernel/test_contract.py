"""The scalars accept what they should in Python's ``re`` and in JSON Schema alike; marks read."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal

import jsonschema_rs
import msgspec
import pytest

from core.kernel import contract as words
from core.kernel.contract import (
    NUCLEO,
    PESSOA,
    Antes,
    Assunto,
    ContractSpec,
    Desde,
    EventModel,
    Identifica,
    Titular,
    fields_of,
    is_free_text,
    version_key,
)

UUID = "3f2504e0-4f89-41d3-9a0c-0305e82c3301"
GOOD = {
    "Uuid": [UUID],
    "Sha256Hex": ["ab" * 32],
    "NodeId": ["0f" * 16],
    "Timestamp": ["2026-02-28T23:59:59.999Z"],
    "DataCivil": ["2026-12-31"],
    "CategoriaId": ["1.1", "5.12345678"],
    "SubcategoriaId": ["3.4.1"],
    "Protocolo": ["ABCD-000001-97", "Z9Z9-1234567-00"],
    "VersaoParametros": ["mvp-v1", "2026-Q3-v2", "a" * 20],
    "Codigo": ["balcao", "app_movel"],
    "Identificador": ["image/jpeg", "America/Sao_Paulo", "pt-BR", "1.0.0+x"],
}
BAD = {
    "Uuid": [UUID.upper(), UUID[:-1], UUID.replace("3", "\u0663"), f"urn:uuid:{UUID}", ""],
    "Sha256Hex": ["ab" * 31, "AB" * 32, "ab" * 32 + "0"],
    "NodeId": ["0f" * 15],
    "Timestamp": [
        "2026-02-28T23:59:59Z",
        "2026-02-28T23:59:59.999+00:00",
        "2026-13-01T00:00:00.000Z",
        "2026-01-01T24:00:00.000Z",
        "2026-01-01t00:00:00.000z",
        "\u0662026-01-01T00:00:00.000Z",
    ],
    "DataCivil": ["31/12/2026", "2026-00-10"],
    "CategoriaId": ["0.1", "6.1", "1", "1.", "1.\u0661", "1.123456789"],
    "SubcategoriaId": ["3.4", "3.4.1.1"],
    "Protocolo": ["ABC0-000001-97", "ABCD-00001-97", "abcd-000001-97"],
    "VersaoParametros": ["a" * 21, "com espaço", ""],
    "Codigo": ["Balcão", "app movel"],
    "Identificador": ["duas palavras", "", "é"],
}


def _verdicts(alias: Any, value: Any) -> tuple[bool, bool]:
    data = msgspec.json.encode(value)
    try:
        msgspec.json.decode(data, type=alias)
    except msgspec.ValidationError:
        ours = False
    else:
        ours = True
    return ours, jsonschema_rs.is_valid(msgspec.json.schema(alias), value)


@pytest.mark.parametrize("name", GOOD)
def test_patterns_accept_and_refuse_alike(name: str) -> None:
    alias = getattr(words, name)
    for good in GOOD[name]:
        assert _verdicts(alias, good) == (True, True), good
        for bad in (good + "\n", "\n" + good, good + " ", good + "\r", good + "\u2028"):
            assert _verdicts(alias, bad) == (False, False), bad
    for bad in BAD[name]:
        assert _verdicts(alias, bad) == (False, False), bad


def test_every_patterned_alias_is_tried() -> None:
    patterned = {
        name
        for name, alias in vars(words).items()
        for meta in getattr(alias, "__metadata__", ())
        if isinstance(meta, msgspec.Meta) and meta.pattern
    }
    assert patterned == set(GOOD) == set(BAD)


@pytest.mark.parametrize("value", [2**53 - 1, -(2**53) + 1, 2**53, -(2**53), 2**70, True, 0])
def test_integers_end_where_doubles_stop_being_exact(value: int) -> None:
    fits = not isinstance(value, bool) and abs(value) < 2**53
    assert _verdicts(words.Inteiro, value) == (fits, fits)
    assert _verdicts(words.Numero, value) == (fits, fits)


def test_lengths_count_code_points() -> None:
    for text in ("é" * 300, "😀" * 300):
        assert _verdicts(words.TextoCurto, text) == (True, True)
        assert _verdicts(words.TextoCurto, text + "x") == (False, False)


class Carta(EventModel, kw_only=True):
    SPEC: ClassVar[ContractSpec] = ContractSpec("carta.lida", ("1.0.0", "1.1.0"), ("X-1",))

    carta_id: Annotated[words.Uuid, NUCLEO, Assunto("carta")]
    autor_id: Annotated[words.Uuid, PESSOA, Identifica("autor")]
    texto: Annotated[words.Texto, words.RESTRITA_TEXTO, Titular("autor")]
    tom: Annotated[Literal["bom", "mau", "raro"], NUCLEO, Antes("1.1.0", Literal["bom", "mau"])] = (
        "bom"
    )
    selo: Annotated[words.Contagem, NUCLEO, Desde("1.1.0")]
    solta: words.Texto | None = None


def test_fields_of_a_version_know_their_part_and_their_type_then() -> None:
    first = {info.nome: info for info in fields_of(Carta, "1.0.0")}
    second = {info.nome: info for info in fields_of(Carta, "1.1.0")}
    assert list(second) == ["carta_id", "autor_id", "texto", "tom", "selo", "solta"]
    assert set(second) - set(first) == {"selo"}
    assert first["tom"].tipo == Literal["bom", "mau"]
    assert second["tom"].tipo == Literal["bom", "mau", "raro"]
    assert second["autor_id"].parte == "restrita.pessoa.autor"
    assert second["texto"].parte == "restrita.texto.autor"
    assert (second["autor_id"].identifica, second["texto"].identifica) == (True, False)
    assert second["carta_id"].parte == "publica.nucleo"


def test_a_field_without_a_mark_is_restricted() -> None:
    solta = next(info for info in fields_of(Carta, "1.1.0") if info.nome == "solta")
    assert solta.parte == "restrita.texto"
    assert not solta.marked


class Par(msgspec.Struct):
    nome: words.Nome
    n: words.Contagem


@pytest.mark.parametrize(
    ("tipo", "free"),
    [
        (str, True),
        (words.Texto, True),
        (words.Texto | None, True),
        (list[words.Nome], True),
        (dict[str, Any], True),
        (Par, True),
        (list[Par] | None, True),
        (Any, True),
        (words.Uuid, False),
        (words.Uuid | None, False),
        (list[words.Codigo], False),
        (Literal["a", "b"], False),
        (words.Ponto, False),
        (words.Contagem, False),
        (bool, False),
        (Annotated[list[words.Uuid], msgspec.Meta(max_length=3)], False),
        (Annotated[list[words.Texto], msgspec.Meta(max_length=3)], True),
    ],
)
def test_free_text_is_found_wherever_it_hides(tipo: Any, free: bool) -> None:
    assert is_free_text(tipo) is free


def test_versions_sort_by_number() -> None:
    assert sorted(["1.10.0", "1.9.0", "2.0.0"], key=version_key) == ["1.9.0", "1.10.0", "2.0.0"]
