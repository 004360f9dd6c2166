"""How long the window's event loop is kept waiting while the office works hard.

A table of demands is imported through the service that the counter uses, with the engine in its own
thread and a window open on the list of events, offscreen. A timer that is due every millisecond says
how late it was: the gap is what a person feels as a frozen window.
"""

from __future__ import annotations

import csv
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Final

from app.bootstrap.abertura import Aplicacao, abrir
from app.bootstrap.captura import servico_importacao
from app.bootstrap.demonstracao.montagem import Montagem
from app.bootstrap.janela import servicos_da_janela
from app.services.demandas import TERMOS_VERSAO
from app.services.importacao_linhas import Opcoes
from app.services.mensagens import Mensagens
from app.settings.lugares import Lugar
from app.settings.recursos import Recursos
from core.colonies.d1a_captura.rules import Consentimentos
from tests.bench.harness import Figure, Report, percentile

GROUP: Final = "janela"
AIM_MS: Final = 100.0
ACTOR: Final = {"conta_id": "d0000000-0000-4000-8000-000000000001", "papel": "atendente"}
_MILLI: Final = 1_000


@dataclass(frozen=True, slots=True)
class Folga:
    """Gaps between two turns of the event loop, milliseconds, and what was done meanwhile."""

    p99_ms: float
    maximo_ms: float
    importadas: int
    segundos: float


def medir(demandas: int) -> Folga:
    """Import that many demands beside an open window."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        lugar = Lugar(folder / "dados", None, folder / "ajustes")
        recursos = Recursos()
        mensagens = Mensagens(recursos.messages_toml())
        Montagem(mensagens, recursos, dias=2).garantir(lugar, lambda _done, _total: None)
        app = abrir(lugar, mensagens, recursos)
        try:
            return _watch(app, _table(app, folder, demandas), folder)
        finally:
            app.fechar()


def _table(app: Aplicacao, folder: Path, demandas: int) -> Path:
    """The demonstration's requests, again and again, each with a number of its own."""
    with app.recursos.path("demonstracao/demandas.csv").open(encoding="utf-8-sig", newline="") as f:
        rows = list(csv.DictReader(f))
    path = folder / "muitas.csv"
    with path.open("w", encoding="utf-8", newline="") as out:
        writer = csv.DictWriter(out, fieldnames=list(rows[0]))
        writer.writeheader()
        for at in range(demandas):
            row = dict(rows[at % len(rows)])
            row["id_externo"] = f"mutirao-{at}"
            row["texto"] = f"{row['texto']} Chamado {at} do mutirão."
            writer.writerow(row)
    return path


def _watch(app: Aplicacao, table: Path, folder: Path) -> Folga:
    from PySide6.QtCore import QEventLoop, QTimer

    from app.desktop.aplicacao import finish_deletions, qt_application
    from app.desktop.janela import Desktop
    from app.desktop.memoria import QuietMemory

    application = qt_application(is_offscreen=True)
    desktop = Desktop(application, servicos_da_janela(app), folder / "vista.ini")
    desktop.window.resize(1280, 800)
    desktop.show()
    gaps: list[float] = []
    last = 0.0
    finished: list[int] = []
    failed: list[BaseException] = []

    def tick() -> None:
        nonlocal last
        now = perf_counter()
        gaps.append((now - last) * _MILLI)
        last = now

    timer = QTimer(desktop)
    timer.setInterval(1)
    timer.timeout.connect(tick)
    options = Opcoes(
        consentimentos=Consentimentos(tratamento=True, publicacao_texto=True),
        termos_versao=TERMOS_VERSAO,
        fonte="mutirao",
    )
    service = servico_importacao(app)

    def work() -> int:
        done = service.importar(table, options, ACTOR, relatorio=None)
        app.engine.aguardar_ocioso()
        return done.registradas

    start = perf_counter()
    loop = QEventLoop()
    desktop.runner.write(desktop.window, work, finished.append, failed.append)
    desktop.runner.busy_changed.connect(lambda is_busy: None if is_busy else loop.quit())
    with QuietMemory():
        timer.start()
        last = perf_counter()
        loop.exec()
    took = perf_counter() - start
    timer.stop()
    desktop.close()
    finish_deletions()
    if failed:
        raise failed[0]
    return Folga(percentile(gaps, 0.99), max(gaps), finished[0], took)


def measure(report: Report, demandas: int) -> None:
    """Add the figures."""
    found = medir(demandas)
    note = f"{found.importadas} demandas importadas em {found.segundos:.0f} s ao lado da janela"
    report.add(Figure(GROUP, "folga do laço, p99", "ms", found.p99_ms, meta=AIM_MS, nota=note))
    report.add(Figure(GROUP, "folga do laço, maior", "ms", found.maximo_ms, meta=AIM_MS))
