"""Figures are taken as the harness says: in turn, pair by pair, without the first round."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.bench.harness import Figure, Report, paired, percentile


def test_both_sides_run_in_turn_and_ratios_are_of_neighbours() -> None:
    order: list[str] = []
    ours: Iterator[float] = iter([99.0, 2.0, 6.0, 20.0])
    base: Iterator[float] = iter([1.0, 1.0, 2.0, 10.0])

    def a() -> float:
        order.append("A")
        return next(ours)

    def b() -> float:
        order.append("B")
        return next(base)

    assert paired(3, a, b) == (6_000_000.0, 2_000_000.0, 2.0)
    assert "".join(order) == "BAABBAAB"


def test_a_percentile_is_one_of_the_values() -> None:
    assert percentile([5.0, 1.0, 3.0], 0.5) == 3.0
    assert percentile(list(map(float, range(100))), 0.95) == 95.0
    assert percentile([7.0], 0.95) == 7.0


def test_a_report_prints_each_line_and_writes_all(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    report = Report()
    report.add(Figure("Publicar", "um a um", "µs", 150.04, 100.0, 1.5, 2.2))
    report.add(Figure("Publicar", "lotes", "µs", 90.0, 30.0, 3.0, 1.7, "no disco"))
    report.add(Figure("Outra", "sem medida", "µs", None, nota="não instalada"))
    printed = capsys.readouterr().out
    assert "150.0 µs       100.0 µs    1.50x    2.2       sim" in printed
    assert "3.00x    1.7       NÃO  no disco" in printed
    assert printed.count("\nPublicar\n") == 1
    path = tmp_path / "novo" / "medidas.json"
    report.write(path, {"rodadas": 3})
    written = json.loads(path.read_text(encoding="utf-8"))
    assert written["tamanhos"] == {"rodadas": 3}
    assert [(f["nome"], f["razao"]) for f in written["medidas"]] == [
        ("um a um", 1.5),
        ("lotes", 3.0),
        ("sem medida", None),
    ]
