"""``python -m tests.bench``: takes the figures, prints one table, writes JSON.

Small sizes with ``--rapido``; single groups with ``--so``. Nothing here passes or fails.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Final

from tests.bench import (
    agenda,
    anexos,
    auditoria,
    browser,
    captura,
    categorizacao,
    chain,
    ciclo,
    delivery,
    fila,
    janela,
    large,
    moderacao,
    other_library,
    pacotes,
    publish,
    ranking,
    startup,
    territorio,
)
from tests.bench.harness import Figure, Report, machine_ns
from tests.bench.offices import scratch_server, work_folder

JSON: Final = Path("build/bench/medidas.json")
MEMORY: Final = Path("/dev/shm")


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
        ciclos: demands of one unit that go the whole road.
        importadas: demands imported beside an open window.
        pacotes: events of the office that is exported, and of the bundle that is imported.
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
    ciclos: int = 20_000
    importadas: int = 5_000
    pacotes: int = 100_000
    validar: int = 1


QUICK: Final = Sizes(
    3, 300, 5_000, 5_000, 50_000, 60, 5_000, 1_000, 1_000, 1_000, 5_000, 2_000, 300, 5_000, 0
)


@dataclass(frozen=True, slots=True)
class Run:
    """What a group is given: where figures go, how much, and where on disk and in memory."""

    report: Report
    sizes: Sizes
    disk: Path
    memory: Path | None


def _large(run: Run) -> None:
    sizes = run.sizes
    log = large.measure_growth(
        run.report, run.disk, sizes.rodadas, sizes.longo, sizes.publicacoes // 4
    )
    large.measure_pages(run.report, log, sizes.paginas)
    browser.measure(run.report, log, sizes.paginas)


def _cycle(run: Run) -> None:
    with scratch_server() as url:
        ciclo.measure(run.report, run.disk / "ciclo", url, run.sizes.ciclos)


def _capture(run: Run) -> None:
    memory = None if run.memory is None else run.memory / "captura"
    sizes = run.sizes
    captura.measure(run.report, run.disk / "captura", memory, sizes.rodadas, sizes.capturas)


GROUPS: Final[Mapping[str, Callable[[Run], None]]] = {
    "publicar": lambda run: publish.measure(
        run.report, run.disk, run.memory, run.sizes.rodadas, run.sizes.publicacoes
    ),
    "entregar": lambda run: delivery.measure(
        run.report, run.disk, run.sizes.rodadas, run.sizes.entregas
    ),
    "verificar": lambda run: chain.measure(
        run.report, run.disk, run.sizes.rodadas, run.sizes.cadeia
    ),
    "biblioteca": lambda run: other_library.measure(
        run.report, run.disk, run.sizes.rodadas, run.sizes.publicacoes
    ),
    "longo": _large,
    "abrir": lambda run: startup.measure(run.report, run.disk, run.sizes.rodadas, run.sizes.abrir),
    "territorio": lambda run: territorio.measure(
        run.report, run.disk, run.sizes.rodadas, 5 * run.sizes.publicacoes
    ),
    "categorizar": lambda run: categorizacao.measure(
        run.report, run.sizes.rodadas, validate=bool(run.sizes.validar)
    ),
    "captura": _capture,
    "anexos": lambda run: anexos.measure(run.report, run.sizes.rodadas),
    "auditoria": lambda run: auditoria.measure(
        run.report, run.disk / "auditoria", run.sizes.rodadas, run.sizes.sorteios
    ),
    "agenda": lambda run: agenda.measure(
        run.report, run.disk / "agenda", run.sizes.rodadas, run.sizes.agendas
    ),
    "ranking": lambda run: ranking.measure(
        run.report, run.disk, run.sizes.rodadas, run.sizes.ranking
    ),
    "moderacao": lambda run: moderacao.measure(
        run.report, run.disk / "moderacao", run.sizes.paginas, run.sizes.ranking
    ),
    "backlog": lambda run: fila.measure(
        run.report,
        run.disk / "backlog",
        run.sizes.rodadas,
        run.sizes.ranking,
        run.sizes.paginas,
    ),
    "ciclo": _cycle,
    "pacotes": lambda run: pacotes.measure(
        run.report, run.disk, run.sizes.rodadas, run.sizes.pacotes
    ),
    "janela": lambda run: janela.measure(run.report, run.sizes.importadas),
}


def _parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument("--rapido", action="store_true", help="small sizes")
    parser.add_argument("--json", type=Path, default=JSON, help=f"where to write ({JSON})")
    parser.add_argument(
        "--so", choices=tuple(GROUPS), nargs="+", default=tuple(GROUPS), help="only these groups"
    )
    parser.add_argument(
        "--disco",
        type=Path,
        default=Path(tempfile.gettempdir()),
        help="a folder on the disk to measure",
    )
    for size in fields(Sizes):
        parser.add_argument(f"--{size.name}", type=int, metavar="N")
    return parser.parse_args()


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
        run = Run(report, chosen, disk, memory)
        note = "uma volta de um laço fixo; medidas de dois dias comparam-se ao lado dela"
        report.add(Figure("Máquina", "laço de Python e SHA-256", "ns", machine_ns(), nota=note))
        for name, measure in GROUPS.items():
            if name in args.so:
                measure(run)
    report.write(args.json, asdict(chosen))
    print(f"\n{args.json}")


if __name__ == "__main__":
    main()
