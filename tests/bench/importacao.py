"""Importing a long bundle: verified and applied, beside bare SHA-256 over the same headers.

Two offices of one network are founded here; the first has a long log, the second imports it. Three
small colonies apply what comes: what is measured is the exchange, not what the program's colonies
do with a demand. ``python -m tests.bench.importacao PASTA PACOTE`` is how it asks itself in a fresh
process what an import takes of memory.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from dataclasses import dataclass
from hashlib import sha256
from itertools import count as numbers
from pathlib import Path
from time import perf_counter
from typing import Final

from core.contracts.catalogo import MODELS
from core.kernel.clock import SystemClock
from core.kernel.engine.assembly import EngineParts, build_engine
from core.kernel.ids import SystemIds
from core.kernel.observability.telemetry import Telemetry
from core.kernel.registry import Registry
from core.kernel.store.attachments import AttachmentStore
from core.kernel.store.opening import open_office
from core.kernel.store.sqlite import SqliteDatabase
from core.sync.container import Container
from core.sync.importing.importer import Importer
from core.sync.importing.kept import KeptBundles
from core.sync.importing.quarantine import Quarantine
from core.sync.limits import MAX_EVENT_LINE
from core.sync.source import FileSource
from tests.bench.harness import Figure, Report, alone, paired
from tests.bench.synthetic import Feed, mixed_events, synthesize
from tests.support.postos import NoCustody, rede_de
from tests.support.toy_colonies import TOY_COLONIES
from tests.support.toy_contracts import TOY_MODELS

GROUP: Final = "Pacotes"
AIM_MIB: Final = 500
ROUNDS: Final = 3
"""At most: each import of a long log takes its time."""
ROOT: Final = Path(__file__).resolve().parents[2]
_SETTINGS: Final = "sul-ajustes"
_DATA: Final = "sul"


@dataclass(frozen=True, slots=True)
class Arrived:
    """A bundle, and the empty office that it is for.

    Args:
        pasta: data and settings of that office; copied for every import.
        pacote: the bundle.
        eventos: in it.
    """

    pasta: Path
    pacote: Path
    eventos: int


def arrived(folder: Path, count: int) -> Arrived:
    """A bundle of ``count`` synthetic events for an office that has none."""
    folder.mkdir(parents=True)
    norte, sul = rede_de(folder, "norte", "sul")
    norte.colonias = ()  # nobody there has to do anything with them
    synthesize(norte.pasta, count, mixed_events(1), Feed(norte.rede.rede, norte.no))
    with norte.aberto():
        pass  # signs what was synthesized
    with sul.aberto():
        pass  # its colonies have their positions from now on
    return Arrived(folder, norte.exporta(), count)


def import_into(folder: Path, pacote: Path) -> tuple[float, int]:
    """Import into the office in ``folder``; seconds until all is applied, and new events."""
    data = folder / _DATA
    database = SqliteDatabase(data)
    installation = open_office(database, folder / _SETTINGS).installation
    registry, clock, ids = Registry((*MODELS, *TOY_MODELS)), SystemClock(), SystemIds()
    engine = build_engine(
        EngineParts(
            database=database,
            registry=registry,
            colonies=TOY_COLONIES,
            rede=installation.rede,
            no=installation.no,
            epoca=installation.epoca,
            clock=clock,
            ids=ids,
            telemetry=Telemetry(clock),
            custody=lambda _writer: NoCustody(),
            inline=True,
        )
    )
    engine.start()
    try:
        importer = Importer(
            engine=engine,
            registry=registry,
            rede=installation.rede,
            no=installation.no,
            clock=clock,
            ids=ids,
            attachments=AttachmentStore(data / "anexos"),
            quarantine=Quarantine(database, data),
            kept=KeptBundles(database, data),
            staging=data / "bastidor",
        )
        started = perf_counter()
        outcome = importer.import_bundle(pacote)
        engine.aguardar_ocioso(trabalhos=True)
        return perf_counter() - started, outcome.novos
    finally:
        engine.stop()


class Imports:
    """Imports of one bundle, each into a fresh copy of the office it is for.

    Args:
        of: what arrived.
        work: where the copies lie.
    """

    def __init__(self, of: Arrived, work: Path) -> None:
        self._of = of
        self._work = work
        self._number = numbers()

    def fresh(self) -> Path:
        """A copy that imported nothing yet; the copy before it is removed."""
        shutil.rmtree(self._work, ignore_errors=True)
        folder = self._work / str(next(self._number))
        for name in (_DATA, _SETTINGS):
            shutil.copytree(self._of.pasta / name, folder / name)
        return folder

    def once(self) -> float:
        """Seconds an event."""
        took, new = import_into(self.fresh(), self._of.pacote)
        if new < self._of.eventos:
            raise RuntimeError(f"{new} of {self._of.eventos} events imported")
        return took / self._of.eventos

    def peak_mib(self) -> float | None:
        """Peak memory of a process that imports once; None where the system does not tell."""
        if not Path("/proc/self/status").exists():
            return None
        call = [sys.executable, "-m", __spec__.name, str(self.fresh()), str(self._of.pacote)]
        done = subprocess.run(call, cwd=ROOT, capture_output=True, text=True, check=True)
        return float(done.stdout)


def headers_of(pacote: Path) -> list[bytes]:
    """The lines of the longest feed."""
    with FileSource(pacote) as source:
        container = Container.open(source)
        named = [e for e in container.entries if e.nome.endswith("/eventos.jsonl")]
        entry = max(named, key=lambda one: one.packed)
        return [line for line in container.lines(entry, MAX_EVENT_LINE) if line]


def bare(lines: list[bytes]) -> float:
    """Seconds a line of hashing and nothing else."""
    started = perf_counter()
    for line in lines:
        sha256(b"\x00" + line).digest()
    return (perf_counter() - started) / len(lines)


def measure(report: Report, folder: Path, rounds: int, count: int) -> None:
    """Time, the ratio to the yardstick, linearity and memory, with ``count`` events."""
    rounds = min(rounds, ROUNDS)
    small = arrived(folder / "importar-pouco", max(1, count // 10))
    tenth = alone(rounds, Imports(small, folder / "copia-pouco").once)
    big = arrived(folder / "importar", count)
    imports, lines = Imports(big, folder / "copia"), headers_of(big.pacote)
    ours, base, ratio = paired(rounds, imports.once, lambda: bare(lines))
    note = (
        f"{1_000_000 / ours:,.0f} eventos/s, conferidos e aplicados por três colônias pequenas; "
        "base: só SHA-256 dos mesmos cabeçalhos"
    )
    report.add(Figure(GROUP, "importar, por evento", "us", ours, base, ratio, nota=note))
    note = f"com {count}: {ours / tenth:.2f} vezes isto"
    report.add(
        Figure(GROUP, f"importar {small.eventos} eventos, por evento", "us", tenth, nota=note)
    )
    peak = imports.peak_mib()
    report.add(Figure(GROUP, "memória ao importar", "MiB", peak, meta=AIM_MIB))


def main() -> None:
    """Import, and say the peak of this process's memory in MiB.

    Not by ``getrusage``, whose peak a new program takes over from the one that started it.
    """
    import_into(Path(sys.argv[1]), Path(sys.argv[2]))
    lines = Path("/proc/self/status").read_text().splitlines()
    print(int(next(line.split()[1] for line in lines if line.startswith("VmHWM"))) / 1024)


if __name__ == "__main__":
    main()
