"""Changing one's own password: two different new ones, a wrong present one, and the right one."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from core.kernel.errors import UserFacingError
from tests.widgets.accessibility import unnamed
from tests.widgets.conftest import Ui
from widgets.entrada.own_password import OwnPasswordDialog


def test_it_is_changed_by_whoever_knows_the_present_one(ui: Ui, host: QWidget) -> None:
    done: list[tuple[str, str]] = []

    def change(nome: str, present: str, new: str) -> None:
        if present != "certa":
            raise UserFacingError("conta.senha_errada")
        done.append((nome, new))

    host.show()
    dialog = OwnPasswordDialog("Ana", change, ui.context, host)
    dialog.open()
    assert unnamed(dialog) == []
    dialog.present.setText("errada")
    dialog.new.setText("uma nova")
    dialog.save.click()
    assert "diferentes" in dialog.error.text()
    dialog.again.setText("uma nova")
    dialog.save.click()
    ui.settle()
    assert "não conferem" in dialog.error.text()
    dialog.present.setText("certa")
    dialog.save.click()
    ui.settle()
    assert done == [("Ana", "uma nova")]
    assert ("info", "Senha trocada. A nova vale desde já.") in ui.notices
