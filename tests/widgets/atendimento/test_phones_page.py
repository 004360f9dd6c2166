"""Whom to call: everybody reads, the operator writes."""

from __future__ import annotations

from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QWidget

from app.services.permissoes import Papel
from app.services.sessao import Conta
from tests.support.vivo import Vivo
from tests.widgets.accessibility import unnamed
from tests.widgets.conftest import Ui
from widgets.atendimento.phones_page import PhoneDialog, PhonesPage
from widgets.atendimento.screen import AtendimentoScreen


def test_the_operator_writes_a_number_and_a_bad_one_is_refused(
    ui: Ui, screen: AtendimentoScreen
) -> None:
    page = screen.phones
    screen.show_page(page)
    ui.until(lambda: page.panel.model.rowCount() > 10)
    tester = QAbstractItemModelTester(page.panel.model)
    page.panel.table.selectRow(0)
    page.edit.click()
    (dialog,) = page.findChildren(PhoneDialog)
    assert unnamed(dialog) == []
    dialog.body.setText("Central da prefeitura")
    dialog.number.setText("ligue já")
    dialog.save.click()
    ui.until(lambda: dialog.number_field.fault != "")
    dialog.number.setText("156")
    dialog.save.click()
    ui.until(lambda: page.panel.model.index(0, 2).data() == "156")
    tester.deleteLater()


def test_a_clerk_reads_only(ui: Ui, vivo: Vivo, host: QWidget) -> None:
    ui.context.session.entrar(Conta("x", "Bia", frozenset({Papel.ATENDENTE})))
    page = PhonesPage(vivo.servicos.atendimento, ui.context, host)
    host.show()
    page.show()
    page.reload()
    ui.until(lambda: page.panel.model.rowCount() > 10)
    page.panel.table.selectRow(0)
    page._on_edit()
    assert (page.edit.isHidden(), page.findChildren(PhoneDialog)) == (True, [])
