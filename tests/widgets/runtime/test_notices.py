"""Notices: not twice, at most three, gone when read."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QPushButton, QWidget

from tests.widgets.accessibility import unnamed
from tests.widgets.conftest import Ui
from tests.widgets.finding import only
from widgets.runtime.notices import NoticesBar


def _bar(ui: Ui, host: QWidget) -> NoticesBar:
    return NoticesBar(ui.context.theme, ui.context.icons, host)


def _texts(bar: NoticesBar) -> list[str]:
    return [notice.text for notice in bar.notices()]


def test_the_same_sentence_is_shown_once_and_three_at_most(ui: Ui, host: QWidget) -> None:
    bar = _bar(ui, host)
    assert bar.isHidden()
    for text in ("um", "dois", "um", "três", "quatro"):
        bar.show_notice(text, "aviso")
    assert _texts(bar) == ["um", "três", "quatro"]
    assert not bar.isHidden()
    assert unnamed(bar) == []


def test_closing_the_last_hides_the_bar(ui: Ui, host: QWidget) -> None:
    bar = _bar(ui, host)
    notice = bar.show_notice("falhou", "erro")
    notice.dismiss()
    assert bar.isHidden()
    QCoreApplication.sendPostedEvents(notice, QEvent.Type.DeferredDelete.value)


def test_an_action_runs_once_and_closes(ui: Ui, host: QWidget) -> None:
    bar = _bar(ui, host)
    done: list[int] = []
    notice = bar.show_notice("Aprovado.", "info", ("Desfazer", lambda: done.append(1)))
    only(notice, QPushButton).click()
    assert done == [1]
    assert bar.notices() == []


def test_only_information_goes_by_itself(ui: Ui, host: QWidget) -> None:
    bar = _bar(ui, host)
    bar.show_notice("feito")
    bar.show_notice("falhou", "erro")
    bar.restyle()
    assert _texts(bar) == ["feito", "falhou"]
    for notice in bar.notices():
        notice.dismiss()


def test_information_goes_when_its_time_is_over(
    ui: Ui, host: QWidget, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("widgets.runtime.notices._INFO_MS", 1)
    bar = _bar(ui, host)
    bar.show_notice("feito")
    bar.show_notice("falhou", "erro")
    ui.until(lambda: _texts(bar) == ["falhou"])


def test_hundreds_of_notices_come_and_go(ui: Ui, host: QWidget) -> None:
    bar = _bar(ui, host)
    for number in range(400):
        bar.show_notice(f"aviso {number}")
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
        QCoreApplication.processEvents()
    assert len(bar.notices()) == 3
