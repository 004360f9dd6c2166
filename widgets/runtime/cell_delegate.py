"""Paints a plain cell of a table in one call, to the pixel as Qt's own delegate does.

Qt's delegate asks a model in Python seven times a cell and works through the style sheet's boxes for
each; a page of a list is a few hundred cells, painted twice. Chosen, focused and disabled cells, and
whatever the model calls no plain cell, stay Qt's. Source: issue "Ground floor", figures (a page of
the log browser within one frame).
"""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QLocale, QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPen, QTextLayout
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget
from typing_extensions import override

from widgets.runtime.table_model import TableModel
from widgets.runtime.theme.theme import Theme
from widgets.runtime.theme.tokens import CELL_PADDING

_STATE: Final = QStyle.StateFlag
# Plain integers: an operation on Qt's flags costs as much as a line of text.
_ENABLED: Final = _STATE.State_Enabled.value
_LOOKED_AT: Final = _ENABLED | _STATE.State_Selected.value | _STATE.State_HasFocus.value
_ONE_LINE: Final = int(Qt.TextFlag.TextSingleLine)
_ACROSS: Final = int(Qt.AlignmentFlag.AlignHorizontal_Mask)
_ON_ONE_LINE: Final = {ord(sign): " " for sign in "\t\n\r\x0b\x0c\u2028\u2029"}
_KEPT: Final = 4_096


def _line_height(font: QFont) -> int:
    """Height of one laid out line, in whole pixels; a font's metrics may round it another way."""
    layout = QTextLayout("0", font)
    layout.beginLayout()
    line = layout.createLine()
    layout.endLayout()
    return int(line.height())


class CellDelegate(QStyledItemDelegate):
    """See the module.

    Args:
        theme: colours and distances.
        parent: the table.
    """

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._cut: dict[tuple[str, int, bool], tuple[str, int]] = {}
        self._measure()
        theme.changed.connect(self._measure)

    @override
    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        """The text, cut where it does not fit, over the line that ends its row."""
        model = index.model()
        cell = None
        if option.state.value & _LOOKED_AT == _ENABLED and isinstance(model, TableModel):
            cell = model.plain_cell(index)
        if cell is None:
            super().paint(painter, option, index)
            return
        text, alignment, font, tone = cell
        rect = option.rect
        left, top, width, height = rect.left(), rect.top(), rect.width(), rect.height()
        painter.fillRect(left, top + height - 1, width, 1, self._line)
        if not text:
            return
        painter.setPen(self._text if tone is None else QColor(getattr(self._theme.tokens, tone)))
        if font is not None:
            painter.setFont(font)
        room = width - 2 * self._margin
        known = self._cut.get((text, room, font is None))
        if known is None:
            known = self._cut_to(text, room, option, painter, is_plain=font is None)
        shown, half = known
        # The line takes a pixel; halves are cut as QStyle.alignedRect cuts them.
        top += (height - 1) // 2 - half
        painter.drawText(
            left + self._margin, top, room, 2 * half + 2, alignment & _ACROSS | _ONE_LINE, shown
        )
        if font is not None:
            painter.setFont(option.font)

    @override
    def displayText(self, value: object, locale: QLocale | QLocale.Language) -> str:
        """A chosen cell keeps to one line too."""
        return super().displayText(value, locale).translate(_ON_ONE_LINE)

    def _cut_to(
        self,
        text: str,
        room: int,
        option: QStyleOptionViewItem,
        painter: QPainter,
        *,
        is_plain: bool,
    ) -> tuple[str, int]:
        """What fits of a text, and half its height; kept, since words come back row after row."""
        if len(self._cut) >= _KEPT:
            self._cut.clear()
        font = painter.font()
        metrics = QFontMetrics(font, painter.device())
        found = (
            metrics.elidedText(text.translate(_ON_ONE_LINE), option.textElideMode, room),
            _line_height(font) // 2,
        )
        self._cut[text, room, is_plain] = found
        return found

    def _measure(self) -> None:
        tokens = self._theme.tokens
        self._cut.clear()
        self._line = QColor(tokens.line)
        self._text = QPen(QColor(tokens.text))
        parent = self.parent()
        frame = QStyle.PixelMetric.PM_FocusFrameHMargin
        own = (
            parent.style().pixelMetric(frame, None, parent) + 1
            if isinstance(parent, QWidget)
            else 0
        )
        self._margin = self._theme.px(CELL_PADDING) + own
