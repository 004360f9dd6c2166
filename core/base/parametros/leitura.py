"""A parameter file as a person writes it, JSON or TOML, read strictly: what is wrong is named.

Nothing is filled in for the national weights: a set names all five levels. Reads bytes, never a
file. Source: D-4 2.2 and 4.2.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Mapping
from decimal import Decimal
from typing import Any, Final
from uuid import UUID

from core.base.parametros.conjunto import (
    CAPACIDADE_PADRAO,
    MAX_CAPACIDADE,
    MAX_PESO_NACIONAL,
    NIVEIS,
    Parametros,
    quatro_casas,
)
from core.kernel.errors import UserFacingError

MAX_BYTES: Final = 8 << 20
"""A file over this is something else: 5,000 units with all five weights take about 1 MiB."""

_ROTULO: Final = re.compile(r"[0-9A-Za-z][0-9A-Za-z._-]{0,19}")
_CAMPOS: Final = (
    "versao",
    "pesos_nacionais",
    "pesos_situacionais",
    "capacidades",
    "capacidade_padrao",
)
_MAX_SHOWN: Final = 40


def ler_parametros(conteudo: bytes, arquivo: str) -> Parametros:
    """The set that a file says.

    Args:
        conteudo: the file's bytes: UTF-8, with or without a mark at its beginning.
        arquivo: its name, for the sentence.

    Raises:
        UserFacingError: ``parametros.*``: not JSON nor TOML, an unknown field, a missing level, a
            weight or capacity out of its range, a unit that is no identifier.
    """
    if len(conteudo) > MAX_BYTES:
        raise UserFacingError("parametros.grande", arquivo=arquivo, limite_mib=MAX_BYTES >> 20)
    told = _document(conteudo, arquivo)
    unknown = sorted(str(name) for name in told if name not in _CAMPOS)
    if unknown:
        raise UserFacingError(
            "parametros.campo_desconhecido", campo=_shown(unknown[0]), campos=", ".join(_CAMPOS)
        )
    return Parametros(
        versao=_rotulo(told.get("versao")),
        pesos_nacionais=_nacionais(told.get("pesos_nacionais")),
        pesos_situacionais={
            _unidade(unidade): _situacionais(unidade, pesos)
            for unidade, pesos in _table(told, "pesos_situacionais").items()
        },
        capacidades={
            _unidade(unidade): _capacidade(unidade, itens)
            for unidade, itens in _table(told, "capacidades").items()
        },
        capacidade_padrao=_capacidade(
            "capacidade_padrao", told.get("capacidade_padrao", CAPACIDADE_PADRAO)
        ),
    )


def _document(conteudo: bytes, arquivo: str) -> Mapping[str, Any]:
    try:
        text = conteudo.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise UserFacingError("parametros.ilegivel", arquivo=arquivo) from None
    told = _json(text) if text.lstrip()[:1] in ("{", "[") else None
    if told is None:
        try:
            told = tomllib.loads(text, parse_float=Decimal)
        except (tomllib.TOMLDecodeError, RecursionError, ArithmeticError, ValueError):
            raise UserFacingError("parametros.ilegivel", arquivo=arquivo) from None
    if not isinstance(told, dict):
        raise UserFacingError("parametros.ilegivel", arquivo=arquivo)
    return told


def _json(text: str) -> Any:
    """None where it is no JSON: then it may be TOML, which can begin with a bracket as well."""
    try:
        return json.loads(text, parse_float=Decimal, object_pairs_hook=_once)
    except (ValueError, RecursionError, ArithmeticError):
        return None


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object whose keys stand once: of two weights nobody knows which was meant.

    Raises:
        UserFacingError: ``parametros.campo_repetido``.
    """
    found = dict(pairs)
    if len(found) != len(pairs):
        names = [name for name, _value in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise UserFacingError("parametros.campo_repetido", campo=_shown(twice))
    return found


def _rotulo(value: Any) -> str:
    if not isinstance(value, str) or _ROTULO.fullmatch(value) is None:
        raise UserFacingError("parametros.versao_invalida", versao=_shown(value))
    return value


def _table(told: Mapping[str, Any], field: str) -> Mapping[str, Any]:
    value = told.get(field, {})
    if not isinstance(value, dict):
        raise UserFacingError("parametros.campo_forma", campo=field)
    return value


def _nacionais(value: Any) -> dict[int, Decimal]:
    if not isinstance(value, dict):
        raise UserFacingError("parametros.nivel_ausente", niveis=", ".join(map(str, NIVEIS)))
    found: dict[int, Decimal] = {}
    for key, told in value.items():
        nivel = _nivel(key, "pesos_nacionais")
        peso = _number(told)
        if peso is None or not 0 < peso <= MAX_PESO_NACIONAL or peso != round(peso, 2):
            raise UserFacingError("parametros.peso_nacional", nivel=nivel, peso=_shown(told))
        found[nivel] = peso
    missing = [str(nivel) for nivel in NIVEIS if nivel not in found]
    if missing:
        raise UserFacingError("parametros.nivel_ausente", niveis=", ".join(missing))
    return found


def _situacionais(unidade: str, value: Any) -> dict[int, Decimal]:
    if not isinstance(value, dict):
        raise UserFacingError("parametros.campo_forma", campo=f"pesos_situacionais.{unidade}")
    found: dict[int, Decimal] = {}
    for key, told in value.items():
        nivel = _nivel(key, f"pesos_situacionais.{unidade}")
        peso = _number(told)
        if peso is None or not 0 <= peso <= 1:
            raise UserFacingError(
                "parametros.peso_situacional", unidade=unidade, nivel=nivel, peso=_shown(told)
            )
        found[nivel] = quatro_casas(peso)
    return found


def _nivel(key: str, campo: str) -> int:
    if key not in {str(nivel) for nivel in NIVEIS}:
        raise UserFacingError("parametros.nivel_desconhecido", nivel=_shown(key), campo=campo)
    return int(key)


def _capacidade(campo: str, value: Any) -> int:
    is_whole = isinstance(value, int) and not isinstance(value, bool)
    if not is_whole or not 1 <= value <= MAX_CAPACIDADE:
        raise UserFacingError(
            "parametros.capacidade", campo=campo, itens=_shown(value), limite=MAX_CAPACIDADE
        )
    return int(value)


def _unidade(text: str) -> str:
    """A unit's identifier in the form that events carry.

    Raises:
        UserFacingError: ``parametros.unidade_invalida``.
    """
    try:
        is_canonical = str(UUID(text)) == text
    except ValueError:
        is_canonical = False
    if not is_canonical:
        raise UserFacingError("parametros.unidade_invalida", unidade=_shown(text))
    return text


def _number(value: Any) -> Decimal | None:
    if isinstance(value, bool) or not isinstance(value, int | Decimal):
        return None
    number = Decimal(value)
    return number if number.is_finite() else None


def _shown(value: Any) -> str:
    """A value as the sentence quotes it, cut where it is long."""
    text = "vazio" if value is None else str(value)
    return text if len(text) <= _MAX_SHOWN else f"{text[:_MAX_SHOWN]}…"
