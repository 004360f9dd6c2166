"""Bundles: exporting a long office, what its events weigh, verifying and importing beside bare SHA-256."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from time import perf_counter
from typing import Final

from app.bootstrap.abertura import Aplicacao, abrir
from app.bootstrap.pacotes import criar_rede, exporter_of
from app.services.mensagens import Mensagens
from app.settings.lugares import Lugar
from app.settings.recursos import Recursos
from core.sync.container import Container
from core.sync.export import Wish, export_bundle
from core.sync.limits import MAX_EVENT_LINE
from core.sync.source import FileSource
from core.sync.verification import verify_bundle
from tests.bench import importacao
from tests.bench.harness import Figure, Report, alone, paired
from tests.bench.importacao import bare
from tests.bench.real_office import long_office

GROUP: Final = "Pacotes"
AIM_BYTES: Final = 220
AIM_MIB: Final = 500
AIM_SCRIPT_S: Final = 10
AIM_SCRIPT_EVENTS: Final = 100_000
"""Of ``verificar.py``."""
SCRIPT: Final = Path(__file__).resolve().parents[2] / "packaging" / "auditor" / "verificar.py"

# In a process of its own, so that nothing else counts: the peak of its memory in MiB. Not by
# ``getrusage``, whose peak a new program takes over from the one that started it.
_PEAK: Final = """
import sys
from pathlib import Path
from app.cli.principal import main
code = main(sys.argv[1:])
lines = Path("/proc/self/status").read_text().splitlines()
peak = next(line.split()[1] for line in lines if line.startswith("VmHWM"))
print(int(peak) / 1024, file=sys.stderr)
sys.exit(code)
"""


def _open(place: Lugar) -> Aplicacao:
    recursos = Recursos()
    return abrir(place, Mensagens(recursos.messages_toml()), recursos, inline=True)


def _peak_mib(*words: str) -> float | None:
    """None where the system does not tell."""
    if not Path("/proc/self/status").exists():
        return None
    call = [sys.executable, "-c", _PEAK, *words]
    done = subprocess.run(call, capture_output=True, text=True, check=True)
    return float(done.stderr.strip().splitlines()[-1])


def _verify(path: Path, count: int) -> float:
    started = perf_counter()
    with FileSource(path) as source:
        report = verify_bundle(source).report
    took = perf_counter() - started
    if report.veredito != "aceito" or report.feeds[0].eventos < count:
        raise RuntimeError(f"bundle of {count} events not verified: {report.motivo}")
    return took / count


def _script(path: Path, count: int) -> float:
    """The auditor's single file, as an auditor starts it."""
    started = perf_counter()
    call = [sys.executable, "-I", str(SCRIPT), str(path), "--json"]
    done = subprocess.run(call, capture_output=True, text=True, check=True)
    took = perf_counter() - started
    report = json.loads(done.stdout)
    if report["veredito"] != "aceito" or report["feeds"][0]["eventos"] < count:
        raise RuntimeError(f"bundle of {count} events not verified: {report['motivo']}")
    return took / count


def measure(report: Report, folder: Path, rounds: int, count: int) -> None:
    """Export, size, verification, import and memory on a log of ``count`` events."""
    with long_office(folder / "pacotes", count) as place:
        _open(place).fechar()  # signs what was synthesized
        app = _open(place)
        criar_rede(app, None, None, None)
        app.fechar()
        app = _open(place)
        try:
            exporter = exporter_of(app, None)
            made = export_bundle(exporter, Wish(), folder / "pendrive")

            def export() -> float:
                started = perf_counter()
                export_bundle(exporter, Wish(), folder / "pendrive")
                return (perf_counter() - started) / count

            micro = alone(rounds, export)
        finally:
            app.fechar()
        note = f"{1_000_000 / micro:,.0f} eventos/s, com releitura e conferência"
        report.add(Figure(GROUP, "exportar, por evento", "us", micro, nota=note))
        with FileSource(made.arquivo) as source:
            container = Container.open(source)
            entry = next(e for e in container.entries if e.nome.endswith("/eventos.jsonl"))
            lines = [line for line in container.lines(entry, MAX_EVENT_LINE) if line]
        weight = entry.packed / count
        report.add(Figure(GROUP, "cabeçalho comprimido, por evento", "B", weight, meta=AIM_BYTES))
        whole = made.tamanho / count
        report.add(Figure(GROUP, "pacote inteiro, por evento", "B", whole))
        ours, base, ratio = paired(
            rounds, lambda: _verify(made.arquivo, count), lambda: bare(lines)
        )
        note = f"{1_000_000 / ours:,.0f} eventos/s; base: só SHA-256 dos mesmos cabeçalhos"
        report.add(Figure(GROUP, "conferir, por evento", "us", ours, base, ratio, nota=note))
        ours, base, ratio = paired(
            rounds, lambda: _script(made.arquivo, count), lambda: bare(lines)
        )
        note = f"com o começo do Python, {count} eventos; base como acima"
        report.add(Figure(GROUP, "verificar.py, por evento", "us", ours, base, ratio, nota=note))
        whole = ours * AIM_SCRIPT_EVENTS / 1_000_000
        note = "a medida acima, vezes cem mil"
        report.add(
            Figure(GROUP, "verificar.py, 100 mil eventos", "s", whole, meta=AIM_SCRIPT_S, nota=note)
        )
        peak = _peak_mib("pacote", "verificar", str(made.arquivo), "--json")
        report.add(Figure(GROUP, "memória ao conferir", "MiB", peak, meta=AIM_MIB))
        words = ("--dados", str(place.dados), "pacote", "exportar", "--saida")
        peak = _peak_mib(*words, str(folder / "outro"), "--json")
        report.add(Figure(GROUP, "memória ao exportar", "MiB", peak, meta=AIM_MIB))
    importacao.measure(report, folder, rounds, count)
