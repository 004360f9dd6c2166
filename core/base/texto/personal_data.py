"""Patterns of personal data in a text: named, never quoted.

A text with one of them is sealed restricted and goes to moderation (design.md 4). What is found
is only the name of the pattern; the digits never leave this module. Source: design.md 4, G-041.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, Literal

from core.base.texto.folding import fold

VERSAO_PADROES: Final = "padroes-1"
READ_CHARS: Final = 100_000

Padrao = Literal["cartao", "cnh", "cpf", "email", "rg", "telefone"]

_CPF = re.compile(r"(?<![\d.,/-])\d{3}[.\s]?\d{3}[.\s]?\d{3}[-\s./]?\d{2}(?![\d/-])")
_CPF_LABEL = re.compile(r"\bc\.?p\.?f\b\.?[^\d\n]{0,20}(?:\d[.\s/-]?){10}\d(?!\d)")
_RG = re.compile(r"(?<![\d.,])\d{1,2}\.\d{3}\.\d{3}-[\dx](?![\dx])")
_RG_LABEL = re.compile(
    r"(?:\br\.?g\b\.?|\b(?:carteira de )?identidade\b|\bregistro geral\b)[^\d\n]{0,20}"
    r"(?:\d[.\s-]?){4,12}[\dx]"
)
_CNH_LABEL = re.compile(
    r"(?:\bc\.?n\.?h\b\.?|\bcarteira de (?:motorista|habilitacao)\b|\bhabilitacao\b)[^\d\n]{0,20}"
    r"(?P<digits>\d{11})(?!\d)"
)
_DDD: Final = r"(?:1[1-9]|2[12478]|3[1-578]|4[1-9]|5[1345]|6[1-9]|7[134579]|8[1-9]|9[1-9])"
_PHONE = re.compile(
    rf"(?<![\d.,/-])(?:(?:\+|00)?55[\s.-]?)?(?:\(0?{_DDD}\)|0?{_DDD})[\s.-]{{0,2}}"
    r"(?:9[\s.-]?\d{4}[\s.-]?\d{4}|[2-5]\d{3}[\s.-]?\d{4})(?![\d/-])"
)
_PHONE_SHORT = re.compile(r"(?<![\d.,/-])(?:9\d{4}|[2-5]\d{3})[-.]\d{4}(?![\d/-])")
_PHONE_LABEL = re.compile(
    r"\b(?:tel(?:efone)?|fone|cel(?:ular)?|whats?(?:app)?|zap|contato|ligar?(?: para| no)?)\b"
    r"[^\d\n]{0,15}(?:9[\s.-]?\d{4}|[2-5]\d{3})[\s.-]?\d{4}(?!\d)"
)
_CARD = re.compile(r"(?<![\d.,/-])(?:\d[\s.-]?){12,18}\d(?![\d/-])")
_CARD_LABEL = re.compile(r"\bcart(?:ao|oes)\b")
_EMAIL = re.compile(r"\b[a-z0-9][a-z0-9._%+-]{0,63}@[a-z0-9-]{1,63}(?:\.[a-z0-9-]{2,63}){1,4}\b")
_NON_DIGIT = re.compile(r"\D")
_DIGIT = re.compile(r"\d")
# What the patterns ask for at least: an identity's number, and any of the others.
_LEAST_DIGITS: Final = 4
_MOST_LEAST_DIGITS: Final = 7


def patterns(text: str) -> tuple[Padrao, ...]:
    """Names of the patterns found in ``text``, sorted, each once."""
    folded = fold(text[:READ_CHARS])
    found: set[Padrao] = set()
    if "@" in folded and _EMAIL.search(folded):
        found.add("email")
    digits = len(_DIGIT.findall(folded))
    if digits >= _LEAST_DIGITS and _RG_LABEL.search(folded):
        found.add("rg")
    if digits >= _MOST_LEAST_DIGITS:
        found.update(_long_numbers(folded))
    return tuple(sorted(found))


def _long_numbers(folded: str) -> Iterator[Padrao]:
    if _has_cpf(folded):
        yield "cpf"
    if _RG.search(folded):
        yield "rg"
    if any(is_cnh(match["digits"]) for match in _CNH_LABEL.finditer(folded)):
        yield "cnh"
    if any(pattern.search(folded) for pattern in (_PHONE, _PHONE_SHORT, _PHONE_LABEL)):
        yield "telefone"
    if _has_card(folded):
        yield "cartao"


def spans(text: str) -> tuple[tuple[int, int], ...]:
    """Where such patterns stand in ``text``, as (start, end), in order, to be marked for a moderator.

    Empty where folding changed the length, so that places in it are not places in the text.
    """
    text = text[:READ_CHARS]
    folded = fold(text)
    if len(folded) != len(text):
        return ()
    found = [match for pattern in (_RG, _RG_LABEL, _EMAIL) for match in pattern.finditer(folded)]
    found += [
        m for pattern in (_PHONE, _PHONE_SHORT, _PHONE_LABEL) for m in pattern.finditer(folded)
    ]
    found += [m for m in _CPF.finditer(folded) if is_cpf(_digits(m.group()))]
    found += [m for m in _CPF_LABEL.finditer(folded) if len(set(_digits(m.group()))) > 1]
    found += [m for m in _CNH_LABEL.finditer(folded) if is_cnh(m["digits"])]
    found += [m for m in _CARD.finditer(folded) if is_luhn(_digits(m.group()))]
    return tuple(sorted({match.span() for match in found}))


def _digits(text: str) -> str:
    return _NON_DIGIT.sub("", text)


def _has_cpf(folded: str) -> bool:
    if any(is_cpf(_digits(match.group())) for match in _CPF.finditer(folded)):
        return True
    # Said to be one: a slip in a digit makes it no less personal, a row of zeros does.
    return any(len(set(_digits(match.group()))) > 1 for match in _CPF_LABEL.finditer(folded))


def is_cpf(digits: str) -> bool:
    """Whether eleven digits are a CPF by their two check digits; all alike is none."""
    if len(digits) != 11 or not (digits.isascii() and digits.isdigit()) or len(set(digits)) == 1:
        return False
    numbers = [int(one) for one in digits]
    for size in (9, 10):
        total = sum(
            number * weight
            for number, weight in zip(numbers[:size], range(size + 1, 1, -1), strict=True)
        )
        if numbers[size] != total * 10 % 11 % 10:
            return False
    return True


def is_cnh(digits: str) -> bool:
    """Whether eleven digits are a driving licence by their two check digits."""
    if len(digits) != 11 or not (digits.isascii() and digits.isdigit()) or len(set(digits)) == 1:
        return False
    numbers = [int(one) for one in digits]
    first = sum(n * w for n, w in zip(numbers[:9], range(9, 0, -1), strict=True)) % 11
    less = 2 if first >= 10 else 0
    first = 0 if first >= 10 else first
    second = sum(n * w for n, w in zip(numbers[:9], range(1, 10), strict=True)) % 11 - less
    second = second + 11 if second < 0 else second
    second = 0 if second >= 10 else second
    return numbers[9] == first and numbers[10] == second


def _has_card(folded: str) -> bool:
    for match in _CARD.finditer(folded):
        digits = _digits(match.group())
        # Protocol numbers are as long: a network's first digit, and a card's way of writing it
        # in groups or the word beside it.
        grouped = bool(re.search(r"\d{4}[\s.-]\d{4,6}[\s.-]\d{4,5}", match.group()))
        named = bool(_CARD_LABEL.search(folded[max(0, match.start() - 40) : match.start()]))
        if digits[0] in "3456" and is_luhn(digits) and (grouped or named):
            return True
    return False


def is_luhn(digits: str) -> bool:
    """The check of payment cards, for 13 to 19 digits."""
    if (
        not 13 <= len(digits) <= 19
        or not (digits.isascii() and digits.isdigit())
        or len(set(digits)) == 1
    ):
        return False
    total = 0
    for place, char in enumerate(reversed(digits)):
        number = int(char) * (1 + place % 2)
        total += number - 9 if number > 9 else number
    return total % 10 == 0
