"""Fetching and painting a page of the log browser, with the real model and view, offscreen.

One jump to a random place: the view paints placeholders and asks for its pages, the service reads
them, the view paints rows. Reading and both paints are counted; the hand-over between threads is
left out, so that the figure is work and not scheduling.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any, Final

from app.services.eventos import EventFilter, EventosService
from app.services.leitura import BancoLeitor
from app.settings.recursos import Recursos
from app.settings.tempo import DEFAULT_ZONE, FormatoTempo
from app.settings.vista import PADROES
from core.kernel.clock import SystemClock
from tests.bench.harness import Figure, Report, percentile
from tests.bench.large import BROWSER, PAGE_MS
from tests.bench.offices import BenchDatabase

SIZE_PX: Final = (1280, 800)
_MILLI: Final = 1_000


class DirectRunner:
    """Runs a read at once, in the caller's thread."""

    def read(
        self,
        owner: object,
        work: Callable[[], Any],
        on_done: Callable[[Any], object],
        on_error: Callable[[BaseException], object] | None = None,
        *,
        key: object = None,
    ) -> None:
        """As ``TaskRunner.read``, without a thread."""
        on_done(work())


def _times(service: EventosService, jumps: int) -> list[float]:
    from PySide6.QtWidgets import QApplication, QWidget

    from app.desktop.aplicacao import qt_application
    from widgets.eventos.columns import event_columns
    from widgets.runtime.lazy_table_model import LazyTableModel
    from widgets.runtime.table_view import TableView
    from widgets.runtime.theme.theme import Theme
    from widgets.runtime.view_state import ViewState

    application = qt_application(is_offscreen=True)
    with TemporaryDirectory() as folder:
        window = QWidget()
        theme = Theme(application, window, Recursos().path("icones"))
        theme.apply()
        view = ViewState(Path(folder) / "vista.ini", PADROES, window)
        moments = FormatoTempo(DEFAULT_ZONE, SystemClock().now_ms)
        runner: Any = DirectRunner()
        model = LazyTableModel(
            runner, event_columns(moments), service.page, lambda row: row.numero, theme, window
        )
        table = TableView("Lista de eventos", "medida/colunas", theme, view, window)
        table.resize(*SIZE_PX)
        window.resize(*SIZE_PX)
        table.show_model(model)
        model.set_ids(service.list_ids(EventFilter()))
        window.show()
        QApplication.processEvents()
        random = Random(2)
        times: list[float] = []
        for _ in range(jumps):
            row = random.randrange(model.rowCount())
            started = perf_counter()
            table.verticalScrollBar().setValue(row)
            QApplication.processEvents()  # paint placeholders, ask, fetch
            QApplication.processEvents()  # paint rows
            times.append((perf_counter() - started) * _MILLI)
            if model.row_at(table.rowAt(1)) is None:
                raise RuntimeError("the page was not there after the second paint")
        window.close()
        window.deleteLater()
        QApplication.processEvents()
    return times


def measure(report: Report, folder: Path, jumps: int) -> None:
    """Jumps on the log in ``folder``."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    reader = BancoLeitor(BenchDatabase(folder, "NORMAL"))
    service = EventosService(reader, colonias={}, produtores={})
    times = _times(service, jumps)
    reader.close()
    note = f"{SIZE_PX[0]}x{SIZE_PX[1]}, mediana {percentile(times, 0.5):.1f} ms"
    figure = percentile(times, 0.95)
    report.add(
        Figure(BROWSER, "buscar e pintar uma página, p95", "ms", figure, meta=PAGE_MS, nota=note)
    )
