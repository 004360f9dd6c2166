"""From the start of the process to the first loaded view, with a long log.

The office is a real one, founded as by the command line; its log is then made long. Each round is
a fresh Python process that opens it, starts the engine, shows the window (offscreen) and ends when
the list of events has painted its rows. The first round, which fills the file caches, is dropped.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Final

from app.settings.lugares import Lugar
from tests.bench.harness import Figure, Report
from tests.bench.real_office import long_office

GROUP: Final = "Abrir o aplicativo"
LIMIT_S: Final = 2.0
_CHILD: Final = "tests.bench.opened_window"


def _open(place: Lugar, mode: str) -> float:
    """Seconds from the start of a process to its line that says the view is loaded."""
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
    started = perf_counter()
    with subprocess.Popen(
        [sys.executable, "-m", _CHILD, mode, str(place.dados)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment,
    ) as process:
        assert process.stdout is not None  # a pipe was asked for
        line = process.stdout.readline()
        took = perf_counter() - started
        _, said = process.communicate()
    if process.returncode or not line.startswith("carregado"):
        raise RuntimeError(f"the opened process ended with {process.returncode}: {said}")
    return took


def _seconds(rounds: int, once: Callable[[], float]) -> float:
    once()
    return median(once() for _ in range(rounds))


def measure(report: Report, folder: Path, rounds: int, count: int) -> None:
    """Window, and the engine alone, on a log of ``count`` events."""
    with long_office(folder / "abrir", count) as place:
        took = _seconds(rounds, lambda: _open(place, "motor"))
        note = f"{count} eventos, sem janela"
        report.add(Figure(GROUP, "processo até o motor em dia", "s", took, nota=note))
        took = _seconds(rounds, lambda: _open(place, "janela"))
        note = f"{count} eventos, Qt sem tela"
        figure = Figure(GROUP, "processo até a lista pintada", "s", took, meta=LIMIT_S, nota=note)
        report.add(figure)
