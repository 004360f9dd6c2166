"""Questions of the counter: leaving a form, going on with a draft, reading the terms."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtWidgets import QTextBrowser, QWidget

from app.services.atendimento import Aberto, Rascunho
from tests.support.vivo import Vivo
from tests.widgets.accessibility import unnamed
from tests.widgets.atendimento.conftest import POSTE
from tests.widgets.conftest import Ui
from widgets.atendimento.dialogs import DraftsDialog, LeaveDialog, TermsDialog

DRAFT = Rascunho("r1", "c1", None, {}, 2, "2026-06-01T11:00:00.000Z", "2026-06-01T11:55:00.000Z")


def test_leaving_offers_to_keep_to_drop_and_to_stay(ui: Ui, host: QWidget) -> None:
    host.show()
    dialog = LeaveDialog(ui.context, host)
    dialog.open()
    ui.until(dialog.stay.hasFocus)
    with ui.qtbot.waitSignal(dialog.kept):
        dialog.keep.click()
    other = LeaveDialog(ui.context, host)
    with ui.qtbot.waitSignal(other.dropped):
        other.drop.click()


def test_drafts_are_listed_and_one_in_another_window_says_so(ui: Ui, host: QWidget) -> None:
    host.show()
    mine = Aberto(DRAFT, POSTE, em_outra_janela=False)
    held = replace(DRAFT, rascunho_id="r2", janela="w2", janela_ate="2026-06-01T12:00:00.000Z")
    other = Aberto(held, replace(POSTE, texto=""), em_outra_janela=True, de_quem="Ana Prado")
    dialog = DraftsDialog((mine, other), ui.context, host)
    dialog.open()
    assert unnamed(dialog) == []
    assert (dialog.go_on.text(), dialog.note.isHidden()) == ("Continuar", True)
    dialog.list.setCurrentIndex(dialog.rows_model.index(1, 0))
    assert (dialog.go_on.text(), dialog.drop.isEnabled()) == ("Abrir aqui assim mesmo", False)
    shown = dialog.rows_model.index(1, 0).data()
    assert "outra janela, guardado para ela até" in shown
    assert "(01/06/2026 08:55) · começado por Ana Prado · " in shown
    assert "começado" not in dialog.rows_model.index(0, 0).data()
    with ui.qtbot.waitSignal(dialog.chosen) as chosen:
        dialog.go_on.click()
    assert chosen.args == ["r2", True]


def test_a_draft_is_thrown_away_from_the_list(ui: Ui, host: QWidget) -> None:
    host.show()
    dialog = DraftsDialog((Aberto(DRAFT, POSTE, em_outra_janela=False),), ui.context, host)
    dialog.open()
    with ui.qtbot.waitSignal(dialog.dropped) as dropped:
        dialog.drop.click()
    assert dropped.args == ["r1"]


def test_the_terms_are_shown_whole(ui: Ui, vivo: Vivo, host: QWidget) -> None:
    host.show()
    dialog = TermsDialog(vivo.servicos.atendimento.termos, ui.context, host)
    dialog.open()
    (text,) = dialog.findChildren(QTextBrowser)
    assert "Publicação de imagens" in text.toPlainText()
    dialog.reject()
