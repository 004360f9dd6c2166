from __future__ import annotations

from PySide6.QtWidgets import QWidget

from tests.widgets.conftest import Ui
from widgets.moderacao.marked_text import MarkedText


def test_marks_lie_where_they_belong_and_nothing_is_markup(ui: Ui, host: QWidget) -> None:
    shown = MarkedText("Texto", ui.context.theme, host)
    text = "a <b>😡 zurrapa</b>\nfim zurrapa"
    first, last = text.index("zurrapa"), text.rindex("zurrapa")
    shown.show_text(text, ((first, first + 7), (last, last + 7)))
    assert shown.toPlainText() == text
    assert shown.marked() == ["zurrapa", "zurrapa"]
    assert shown.accessibleName() == f"Texto: {text}"
    shown.show_text("outro")
    assert shown.marked() == []


def test_as_tall_as_its_words(ui: Ui, host: QWidget) -> None:
    shown = MarkedText("Texto", ui.context.theme, host)
    shown.resize(300, 50)
    host.show()
    shown.show()
    shown.show_text("uma palavra")
    short = shown.height()
    shown.show_text("muitas palavras " * 60)
    assert shown.height() > short * 4
    assert shown.minimumSizeHint().height() <= short
    assert shown.sizeHint().height() == shown.height()
