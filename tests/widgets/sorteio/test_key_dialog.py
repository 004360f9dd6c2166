"""Choosing the key."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtWidgets import QWidget

from app.services.pacote_cifrado import Chave
from tests.widgets.accessibility import unnamed, unreachable
from tests.widgets.conftest import Ui
from widgets.sorteio.key_dialog import KeyDialog


def test_this_offices_own_or_one_in_a_file(ui: Ui, host: QWidget, tmp_path: Path) -> None:
    found: list[Chave] = []
    host.show()
    for path in (None, tmp_path / "chave"):
        dialog = KeyDialog(ui.context, host, has_office=True)
        dialog.chosen.connect(found.append)
        dialog.open()
        assert (unnamed(dialog), unreachable(dialog)) == ([], [])
        if path is not None:
            dialog.key.set_file(path)
        dialog.key.password.setText("marola")
        dialog.save.click()
    assert found == [Chave(None, b"marola"), Chave(tmp_path / "chave", b"marola")]
