"""The theme in force: scheme, text scale, fonts. Follows the system unless told otherwise."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from PySide6.QtCore import QObject, Qt, Signal, Slot
from PySide6.QtGui import QFont, QFontDatabase
from PySide6.QtWidgets import QApplication, QStyleFactory

from widgets.runtime.theme.style_sheet import build_palette, build_style_sheet
from widgets.runtime.theme.tokens import DARK, LIGHT, ROW_HEIGHT_PX, TYPE_SIZES, Tokens

MODES: Final = ("sistema", "claro", "escuro")
MIN_SCALE_PCT: Final = 100
MAX_SCALE_PCT: Final = 200
_TABULAR: Final = "tnum"


class Theme(QObject):
    """Applies palette, style sheet and font to the application.

    Args:
        application: the one application.
        parent: owner.
        pictures: folder of the icons, for the few that a style sheet draws.

    Signals:
        changed: tokens or scale are other ones; whoever draws by itself redraws.
    """

    changed = Signal()

    def __init__(
        self,
        application: QApplication,
        parent: QObject,
        pictures: Path,
    ) -> None:
        super().__init__(parent)
        self._folder = (pictures / "folha").as_posix()
        self._application = application
        self._mode = "sistema"
        self._scale_pct = MIN_SCALE_PCT
        system = QFontDatabase.systemFont(QFontDatabase.SystemFont.GeneralFont)
        self._base_pt = max(9.0, system.pointSizeF())
        application.styleHints().colorSchemeChanged.connect(self._on_system_scheme_changed)

    @property
    def mode(self) -> str:
        """``sistema``, ``claro`` or ``escuro``."""
        return self._mode

    @property
    def scale_pct(self) -> int:
        """Text size, 100 to 200."""
        return self._scale_pct

    @property
    def scale(self) -> float:
        """Text size, 1.0 to 2.0."""
        return self._scale_pct / 100

    @property
    def tokens(self) -> Tokens:
        """The colours in force."""
        if self._mode == "sistema":
            dark = self._application.styleHints().colorScheme() is Qt.ColorScheme.Dark
            return DARK if dark else LIGHT
        return DARK if self._mode == "escuro" else LIGHT

    @property
    def row_height_px(self) -> int:
        """Height of a table row at this scale."""
        return round(ROW_HEIGHT_PX * self.scale)

    def px(self, size: float) -> int:
        """``size`` pixels of 100 % at this scale."""
        return round(size * self.scale)

    def set_mode(self, mode: str) -> None:
        """Choose the scheme.

        Raises:
            ValueError: not one of ``MODES``.
        """
        if mode not in MODES:
            raise ValueError(f"unknown theme {mode!r}")
        self._mode = mode
        self.apply()

    def set_scale_pct(self, pct: int) -> None:
        """Choose the text size; clamped to 100-200 %."""
        self._scale_pct = min(MAX_SCALE_PCT, max(MIN_SCALE_PCT, pct))
        self.apply()

    def apply(self) -> None:
        """Put everything in force."""
        style = QStyleFactory.create("Fusion")
        if self._application.style().name().lower() != "fusion":
            self._application.setStyle(style)
        self._application.setFont(self.font())
        self._application.setPalette(build_palette(self.tokens))
        self._application.setStyleSheet(build_style_sheet(self.tokens, self.scale, self._folder))
        self.changed.emit()

    def font(self, step: int = 1, *, bold: bool = False) -> QFont:
        """The system's font at ``TYPE_SIZES[step]``, with figures of equal width."""
        font = QFontDatabase.systemFont(QFontDatabase.SystemFont.GeneralFont)
        font.setPointSizeF(self._base_pt * self.scale * TYPE_SIZES[step])
        font.setBold(bold)
        font.setFeature(QFont.Tag(_TABULAR), 1)
        return font

    def mono_font(self, step: int = 1) -> QFont:
        """The system's monospaced font, for identifiers and raw text."""
        font = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
        font.setPointSizeF(self._base_pt * self.scale * TYPE_SIZES[step])
        return font

    @Slot()
    def _on_system_scheme_changed(self) -> None:
        if self._mode == "sistema":
            self.apply()
