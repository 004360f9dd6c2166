"""Pytest plugin: which of the specified scenarios the run has shown.

The catalogue lies beside the checkout (``../shared/spec/cenarios.json``) on machines that have it;
nothing of it is copied into the project.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

CATALOGUE = Path(__file__).resolve().parents[3] / "shared" / "spec" / "cenarios.json"
PROPERTY = "cenario"


def catalogue_ids(text: str) -> frozenset[str]:
    """Scenario ids of the catalogue's JSON text."""
    found = json.loads(text)
    rows = found if isinstance(found, list) else found["cenarios"]
    return frozenset(str(row["id"]) for row in rows)


def summary(passed: set[str], failed: set[str], catalogue: Path = CATALOGUE) -> list[str]:
    """The closing lines: how many of the catalogue were shown, and ids that it does not know.

    Args:
        passed: ids that at least one passed test names.
        failed: ids that a test names which did not pass; such a scenario is not shown.
        catalogue: the JSON file, where the machine has it.
    """
    if not catalogue.exists():
        return [f"cenários: {len(passed - failed)} (catálogo não disponível nesta máquina)"]
    known = catalogue_ids(catalogue.read_text("utf-8"))
    lines = [f"cenários: {len((passed - failed) & known)} de {len(known)}"]
    unknown = sorted((passed | failed) - known)
    if unknown:
        lines.append(f"cenários desconhecidos: {', '.join(unknown)}")
    return lines


class Tally:
    """Collects outcomes; under xdist the controller sees every worker's reports."""

    def __init__(self) -> None:
        self.passed: set[str] = set()
        self.failed: set[str] = set()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        ids = {str(value) for name, value in report.user_properties if name == PROPERTY}
        if report.failed:
            self.failed |= ids
        elif report.when == "call" and report.passed:
            self.passed |= ids

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        for line in summary(self.passed, self.failed):
            terminalreporter.write_line(line)


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(Tally(), "formigueiro-cenarios")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        for mark in item.iter_markers("cenario"):
            item.user_properties.extend((PROPERTY, str(value)) for value in mark.args)
