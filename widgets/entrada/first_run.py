"""The first run, in a window of its own: there is no office yet.

Nothing is made before "Criar o escritório"; until "Abrir o escritório" leaving takes all of it away.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import Signal, Slot
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QProgressBar,
    QPushButton,
    QStackedWidget,
    QVBoxLayout,
)
from typing_extensions import override

from app.services.falhas import Falha, is_cancellation
from app.services.primeira_vez import Montado, Preparador
from widgets.entrada.first_run_form import FirstRunForm
from widgets.entrada.units_page import UnitsPage
from widgets.runtime.lone_window import LoneWindow
from widgets.runtime.task_runner import Task, TaskRunner
from widgets.runtime.theme.icons import Icons
from widgets.runtime.theme.theme import Theme


class FirstRunWindow(LoneWindow):
    """See the module.

    Args:
        place: the folder of the office, shown as it is.
        preparer: carries it out, in a worker.
        describe: exception -> sentence.
        theme: look.
        icons: icons.

    Signals:
        done(bool): the window goes; True where there is an office now.
    """

    done = Signal(bool)

    def __init__(
        self,
        place: str,
        preparer: Preparador,
        describe: Callable[[BaseException], Falha],
        theme: Theme,
        icons: Icons,
    ) -> None:
        super().__init__()
        self._preparer = preparer
        self._describe = describe
        self._task: Task | None = None
        self._is_done = False
        self.runner = TaskRunner(self)
        self.setWindowTitle("Formigueiro: primeiro uso")
        column = QVBoxLayout(self)
        column.setContentsMargins(*[theme.px(24)] * 4)
        column.setSpacing(theme.px(8))
        title = QLabel("Criar um escritório", self)
        title.setFont(theme.font(3))
        where = QLabel(f"Ele ficará em {place}. Nada sai deste computador.", self)
        where.setProperty("kind", "secondary")
        where.setWordWrap(True)
        self.form = FirstRunForm(preparer.pasta_de_copias, theme, icons, self)
        self.units = UnitsPage(theme, self)
        self.pages = QStackedWidget(self)
        self.pages.addWidget(self.form)
        self.pages.addWidget(self.units)
        self.error = QLabel(self)
        self.error.setProperty("kind", "danger")
        self.error.setWordWrap(True)
        self.error.hide()
        self.bar = QProgressBar(self)
        self.bar.setRange(0, 0)
        self.bar.setTextVisible(False)
        self.bar.setAccessibleName("Criando o escritório")
        self.bar.hide()
        self.leave = QPushButton("Sair sem criar", self)
        self.leave.clicked.connect(self.close)
        self.act = QPushButton("Criar o escritório", self)
        self.act.setProperty("kind", "primary")
        self.act.clicked.connect(self._on_act)
        row = QHBoxLayout()
        row.addWidget(self.leave)
        row.addStretch(1)
        row.addWidget(self.act)
        for widget in (title, where):
            column.addWidget(widget)
        column.addWidget(self.pages, 1)
        column.addWidget(self.error)
        column.addWidget(self.bar)
        column.addLayout(row)
        self.resize(theme.px(640), theme.px(720))
        self.form.name.setFocus()

    @override
    def closeEvent(self, event: QCloseEvent) -> None:
        """Leaving takes away what was begun."""
        if not self._is_done:
            self._is_done = True
            self.runner.shutdown()
            self._preparer.desistir()
            self.done.emit(False)
        super().closeEvent(event)

    def _say(self, text: str) -> None:
        self.error.setText(text)
        self.error.setVisible(bool(text))

    def _set_busy(self, *, is_busy: bool) -> None:
        self.act.setEnabled(not is_busy)
        self.pages.setEnabled(not is_busy)
        self.bar.setVisible(is_busy)

    @Slot()
    def _on_act(self) -> None:
        if self.pages.currentWidget() is self.units:
            self._finish()
            return
        problem = self.form.problem()
        if problem is not None:
            self._say(problem[0])
            problem[1].setFocus()
            self.form.ensureWidgetVisible(problem[1])
            return
        self._say("")
        self._set_busy(is_busy=True)
        self._task = self.runner.long(
            self,
            partial(self._preparer.montar, self.form.asked()),
            self._on_built,
            self._on_progress,
            self._on_failed,
            is_write=True,
        )

    def _on_progress(self, done: int, total: int) -> None:
        self.bar.setRange(0, total)
        self.bar.setValue(done)

    def _on_built(self, built: Montado) -> None:
        self._set_busy(is_busy=False)
        self.units.show_built(built)
        self.pages.setCurrentWidget(self.units)
        self.act.setText("Abrir o escritório")
        self.units.filter.setFocus()

    def _on_failed(self, error: BaseException) -> None:
        self._set_busy(is_busy=False)
        if not is_cancellation(error):
            self._say(self._describe(error).frase)

    def _finish(self) -> None:
        self._say("")
        self._set_busy(is_busy=True)
        finish = partial(
            self._preparer.concluir,
            self.units.chosen(),
            chave_em=self.units.kept.text(),
        )
        self.runner.write(self, finish, self._on_finished, self._on_failed)

    def _on_finished(self, _nothing: object) -> None:
        self._is_done = True
        self.runner.shutdown()
        self.done.emit(True)
        self.close()
