"""The colours, sizes and spacings of ui.md, Look. Values only."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

SPACE: Final = (4, 8, 12, 16, 24)
ROW_HEIGHT_PX: Final = 32
CORNER_PX: Final = 4
CELL_PADDING: Final = 8
TYPE_SIZES: Final = (0.85, 1.0, 1.25, 1.6)
WIDE_FROM_PX: Final = 1100
SKELETON_AFTER_MS: Final = 150


@dataclass(frozen=True, slots=True)
class Tokens:
    """One colour scheme, ``#RRGGBB``.

    ``line`` separates and carries no meaning; ``border`` outlines controls and meets 3:1.
    """

    is_dark: bool
    background: str
    surface: str
    line: str
    border: str
    text: str
    secondary: str
    accent: str
    on_accent: str
    danger: str
    warning: str
    ok: str
    levels: tuple[str, str, str, str, str]


LIGHT: Final = Tokens(
    is_dark=False,
    background="#FAFAF8",
    surface="#FFFFFF",
    line="#D9D9D4",
    border="#868B92",
    text="#1C1E21",
    secondary="#5A5F66",
    accent="#0B6E5F",
    on_accent="#FFFFFF",
    danger="#B3261E",
    warning="#8A5A00",
    ok="#2E6B2E",
    levels=("#C24E00", "#B07A00", "#0067A3", "#2F86BD", "#6B7078"),
)

DARK: Final = Tokens(
    is_dark=True,
    background="#1B1D1F",
    surface="#24272A",
    line="#3A3E42",
    border="#7C8289",
    text="#E8E8E4",
    secondary="#A6ABB2",
    accent="#4DB6A3",
    on_accent="#0C1C19",
    danger="#F2837B",
    warning="#E5B567",
    ok="#86C586",
    levels=("#F07A35", "#E6AE3C", "#4A9BD9", "#86CBF2", "#9AA0A8"),
)


def _channel(value: int) -> float:
    part = value / 255
    return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4


def luminance(colour: str) -> float:
    """Relative luminance of ``#RRGGBB`` (WCAG 2.2)."""
    red, green, blue = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
    return 0.2126 * _channel(red) + 0.7152 * _channel(green) + 0.0722 * _channel(blue)


def contrast(one: str, other: str) -> float:
    """Contrast ratio of two colours, 1 to 21 (WCAG 2.2)."""
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def soft_accent(tokens: Tokens) -> str:
    """The ground of what is selected: the surface with a breath of accent; text still meets AA."""
    return mix(tokens.surface, tokens.accent, 0.14 if tokens.is_dark else 0.10)


def mix(one: str, other: str, share: float) -> str:
    """``one`` with ``share`` (0-1) of ``other`` in it."""
    parts = [
        round(int(one[i : i + 2], 16) * (1 - share) + int(other[i : i + 2], 16) * share)
        for i in (1, 3, 5)
    ]
    return "#" + "".join(f"{part:02X}" for part in parts)
