"""``python -m tests.bench``: takes the figures, prints one table, writes JSON.

Small sizes with ``--rapido``; single groups with ``--so``. Nothing here passes or fails.
"""

from __future__ import annotations

import argparse
import tempfile
from contextlib import ExitStack
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Final

from tests.bench import (
    agenda,
    auditoria,
    browser,
    captura,
    categorizacao,
    chain,
    delivery,
    large,
    other_library,
    publish,
    ranking,
    startup,
    territorio,
)
from tests.bench.harness import Report
from tests.bench.offices import work_folder

JSON: Final = Path("build/bench/medidas.json")
MEMORY: Final = Path("/dev/shm")
GROUPS: Final = (
    "publicar",
    "entregar",
    "verificar",
    "longo",
    "biblioteca",
    "abrir",
    "territorio",
    "categorizar",
    "captura",
    "auditoria",
    "agenda",
    "ranking",
)


@dataclass(frozen=True, slots=True)
class Sizes:
    """How much is measured; each may be given by name on the command line.

    Args:
        rodadas: pairs of runs a figure.
        publicacoes: publishes a round.
        entregas: events delivered, rebuilt and replayed.
        cadeia: events verified.
        longo: events of the long log.
        paginas: pages fetched and painted.
        abrir: events of the office that is opened.
        capturas: demands of the office that captures are measured in.
        sorteios: draws verified.
        agendas: candidates of the largest agenda.
        ranking: demands of the largest ranking.
        validar: 1 to cross-validate the classifier where scikit-learn is at hand.
    """

    rodadas: int = 7
    publicacoes: int = 2_000
    entregas: int = 50_000
    cadeia: int = 50_000
    longo: int = 1_000_000
    paginas: int = 300
    abrir: int = 200_000
    capturas: int = 20_000
    sorteios: int = 10_000
    agendas: int = 10_000
    ranking: int = 100_000
    validar: int = 1


QUICK: Final = Sizes(3, 300, 5_000, 5_000, 50_000, 60, 5_000, 1_000, 1_000, 1_000, 10_000, 0)


def _parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument("--rapido", action="store_true", help="small sizes")
    parser.add_argument("--json", type=Path, default=JSON, help=f"where to write ({JSON})")
    parser.add_argument("--so", choices=GROUPS, nargs="+", default=GROUPS, help="only these groups")
    parser.add_argument(
        "--disco",
        type=Path,
        default=Path(tempfile.gettempdir()),
        help="a folder on the disk to measure",
    )
    for size in fields(Sizes):
        parser.add_argument(f"--{size.name}", type=int, metavar="N")
    return parser.parse_args()


def _run(report: Report, sizes: Sizes, groups: set[str], disk: Path, memory: Path | None) -> None:
    rounds = sizes.rodadas
    if "publicar" in groups:
        publish.measure(report, disk, memory, rounds, sizes.publicacoes)
    if "entregar" in groups:
        delivery.measure(report, disk, rounds, sizes.entregas)
    if "verificar" in groups:
        chain.measure(report, disk, rounds, sizes.cadeia)
    if "biblioteca" in groups:
        other_library.measure(report, disk, rounds, sizes.publicacoes)
    if "longo" in groups:
        log = large.measure_growth(report, disk, rounds, sizes.longo, sizes.publicacoes // 4)
        large.measure_pages(report, log, sizes.paginas)
        browser.measure(report, log, sizes.paginas)
    if "abrir" in groups:
        startup.measure(report, disk, rounds, sizes.abrir)
    _run_colonies(report, sizes, groups, disk, memory)


def _run_colonies(
    report: Report, sizes: Sizes, groups: set[str], disk: Path, memory: Path | None
) -> None:
    rounds = sizes.rodadas
    if "territorio" in groups:
        territorio.measure(report, disk, rounds, 5 * sizes.publicacoes)
    if "categorizar" in groups:
        categorizacao.measure(report, rounds, validate=bool(sizes.validar))
    if "captura" in groups:
        in_memory = None if memory is None else memory / "captura"
        captura.measure(report, disk / "captura", in_memory, rounds, sizes.capturas)
    if "auditoria" in groups:
        auditoria.measure(report, disk / "auditoria", rounds, sizes.sorteios)
    if "agenda" in groups:
        agenda.measure(report, disk / "agenda", rounds, sizes.agendas)
    if "ranking" in groups:
        ranking.measure(report, disk, rounds, sizes.ranking)


def main() -> None:
    """See the module."""
    args = _parse()
    standard = QUICK if args.rapido else Sizes()
    given = {size.name: getattr(args, size.name) for size in fields(Sizes)}
    chosen = Sizes(**{**asdict(standard), **{k: v for k, v in given.items() if v is not None}})
    report = Report()
    with ExitStack() as folders:
        disk = folders.enter_context(work_folder(args.disco))
        memory = folders.enter_context(work_folder(MEMORY)) if MEMORY.is_dir() else None
        _run(report, chosen, set(args.so), disk, memory)
    report.write(args.json, asdict(chosen))
    print(f"\n{args.json}")


if __name__ == "__main__":
    main()
