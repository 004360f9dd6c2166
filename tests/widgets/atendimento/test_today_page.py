"""What I registered today, and how it is taken back."""

from __future__ import annotations

from PySide6.QtTest import QAbstractItemModelTester

from tests.support.vivo import Vivo
from tests.widgets.atendimento.conftest import POSTE
from tests.widgets.conftest import Ui
from widgets.atendimento.screen import AtendimentoScreen
from widgets.atendimento.withdraw_dialog import WithdrawDialog


def registered(ui: Ui, vivo: Vivo, screen: AtendimentoScreen) -> None:
    screen.attend.show_draft(None, POSTE)
    screen.attend.register()
    ui.until(lambda: screen.stack.currentWidget() is screen.receipt)
    vivo.ocioso()
    screen.show_page(screen.today)
    ui.until(lambda: screen.today.panel.model.rowCount() == 1)
    screen.today.panel.table.selectRow(0)


def test_a_registration_is_listed_and_withdrawn_with_a_reason(
    ui: Ui, vivo: Vivo, screen: AtendimentoScreen
) -> None:
    screen.show_page(screen.today)
    ui.until(lambda: "Nada registrado hoje" in screen.today.panel.state.message)
    registered(ui, vivo, screen)
    page = screen.today
    tester = QAbstractItemModelTester(page.panel.model)
    page.withdraw.click()
    (dialog,) = page.findChildren(WithdrawDialog)
    dialog.reasons["engano"].setChecked(True)
    dialog.withdraw.click()
    ui.until(lambda: any("foi retirada" in text for _level, text in ui.notices))
    ui.until(lambda: "retirada" in page.panel.model.index(0, 2).data())
    tester.deleteLater()


def test_a_refusal_stays_in_the_dialog(ui: Ui, vivo: Vivo, screen: AtendimentoScreen) -> None:
    registered(ui, vivo, screen)
    page = screen.today
    page.withdraw.click()
    (dialog,) = page.findChildren(WithdrawDialog)
    dialog.reasons["repetida"].click()
    dialog.original.setText("ABCD-000001-00")
    dialog.withdraw.click()
    ui.until(lambda: not dialog.error.isHidden())
    assert dialog.withdraw.isEnabled()
    dialog.reject()


def test_the_receipt_comes_back_and_the_demand_is_opened(
    ui: Ui, vivo: Vivo, screen: AtendimentoScreen
) -> None:
    registered(ui, vivo, screen)
    row = screen.today.panel.current
    assert row is not None
    screen.today.open.click()
    ui.until(lambda: screen.status.title.text() == row.protocolo)
    screen.show_page(screen.today)
    screen.today.receipt.click()
    ui.until(screen.receipt.number.isVisible)
    assert screen.receipt.number.text() == row.protocolo
