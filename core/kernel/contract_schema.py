"""JSON Schemas (draft 2020-12) of contracts, as published in ``resources/registro``.

Made from the same models that validate, so that both say the same; the privacy marks travel
as words starting with ``x-``, which validators ignore. Source: design.md section 5, G-013.
"""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Mapping
from typing import Any

import msgspec

from core.kernel.contract import FieldInfo

DIALECT = "https://json-schema.org/draft/2020-12/schema"


def ascii_name(tipo: str) -> str:
    """The type's name folded to ASCII, for file names and URNs."""
    folded = unicodedata.normalize("NFKD", tipo)
    return folded.encode("ascii", "ignore").decode("ascii")


def json_schema(
    modelo: type[msgspec.Struct],
    campos: Mapping[str, FieldInfo],
    identity: Mapping[str, Any],
) -> dict[str, Any]:
    """The schema of one version.

    Args:
        modelo: its Struct.
        campos: its fields' marks.
        identity: ``tipo``, ``versao`` and what else is to be told, as ``x-`` words.
    """
    (root,), components = msgspec.json.schema_components([modelo], ref_template="#/$defs/{name}")
    definitions: dict[str, Any] = {name: _tidy(item) for name, item in components.items()}
    body = definitions.pop(root["$ref"].rsplit("/", 1)[1])
    for name, info in campos.items():
        body["properties"][name] = {**body["properties"][name], **_marks(info)}
    tipo, versao = identity["tipo"], identity["versao"]
    schema = {
        "$schema": DIALECT,
        "$id": f"urn:formigueiro:registro:{ascii_name(tipo)}:{versao}",
        **body,
        "title": tipo,
        **{f"x-{key}": value for key, value in identity.items()},
    }
    if definitions:
        schema["$defs"] = definitions
    return schema


def schema_bytes(schema: Mapping[str, Any]) -> bytes:
    """Sorted keys, two spaces, UTF-8, one LF at the end: the same bytes every time."""
    text = json.dumps(schema, sort_keys=True, indent=2, ensure_ascii=False, allow_nan=False)
    return text.encode("utf-8") + b"\n"


def _marks(info: FieldInfo) -> dict[str, Any]:
    marks: dict[str, Any] = {"x-classe": info.privacy.classe, "x-grupo": info.privacy.grupo}
    if info.titular:
        marks["x-titular"] = info.titular
    if info.identifica:
        marks["x-identifica"] = True
    if info.assunto:
        marks["x-assunto"] = info.assunto.especie
    return marks


def _tidy(node: Any) -> Any:
    """Drop defaults, titles and docstrings; say that objects may hold more."""
    if isinstance(node, list):
        return [_tidy(item) for item in node]
    if not isinstance(node, dict):
        return node
    kept = {
        key: {name: _tidy(item) for name, item in value.items()}
        if key == "properties"
        else _tidy(value)
        for key, value in node.items()
        if key not in ("default", "title", "description")
    }
    if kept.get("type") == "object" and "additionalProperties" not in kept:
        kept["additionalProperties"] = True
    return kept
