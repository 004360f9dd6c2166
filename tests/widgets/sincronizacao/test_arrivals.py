"""Quarantine: a file is looked at again, or deleted after a question."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from app.services.recebimento import RecebimentoService
from core.kernel.errors import UserFacingError
from tests.widgets.accessibility import unnamed, unreachable
from tests.widgets.conftest import Ui
from tests.widgets.sincronizacao.conftest import FakeRecebedor
from widgets.runtime.consequence_dialog import ConsequenceDialog
from widgets.sincronizacao.arrivals import Arrivals, QuarantinePane


def test_lists_show_what_came_and_what_waits(
    ui: Ui, host: QWidget, recebedor: FakeRecebedor
) -> None:
    lists = Arrivals("sincronizacao", ui.context, host)
    lists.show_rows(recebedor.chegadas())
    assert lists.received.count.text() == "1 pacote"
    assert lists.waiting.count.text() == "1 fluxo espera"
    lists.save_view()


def test_a_refused_file_is_verified_again_or_deleted_after_a_question(
    ui: Ui, host: QWidget, arrivals: RecebimentoService, recebedor: FakeRecebedor
) -> None:
    pane = QuarantinePane("sincronizacao", arrivals, ui.context, host)
    host.show()
    changed: list[bool] = []
    pane.changed.connect(lambda: changed.append(True))
    pane.show_rows(recebedor.items)
    assert (pane.again.isEnabled(), pane.drop.isEnabled()) == (False, False)
    pane.list.select("6d" * 32)
    assert (pane.again.isEnabled(), pane.drop.isEnabled()) == (False, True)
    pane.list.select("5c" * 32)
    assert pane.again.isEnabled()
    assert (unnamed(pane), unreachable(pane)) == ([], [])
    pane.again.click()
    ui.settle()
    assert ui.notices[-1][1].startswith("Importado, e uma parte espera. Trouxe 31 demandas")
    recebedor.fault = UserFacingError("quarentena.nao_ha")
    pane.again.click()
    ui.settle()
    assert len(ui.faults) == 1
    pane.ask_drop()
    (dialog,) = pane.findChildren(ConsequenceDialog)
    assert len(recebedor.items) == 2
    dialog.confirmed.emit("", "")
    dialog.hide()
    ui.settle()
    assert [one.sha256 for one in recebedor.items] == ["6d" * 32]
    assert changed == [True, True]
