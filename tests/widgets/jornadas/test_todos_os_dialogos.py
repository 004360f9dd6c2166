"""What holds for every dialog over a living office: names, keyboard, Esc, small windows, none forgotten."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit, QMessageBox, QPlainTextEdit, QPushButton

from tests.widgets.accessibility import unnamed, unreachable
from tests.widgets.conftest import Mesa
from widgets.runtime.alt_keys import seen_buttons
from widgets.runtime.dialog import Dialog, typed_fields

WIDGETS = Path(__file__).parents[3] / "widgets"
SMALL_PX = (1_024, 700)
NOT_DRAWN = {
    "DraftsDialog": "needs a draft of the counter; tests/widgets/atendimento/test_dialogs.py",
    "FormDialog": "the base of other forms",
    "LongDialog": "the base of dialogs with long work",
    "HelpWindow": "of the frame; app/desktop/desenho.py draws it",
    "KeysOverlay": "of the frame; app/desktop/desenho.py draws it",
    "FaultDialog": "of the frame; app/desktop/desenho.py draws it",
    "OwnPasswordDialog": "of the frame; app/desktop/desenho.py draws it",
    "PhotoViewer": "needs a photo; tests/widgets/runtime/galeria/test_photo_viewer.py",
    "_Dialog": "the base of the counter's questions",
    "EscolherLugarDialog": "a page of the map; tests/widgets/runtime/mapa/test_lugar.py",
}
"""Kinds of dialogs that no spec opens here, and why."""


def _drop(dialog: Dialog) -> None:
    dialog.hide()
    dialog.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


def _opened(mesa: Mesa) -> Iterator[tuple[str, Dialog]]:
    """Every dialog of every spec, one after the other."""
    for spec in mesa.desktop.specs:
        if not spec.dialogs:
            continue
        screen = mesa.open(spec.key)
        if spec.key == "demandas":
            spec.views[0].prepare(screen)
            mesa.settle()
        for view in spec.dialogs:
            view.prepare(screen)
            mesa.settle()
            shown = [one for one in mesa.desktop.window.findChildren(Dialog) if one.isVisible()]
            assert len(shown) == 1, view.name
            # Without a window manager nobody makes a new window the active one.
            shown[0].activateWindow()
            mesa.until(shown[0].isActiveWindow)
            yield view.name, shown[0]
            _drop(shown[0])


def test_names_keys_and_esc_of_every_dialog(mesa: Mesa) -> None:
    kinds: set[str] = set()
    for name, dialog in _opened(mesa):
        kinds.add(type(dialog).__name__)
        assert unnamed(dialog) == [], name
        # Of a group of choices Tab stops at one, the arrows go to the others.
        assert [one for one in unreachable(dialog) if "QRadioButton" not in one] == [], name
        buttons = [one for one in seen_buttons(dialog) if one.isEnabled()]
        assert [one.text() for one in buttons if not one.shortcut().toString()] == [], name
        fields = [one for one in typed_fields(dialog) if one.isVisible() and one.isEnabled()]
        if not fields:
            continue
        assert not dialog.is_changed(), name
        _type(fields[0])
        QTest.keyClick(dialog, Qt.Key.Key_Escape)
        boxes = [one for one in dialog.findChildren(QMessageBox) if one.isVisible()]
        assert len(boxes) == 1, name
        assert dialog.isVisible(), name
        boxes[0].hide()
    assert set(_kinds_of_dialogs()) - kinds - NOT_DRAWN.keys() == set()


def _type(field: QLineEdit | QPlainTextEdit) -> None:
    if isinstance(field, QLineEdit):
        field.setText(f"{field.text()} mais")
    else:
        field.setPlainText(f"{field.toPlainText()} mais")


def _kinds_of_dialogs() -> list[str]:
    bases = {"Dialog", "FormDialog", "LongDialog", "_Dialog"}
    return [
        node.name
        for path in WIDGETS.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.ClassDef)
        and any(isinstance(base, ast.Name) and base.id in bases for base in node.bases)
    ]


@pytest.mark.parametrize("scale_pct", [100, 200])
def test_every_dialog_fits_a_small_window(mesa: Mesa, scale_pct: int) -> None:
    mesa.desktop.theme.set_scale_pct(scale_pct)
    mesa.qtbot.waitUntil(lambda: not mesa.desktop.window._rebuild.isActive())
    mesa.desktop.window.resize(*SMALL_PX)
    mesa.settle()
    for name, dialog in _opened(mesa):
        assert (dialog.width() <= SMALL_PX[0], dialog.height() <= SMALL_PX[1]) == (True, True), name
        crushed = [
            button.text()
            for button in dialog.findChildren(QPushButton)
            if button.isVisible() and button.height() < button.minimumSizeHint().height()
        ]
        assert crushed == [], name
