"""One item is held at a time."""

from __future__ import annotations

from PySide6.QtCore import QObject

from tests.support.office import demanda
from tests.widgets.conftest import Ui
from tests.widgets.revisao.test_screen import fake
from widgets.runtime.lease import Lease


def test_one_at_a_time(ui: Ui) -> None:
    queue, owner = fake([]), QObject()
    lease = Lease(queue, ui.context, owner)
    told: list[tuple[str, str, bool]] = []
    lease.told.connect(lambda *what: told.append(what))
    lease.hold(demanda(1))
    lease.hold(demanda(1))
    lease.hold(demanda(2))
    ui.settle()
    assert queue.asked == [("reservar", "1"), ("soltar", "1"), ("reservar", "2")]
    assert [one[2] for one in told] == [True, True]
    lease.let_go()
    lease.let_go()
    ui.settle()
    assert queue.asked[-1] == ("soltar", "2")
    assert len(queue.asked) == 4
