"""The search of the window: a list under the field of the top bar, driven by the keyboard.

Down and Up move, Enter opens, Esc closes; the focus never leaves the field, so a screen reader
reads what is current from there. What was opened before comes first while nothing is typed: ids
only are remembered, per account. Source: issue of part 4 (Search); ui.md, Frame.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Final

from PySide6.QtCore import QEvent, QModelIndex, QObject, QPoint, Qt, Slot
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QFrame,
    QHeaderView,
    QLabel,
    QLineEdit,
    QTreeView,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from app.services.busca import Achado, Grupo, Resultado
from widgets.runtime.context import UiContext
from widgets.runtime.debounce import Debouncer
from widgets.runtime.words import counted
from widgets.shell.search_model import SearchModel

MAX_RECENT: Final = 8
_REMEMBERED: Final = frozenset({"demandas", "conselheiros", "backlog"})
_REST_MS: Final = 180
_STEPS: Final = {
    Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1, Qt.Key.Key_PageDown: 8, Qt.Key.Key_PageUp: -8,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class SearchSource:
    """Where a search reads; both run in a worker.

    Args:
        find: text -> what it may mean.
        recent: (screen, id) of things opened before -> those that are still there.
        sentence: code of a complaint about what was typed -> its sentence.
    """

    find: Callable[[str], Resultado]
    recent: Callable[[list[tuple[str, str]]], list[Achado]]
    sentence: Callable[[str], str]


class SearchPopup(QFrame):
    """See the module.

    Args:
        field: of the top bar.
        source: where to read.
        context: the window's common things.
        parent: the window's contents, over which the list lies.
    """

    def __init__(
        self, field: QLineEdit, source: SearchSource, context: UiContext, parent: QWidget
    ) -> None:
        super().__init__(parent)
        self.setProperty("kind", "card")
        self.setAccessibleName("Resultados da busca")
        self._field = field
        self._window = parent
        self._source = source
        self._context = context
        self._is_enter_waiting = False
        theme = context.theme
        self.note = QLabel(self)
        self.note.setProperty("kind", "secondary")
        self.note.setWordWrap(True)
        self.model = SearchModel(theme, self)
        self.view = QTreeView(self)
        self.view.setAccessibleName("Resultados da busca")
        self.view.setModel(self.model)
        self.view.setHeaderHidden(True)
        self.view.setRootIsDecorated(False)
        self.view.setItemsExpandable(False)
        self.view.setIndentation(theme.px(8))
        self.view.setUniformRowHeights(True)
        self.view.setFrameShape(QFrame.Shape.NoFrame)
        self.view.setProperty("kind", "bare")
        self.view.setEditTriggers(QTreeView.EditTrigger.NoEditTriggers)
        self.view.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.view.header().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        self.view.clicked.connect(self._open)
        column = QVBoxLayout(self)
        column.setContentsMargins(*[theme.px(8)] * 4)
        column.setSpacing(theme.px(4))
        column.addWidget(self.note)
        column.addWidget(self.view, 1)
        self._typing = Debouncer(self, rest_ms=_REST_MS)
        self._typing.settled.connect(self.search)
        field.textEdited.connect(self._on_edited)
        field.installEventFilter(self)
        parent.installEventFilter(self)
        self.hide()

    @property
    def current(self) -> Achado | None:
        """What Enter would open."""
        return self.model.found_at(self.view.currentIndex())

    def look_for(self, text: str) -> None:
        """As if somebody had typed it."""
        self._field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self._field.setText(text)
        self.search()

    @Slot()
    def search(self) -> None:
        """Look for what stands in the field; for what was opened before where nothing does."""
        text = self._field.text().strip()
        runner = self._context.runner
        if text:
            runner.read(
                self, partial(self._source.find, text), self._on_found, self._on_failed, key="busca"
            )
            return
        known = self._recent()
        runner.read(
            self, partial(self._source.recent, known), self._on_recent, self._on_failed, key="busca"
        )

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Keys and focus of the field; another size of the window."""
        if watched is self._field:
            if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
                return self._on_key(event)
            if event.type() == QEvent.Type.FocusIn:
                self.search()
            elif event.type() == QEvent.Type.FocusOut:
                self.hide()
        elif event.type() == QEvent.Type.Resize and self.isVisible():
            self._place()
        return False

    # -- keys ------------------------------------------------------------------------------

    def _on_key(self, event: QKeyEvent) -> bool:
        key = Qt.Key(event.key())
        if key in _STEPS:
            if self.isVisible():
                self._move(_STEPS[key])
            else:
                self.search()
            return True
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._on_enter()
            return True
        if key == Qt.Key.Key_Escape:
            if self.isVisible():
                self.hide()
            else:
                self._field.clear()
                self._field.clearFocus()
            return True
        return False

    def _move(self, steps: int) -> None:
        leaves = self.model.leaves()
        if not leaves:
            return
        at = next((n for n, one in enumerate(leaves) if one == self.view.currentIndex()), -1)
        self._make_current(leaves[max(0, min(at + steps, len(leaves) - 1))])

    def _make_current(self, index: QModelIndex) -> None:
        self.view.setCurrentIndex(index)
        self.view.scrollTo(index)
        found = self.model.found_at(index)
        self._field.setAccessibleDescription(
            "" if found is None else f"{found.titulo}, {found.detalhe}"
        )

    def _on_enter(self) -> None:
        """Open what is current; what is still being looked for is opened when it comes."""
        if self._typing.is_pending:
            self._is_enter_waiting = True
            self._typing.flush()
        elif self.isVisible() and self.current is not None:
            self._open(self.view.currentIndex())
        else:
            self._is_enter_waiting = bool(self._field.text().strip())
            self.search()

    # -- what was found --------------------------------------------------------------------

    @Slot(str)
    def _on_edited(self, _text: str) -> None:
        self._is_enter_waiting = False
        self._typing.touch()

    def _on_found(self, found: Resultado) -> None:
        if found.texto != self._field.text().strip():
            return
        words = counted(found.total, "resultado", "resultados")
        if not found.total:
            words = (
                "Nada encontrado. Tente o protocolo, uma palavra do texto, uma rua, um conselheiro "
                "ou uma unidade. Moradores são procurados em Atendimento."
            )
        if found.aviso:
            words = f"{self._source.sentence(found.aviso)} {words}"
        self._show(found.grupos, words)
        if self._is_enter_waiting:
            self._is_enter_waiting = False
            if self.current is not None:
                self._open(self.view.currentIndex())

    def _on_recent(self, found: list[Achado]) -> None:
        if self._field.text().strip():
            return
        group = Grupo("Abertas por último", 0, tuple(found))
        words = "Protocolo, palavra do texto, rua, conselheiro, unidade ou categoria"
        self._show((group,) if found else (), words)

    def _on_failed(self, error: BaseException) -> None:
        self._show((), self._context.describe(error).frase)

    def _show(self, groups: tuple[Grupo, ...], words: str) -> None:
        if not self._field.hasFocus():
            return
        self.note.setText(words)
        self.note.setAccessibleName(words)
        self.model.show_groups(groups)
        self.view.expandAll()
        leaves = self.model.leaves()
        self.view.setVisible(bool(leaves))
        self._field.setAccessibleDescription(words)
        self._place()
        self.show()
        self.raise_()
        if leaves and self._field.text().strip():
            self._make_current(leaves[0])

    def _place(self) -> None:
        """Under the field, as wide as is needed, never out of the window."""
        theme, window = self._context.theme, self._window
        origin = self._field.mapTo(window, QPoint(0, self._field.height() + theme.px(4)))
        width = min(
            max(self._field.width(), theme.px(640)), window.width() - origin.x() - theme.px(8)
        )
        self.resize(width, self.height())
        rows = len(self.model.leaves()) + self.model.rowCount()
        row = max(self.view.sizeHintForRow(0), self.fontMetrics().height() + theme.px(8))
        note = self.note.heightForWidth(width - theme.px(16))
        wanted = note + theme.px(24) + (rows * row + theme.px(8) if rows else 0)
        room = window.height() - origin.y() - theme.px(8)
        self.setGeometry(origin.x(), origin.y(), width, min(wanted, room))

    # -- opening ---------------------------------------------------------------------------

    @Slot(QModelIndex)
    def _open(self, index: QModelIndex) -> None:
        found = self.model.found_at(index)
        if found is None:
            return
        self._remember(found)
        self.hide()
        self._field.clear()
        self._field.clearFocus()
        self._context.go(found.tela, found.alvo)

    def _setting(self) -> str:
        account = self._context.session.conta
        return f"busca/recentes_{account.conta_id if account else ''}"

    def _recent(self) -> list[tuple[str, str]]:
        lines = self._context.view.text(self._setting()).split(";")
        return [(one.partition("|")[0], one.partition("|")[2]) for one in lines if "|" in one]

    def _remember(self, found: Achado) -> None:
        """Ids only: no typed word, no name."""
        if found.tela not in _REMEMBERED or ":" in found.alvo:
            return
        this = (found.tela, found.alvo)
        known = [this, *(one for one in self._recent() if one != this)][:MAX_RECENT]
        self._context.view.put(self._setting(), ";".join("|".join(one) for one in known))
