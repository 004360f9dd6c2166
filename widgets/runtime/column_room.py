"""How the columns of a list share its width. Values only.

Words give way first. Where that is not enough, the columns that matter least step aside, from the last
one back, so that a list never scrolls sideways to show what its detail says anyway. Where there is room
to spare, words get it: a sentence cut beside an empty column helps nobody. Source: ui.md, Behaviour.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil
from typing import Final

_MOST_SHARE: Final = 1.75
"""A column grows to so much of its wish; a row whose cells stand far apart is hard to follow."""


@dataclass(frozen=True, slots=True)
class Claim:
    """What one column asks for, in pixels.

    Args:
        at: which column.
        wished_px: its width where there is room.
        least_px: the width under which it says nothing.
        may_leave: whether it may step aside.
        may_grow: whether more width shows more of it.
    """

    at: int
    wished_px: int
    least_px: int
    may_leave: bool
    may_grow: bool


def shared(claims: Sequence[Claim], room_px: int) -> dict[int, int]:
    """The width of every column that has room; one that is missing steps aside.

    Where those that must stay do not fit, they get what they wish and the list scrolls: cut words that do
    not fit all the same would be worse.

    Args:
        claims: in the order of their worth.
        room_px: width of the list.
    """
    staying = list(claims)
    for claim in reversed(claims):
        if sum(one.least_px for one in staying) <= room_px:
            break
        if claim.may_leave:
            staying.remove(claim)
    over = sum(one.wished_px for one in staying) - room_px
    if over <= 0:
        return _grown(staying, -over)
    gives = {one.at: one.wished_px - one.least_px for one in staying}
    part = over / max(1, sum(gives.values()))
    part = part if part <= 1 else 0.0
    return {one.at: one.wished_px - ceil(gives[one.at] * part) for one in staying}


def _grown(staying: Sequence[Claim], spare_px: int) -> dict[int, int]:
    takes = {one.at: int(one.wished_px * (_MOST_SHARE - 1)) * one.may_grow for one in staying}
    part = min(1.0, spare_px / max(1, sum(takes.values())))
    return {one.at: one.wished_px + int(takes[one.at] * part) for one in staying}
