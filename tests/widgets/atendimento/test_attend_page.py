"""Registering: once, with faults under fields, in both widths."""

from __future__ import annotations

from dataclasses import replace

from app.services.atendimento_ficha import Ficha
from tests.support.vivo import Vivo
from tests.widgets.accessibility import unnamed, unreachable
from tests.widgets.atendimento.conftest import POSTE
from tests.widgets.conftest import Ui
from widgets.atendimento.dialogs import LeaveDialog
from widgets.atendimento.screen import AtendimentoScreen


def test_a_double_click_registers_once(ui: Ui, vivo: Vivo, screen: AtendimentoScreen) -> None:
    before = len(vivo.servicos.demandas.listar(limite=1000))
    screen.attend.show_draft(None, POSTE)
    screen.attend.register()
    screen.attend.register()
    ui.until(lambda: screen.stack.currentWidget() is screen.receipt)
    assert len(vivo.servicos.demandas.listar(limite=1000)) == before + 1


def test_faults_stand_under_their_fields_and_nothing_is_lost(
    ui: Ui, screen: AtendimentoScreen
) -> None:
    page = screen.attend
    wrong = Ficha(texto="??", local="praça", data="31/02/2026", quem="novo")
    page.show_draft(None, wrong)
    page.register()
    ui.until(lambda: page.form.fields["texto"].fault != "")
    faults = {name for name, field in page.form.fields.items() if field.fault}
    assert faults == {"texto", "local", "data", "pessoa", "nome"}
    assert "Campos a corrigir: 5" in page.saved.text()
    assert page.form.ficha == wrong
    ui.until(page.form.text.hasFocus)
    assert page.button.isEnabled()


def test_a_point_outside_the_country_is_said_under_the_place(
    ui: Ui, screen: AtendimentoScreen
) -> None:
    page = screen.attend
    page.show_draft(None, replace(POSTE, lat=40.0, lng=-3.0))
    ui.until(lambda: "fora do Brasil" in page.form.fields["local"].fault)


def test_save_and_next_goes_on_with_what_is_to_stay(ui: Ui, screen: AtendimentoScreen) -> None:
    page = screen.attend
    page.keep_actions["canal"].setChecked(True)
    page.keep_actions["data"].setChecked(True)
    page.show_draft(None, replace(POSTE, canal="papel", data="29/05/2026"))
    page.register_next()
    ui.until(lambda: page.form.text.toPlainText() == "")
    assert screen.stack.currentWidget() is page
    assert (page.form.ficha.canal, page.form.ficha.data) == ("papel", "29/05/2026")
    assert any("Protocolo" in text for _level, text in ui.notices)
    assert page.keep.text() == "Manter: 2 ▾"


def test_esc_asks_only_where_something_would_be_lost(ui: Ui, screen: AtendimentoScreen) -> None:
    page = screen.attend
    page.leave()
    assert page.findChildren(LeaveDialog) == []
    page.show_draft(None, POSTE)
    page.leave()
    (dialog,) = page.findChildren(LeaveDialog)
    dialog.drop.click()
    ui.settle()
    assert page.is_empty


def test_narrow_puts_the_column_after_the_form_and_sums_it_up(
    ui: Ui, screen: AtendimentoScreen
) -> None:
    page = screen.attend
    screen.set_narrow(is_narrow=True)
    page.show_draft(None, POSTE)
    ui.until(lambda: "Centro" in page.summary.text())
    assert page.column.isVisibleTo(page)
    assert not page.summary.isHidden()
    screen.set_narrow(is_narrow=False)
    assert page.summary.isHidden()


def test_every_control_has_a_name_and_tab_reaches_it(screen: AtendimentoScreen) -> None:
    screen.attend.show_draft(None, replace(POSTE, quem="novo"))
    assert unnamed(screen) == []
    assert unreachable(screen) == []
