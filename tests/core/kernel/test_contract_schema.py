"""The published schemas: stable bytes, privacy in them, open to fields to come."""

from __future__ import annotations

import json
from typing import Annotated, ClassVar

import jsonschema_rs
import msgspec

from core.kernel.contract import (
    NUCLEO,
    PESSOA,
    Assunto,
    ContractSpec,
    EventModel,
    Identifica,
    Ponto,
    Texto,
    Uuid,
    fields_of,
)
from core.kernel.contract_schema import ascii_name, json_schema, schema_bytes


class Endereco(msgspec.Struct, kw_only=True):
    """Not to be published: a docstring."""

    nome_rua: Texto | None = msgspec.field(default=None, name="nomeRua")
    title: Texto


class Visita(EventModel, kw_only=True):
    """Not to be published either."""

    SPEC: ClassVar[ContractSpec] = ContractSpec("visita.órgão", ("1.0.0",), ("X-1",))

    visita_id: Annotated[Uuid, NUCLEO, Assunto("visita")]
    morador_id: Annotated[Uuid | None, PESSOA, Identifica("morador")] = None
    onde: Annotated[Ponto, NUCLEO]
    endereco: Endereco


def _schema() -> dict[str, object]:
    fields = {info.nome: info for info in fields_of(Visita, "1.0.0")}
    return json_schema(Visita, fields, {"tipo": "visita.órgão", "versao": "1.0.0"})


def test_file_names_lose_accents_only() -> None:
    assert ascii_name("conselheiro.atualização_publicada") == "conselheiro.atualizacao_publicada"
    assert ascii_name("cidadão.vinculado") == "cidadao.vinculado"


def test_privacy_marks_stand_beside_each_field() -> None:
    properties = json.loads(schema_bytes(_schema()))["properties"]
    assert properties["morador_id"]["x-classe"] == "restrita"
    assert properties["morador_id"]["x-grupo"] == "pessoa"
    assert properties["morador_id"]["x-titular"] == "morador"
    assert properties["morador_id"]["x-identifica"] is True
    assert properties["visita_id"]["x-assunto"] == "visita"
    assert properties["onde"] == {
        "$ref": "#/$defs/Ponto",
        "x-classe": "publica",
        "x-grupo": "nucleo",
    }


def test_the_schema_is_valid_draft_2020_12_and_open_at_every_level() -> None:
    schema = json.loads(schema_bytes(_schema()))
    jsonschema_rs.meta.validate(schema)
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert schema["additionalProperties"] is True
    assert schema["$defs"]["Endereco"]["additionalProperties"] is True
    assert schema["required"] == ["visita_id", "onde", "endereco"]


def test_wire_names_are_published_and_docstrings_and_defaults_are_not() -> None:
    text = schema_bytes(_schema()).decode()
    assert "Not to be published" not in text
    assert '"default"' not in text
    endereco = json.loads(text)["$defs"]["Endereco"]["properties"]
    assert set(endereco) == {"nomeRua", "title"}


def test_bytes_are_the_same_every_time_and_keep_accents() -> None:
    data = schema_bytes(_schema())
    assert data == schema_bytes(json.loads(data))
    assert '"visita.órgão"'.encode() in data
    assert data.endswith(b"}\n")
    assert b"\r" not in data
