"""A remark with the button that answers it."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from tests.widgets.accessibility import unnamed
from tests.widgets.conftest import Ui
from widgets.gabinete.offer import Offer


def test_it_waits_hidden_and_says_how_grave_it_is(ui: Ui, host: QWidget) -> None:
    quiet, grave = Offer("Usar", host), Offer("Juntar", host, level="aviso")
    host.show()
    assert (quiet.isVisible(), grave.isVisible()) == (False, False)
    assert (quiet.property("level"), grave.property("level")) == (None, "aviso")
    assert (quiet.act.text(), grave.act.text()) == ("Usar", "Juntar")
    assert unnamed(host) == []
