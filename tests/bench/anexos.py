"""Files at the entrance: how many a second, what the process of their own costs, memory at its peak."""

from __future__ import annotations

import sys
from collections.abc import Callable
from statistics import median
from time import perf_counter
from typing import Final

from core.base.midia.imagem import MAX_LADO, miniatura
from core.base.midia.limpeza import MidiaLimpa, limpar
from core.base.midia.oficina import Oficina
from tests.bench.harness import Figure, Report
from tests.support import midias

GROUP: Final = "anexos"
PHOTO: Final = (4_000, 3_000)
HUGE: Final = (8_900, 8_900)


def measure(report: Report, rounds: int) -> None:
    """All figures of this group.

    Args:
        report: where they go.
        rounds: how often each is timed.
    """
    photo = midias.grainy(*PHOTO)
    kinds: tuple[tuple[str, bytes], ...] = (
        ("foto JPEG de 12 MP", photo),
        ("foto HEIC de 12 MP", midias.grainy(*PHOTO, formato="HEIF")),
        ("PNG de 2 MP", midias.grainy(1_920, 1_080, formato="PNG")),
        ("gravação de 60 s", midias.sound("OGG", 60)),
    )
    starts = []
    for _ in range(rounds):
        with Oficina() as oficina:
            start = perf_counter()
            oficina.limpar(midias.png())
            starts.append(perf_counter() - start)
    report.add(
        Figure(GROUP, "abrir o processo", "ms", median(starts) * 1000, nota="uma vez por escolha")
    )
    with Oficina() as oficina:
        oficina.limpar(midias.png())
        for name, content in kinds:
            seconds = _timed(rounds, oficina.limpar, content)
            note = f"{len(content) // 1000} kB; {seconds * 1000:.0f} ms cada uma"
            report.add(Figure(GROUP, name, "por s", 1 / seconds, nota=note))
    here = _timed(rounds, limpar, photo)
    report.add(Figure(GROUP, "foto JPEG sem processo próprio", "por s", 1 / here))
    stored = limpar(photo)
    small = _timed(rounds, lambda content: miniatura(content, stored.mime, 96), stored.conteudo)
    report.add(Figure(GROUP, "miniatura de uma foto", "por s", 1 / small))
    report.add(
        Figure(GROUP, "memória no pico", "MiB", _peak(), nota=f"JPEG de 79 MP até {MAX_LADO} px")
    )


def _timed(rounds: int, work: Callable[[bytes], MidiaLimpa | bytes], content: bytes) -> float:
    taken = []
    for _ in range(rounds):
        start = perf_counter()
        work(content)
        taken.append(perf_counter() - start)
    return median(taken)


def _peak() -> float:
    """Resident memory of the child over the largest picture that is accepted, MiB."""
    if sys.platform == "win32":
        return 0.0
    import resource  # does not exist on Windows

    with Oficina() as oficina:
        oficina.limpar(midias.grainy(*HUGE, quality=60))
    unit = 1024 if sys.platform == "linux" else 1024 * 1024
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / unit
