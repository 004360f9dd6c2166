"""The counter as a whole: receipts, drafts that come back, the way to other screens."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from tests.support.vivo import Vivo
from tests.widgets.atendimento.conftest import POSTE
from tests.widgets.conftest import Ui
from widgets.atendimento.dialogs import DraftsDialog
from widgets.atendimento.screen import AtendimentoScreen
from widgets.atendimento.similar_row import SimilarRow

ATOR = {"conta_id": "44444444-0000-4000-8000-000000000001", "papel": "atendente"}


def test_the_same_demand_gives_its_number_and_registers_nothing(
    ui: Ui, vivo: Vivo, screen: AtendimentoScreen
) -> None:
    counter = vivo.servicos.atendimento
    first = counter.registrar(counter.abrir(ATOR), POSTE, ATOR)
    vivo.ocioso()
    before = len(vivo.servicos.demandas.listar(limite=1000))
    screen.attend.show_draft(None, replace(POSTE, texto="poste apagado na praça, de noite"))
    ui.until(lambda: len(screen.attend.column.rows) > 0)

    def row() -> SimilarRow:
        """Asked for each time: another answer of the search makes the rows anew."""
        rows = screen.attend.column.rows
        return next(one for one in rows if one.demand.demanda_id == first.demanda_id)

    row().open.click()
    ui.until(lambda: screen.status.title.text() == first.protocolo)
    screen.show_page(screen.stack)
    row().same.click()
    ui.until(lambda: screen.stack.currentWidget() is screen.receipt)
    assert screen.receipt.number.text() == first.protocolo
    assert "Nada novo foi registrado" in screen.receipt.note.text()
    assert len(vivo.servicos.demandas.listar(limite=1000)) == before
    screen.receipt.next.click()
    assert screen.attend.is_empty


def test_a_screen_built_anew_goes_on_where_it_was(
    ui: Ui, vivo: Vivo, screen: AtendimentoScreen, host: QWidget
) -> None:
    QTest.keyClicks(screen.attend.form.text, "Falta luz na rua")
    screen.save_view()
    again = AtendimentoScreen(vivo.servicos, ui.context, host)
    again.show()
    again.activate()
    ui.until(lambda: again.attend.form.text.toPlainText() == "Falta luz na rua")
    assert again.holds_unsaved() == ""


def test_drafts_left_by_a_dead_process_are_listed_and_taken(
    ui: Ui, vivo: Vivo, screen: AtendimentoScreen
) -> None:
    from app.bootstrap.atendimento import servico_atendimento  # another window

    dead = servico_atendimento(vivo.app)
    draft = dead.salvar(dead.abrir(ATOR), POSTE)
    screen.refresh()
    ui.until(lambda: screen.drafts.text() == "1 não terminado")
    screen.open_drafts()
    ui.until(lambda: len(screen.findChildren(DraftsDialog)) == 1)
    (dialog,) = screen.findChildren(DraftsDialog)
    assert dialog.go_on.text() == "Abrir aqui assim mesmo"
    dialog.go_on.click()
    ui.until(lambda: screen.attend.form.ficha == POSTE)
    assert screen.attend.keeper.draft is not None
    assert screen.attend.keeper.draft.rascunho_id == draft.rascunho_id
    ui.until(screen.drafts.isHidden)
    screen.open_drafts()
    ui.until(lambda: any("Não há atendimento" in text for _level, text in ui.notices))


def test_a_draft_can_be_kept_for_later_and_another_thrown_away(
    ui: Ui, vivo: Vivo, screen: AtendimentoScreen
) -> None:
    screen.attend.show_draft(None, POSTE)
    QTest.keyClicks(screen.attend.form.text, ".")
    screen.attend._on_keep()
    ui.until(lambda: screen.drafts.text() == "1 não terminado")
    assert screen.attend.is_empty
    screen.open_drafts()
    ui.until(lambda: len(screen.findChildren(DraftsDialog)) == 1)
    (dialog,) = screen.findChildren(DraftsDialog)
    assert dialog.go_on.text() == "Continuar"
    dialog.drop.click()
    ui.until(screen.drafts.isHidden)
    assert vivo.servicos.atendimento.rascunhos() == []


def test_a_point_comes_back_from_the_map(ui: Ui, screen: AtendimentoScreen) -> None:
    assert screen.attend.form.place.on_map.isHidden()
    screen.set_map(is_there=True)
    screen.attend.form.place.on_map.click()
    assert ui.gone == [("mapa", "escolher:atendimento")]
    screen.open_target("ponto:-20.597,-36.938")
    ui.until(lambda: screen.attend.form.ficha.lat == -20.597)
    ui.until(lambda: screen.attend.column.unit.text().startswith("Centro"))


def test_pages_are_tabs_and_every_button_says_something(screen: AtendimentoScreen) -> None:
    words = [screen.tabs.tabText(at) for at in range(screen.tabs.count())]
    assert words == [
        "Atender",
        "Meus registros de hoje",
        "Situação para o morador",
        "Importar tabela",
        "Telefones",
    ]
    screen.save_view()
