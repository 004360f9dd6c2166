"""The closing line counts distinct scenarios that were shown, and names unknown ids."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.support import cenarios


@pytest.fixture
def catalogue(tmp_path: Path) -> Path:
    rows = [{"id": name} for name in ("D-4/T6", "D-4/T7", "D-5/T1")]
    file = tmp_path / "cenarios.json"
    file.write_text(json.dumps({"meta": {}, "cenarios": rows}), "utf-8")
    return file


def test_a_scenario_counts_when_none_of_its_tests_failed(catalogue: Path) -> None:
    assert cenarios.summary({"D-4/T6", "D-4/T7"}, {"D-4/T7"}, catalogue) == ["cenários: 1 de 3"]


def test_an_unknown_id_is_named(catalogue: Path) -> None:
    assert cenarios.summary({"D-4/T6", "D-9/T1"}, set(), catalogue) == [
        "cenários: 1 de 3",
        "cenários desconhecidos: D-9/T1",
    ]


def test_without_the_catalogue_the_line_says_so(tmp_path: Path) -> None:
    assert cenarios.summary({"D-4/T6"}, set(), tmp_path / "nada.json") == [
        "cenários: 1 (catálogo não disponível nesta máquina)"
    ]


def test_ids_travel_from_the_mark_to_the_closing_line(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        """
        import pytest
        @pytest.mark.cenario("X-1/T1", "X-1/T2")
        def test_two(): pass
        @pytest.mark.cenario("X-1/T3")
        def test_red(): assert False
        """
    )
    pytester.makeini("[pytest]\nmarkers = cenario(id): scenario")
    result = pytester.runpytest_subprocess(
        "-p", "tests.support.cenarios", "--import-mode=importlib"
    )
    result.assert_outcomes(passed=1, failed=1)
    if cenarios.CATALOGUE.exists():
        result.stdout.fnmatch_lines(["cenários desconhecidos: X-1/T1, X-1/T2, X-1/T3"])
    else:
        result.stdout.fnmatch_lines(["cenários: 2 (catálogo não disponível*"])
