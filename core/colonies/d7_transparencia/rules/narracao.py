"""What of a public payload a timeline keeps: codes and numbers, and the words apart.

The sentences are templates outside; here is only what they may need. Lists of demands, pools of a
draw, whole descriptions and what an approval releases (the snapshot shows it) stay in the events.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, Final

from core.contracts.catalogo import MODELS
from core.kernel.contract import fields_of

# Told elsewhere, or of no use to a sentence.
_LEFT_OUT: Final = frozenset({"demanda_id", "descricao_limpa", "url", "url_acesso", "hash_sha256"})
_MAX_CODES: Final = 10


@cache
def _groups(tipo: str) -> Mapping[str, str]:
    """Field -> group, over all versions of a type."""
    return {
        info.nome: info.privacy.grupo
        for model in MODELS
        if model.SPEC.tipo == tipo
        for versao in model.SPEC.versoes
        for info in fields_of(model, versao)
    }


def told(tipo: str, publico: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """(codes and numbers, words) of an event's public fields."""
    groups = _groups(tipo)
    codes: dict[str, Any] = {}
    words: dict[str, Any] = {}
    for name, value in publico.items():
        if name in _LEFT_OUT or value is None:
            continue
        if groups.get(name) == "nucleo":
            if _is_short(value):
                codes[name] = value
        elif isinstance(value, str) or name == "campos_estruturados":
            words[name] = value
    return codes, words


def _is_short(value: Any) -> bool:
    kind = type(value)
    if kind is list:
        return len(value) <= _MAX_CODES and all(type(one) is str for one in value)
    return kind is not dict
