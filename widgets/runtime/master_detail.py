"""List and detail side by side; where that is too narrow, the detail is a page with a way back."""

from __future__ import annotations

from PySide6.QtCore import QByteArray, QSize, Qt, Signal, Slot
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QSplitter, QStackedWidget, QToolButton, QVBoxLayout, QWidget

from widgets.runtime.theme.icons import Icons
from widgets.runtime.theme.theme import Theme


class MasterDetail(QWidget):
    """Holds a master and a detail and moves them as the width asks.

    Signals:
        closed: the person went back from the detail page to the list.
        page_changed(bool): the detail fills the page, or no longer does.
    """

    closed = Signal()
    page_changed = Signal(bool)

    def __init__(
        self,
        master: QWidget,
        detail: QWidget,
        theme: Theme,
        icons: Icons,
        parent: QWidget,
        *,
        back: str = "Voltar à lista",
    ) -> None:
        super().__init__(parent)
        self._master = master
        self._detail = detail
        self._is_narrow = False
        self._back = QToolButton(self)
        self._back.setProperty("kind", "flat")
        self._back.setIcon(icons.icon("voltar"))
        self._back.setIconSize(QSize(theme.px(20), theme.px(20)))
        self._back.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self._back.setText(back)
        self._back.setToolTip(f"{back} (Esc)")
        self._back.clicked.connect(self.show_master)
        self._splitter = QSplitter(Qt.Orientation.Horizontal, self)
        self._splitter.setChildrenCollapsible(False)
        self._splitter.setHandleWidth(theme.px(4))
        self._page = QWidget(self)
        self._page_column = QVBoxLayout(self._page)
        self._page_column.setContentsMargins(0, 0, 0, 0)
        self._page_column.addWidget(self._back, 0, Qt.AlignmentFlag.AlignLeft)
        self._stack = QStackedWidget(self)
        self._stack.addWidget(self._splitter)
        self._stack.addWidget(self._page)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self._stack)
        self._splitter.addWidget(master)
        self._splitter.addWidget(detail)
        self._splitter.setStretchFactor(0, 3)
        self._splitter.setStretchFactor(1, 2)
        escape = QShortcut(QKeySequence(Qt.Key.Key_Escape), self._page)
        escape.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        escape.activated.connect(self.show_master)

    def share(self, master: int, detail: int) -> None:
        """How the width is shared until the person moves the line between them."""
        self._splitter.setStretchFactor(0, master)
        self._splitter.setStretchFactor(1, detail)
        self._splitter.setSizes([master * 1_000, detail * 1_000])

    @property
    def is_narrow(self) -> bool:
        """One at a time."""
        return self._is_narrow

    @property
    def is_detail_shown(self) -> bool:
        """The detail can be seen now."""
        return not self._is_narrow or self._stack.currentWidget() is self._page

    def set_narrow(self, *, is_narrow: bool) -> None:
        """Side by side, or one at a time."""
        if is_narrow == self._is_narrow:
            return
        self._is_narrow = is_narrow
        if is_narrow:
            self._page_column.addWidget(self._detail, 1)
            self._detail.show()
        else:
            self._splitter.addWidget(self._detail)
            self._detail.show()
        self._stack.setCurrentWidget(self._splitter)
        self.page_changed.emit(False)

    def show_detail(self) -> None:
        """Bring the detail to the front; nothing to do where both are seen."""
        if self._is_narrow:
            self._stack.setCurrentWidget(self._page)
            self._back.setFocus()
            self.page_changed.emit(True)

    @Slot()
    def show_master(self) -> None:
        """Back to the list."""
        if self._stack.currentWidget() is self._page:
            self._stack.setCurrentWidget(self._splitter)
            self._master.setFocus()
            self.page_changed.emit(False)
            self.closed.emit()

    def save(self) -> QByteArray:
        """The splitter's place; empty while narrow, so that the wide one is kept."""
        return QByteArray() if self._is_narrow else self._splitter.saveState()

    def restore(self, state: QByteArray) -> None:
        """Put the splitter back."""
        if not state.isEmpty():
            self._splitter.restoreState(state)
