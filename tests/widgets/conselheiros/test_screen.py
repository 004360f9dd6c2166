"""The screen: three lists, the desk's acts with undo, acts that ask, roles, the rail's count."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtTest import QAbstractItemModelTester, QTest
from PySide6.QtWidgets import QWidget

from app.services.permissoes import Papel
from app.services.sessao import Conta
from tests.support.conselheiros import designacao, livre
from tests.support.vivo import Vivo
from tests.widgets.accessibility import unnamed, unreachable
from tests.widgets.conftest import Ui
from tests.widgets.finding import only
from widgets.conselheiros.contact_dialog import ContactDialog
from widgets.conselheiros.register_dialog import RegisterDialog
from widgets.conselheiros.screen import ConselheirosScreen
from widgets.runtime.consequence_dialog import ConsequenceDialog


def gone() -> None:
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


def test_three_lists_with_their_counts(ui: Ui, vivo: Vivo, screen: ConselheirosScreen) -> None:
    panels = (screen.councillors.panel, screen.desk.panel, screen.waiting.panel)
    fatal = QAbstractItemModelTester.FailureReportingMode.Fatal
    for panel in panels:
        QAbstractItemModelTester(panel.model, fatal, panel)
    services = vivo.servicos
    assert panels[0].model.rowCount() == len(services.conselheiros.todos())
    assert screen.desk.untold == services.designacoes.a_avisar()
    assert screen.tabs.tabText(1) == f"A avisar ({screen.desk.untold})"
    assert panels[2].model.rowCount() == len(services.designacoes.sem_conselheiro())
    for at in range(3):
        screen.tabs.setCurrentIndex(at)
        assert (unnamed(screen), unreachable(screen)) == ([], [])
    screen.desk.only_untold.setChecked(False)
    assert panels[1].model.rowCount() == len(services.designacoes.na_mesa())
    screen.waiting.opened.emit("d-1")
    assert ui.gone == [("demandas", "d-1")]
    screen.save_view()


def test_telling_is_noted_and_can_be_undone(ui: Ui, vivo: Vivo, screen: ConselheirosScreen) -> None:
    designacao(vivo, begun=False)
    screen.refresh()
    ui.settle()
    screen.tabs.setCurrentIndex(1)
    screen.desk.panel.table.selectRow(0)
    before = screen.desk.untold
    row = screen.desk.panel.current
    assert row is not None
    screen.desk.channels.actions()[1].trigger()
    ui.until(lambda: screen.desk.untold == before - 1)
    assert vivo.servicos.designacoes.a_avisar() == before - 1
    assert any("avisado por telefone" in text for _level, text in ui.notices)
    screen.desk.asked.emit("desfazer", row)
    ui.until(lambda: screen.desk.untold == before)


def test_the_letter_is_written_as_pdf(
    ui: Ui, vivo: Vivo, screen: ConselheirosScreen, tmp_path: Path
) -> None:
    row = vivo.servicos.designacoes.na_mesa()[0]
    letters: list[object] = []
    screen._with_letter(row, letters.append)
    ui.until(lambda: bool(letters))
    letter = letters[0]
    screen.save_letter(letter, tmp_path / "carta.pdf")  # type: ignore[arg-type] # an Impresso
    assert (tmp_path / "carta.pdf").read_bytes().startswith(b"%PDF")
    assert ui.notices[-1][1] == "Carta gravada em carta.pdf."


def test_contact_is_opened_for_the_role(ui: Ui, vivo: Vivo, screen: ConselheirosScreen) -> None:
    row = vivo.servicos.designacoes.na_mesa()[0]
    screen.desk.asked.emit("contato", row)
    ui.until(lambda: bool(screen.findChildren(ContactDialog)))
    only(screen, ContactDialog).accept()
    gone()


def test_a_silent_councillor_is_freed_after_the_time_and_it_asks_first(
    ui: Ui, vivo: Vivo, screen: ConselheirosScreen
) -> None:
    row = designacao(vivo, begun=False)
    vivo.clock.advance(72 * 3_600_000)
    screen.desk.asked.emit("liberar", row)
    dialog = only(screen, ConsequenceDialog)
    assert dialog.act.text() == "Liberar e sortear de novo"
    assert dialog.keep.isDefault()
    dialog.act.click()
    ui.until(lambda: ("info", "Demanda liberada: voltou ao sorteio.") in ui.notices)
    vivo.ocioso()
    again = vivo.servicos.designacoes.da_demanda(row.demanda_id)
    assert again is None or again.designacao.event_hash != row.designacao.event_hash
    gone()


def test_out_and_back_with_a_reason(ui: Ui, vivo: Vivo, screen: ConselheirosScreen) -> None:
    free = livre(vivo)
    screen.refresh()
    ui.settle()
    screen.open_target(free.conselheiro_id)
    ui.settle()
    pane = screen.councillors.pane
    assert pane.shown is not None
    assert pane.shown.conselheiro_id == free.conselheiro_id
    assert not pane.out.isHidden()
    pane.out.click()
    dialog = only(screen, ConsequenceDialog)
    dialog.act.click()
    assert not dialog.error.isHidden()
    dialog.reason.setPlainText("mudou-se")
    dialog.act.click()
    vivo.ocioso()
    ui.until(lambda: pane.shown is not None and pane.shown.status == "inativo")
    gone()
    pane.back.click()
    dialog = only(screen, ConsequenceDialog)
    dialog.reason.setPlainText("voltou")
    dialog.act.click()
    vivo.ocioso()
    ui.until(lambda: pane.shown is not None and pane.shown.status != "inativo")
    gone()


def test_ctrl_n_registers_a_new_person(ui: Ui, vivo: Vivo, screen: ConselheirosScreen) -> None:
    screen.window().activateWindow()
    screen.councillors.panel.table.setFocus()
    QTest.keyClick(
        screen.councillors.panel.table, Qt.Key.Key_N, Qt.KeyboardModifier.ControlModifier
    )
    dialog = only(screen, RegisterDialog)
    dialog.new.setChecked(True)
    dialog.name.setText("Zulmira Inventada")
    dialog.agrees.setChecked(True)
    dialog.unit.field.setText("centro")
    dialog.unit._on_settled()
    ui.until(lambda: dialog.unit.list.model().rowCount() > 0)
    dialog.unit.choose(0)
    dialog.document.setChecked(True)
    dialog.training.setChecked(True)
    before = len(vivo.servicos.conselheiros.todos())
    dialog.save.click()
    ui.until(lambda: len(vivo.servicos.conselheiros.todos()) == before + 1)
    ui.settle()
    shown = screen.councillors.pane.shown
    assert shown is not None
    assert shown.nome_publico is None
    gone()


def test_a_role_without_permission_sees_no_act(ui: Ui, vivo: Vivo, host: QWidget) -> None:
    ui.context.session.entrar(
        Conta("44444444-0000-4000-8000-000000000008", "Mo", frozenset({Papel.MODERADOR}))
    )
    screen = ConselheirosScreen(vivo.servicos, ui.context, host)
    host.show()
    screen.show()
    screen.activate()
    ui.settle()
    assert screen.register.isHidden()
    for button in (screen.desk.tell, screen.desk.letter, screen.desk.contact, screen.desk.free):
        assert button.isHidden()
    screen.ask_to_register()
    assert screen.findChildren(RegisterDialog) == []
    one = vivo.servicos.conselheiros.todos()[0]
    screen.open_target(one.conselheiro_id)
    pane = screen.councillors.pane
    for button in (pane.out, pane.back, pane.contact, pane.desk):
        assert button.isHidden()
    ui.settle()
