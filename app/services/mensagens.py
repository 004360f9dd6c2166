"""Message codes to sentences: the only place where a code becomes Portuguese.

Sentences stand in ``resources/mensagens/pt_BR.toml``: nested tables, the path of a key being the
code (``[banco] ocupado = "…"`` is ``banco.ocupado``), placeholders ``{nome}`` filled from the
fault's parameters. Screens, command line and timeline share them (ui.md, Words).
"""

from __future__ import annotations

import string
import tomllib
from collections.abc import Iterator, Mapping
from typing import Any, Final

_UNWRITTEN: Final = (
    "Algo não pôde ser feito e a explicação ainda não foi escrita. Nada foi alterado por este "
    "aviso. Anote o código {codigo} e passe a quem cuida do sistema."
)


def _flatten(table: Mapping[str, Any], path: str = "") -> Iterator[tuple[str, str]]:
    for key, value in table.items():
        code = f"{path}.{key}" if path else key
        if isinstance(value, dict):
            yield from _flatten(value, code)
        elif isinstance(value, str):
            yield code, value
        else:
            raise TypeError(f"{code} is not a sentence")


_MAX_SHOWN: Final = 1_000
"""Characters of one value that a sentence repeats; a path is shorter, a pasted text is not."""


def placeholders(sentence: str) -> frozenset[str]:
    """The names a sentence wants filled.

    Raises:
        ValueError: a placeholder is not a plain name.
    """
    names: set[str] = set()
    for _text, name, spec, conversion in string.Formatter().parse(sentence):
        if name is None:
            continue
        if not name.isidentifier() or spec or conversion:
            raise ValueError(f"only plain names may stand in braces: {sentence!r}")
        names.add(name)
    return frozenset(names)


class Mensagens:
    """Sentences of one language.

    Args:
        toml_text: the contents of the message file.

    Raises:
        ValueError: the file is not TOML, or a sentence has a placeholder that is not a name.
        TypeError: a value is not text.
    """

    def __init__(self, toml_text: str) -> None:
        self._sentences = dict(_flatten(tomllib.loads(toml_text)))
        for sentence in self._sentences.values():
            placeholders(sentence)

    @property
    def codes(self) -> frozenset[str]:
        """All codes that have a sentence."""
        return frozenset(self._sentences)

    def has(self, code: str) -> bool:
        """Whether ``code`` has a sentence."""
        return code in self._sentences

    def wanted(self, code: str) -> frozenset[str]:
        """The parameters that the sentence of ``code`` names."""
        return placeholders(self._sentences[code])

    def sentence(self, code: str, params: Mapping[str, object] | None = None) -> str:
        """The sentence of ``code``; a missing code or parameter never raises here.

        A missing code is a bug that a test finds; to the person it still says what to do.
        """
        text = self._sentences.get(code)
        if text is None:
            return _UNWRITTEN.format(codigo=code)
        given = dict(params or {})
        return text.format_map({name: _shown(given.get(name, "?")) for name in placeholders(text)})


def _shown(value: object) -> object:
    """A value as a Brazilian writes it: decimals after a comma; a whole page only as it begins."""
    if isinstance(value, str) and len(value) > _MAX_SHOWN:
        return f"{value[:_MAX_SHOWN]}…"
    return str(value).replace(".", ",") if isinstance(value, float) else value
