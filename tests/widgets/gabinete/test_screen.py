"""The workspace: the own one alone, in somebody's name, acts that ask, empty reasons."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QEvent, QPoint, QRect
from PySide6.QtWidgets import QWidget

from app.services.permissoes import Papel
from app.services.sessao import Conta
from core.colonies.d6b_relatoria.queries import Pendencia
from tests.support.conselheiros import livre
from tests.support.vivo import Vivo
from tests.widgets.accessibility import unnamed, unreachable
from tests.widgets.conftest import Ui
from tests.widgets.finding import only
from tests.widgets.gabinete.conftest import CLERK, ME, Sit, councillor
from widgets.runtime.consequence_dialog import ConsequenceDialog


def gone() -> None:
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


def test_a_councillor_sees_the_own_workspace_alone(ui: Ui, vivo: Vivo, sit: Sit) -> None:
    account = councillor(vivo, begun=False)
    screen = sit(account)
    assert screen.desk is not None
    assert screen.desk.conselheiro.conselheiro_id == account.conselheiro_id
    assert screen.chooser.isHidden()
    assert (unnamed(screen), unreachable(screen)) == ([], [])
    other = councillor(vivo, begun=True).conselheiro_id
    assert other is not None
    screen.open_target(other)
    ui.settle()
    assert screen.desk.conselheiro.conselheiro_id == account.conselheiro_id
    assert ui.notices[-1] == ("aviso", "Cada conselheiro abre só o próprio gabinete.")


def test_a_clerk_chooses_and_is_told_in_whose_name(ui: Ui, vivo: Vivo, sit: Sit) -> None:
    screen = sit(CLERK)
    assert screen.chooser.count() == len(vivo.servicos.designacoes.na_mesa())
    assert screen.name.text().startswith("Você age em nome de")
    target = councillor(vivo, begun=True).conselheiro_id
    assert target is not None
    screen.open_target(target)
    ui.until(lambda: screen.desk is not None and screen.desk.conselheiro.conselheiro_id == target)
    assert screen.chooser.currentData() == target
    assert not screen.leave.isHidden()
    screen.save_view()
    ui.settle()


def test_refusing_asks_for_the_motive_and_draws_again(ui: Ui, vivo: Vivo, sit: Sit) -> None:
    account = councillor(vivo, begun=False)
    screen = sit(account)
    assert screen.desk is not None
    before = screen.desk.conselheiro.recusas_consecutivas
    assert screen.leave.isHidden()
    screen.refuse.click()
    dialog = only(screen, ConsequenceDialog)
    dialog.act.click()
    assert not dialog.error.isHidden()
    dialog.choices[0].setChecked(True)
    dialog.act.click()
    ui.until(lambda: ("info", "A demanda voltou ao sorteio.") in ui.notices)
    vivo.ocioso()
    screen.refresh()
    ui.settle()
    assert screen.desk.conselheiro.recusas_consecutivas == before
    gone()


def test_leaving_work_that_began(ui: Ui, vivo: Vivo, sit: Sit) -> None:
    screen = sit(councillor(vivo, begun=True))
    assert screen.refuse.text() == "Deixar por risco…"
    screen.leave.click()
    only(screen, ConsequenceDialog).act.click()
    ui.until(lambda: ("info", "Desistência registrada.") in ui.notices)
    vivo.ocioso()
    gone()


def test_confirming_asks_and_a_refusal_is_said(ui: Ui, vivo: Vivo, sit: Sit) -> None:
    screen = sit(councillor(vivo, begun=True))
    assert screen.ratify.isHidden()
    desk = screen.desk
    assert desk is not None
    from dataclasses import replace

    screen._desk = replace(desk, pendencia=Pendencia("c", 3, "2026-05-30T12:00:00.000Z"))
    screen._say_acts(screen._desk)
    assert not screen.ratify.isHidden()
    screen.ratify.click()
    dialog = only(screen, ConsequenceDialog)
    assert dialog.act.text() == "Confirmar e concluir"
    dialog.act.click()  # nobody said so in this office: refused, with a sentence
    ui.until(lambda: bool(ui.faults))
    assert "sem_pendencia" in str(ui.faults.pop())
    ui.settle()
    gone()


def test_concluding_asks_for_the_result_first(ui: Ui, vivo: Vivo, sit: Sit) -> None:
    screen = sit(councillor(vivo, begun=True))
    screen.conclude.click()
    assert not screen.report.form.text_error.isHidden()
    screen.report.form.text.setPlainText("O serviço foi feito e conferido com os moradores.")
    screen.conclude.click()
    dialog = only(screen, ConsequenceDialog)
    assert dialog.act.text() == "Concluir e encerrar o acompanhamento"
    dialog.act.click()
    ui.until(lambda: any("Demanda concluída" in text for _level, text in ui.notices))
    vivo.ocioso()
    screen.refresh()
    ui.settle()
    gone()


def is_in(screen: QWidget, widget: QWidget) -> bool:
    """The whole of it can be seen in the screen."""
    place = QRect(widget.mapTo(screen, QPoint(0, 0)), widget.size())
    return widget.isVisible() and screen.rect().contains(place)


def test_the_acts_stay_in_sight_below_a_full_form_with_large_text(
    ui: Ui, vivo: Vivo, sit: Sit
) -> None:
    ui.context.theme.set_scale_pct(200)
    screen = sit(councillor(vivo, begun=True))
    screen.resize(1_100, 660)  # what a window of 1280 x 800 leaves
    screen.set_narrow(is_narrow=True)
    screen.split.show_detail()
    screen.report.show_example(
        {"texto": "Falei com o engenheiro. " * 40, "tipo": "contato_realizado"}
    )
    screen.report.error.setText("Isto não foi aceito.")
    screen.report.error.show()
    ui.settle()
    ui.until(lambda: not screen.report.preview.isHidden())
    acts = (screen.report.send, screen.conclude, screen.leave, screen.refuse, screen.report.error)
    ui.until(lambda: all(is_in(screen, one) for one in acts))
    assert {one.property("kind") for one in (screen.leave, screen.refuse)} == {None}
    screen.report.submit()  # a field is missing, above
    error = screen.report.form._errors["com_quem"]
    ui.until(lambda: is_in(screen.report.area, error))


def test_an_account_without_a_councillor_is_told_what_to_do(ui: Ui, vivo: Vivo, sit: Sit) -> None:
    free = livre(vivo)
    screen = sit(Conta(ME, "Bia", frozenset({Papel.CONSELHEIRO})))
    assert "Peça ao operador" in screen.state.message
    screen = sit(Conta(ME, "Bia", frozenset({Papel.CONSELHEIRO}), free.conselheiro_id))
    assert "Nenhuma demanda em mãos" in screen.state.message


def test_a_narrow_window_shows_one_at_a_time(ui: Ui, vivo: Vivo, sit: Sit) -> None:
    screen = sit(councillor(vivo, begun=False))
    screen.set_narrow(is_narrow=True)
    shown = [screen.split.is_detail_shown]
    screen.demand.write.click()
    shown.append(screen.split.is_detail_shown)
    assert shown == [False, True]
    screen.set_narrow(is_narrow=False)
    assert screen.demand.write.isHidden()
