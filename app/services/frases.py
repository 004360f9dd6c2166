"""The sentences of the public timeline: templates of one file, filled with public fields.

Whoever translates the product translates the file; nothing here knows an event type or a language
beyond how numbers and days are written. Source: Apêndice B D-7 (Internacionalização).
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from app.services.categorias import category_name
from app.services.decimais import decimal
from app.services.inerte import isolado
from app.services.mensagens import placeholders
from core.base.taxonomia.taxonomy import Taxonomy

ABSENT: Final = "ausente"
PRESENT: Final = "presente"
NOTHING: Final = "–"
FIELD: Final = "campo_"
"""What begins so names a field of a structured report."""
_SHORT: Final = 8
_KEYS: Final = frozenset({"frase", "por", "valores", "mostra", "mais_por", "mais"})
_DAY_PARTS: Final = 3


@dataclass(frozen=True, slots=True)
class Frase:
    """The template of an event type.

    Args:
        frase: the sentence where no other is chosen.
        por: the fields that choose: the first by its value, the others by being there.
        valores: value -> sentence; ``"<value> ausente"`` where one of the other fields is missing.
        mostra: False where another event of the same moment tells it.
        mais_por: the field that adds a sentence.
        mais: value -> what is added.
    """

    frase: str
    por: tuple[str, ...]
    valores: Mapping[str, str]
    mostra: bool
    mais_por: str | None = None
    mais: Mapping[str, str] = field(default_factory=dict)

    def chosen(self, payload: Mapping[str, Any]) -> str:
        """The sentence for public fields, before its braces are filled."""
        more = "" if self.mais_por is None else self.mais.get(_key(payload.get(self.mais_por)), "")
        return f"{self._chosen(payload)} {more}" if more else self._chosen(payload)

    def _chosen(self, payload: Mapping[str, Any]) -> str:
        if not self.por:
            return self.frase
        value = _key(payload.get(self.por[0]))
        if any(payload.get(name) in {None, ""} for name in self.por[1:]):
            value = f"{value} {ABSENT}"
            return self.valores.get(value) or self.valores.get(ABSENT, self.frase)
        if value == ABSENT:
            return self.valores.get(ABSENT, self.frase)
        return self.valores.get(value) or self.valores.get(PRESENT, self.frase)


def _key(value: Any) -> str:
    if value in {None, ""}:
        return ABSENT
    if isinstance(value, bool):
        return "sim" if value else "nao"
    return str(value)


class Frases:
    """All templates of one language.

    Args:
        toml_text: the contents of the file.

    Raises:
        ValueError: no TOML, an unknown key, or a placeholder that is no plain name.
    """

    def __init__(self, toml_text: str) -> None:
        self._by_type: dict[str, Frase] = {}
        for tipo, table in tomllib.loads(toml_text).items():
            unknown = table.keys() - _KEYS
            if unknown or "frase" not in table:
                raise ValueError(f"{tipo}: {sorted(unknown)}")
            values = table.get("valores", {})
            more = table.get("mais", {})
            for sentence in (table["frase"], *values.values(), *more.values()):
                placeholders(sentence)
            by = table.get("por", ())
            self._by_type[tipo] = Frase(
                table["frase"],
                (by,) if isinstance(by, str) else tuple(by),
                values,
                table.get("mostra", True),
                table.get("mais_por"),
                more,
            )

    @property
    def tipos(self) -> frozenset[str]:
        """Types that have a template."""
        return frozenset(self._by_type)

    def of(self, tipo: str) -> Frase:
        """The template of a type; one of an unknown type names it."""
        return self._by_type.get(tipo) or Frase(f"Registro novo ({tipo}).", (), {}, mostra=True)


@dataclass(frozen=True, slots=True)
class Nomes:
    """What identifiers are called.

    Args:
        taxonomia: for categories.
        unidades: unit -> name.
        conselheiros: councillor -> name, of those who agreed to be named.
    """

    taxonomia: Taxonomy
    unidades: Mapping[str, str] = field(default_factory=dict)
    conselheiros: Mapping[str, str] = field(default_factory=dict)


def filled(frases: Frases, tipo: str, payload: Mapping[str, Any], nomes: Nomes) -> str:
    """The sentence of an event, with a capital first letter whatever stands in its braces."""
    template = frases.of(tipo).chosen(payload)
    words = {name: _word(name, payload, nomes) for name in placeholders(template)}
    sentence = template.format_map(words)
    return sentence[:1].upper() + sentence[1:]


def _word(name: str, payload: Mapping[str, Any], nomes: Nomes) -> str:
    """What stands in a template's braces."""
    if name == "categoria":
        return category_name(nomes.taxonomia, payload.get("categoria_id")) or NOTHING
    if name == "nivel":
        return _shown(payload.get("nivel_precedencia"))
    if name == "unidade":
        return _named(payload.get("unidade_civica_id"), "unidade", nomes.unidades)
    if name == "conselheiro":
        return _named(payload.get("conselheiro_id"), "conselheiro", nomes.conselheiros)
    if name == "confianca":
        return f"{int(round(payload.get('confianca_categorizacao', 0) * 100, 4))} %"
    if name == "pontos":
        return decimal(payload.get("score_final", 0))
    if name.startswith(FIELD):
        return _shown((payload.get("campos_estruturados") or {}).get(name.removeprefix(FIELD)))
    return _shown(payload.get(name))


def _named(identifier: str | None, what: str, names: Mapping[str, str]) -> str:
    if identifier is None:
        return NOTHING
    return isolado(names.get(identifier) or f"{what} {identifier[:_SHORT]}")


def _shown(value: Any) -> str:
    """A value as a Brazilian writes it."""
    if value is None or value == "":
        return NOTHING
    if isinstance(value, float):
        return f"{value:g}".replace(".", ",")
    if isinstance(value, list):
        return ", ".join(isolado(str(one)) for one in value)
    text = isolado(" ".join(str(value).split()))
    parts = text.split("-")
    if len(parts) == _DAY_PARTS and [len(one) for one in parts] == [4, 2, 2] and text.isascii():
        return "/".join(reversed(parts))
    return text
