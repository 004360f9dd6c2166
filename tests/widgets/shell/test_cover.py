"""Covered, the office lives on and cannot be seen, reached or heard."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QDialog, QLineEdit, QMainWindow, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from widgets.shell.cover import Cover


@pytest.fixture
def window(qtbot: QtBot) -> QMainWindow:
    made = QMainWindow()
    qtbot.addWidget(made)
    return made


def framed(cover: Cover) -> QLineEdit:
    frame = QWidget(cover)
    column = QVBoxLayout(frame)
    field = QLineEdit(frame)
    column.addWidget(field)
    cover.set_frame(frame)
    return field


def test_a_form_a_dialog_and_a_key_wait_behind_it(window: QMainWindow, qtbot: QtBot) -> None:
    cover = Cover(window)
    window.setCentralWidget(cover)
    field = framed(cover)
    action = QAction("Ler de novo", window)
    window.addAction(action)
    window.show()
    qtbot.waitExposed(window)
    field.setText("meio escrito")
    field.setFocus(Qt.FocusReason.OtherFocusReason)
    dialog = QDialog(window)
    dialog.open()
    page = QWidget(cover)
    cover.cover(page)
    assert cover.is_covered
    assert page.isVisible()
    assert not field.isVisible()
    assert not dialog.isVisible()
    assert not action.isEnabled()
    cover.uncover()
    assert field.isVisible()
    assert field.text() == "meio escrito"
    assert dialog.isVisible()
    assert action.isEnabled()
    dialog.close()


def test_another_frame_comes_behind_the_page(window: QMainWindow) -> None:
    cover = Cover(window)
    window.setCentralWidget(cover)
    framed(cover)
    window.show()
    page = QWidget(cover)
    cover.cover(page)
    field = framed(cover)
    assert cover.is_covered
    assert page.isVisible()
    cover.uncover()
    assert field.isVisible()


def test_dialogs_of_somebody_else_do_not_come_back(window: QMainWindow) -> None:
    cover = Cover(window)
    window.setCentralWidget(cover)
    framed(cover)
    window.show()
    dialog = QDialog(window)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.open()
    cover.cover(QWidget(cover))
    cover.forget_dialogs()
    cover.uncover()
    assert not any(one.isVisible() for one in window.findChildren(QDialog))
