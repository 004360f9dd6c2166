"""Names and codes of units as files write them, and the folded form that is searched for.

Folding is part of the identity of units without an official code (design.md 7): it is fixed for
ever, and a change here would give every such unit a new identifier.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Final

MAX_NOME: Final = 255
"""Characters of a unit's name (``core.uc_polygons.nome``)."""

_MAX_CODIGO: Final = 128
_FORA_DO_CODIGO: Final = re.compile(r"[^0-9A-Za-z._:/@+-]+")
_ZERO_DECIMAL: Final = re.compile(r"^([0-9]+)[.,]0+$")


def nome_limpo(valor: object) -> str | None:
    """A name in NFC without doubled blanks; None where nothing readable is left.

    Args:
        valor: what the file holds; anything but text and integers is no name.
    """
    if isinstance(valor, bool) or not isinstance(valor, str | int):
        return None
    texto = unicodedata.normalize("NFC", str(valor))
    texto = " ".join("".join(c if c.isprintable() else " " for c in texto).split())
    return texto[:MAX_NOME].rstrip() or None


def nome_busca(nome: str) -> str:
    """Lower case, without accents and punctuation: what people type into a search.

    Source: D-2 2.6 (coluna ``nome_busca``).
    """
    letras = []
    dobrado = unicodedata.normalize("NFKD", nome).casefold()
    for caractere in unicodedata.normalize("NFKD", dobrado):
        if caractere.isalnum():
            letras.append(caractere)
        elif not unicodedata.combining(caractere):
            letras.append(" ")
    return " ".join("".join(letras).split())


def codigo_limpo(valor: object) -> str | None:
    """A code as the contracts accept it, or None.

    Tables turn codes into numbers: ``3550308``, ``3550308.0`` and ``"3550308,0"`` are one code.
    Characters that an identifier may not hold become a hyphen.
    """
    if isinstance(valor, bool) or not isinstance(valor, str | int | float):
        return None
    texto = str(int(valor)) if isinstance(valor, float) and valor.is_integer() else str(valor)
    texto = unicodedata.normalize("NFKD", texto.strip())
    texto = "".join(c for c in texto if not unicodedata.combining(c))
    if inteiro := _ZERO_DECIMAL.match(texto):
        texto = inteiro[1]
    texto = _FORA_DO_CODIGO.sub("-", texto).lstrip("._:/@+-").rstrip("-")
    return texto[:_MAX_CODIGO] or None
