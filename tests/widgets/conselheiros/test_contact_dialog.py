"""Contact data: what there is, what there is not, and that it was written down."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QLabel, QWidget

from app.services.designacoes import Contato
from tests.widgets.conftest import Ui
from widgets.conselheiros.contact_dialog import ContactDialog


def test_it_shows_and_says_so(ui: Ui, host: QWidget) -> None:
    host.show()
    dialog = ContactDialog(Contato("Ana", "83 99999-0000", None, None), ui.context.theme, host)
    dialog.open()
    assert [one.text() for one in dialog.values] == [
        "83 99999-0000", "não informado", "não informado",
    ]  # fmt: skip
    words = " ".join(label.text() for label in dialog.findChildren(QLabel))
    assert "Ficou registrado" in words
    dialog.accept()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
