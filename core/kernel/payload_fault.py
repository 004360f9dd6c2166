"""What is wrong with a payload, in a form that a sentence can be made of.

msgspec says it in English and quotes values; here the field, a short Portuguese reason and
the expected kind are taken out, and no value of the payload is kept (it may be personal).
"""

from __future__ import annotations

import re

from core.kernel.errors import UserFacingError

_PATH = re.compile(r" - at `(?:key in )?\$\.?([^`]*)`$")
_MISSING = re.compile(r"^Object missing required field `([^`]+)`")
_WRONG_TYPE = re.compile(r"^Expected `(?P<wanted>[^`]+)`, got `[^`]+`")
_BOUND = re.compile(r"^Expected `(?P<wanted>int|float)` (?P<sign>[<>]=?) (?P<limit>\S+)")
_LENGTH = re.compile(r"^Expected `(?:str|array|object)` of length (?P<limit>.+?)(?: - at |$)")

_KINDS = {
    "str": "texto",
    "int": "número inteiro",
    "float": "número",
    "bool": "verdadeiro ou falso",
    "array": "lista",
    "object": "objeto",
    "null": "nulo",
}


def payload_fault(tipo: str, versao: str, message: str) -> UserFacingError:
    """``registro.payload_invalido`` with tipo, versao, campo, motivo, esperado.

    Args:
        tipo: event type.
        versao: its version.
        message: what msgspec said.
    """
    campo, motivo, esperado = _read(message)
    return UserFacingError(
        "registro.payload_invalido",
        tipo=tipo,
        versao=versao,
        campo=campo or "payload",
        motivo=motivo,
        esperado=esperado,
    )


def missing_field(tipo: str, versao: str, campo: str) -> UserFacingError:
    """The same fault for a field that is not there."""
    return payload_fault(tipo, versao, f"Object missing required field `{campo}`")


def _read(message: str) -> tuple[str, str, str]:
    """(field path, reason, expected)."""
    at = _PATH.search(message)
    path = at.group(1) if at else ""
    if found := _MISSING.match(message):
        return f"{path}.{found.group(1)}".lstrip("."), "ausente", "presente"
    if found := _WRONG_TYPE.match(message):
        kinds = [_KINDS.get(kind.strip(), kind.strip()) for kind in found["wanted"].split("|")]
        return path, "tipo errado", " ou ".join(kinds)
    if found := _BOUND.match(message):
        limit = found["limit"].removesuffix(".0")
        return path, "fora da faixa", f"{_KINDS[found['wanted']]} {found['sign']} {limit}"
    if found := _LENGTH.match(message):
        return path, "tamanho fora do limite", f"tamanho {found['limit']}"
    if "matching regex" in message:
        return path, "formato inválido", "o formato do contrato"
    if message.startswith("Invalid enum value"):
        return path, "valor desconhecido", "um dos valores do contrato"
    return path, "inválido", "o que o contrato pede"
