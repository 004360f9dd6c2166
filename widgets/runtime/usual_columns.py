"""Columns that many lists have: a count, a moment, an identifier, a name with its identifier."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from widgets.runtime.code_label import short
from widgets.runtime.columns import Column
from widgets.runtime.context import Moments
from widgets.runtime.words import number

_NOTHING = "—"


def count_column(
    key: str,
    title: str,
    count: Callable[[Any], int | None],
    width_chars: int,
    *,
    is_hidden: bool = False,
) -> Column:
    """A whole number, grouped; a dash where there is none."""

    def text(row: Any) -> str:
        value = count(row)
        return _NOTHING if value is None else number(value)

    return Column(
        key,
        title,
        text=text,
        value=count,
        is_number=True,
        width_chars=width_chars,
        is_hidden=is_hidden,
    )


def moment_column(
    key: str, title: str, moments: Moments, ms: Callable[[Any], int], width_chars: int
) -> Column:
    """How long ago, the exact moment on hover; ``ms`` gives Unix milliseconds."""
    return Column(
        key,
        title,
        text=lambda row: moments.relativo(ms(row)),
        tooltip=lambda row: moments.exato(ms(row)),
        value=lambda row: moments.iso(ms(row)),
        sort=ms,
        width_chars=width_chars,
    )


def code_column(
    key: str,
    title: str,
    code: Callable[[Any], str | None],
    width_chars: int,
    tooltip: Callable[[Any], str] | None = None,
) -> Column:
    """An identifier: short, whole on hover and when copied; a dash where there is none."""

    def whole(row: Any) -> str:
        return code(row) or ""

    return Column(
        key,
        title,
        text=lambda row: short(code(row) or _NOTHING),
        copied=whole,
        tooltip=tooltip or whole,
        is_code=True,
        width_chars=width_chars,
    )


def named_column(
    key: str,
    title: str,
    name: Callable[[Any], str | None],
    code: Callable[[Any], str | None],
    width_chars: int,
) -> Column:
    """A name, or the short identifier where it is not known; copying gives the whole identifier."""

    def whole(row: Any) -> str:
        return code(row) or ""

    return Column(
        key,
        title,
        text=lambda row: name(row) or short(code(row) or _NOTHING),
        copied=whole,
        tooltip=whole,
        width_chars=width_chars,
    )
