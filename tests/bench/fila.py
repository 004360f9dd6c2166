"""The backlog's screen over a unit in which a hundred thousand wait: opening it, and jumping in it.

Opening is what the worker reads and what the window then does with it. A jump is a scroll to a
random place: the view paints placeholders and asks, the service reads, the view paints rows; reading
and both paints are counted, the hand-over between threads is left out.
"""

from __future__ import annotations

import os
import random
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any, Final

from app.services.backlog import BacklogService
from app.services.leitura import BancoLeitor
from app.services.situacoes import Situacoes
from app.settings.recursos import Recursos
from app.settings.tempo import DEFAULT_ZONE, FormatoTempo
from app.settings.vista import PADROES
from core.colonies.catalogo import colony_metadata
from core.kernel.clock import SystemClock
from core.kernel.store.sqlite import FILE_NAME, SqliteDatabase
from tests.bench.browser import SIZE_PX, DirectRunner
from tests.bench.harness import Figure, Report, alone, percentile
from tests.support.categorias import shipped_files
from tests.support.fila_comprida import UNIT, encher
from tests.support.office import create_schema

GROUP: Final = "Backlog"
PAGE_MS: Final = 16.0
OPEN_MS: Final = 1_000.0
SHOW_MS: Final = 50.0
_MILLI: Final = 1_000


def measure(report: Report, folder: Path, rounds: int, waiting: int, jumps: int) -> None:
    """All figures of this group.

    Args:
        report: where they go.
        folder: where the database lies.
        rounds: openings.
        waiting: demands that wait.
        jumps: places that are scrolled to.
    """
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    folder.mkdir(parents=True, exist_ok=True)
    create_schema(f"sqlite:///{folder / FILE_NAME}", colony_metadata())
    database = SqliteDatabase(folder)
    writer = database.open_writer(checkpoints=True)
    encher(writer, waiting)
    writer.close()
    reader = BancoLeitor(database)
    taxonomy = shipped_files().taxonomy
    words = Situacoes(Recursos().states_toml())
    service = BacklogService(reader, lambda: taxonomy, words)
    name = f"{waiting:,}".replace(",", ".")
    took = alone(rounds, lambda: _reading(service)) / _MILLI
    report.add(
        Figure(GROUP, f"ler a fila de {name}", "ms", took, meta=OPEN_MS, nota="em segundo plano")
    )
    _window(report, service, name, jumps)
    reader.close()


def _reading(service: BacklogService) -> float:
    from widgets.backlog.model import Vista

    start = perf_counter()
    Vista.of(service.quadro(UNIT))
    return perf_counter() - start


def _window(report: Report, service: BacklogService, name: str, jumps: int) -> None:
    from PySide6.QtWidgets import QApplication, QWidget

    from app.desktop.aplicacao import qt_application
    from widgets.backlog.columns import backlog_columns
    from widgets.backlog.model import BacklogModel, Vista
    from widgets.runtime.table_view import TableView
    from widgets.runtime.theme.theme import Theme
    from widgets.runtime.view_state import ViewState

    application = qt_application(is_offscreen=True)
    with TemporaryDirectory() as place:
        window = QWidget()
        theme = Theme(application, window, Recursos().path("icones"))
        theme.apply()
        view = ViewState(Path(place) / "vista.ini", PADROES, window)
        moments = FormatoTempo(DEFAULT_ZONE, SystemClock().now_ms)
        runner: Any = DirectRunner()
        columns = backlog_columns(moments)
        model = BacklogModel(runner, columns, service.linhas, theme, window)
        table = TableView("Backlog", "medida/colunas", theme, view, window)
        table.resize(*SIZE_PX)
        window.resize(*SIZE_PX)
        table.show_model(model)
        vista = Vista.of(service.quadro(UNIT))
        start = perf_counter()
        model.show(vista)
        shown = (perf_counter() - start) * _MILLI
        report.add(Figure(GROUP, f"pôr {name} na lista", "ms", shown, meta=SHOW_MS))
        window.show()
        QApplication.processEvents()
        chance = random.Random(2)
        times: list[float] = []
        for _ in range(jumps):
            row = chance.randrange(model.rowCount())
            start = perf_counter()
            table.verticalScrollBar().setValue(row)
            QApplication.processEvents()  # paint placeholders, ask, fetch
            QApplication.processEvents()  # paint rows
            times.append((perf_counter() - start) * _MILLI)
            if model.row_at(table.rowAt(1) + 1) is None:
                raise RuntimeError("the page was not there after the second paint")
        note = f"{SIZE_PX[0]}x{SIZE_PX[1]}, mediana {percentile(times, 0.5):.1f} ms"
        figure = percentile(times, 0.95)
        label = f"buscar e pintar uma página de {name}, p95"
        report.add(Figure(GROUP, label, "ms", figure, meta=PAGE_MS, nota=note))
        again = Vista.of(service.quadro(UNIT))
        start = perf_counter()
        model.show(again)
        took = (perf_counter() - start) * _MILLI
        report.add(Figure(GROUP, f"pôr de novo {name}, nada mudou", "ms", took, meta=SHOW_MS))
        window.close()
        window.deleteLater()
        QApplication.processEvents()
