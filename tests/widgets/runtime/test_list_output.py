"""A list in a file and on paper."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.services.exportacao import Perfil
from app.services.progresso import Cancelled
from widgets.runtime.columns import Column
from widgets.runtime.list_output import PRINT_LIMIT, Output

COLUMNS = (
    Column("id", "Código", lambda row: row[0][:2], copied=lambda row: row[0]),
    Column("score", "Pontos", lambda row: f"{row[1]:.2f}".replace(".", ","), value=lambda r: r[1]),
)
ROWS = [("abcdef", 5100.5), ("=1+1", 2.0)]


def test_a_file_gets_whole_codes_and_plain_numbers(tmp_path: Path) -> None:
    path = tmp_path / "lista.csv"
    output = Output("Lista", COLUMNS, lambda: ROWS)
    assert output.write_csv(path, Perfil.EXCEL_PT_BR, lambda _done, _total: None) == 2
    assert path.read_text("utf-8-sig").splitlines() == [
        "Código;Pontos",
        "abcdef;5100,5",
        "'=1+1;2,0",
    ]


def test_a_cancelled_file_is_not_there(tmp_path: Path) -> None:
    def stop(_done: int, _total: int) -> None:
        raise Cancelled

    with pytest.raises(Cancelled):
        Output("Lista", COLUMNS, lambda: ROWS).write_csv(tmp_path / "x.csv", Perfil.RFC_4180, stop)
    assert list(tmp_path.iterdir()) == []


def test_paper_gets_what_the_screen_shows_up_to_a_limit() -> None:
    printed = Output("Lista", COLUMNS, lambda: ROWS).printed()
    assert printed is not None
    assert "<td>ab</td><td>5100,50</td>" in printed.html
    assert not printed.deitado
    many = [("abcdef", 1.0)] * (PRINT_LIMIT + 1)
    assert Output("Lista", COLUMNS, lambda: many).printed() is None
