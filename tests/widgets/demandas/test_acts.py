"""Acts on a demand as people do them: correct and take back, withdraw, contest, two editors, roles."""

from __future__ import annotations

from types import SimpleNamespace

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMessageBox, QPushButton

from app.services.permissoes import Papel
from app.services.sessao import Conta
from tests.widgets.demandas.conftest import Tela
from tests.widgets.finding import only
from widgets.demandas.contest_dialog import ContestDialog
from widgets.demandas.correction_form import CorrectionForm
from widgets.demandas.withdraw_dialog import WithdrawDialog
from widgets.runtime.notices import Notice


def form_of(tela: Tela) -> CorrectionForm:
    """Open the correction of the demand that is shown, by its key."""
    tela.screen.list.table.setFocus()
    QTest.keyClick(tela.screen.list.table, Qt.Key.Key_C)
    tela.mesa.settle()
    return tela.screen.findChildren(CorrectionForm)[-1]


def press(root: object, words: str) -> None:
    """The button that says so."""
    assert isinstance(root, QMessageBox | Notice)
    (button,) = [one for one in root.findChildren(QPushButton) if one.text() == words]
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)


def test_correct_then_undo_brings_unit_and_score_along(tela: Tela) -> None:
    demanda = tela.of()
    service = tela.mesa.vivo.servicos.demanda_detalhe
    tela.show(demanda)
    before = service.abrir(demanda).vista
    form = form_of(tela)
    form.text.setPlainText("Ponte caída na entrada da vila")
    form.category.setCurrentIndex(form.category.findData("1.1"))
    form.reason.setText("o morador ligou de volta")
    QTest.keyClick(form.reason, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    tela.mesa.settle()
    tela.mesa.until(lambda: "Ponte caída" in tela.screen.detail.title.text())
    after = service.abrir(demanda).vista
    assert (after.categoria_id, after.nivel_precedencia) == ("1.1", 1)
    assert after.score != before.score
    assert "Corrigida 1 vez" in tela.texts()
    notice = next(
        one
        for one in tela.mesa.desktop.window.findChildren(Notice)
        if "corrigida: texto e categoria" in one.text
    )
    press(notice, "Desfazer")
    tela.mesa.settle()
    tela.mesa.until(lambda: tela.screen.detail.title.text() == before.titulo)
    assert service.abrir(demanda).vista.categoria_id == before.categoria_id


def test_two_editors_on_one_demand_lose_nothing(tela: Tela) -> None:
    demanda = tela.of()
    tela.show(demanda)
    form = form_of(tela)
    form.text.setPlainText("O que eu escrevi")
    form.reason.setText("meu motivo")
    acts = tela.mesa.vivo.servicos.demanda_atos
    other = {"conta_id": "44444444-0000-4000-8000-000000000001", "papel": "atendente"}
    acts.corrigir(acts.formulario(demanda, other), "outro", other, texto="Do outro balcão")
    form.submit()
    tela.mesa.settle()
    assert form.isVisible()
    assert "corrigida por outra pessoa" in form.refusal.text()
    assert form.text.toPlainText() == "O que eu escrevi"
    QTest.mouseClick(form.again, Qt.MouseButton.LeftButton)
    tela.mesa.settle()
    assert "Do outro balcão" in form.refusal.text()
    assert form.text.toPlainText() == "O que eu escrevi"
    form.submit()
    tela.mesa.settle()
    assert acts.formulario(demanda, other).texto == "O que eu escrevi"


def test_withdrawing_asks_why_and_is_for_good(tela: Tela) -> None:
    demanda = tela.of()
    tela.show(demanda)
    tela.screen.acts.withdraw.trigger()
    dialog = only(tela.screen, WithdrawDialog)
    dialog.submit()
    assert dialog.errors["motivo"].text() == "Escolha por que a demanda sai."
    dialog.reasons["repetida"].setChecked(True)
    dialog.submit()
    assert "protocolo" in dialog.errors["repetida"].text()
    dialog.reasons["engano"].setChecked(True)
    dialog.submit()
    tela.mesa.settle()
    tela.mesa.until(lambda: "retirada" in tela.texts())
    assert "registrada por engano" in tela.texts()
    assert not tela.screen.acts.correct.isEnabled()
    assert not tela.screen.acts.withdraw.isEnabled()


def test_a_contest_goes_to_the_review(tela: Tela) -> None:
    tela.show(tela.of())
    tela.screen.acts.contest.trigger()
    dialog = only(tela.screen, ContestDialog)
    dialog.reason.setText("não é isso")
    dialog.submit()
    tela.mesa.settle()
    tela.mesa.until(
        lambda: any("Contestada" in one.text for one in tela.screen.detail.category.facts)
    )


def test_the_raw_text_is_asked_for_and_goes_with_the_demand(tela: Tela) -> None:
    demanda = tela.of()
    tela.show(demanda)
    assert "Como foi dito" not in tela.texts()
    tela.screen.acts.ask_raw()
    press(only(tela.screen, QMessageBox), "Mostrar")
    tela.mesa.settle()
    assert "Como foi dito" in tela.texts()
    tela.show(tela.of("em_progresso"))
    assert "Como foi dito" not in tela.texts()


def test_a_role_without_permission_sees_no_forbidden_act(tela: Tela) -> None:
    auditor = Conta("44444444-0000-4000-8000-000000000009", "Rui", frozenset({Papel.AUDITOR}))
    tela.mesa.vivo.servicos.sessao.entrar(auditor)
    screen = tela.mesa.open("demandas", tela.of())
    tela.mesa.settle()
    acts = screen.acts  # type: ignore[attr-defined] # the screen of demands
    for action in (acts.correct, acts.contest, acts.withdraw, acts.raw, acts.report):
        assert not action.isVisible()
        assert not action.isEnabled()
    assert acts.trace.isEnabled()
    assert acts.correct_button.isHidden()


def test_the_reasons_lead_to_the_other_screens(tela: Tela) -> None:
    demanda = tela.of("em_progresso")
    tela.show(demanda)
    gone: list[tuple[str, str]] = []
    acts = tela.screen.acts
    object.__setattr__(acts._context, "go", lambda key, target="": gone.append((key, target)))
    for action in (acts.map, acts.backlog, acts.draw, acts.trace, acts.report):
        action.trigger()
    acts.follow("evento")
    view = tela.mesa.vivo.servicos.demanda_detalhe.abrir(demanda)
    assert view.causa is not None
    assert gone == [
        ("mapa", f"demanda:{demanda}"),
        ("backlog", view.vista.unidade_civica_id),
        ("sorteio", demanda),
        ("eventos", demanda),
        ("gabinete", view.vista.conselheiro_id),
        ("eventos", f"evento:{view.causa.carimbo}"),
    ]


def test_the_status_sheet_is_printed_with_public_words(tela: Tela) -> None:
    tela.show(tela.of("em_progresso"))
    printed: list[str] = []
    context = tela.screen.acts._context
    object.__setattr__(
        context, "paper", SimpleNamespace(print=lambda sheet, _parent: printed.append(sheet.html))
    )
    tela.screen.acts.print_status()
    tela.mesa.settle()
    assert tela.screen.detail.heading.text() in printed[0]
    assert "em progresso" in printed[0]
