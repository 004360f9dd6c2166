"""Numbers as Brazilians write them."""

from __future__ import annotations

from app.services.ensaio_parametros import Movimento
from widgets.parametros.columns import decimal, move_columns


def test_decimals() -> None:
    assert [decimal(one) for one in (4750.0, 0.85, 1234567.5, None)] == [
        "4.750",
        "0,85",
        "1.234.567,5",
        "—",
    ]


def test_a_move_says_which_way() -> None:
    cells = {one.key: one for one in move_columns()}

    def moved(before: int, after: int) -> str:
        return cells["subiu"].text(Movimento("d", None, "u", None, 1, 1.0, 2.0, before, after))

    assert (moved(5, 2), moved(2, 5), moved(2, 2)) == ("▲ 3", "▼ 3", "=")
