"""Days that a text names: written out, in figures, or counted from today. Pure, ``datas-1``."""

from __future__ import annotations

import calendar
import re
from collections.abc import Iterator
from datetime import date, timedelta
from typing import Final, Literal

VERSAO_DATAS: Final = "datas-1"

_MONTH_NAMES: Final = (
    "janeiro fevereiro marco abril maio junho julho agosto setembro outubro novembro dezembro"
)
_WEEKDAY_NAMES: Final = "segunda terca quarta quinta sexta sabado domingo"
_NUMBER_NAMES: Final = (
    "um dois tres quatro cinco seis sete oito nove dez onze doze treze quatorze quinze"
)
_MONTHS: Final = _MONTH_NAMES.split()
_WEEKDAYS: Final = _WEEKDAY_NAMES.split()
_NUMBERS: Final = {
    **{word: number for number, word in enumerate(_NUMBER_NAMES.split(), start=1)},
    "uma": 1,
    "duas": 2,
    "vinte": 20,
    "trinta": 30,
}
_COUNT: Final = r"(\d{1,3}|" + "|".join(_NUMBERS) + ")"

_FIGURES = re.compile(r"(?<![\d/.-])(\d{1,2})[/.](\d{1,2})(?:[/.](\d{4}|\d{2}))?(?![\d/])")
_ISO = re.compile(r"(?<!\d)(\d{4})-(\d{2})-(\d{2})(?!\d)")
_SPELLED = re.compile(rf"\b(\d{{1,2}}|primeiro)[ºo]? de ({'|'.join(_MONTHS)})(?: de (\d{{4}}))?\b")
_WORDS = re.compile(r"\b(depois de amanha|anteontem|ontem|hoje|amanha)\b")
_STEPS: Final = {"anteontem": -2, "ontem": -1, "hoje": 0, "amanha": 1, "depois de amanha": 2}
_FROM_NOW = re.compile(
    rf"\b(?:em|daqui a|dentro de|prazo de|ate|mais) (?:ate )?{_COUNT} (dias?|semanas?|mes(?:es)?)\b"
)
_AGO = re.compile(rf"\bha {_COUNT} (dias?|semanas?|mes(?:es)?)\b")
_WEEKDAY = re.compile(rf"\b({'|'.join(_WEEKDAYS)})(?:-| )?(?:feira)?\b")
_MONTH_END = re.compile(r"\b(?:fim|final) do mes\b")
_YEARS: Final = range(1970, 2200)

Side = Literal["antes", "depois"]


def first_day(folded: str, hoje: date, side: Side) -> date | None:
    """The first day that a text names on one side of today, today included.

    Args:
        folded: the text without accents, in lower case.
        hoje: in the office's zone.
        side: which way a day without a year, or a weekday, is read; days on the other side of
            today are passed over.
    """
    found = sorted(_days(folded, hoje, side), key=lambda one: one[0])
    for _at, day in found:
        if (day <= hoje) if side == "antes" else (day >= hoje):
            return day
    return None


def _days(folded: str, hoje: date, side: Side) -> Iterator[tuple[int, date]]:
    """(place, day) of everything that reads as a day."""
    for match in _FIGURES.finditer(folded):
        day, month, year = match.groups()
        yield from _placed(match, int(day), int(month), year, hoje, side)
    for match in _ISO.finditer(folded):
        year, month, day = match.groups()
        yield from _placed(match, int(day), int(month), year, hoje, side)
    for match in _SPELLED.finditer(folded):
        day, month, year = match.groups()
        number = 1 if day == "primeiro" else int(day)
        yield from _placed(match, number, _MONTHS.index(month) + 1, year, hoje, side)
    for match in _WORDS.finditer(folded):
        yield match.start(), hoje + timedelta(days=_STEPS[match[1]])
    for pattern, sign in ((_FROM_NOW, 1), (_AGO, -1)):
        for match in pattern.finditer(folded):
            yield match.start(), _counted(hoje, match[1], match[2], sign)
    for match in _MONTH_END.finditer(folded):
        yield match.start(), hoje.replace(day=calendar.monthrange(hoje.year, hoje.month)[1])
    for match in _WEEKDAY.finditer(folded):
        yield match.start(), _weekday(hoje, _WEEKDAYS.index(match[1]), side)


def _placed(
    match: re.Match[str], day: int, month: int, year: str | None, hoje: date, side: Side
) -> Iterator[tuple[int, date]]:
    if year is not None:
        full = int(year) + (2000 if len(year) == 2 else 0)
        found = _date(full, month, day)
    else:
        found = _date(hoje.year, month, day)
        if found is not None and side == "depois" and found < hoje:
            found = _date(hoje.year + 1, month, day)
        elif found is not None and side == "antes" and found > hoje:
            found = _date(hoje.year - 1, month, day)
    if found is not None:
        yield match.start(), found


def _date(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day) if year in _YEARS else None
    except ValueError:
        return None


def _counted(hoje: date, count: str, unit: str, sign: int) -> date:
    number = sign * (_NUMBERS.get(count) or int(count))
    if unit.startswith("mes"):
        months = hoje.year * 12 + hoje.month - 1 + number
        year, month = divmod(months, 12)
        last = calendar.monthrange(year, month + 1)[1]
        return date(year, month + 1, min(hoje.day, last))
    return hoje + timedelta(days=number * (7 if unit.startswith("semana") else 1))


def _weekday(hoje: date, wanted: int, side: Side) -> date:
    """The nearest such day that is not today."""
    ahead = (wanted - hoje.weekday()) % 7 or 7
    return hoje + timedelta(days=ahead if side == "depois" else ahead - 7 or -7)
