"""Does a picture look like a document: a page, a form, a card of identity. No model, no reading.

A heuristic over a small raster: light paper of little colour, and on it several lines of fine
strokes with light between them. It flags for a moderator and decides nothing; nothing of what is
written is read or kept. Pure: whoever decodes the file hands over the raster. Source: Apêndice B
D-1c ("heurística de documento/PII"), G-041.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Final

VERSAO_DOCUMENTO: Final = "documento-1"

RASTER_PX: Final = 256
"""The longer side of the raster that the thresholds below were set for."""

LIGHT: Final = 140
"""Luma (0-255) from which a pixel may be paper."""

PALE: Final = 70
"""Difference of its strongest and weakest channel up to which it may be paper."""

STROKE: Final = 28
"""Difference of luma between neighbours from which there is an edge of a stroke."""

MIN_PAPER: Final = 0.40
MIN_LINES: Final = 4
MIN_STROKES: Final = 0.05
"""Edges in a row, as a share of its width, from which it may be a line of writing."""

MAX_LINE: Final = 0.10
"""Height of a line of writing, at most, as a share of the picture's."""


@dataclass(frozen=True, slots=True)
class Raster:
    """A small picture: ``rgb`` holds three bytes a pixel, row by row."""

    largura: int
    altura: int
    rgb: bytes

    def __post_init__(self) -> None:
        if self.largura < 1 or self.altura < 1 or len(self.rgb) != 3 * self.largura * self.altura:
            raise ValueError("raster of the wrong size")


@dataclass(frozen=True, slots=True)
class Aparencia:
    """What was measured.

    Args:
        papel: share of pixels that are light and pale, 0-1.
        linhas: how many lines look written.
    """

    papel: float
    linhas: int

    @property
    def parece_documento(self) -> bool:
        """A moderator should look before anybody else does."""
        return self.papel >= MIN_PAPER and self.linhas >= MIN_LINES


def aparencia(raster: Raster) -> Aparencia:
    """Measure a raster whose longer side is about ``RASTER_PX``."""
    width, height = raster.largura, raster.altura
    paper = 0
    strokes: list[int] = []
    for y in range(height):
        row = raster.rgb[3 * width * y : 3 * width * (y + 1)]
        reds, greens, blues = row[0::3], row[1::3], row[2::3]
        lumas = [
            (299 * r + 587 * g + 114 * b) // 1000
            for r, g, b in zip(reds, greens, blues, strict=True)
        ]
        paper += sum(
            luma >= LIGHT and max(r, g, b) - min(r, g, b) <= PALE
            for luma, r, g, b in zip(lumas, reds, greens, blues, strict=True)
        )
        strokes.append(sum(abs(one - next_) >= STROKE for one, next_ in pairwise(lumas)))
    return Aparencia(paper / (width * height), _lines(strokes, width, height))


def _lines(strokes: list[int], width: int, height: int) -> int:
    """Runs of rows full of edges, low enough for a line, each with a calm row after it."""
    wanted = max(3, round(MIN_STROKES * width))
    tallest = max(2, round(MAX_LINE * height))
    found = run = 0
    for count in [*strokes, 0]:
        if count >= wanted:
            run += 1
        else:
            found += 0 < run <= tallest
            run = 0
    return found
