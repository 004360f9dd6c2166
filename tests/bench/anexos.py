"""Files at the entrance: how many a second, what the process of their own costs, memory at its peak."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from io import BytesIO
from statistics import median
from time import perf_counter
from typing import Final

import av
from PIL import Image

from core.base.midia.imagem import MAX_LADO, miniatura
from core.base.midia.limpeza import limpar
from core.base.midia.oficina import Oficina
from tests.bench.harness import Figure, Report, paired
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
            bare = _bare_sound if name.startswith("gravação") else _bare_picture
            _compare(report, rounds, name, oficina.limpar, bare, content)
    _compare(report, rounds, "foto JPEG sem processo próprio", limpar, _bare_picture, photo)
    stored = limpar(photo)
    _compare(
        report,
        rounds,
        "miniatura de uma foto",
        lambda content: miniatura(content, stored.mime, 96),
        _bare_thumbnail,
        stored.conteudo,
    )
    ours, base = _peak(), _bare_peak()
    ratio = ours / base if base else None
    note = f"JPEG de 79 MP até {MAX_LADO} px; ao lado: Pillow num processo seu"
    report.add(Figure(GROUP, "memória no pico", "MiB", ours, base or None, ratio, nota=note))


def _compare(
    report: Report,
    rounds: int,
    name: str,
    work: Callable[[bytes], object],
    bare: Callable[[bytes], object],
    content: bytes,
) -> None:
    """Ours and the bare library in turn, in milliseconds a file."""
    ours, base, ratio = paired(rounds, _once(work, content), _once(bare, content))
    note = (
        f"{len(content) // 1000} kB, {1e6 / ours:.1f} por s; ao lado: a biblioteca sem conferência"
    )
    report.add(Figure(GROUP, name, "ms", ours / 1000, base / 1000, ratio, nota=note))


def _once(work: Callable[[bytes], object], content: bytes) -> Callable[[], float]:
    def timed() -> float:
        start = perf_counter()
        work(content)
        return perf_counter() - start

    return timed


def _bare_picture(content: bytes) -> None:
    """Decode, scale down and encode, as our pipeline does in the end."""
    with Image.open(BytesIO(content)) as picture:
        is_png = picture.format == "PNG"
        picture.load()
        picture.thumbnail((MAX_LADO, MAX_LADO))
        picture.save(BytesIO(), "PNG" if is_png else "JPEG", quality=88)


def _bare_thumbnail(content: bytes) -> None:
    with Image.open(BytesIO(content)) as picture:
        picture.thumbnail((96, 96))
        picture.save(BytesIO(), "JPEG")


def _bare_sound(content: bytes) -> None:
    """Take a recording's packets apart."""
    with av.open(BytesIO(content), "r") as container:
        for _packet in container.demux():
            pass


_BARE_CHILD: Final = """
import sys
from io import BytesIO
from PIL import Image
Image.MAX_IMAGE_PIXELS = None
with Image.open(BytesIO(sys.stdin.buffer.read())) as picture:
    picture.load()
    picture.thumbnail((int(sys.argv[1]),) * 2)
    picture.save(BytesIO(), "JPEG", quality=88)
"""


def _bare_peak() -> float:
    """The same picture through the library alone, MiB; 0 where the system does not say."""
    if sys.platform == "win32":
        return 0.0
    child = subprocess.Popen(
        [sys.executable, "-c", _BARE_CHILD, str(MAX_LADO)], stdin=subprocess.PIPE
    )
    if child.stdin is None:
        raise RuntimeError("no pipe")
    with child.stdin as pipe:
        pipe.write(midias.grainy(*HUGE, quality=60))
    _pid, _status, usage = os.wait4(child.pid, 0)
    child.returncode = 0
    return usage.ru_maxrss / (1024 if sys.platform == "linux" else 1024 * 1024)


def _peak() -> float:
    """Resident memory of the child over the largest picture that is accepted, MiB."""
    if sys.platform == "win32":
        return 0.0
    import resource  # does not exist on Windows

    with Oficina() as oficina:
        oficina.limpar(midias.grainy(*HUGE, quality=60))
    unit = 1024 if sys.platform == "linux" else 1024 * 1024
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / unit
