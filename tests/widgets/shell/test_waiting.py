from __future__ import annotations

import threading
from collections.abc import Callable

import pytest
from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QApplication, QInputDialog, QMessageBox, QProgressDialog
from pytestqt.qtbot import QtBot

from app.services.progresso import Cancelled
from widgets.shell.waiting import ask_password, confirm, tell, wait_for


def soon(act: Callable[[], object]) -> None:
    QTimer.singleShot(50, act)


def opened(kind: type) -> QObject:
    return next(w for w in QApplication.topLevelWidgets() if isinstance(w, kind) and w.isVisible())


def test_work_is_waited_for_and_its_result_returned(qtbot: QtBot) -> None:
    owner = QObject()

    def work(progress: Callable[[int, int], None]) -> str:
        progress(1, 2)
        progress(2, 2)
        return "feito"

    assert wait_for("Conferindo", work, owner) == "feito"


def test_a_fault_comes_back(qtbot: QtBot) -> None:
    owner = QObject()

    def work(_progress: Callable[[int, int], None]) -> None:
        raise LookupError("x")

    with pytest.raises(LookupError):
        wait_for("Conferindo", work, owner)


def test_the_person_can_stop_it(qtbot: QtBot) -> None:
    owner = QObject()

    turn = threading.Event()

    def work(progress: Callable[[int, int], None]) -> None:
        while True:  # ends by the exception that ``progress`` raises
            progress(0, 0)
            turn.wait(0.005)

    def cancel() -> None:
        dialog = opened(QProgressDialog)
        assert isinstance(dialog, QProgressDialog)
        dialog.canceled.emit()  # what its button says

    soon(cancel)
    with pytest.raises(Cancelled):
        wait_for("Conferindo", work, owner)


@pytest.mark.parametrize("act", ["Restaurar", "Voltar"])
def test_an_irreversible_act_is_asked_for_by_name(qtbot: QtBot, act: str) -> None:
    def press() -> None:
        box = opened(QMessageBox)
        assert isinstance(box, QMessageBox)
        next(b for b in box.buttons() if b.text() == act).click()

    soon(press)
    assert confirm("Restaurar?", "O que veio depois se perde.", "Restaurar") is (act == "Restaurar")


def test_a_sentence_is_told(qtbot: QtBot) -> None:
    texts: list[str] = []

    def close() -> None:
        box = opened(QMessageBox)
        assert isinstance(box, QMessageBox)
        texts.append(box.text())
        box.accept()

    soon(close)
    tell("O registro confere.", "1 evento")
    assert texts == ["O registro confere."]


def test_a_password_is_asked_for_or_given_up(qtbot: QtBot) -> None:
    def answer() -> None:
        dialog = opened(QInputDialog)
        assert isinstance(dialog, QInputDialog)
        dialog.setTextValue("segredo")
        dialog.accept()

    soon(answer)
    assert ask_password("Senha") == "segredo"

    def leave() -> None:
        dialog = opened(QInputDialog)
        assert isinstance(dialog, QInputDialog)
        dialog.reject()

    soon(leave)
    assert ask_password("Senha") is None
