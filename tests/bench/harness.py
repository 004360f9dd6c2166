"""Rounds, medians and ratios: how every figure of the benchmarks is taken.

Ours and the yardstick run in turn, in the order A B, B A, A B …, and each ratio is taken between
the two neighbours of one round, so that a machine whose speed drifts does not move it. Nothing
here asserts anything about time: the aims stand beside the figures, the reader judges.
"""

from __future__ import annotations

import gc
import hashlib
import json
import platform
import sqlite3
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from statistics import median
from time import perf_counter_ns
from typing import Final

Seconds = Callable[[], float]
_MICRO: Final = 1_000_000


@dataclass(frozen=True, slots=True)
class Figure:
    """One line of the table.

    Args:
        grupo: which benchmark.
        nome: what was measured.
        unidade: of ``nosso`` and ``base``.
        nosso: median of our rounds.
        base: median of the yardstick's rounds, None where there is none.
        razao: median of the ratios pair by pair.
        meta: the aim for ``razao``, or for ``nosso`` where there is no yardstick.
        nota: what the yardstick is, or why there is no figure.
    """

    grupo: str
    nome: str
    unidade: str
    nosso: float | None
    base: float | None = None
    razao: float | None = None
    meta: float | None = None
    nota: str = ""

    @property
    def judged(self) -> str:
        """Beside its aim: reached or not, nothing without an aim."""
        value = self.nosso if self.razao is None else self.razao
        if self.meta is None or value is None:
            return ""
        return "sim" if value <= self.meta else "NÃO"


@dataclass(slots=True)
class Report:
    """Collects figures, prints each group as soon as it is there, writes JSON at the end."""

    figures: list[Figure] = field(default_factory=list)

    def add(self, figure: Figure) -> None:
        """Keep a figure and print its line."""
        if not self.figures:
            print(_line("medida", "nosso", "base", "razão", "meta", "alcançada", ""))
        if not self.figures or self.figures[-1].grupo != figure.grupo:
            print(f"\n{figure.grupo}")
        self.figures.append(figure)
        print(
            _line(
                f"  {figure.nome}",
                _value(figure.nosso, figure.unidade),
                _value(figure.base, figure.unidade),
                _ratio(figure.razao),
                "" if figure.meta is None else f"{figure.meta:g}",
                figure.judged,
                figure.nota,
            ),
            flush=True,
        )

    def write(self, path: Path, sizes: object) -> None:
        """All figures with the sizes and the machine they were taken with."""
        path.parent.mkdir(parents=True, exist_ok=True)
        content = {
            "maquina": {
                "sistema": platform.platform(),
                "python": platform.python_version(),
                "sqlite": sqlite3.sqlite_version,
            },
            "tamanhos": sizes,
            "medidas": [asdict(figure) for figure in self.figures],
        }
        path.write_text(json.dumps(content, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


def _line(name: str, ours: str, base: str, ratio: str, aim: str, judged: str, note: str) -> str:
    text = f"{name:<52} {ours:>14} {base:>14} {ratio:>8} {aim:>6} {judged:>9}  {note}"
    return text.rstrip()


def _value(value: float | None, unit: str) -> str:
    return "–" if value is None else f"{value:.1f} {unit}"


def _ratio(value: float | None) -> str:
    return "" if value is None else f"{value:.2f}x"


def machine_ns(rounds: int = 5) -> float:
    """Nanoseconds of one turn of a fixed loop of Python and SHA-256, the best of some rounds.

    Figures of two days are compared only beside it: one machine was seen at half its speed.
    """
    turns, best = 20_000, float("inf")
    for _ in range(rounds):
        digest, seen = b"", dict[str, int]()
        started = perf_counter_ns()
        for number in range(turns):
            digest = hashlib.sha256(digest + b"%d" % number).digest()
            seen[digest[:2].hex()] = number
        best = min(best, (perf_counter_ns() - started) / turns)
    return best


def paired(rounds: int, ours: Seconds, base: Seconds) -> tuple[float, float, float]:
    """Medians of both in microseconds, and of the ratios pair by pair.

    Each callable prepares itself, measures one round and returns seconds a unit of work. A first
    round of both is thrown away.
    """
    pairs: list[tuple[float, float]] = []
    for place in range(rounds + 1):
        gc.collect()
        if place % 2:
            first = ours()
            pairs.append((first, base()))
        else:
            second = base()
            pairs.append((ours(), second))
    kept = pairs[1:]
    return (
        median(a for a, _ in kept) * _MICRO,
        median(b for _, b in kept) * _MICRO,
        median(a / b for a, b in kept),
    )


def alone(rounds: int, ours: Seconds) -> float:
    """Median in microseconds a unit; a first round is thrown away."""
    ours()
    return median(_collected(ours) for _ in range(rounds)) * _MICRO


def _collected(ours: Seconds) -> float:
    gc.collect()
    return ours()


def percentile(values: Sequence[float], share: float) -> float:
    """The value below which ``share`` (0-1) of the values lie, by nearest rank."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]
