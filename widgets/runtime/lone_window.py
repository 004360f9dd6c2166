"""A window where there is no office, and so no frame: Tab goes round it as round any other."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget
from typing_extensions import override

from widgets.runtime.reading_order import step_focus


class LoneWindow(QWidget):
    """Owned by whoever shows it."""

    def __init__(self) -> None:
        super().__init__(None)

    @override
    def focusNextPrevChild(self, next: bool) -> bool:
        """Tab goes in reading order, as in the office's window; see ``reading_order``."""
        return step_focus(self, self.focusWidget(), forward=next)
