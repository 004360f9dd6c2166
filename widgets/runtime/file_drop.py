"""One file dropped on a widget, by whoever has a mouse; a button beside it does the same by keys."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from PySide6.QtCore import QEvent, QMimeData, QObject, Signal
from PySide6.QtGui import QDropEvent
from PySide6.QtWidgets import QWidget
from typing_extensions import override

_ENTERING: Final = frozenset({QEvent.Type.DragEnter, QEvent.Type.DragMove})


class FileDrop(QObject):
    """Makes ``target`` take exactly one local file.

    Signals:
        dropped(Path): it was let go here.
    """

    dropped = Signal(object)

    def __init__(self, target: QWidget) -> None:
        super().__init__(target)
        target.setAcceptDrops(True)
        target.installEventFilter(self)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        is_drop = event.type() == QEvent.Type.Drop
        if not isinstance(event, QDropEvent) or not (is_drop or event.type() in _ENTERING):
            return super().eventFilter(watched, event)
        path = one_file(event.mimeData())
        if path is None:
            event.ignore()
            return True
        event.acceptProposedAction()
        if is_drop:
            self.dropped.emit(path)
        return True


def one_file(data: QMimeData) -> Path | None:
    """The one local file that is carried; None for anything else."""
    urls = data.urls() if data.hasUrls() else []
    if len(urls) != 1 or not urls[0].isLocalFile():
        return None
    return Path(urls[0].toLocalFile())
