"""Postal code, street and house number named in a text. Only what is written, never looked up.

Source: Apêndice B D-1b ("extração de entidades básicas: endereço, CEP, nome de rua … regex
estruturado para MVP"); the field names are the contract's (``nomeRua`` in camel case).
"""

from __future__ import annotations

import re
from typing import Final, TypedDict

from core.base.texto.folding import fold

VERSAO_ENTIDADES: Final = "entidades-1"
READ_CHARS: Final = 12_000

_CEP = re.compile(r"(?<![\d.-])(\d{5})-(\d{3})(?![\d-])")
_CEP_LABELLED = re.compile(
    r"\bcep\b\s*(?:n[º°o.]*)?[\s:.-]*(\d{2})\.?(\d{3})[\s-]?(\d{3})(?!\d)", re.IGNORECASE
)
_KIND: Final = (
    r"(?P<kind>rua|r\.|avenida|av\.?|travessa|trav\.|tv\.|alameda|al\.|rodovia|rod\.|estrada|beco"
    r"|viela|ladeira|largo|servid[aã]o|pra[cç]a|p[cç]a\.|quadra|escadaria|passagem|vila)"
)
_JOIN: Final = r"(?:d[aeo]s?|e)"
_TITLE: Final = (
    r"(?:s[aã]o|santa|santo|dr|dra|doutor|doutora|prof|professor|professora|dom|dona|padre|frei"
    r"|cel|coronel|cap|capit[aã]o|gen|general|mal|marechal|pres|presidente|eng|engenheiro|sgt"
    r"|ten|tenente|maj|major|bar[aã]o|visconde|vereador|deputado|senador|governador|prefeito)\.?"
)
_CAPITAL: Final = r"[A-ZÀ-ÖØ-Ý][\w'’]*\.?"
_NAME: Final = rf"(?:{_CAPITAL}|\d{{1,3}}(?!\d)(?:º|ª|°)?)"
_STREET = re.compile(
    rf"\b(?i:{_KIND})\s+(?P<name>(?:(?i:{_JOIN})\s+)?{_NAME}(?:\s+(?:(?i:{_JOIN})\s+)?{_CAPITAL}){{0,6}})",
)
# Written all in small letters: only after a joining word, a title or with a number for a name.
_SMALL_STREET = re.compile(
    rf"\b{_KIND}\s+(?P<name>(?:{_JOIN}\s+[a-zà-ÿ]{{3,}}|{_TITLE}\s+[a-zà-ÿ]{{3,}}|\d{{1,3}})"
    rf"(?:\s+(?:{_JOIN})\s+[a-zà-ÿ]{{3,}}){{0,2}})(?![\w])",
    re.IGNORECASE,
)
_NUMBER = re.compile(
    r"^\s*,?\s*(?:em frente ao?\s+|pr[oó]ximo ao?\s+)?(?:n(?:[º°o.]|[uú]m(?:ero|\.)?)+\s*:?\s*)?(?P<number>\d{1,5}[A-Za-z]?)\b"
    r"(?!\s*(?:anos?|dias?|m[eê]s|meses|horas?|h\b|km|metros?|m\b|vezes|casas|reais|%))",
    re.IGNORECASE,
)
_NUMBER_MARKED = re.compile(
    r"\bn(?:[º°.]|[uú]m(?:ero|\.)?)+\s*:?\s*(?P<number>\d{1,5}[A-Za-z]?)\b", re.IGNORECASE
)
_NO_NAME_WORDS: Final = (
    "minha meu nossa nosso casa cima baixo tras terra barro chao toda inteira novo nova fora"
)
_NO_NAME: Final = frozenset(_NO_NAME_WORDS.split())
_KINDS: Final = {
    "r.": "Rua",
    "av": "Avenida",
    "av.": "Avenida",
    "trav.": "Travessa",
    "tv.": "Travessa",
    "al.": "Alameda",
    "rod.": "Rodovia",
    "pça.": "Praça",
    "pca.": "Praça",
}


class Entidades(TypedDict, total=False):
    """``entidades_extraidas`` of ``demanda.normalizada``; absent keys were not found."""

    endereco: str
    cep: str
    nomeRua: str


def extract(clean_text: str) -> Entidades:
    """The first postal code, street and number of a cleaned text."""
    text = clean_text[:READ_CHARS]
    found: Entidades = {}
    street = _street(text)
    if street is not None:
        name, number = street
        found["nomeRua"] = name
        found["endereco"] = f"{name}, {number}" if number else name
    cep = _cep(text)
    if cep is not None:
        found["cep"] = cep
    return found


def _cep(text: str) -> str | None:
    labelled = _CEP_LABELLED.search(text)
    if labelled:
        digits = "".join(labelled.groups())
    else:
        bare = _CEP.search(text)
        if bare is None:
            return None
        digits = "".join(bare.groups())
    return None if digits == "00000000" else f"{digits[:5]}-{digits[5:]}"


def _street(text: str) -> tuple[str, str | None] | None:
    candidates = _named(text)
    if not candidates:
        return None
    match = min(candidates, key=lambda one: one.start())
    words = match["name"].split()
    kind = _KINDS.get(match["kind"].lower(), match["kind"].capitalize())
    number = _NUMBER.match(text[match.end() : match.end() + 60])
    marked = number or _NUMBER_MARKED.search(text[match.end() : match.end() + 60])
    value = marked["number"] if marked else None
    if value is not None and set(value) == {"0"}:
        value = None
    return f"{kind} {' '.join(words).rstrip('.')}", value


def _named(text: str) -> list[re.Match[str]]:
    """Streets with a name that is no ordinary word."""
    found = []
    for pattern in (_STREET, _SMALL_STREET):
        for match in pattern.finditer(text):
            last = fold(match["name"].split()[-1])
            if last not in _NO_NAME:
                found.append(match)
                break
    return found
