"""From the draw to the end: told, letter, begun, reported, concluded; refused and drawn again."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from app.services.designacoes import NaMesa
from app.services.impressos.impresso import Impresso
from tests.support.conselheiros import designacao
from tests.widgets.conftest import Mesa
from tests.widgets.finding import only
from widgets.conselheiros.screen import ConselheirosScreen
from widgets.gabinete.screen import GabineteScreen
from widgets.runtime.consequence_dialog import ConsequenceDialog

CTRL = Qt.KeyboardModifier.ControlModifier


def gone() -> None:
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


def councillors(mesa: Mesa) -> ConselheirosScreen:
    screen = mesa.open("conselheiros")
    assert isinstance(screen, ConselheirosScreen)
    return screen


def workspace(mesa: Mesa, who: str) -> GabineteScreen:
    screen = mesa.open("gabinete", who)
    assert isinstance(screen, GabineteScreen)
    mesa.until(lambda: screen.desk is not None and screen.desk.conselheiro.conselheiro_id == who)
    return screen


def newest(mesa: Mesa) -> NaMesa:
    """A draw whose councillor was not told and did not begin."""
    return designacao(mesa.vivo, begun=False)


def focus() -> QWidget:
    found = QApplication.focusWidget()
    assert found is not None
    return found


def test_drawn_told_begun_reported_and_concluded(mesa: Mesa) -> None:
    row = newest(mesa)
    who = row.designacao.conselheiro_id
    screen = councillors(mesa)
    screen.tabs.setCurrentIndex(1)
    assert screen.desk.panel.select(row.designacao.event_hash)
    before = screen.desk.untold
    screen.desk.channels.actions()[0].trigger()
    mesa.until(lambda: screen.desk.untold == before - 1)
    letters: list[Impresso] = []
    screen._with_letter(row, letters.append)
    mesa.until(lambda: bool(letters))
    assert row.designacao.event_hash[:32] in letters[0].html

    desk = workspace(mesa, who)
    assert desk.desk is not None
    assert not desk.desk.is_iniciada
    mesa.desktop.window.activateWindow()
    desk.demand.tabs.setFocus()
    QTest.keyClick(desk.demand.tabs, Qt.Key.Key_E, CTRL)
    mesa.until(desk.report.form.text.hasFocus)
    QTest.keyClicks(focus(), "Falei por telefone com a secretaria de obras.")
    mesa.until(lambda: not desk.report.suggestion.isHidden())
    QTest.keyClick(focus(), Qt.Key.Key_U, CTRL)
    assert desk.report.form.tipo == "contato_realizado"
    desk.report.form.choose(
        "contato_realizado", com_quem="Souza", canal="telefone", resultado="vistoria marcada"
    )
    desk.report.form.text.setFocus()
    QTest.keyClick(focus(), Qt.Key.Key_Return, CTRL)
    mesa.until(lambda: desk.report.form.is_empty)
    mesa.settle()
    mesa.until(lambda: desk.desk is not None and desk.desk.is_iniciada)
    assert any("o trabalho começou" in text for text in mesa.notices)

    desk.report.form.text.setPlainText("O serviço foi feito e conferido com os moradores.")
    desk.conclude.click()
    only(desk, ConsequenceDialog).act.click()
    mesa.until(lambda: any("Demanda concluída" in text for text in mesa.notices))
    mesa.settle()
    found = mesa.vivo.servicos.transparencia.demanda(row.demanda_id)
    assert found.situacao.codigo == "concluida"
    told = mesa.vivo.servicos.transparencia.relatorio_da_demanda(row.demanda_id)
    story = " ".join(line.frase for line in told.linha_do_tempo.entradas)
    assert "em nome do conselheiro" in story
    assert "Souza" not in story
    gone()


def test_refused_and_drawn_again(mesa: Mesa) -> None:
    row = newest(mesa)
    who = row.designacao.conselheiro_id
    desk = workspace(mesa, who)
    desk.refuse.click()
    dialog = only(desk, ConsequenceDialog)
    dialog.choices[1].setChecked(True)
    dialog.activateWindow()
    mesa.until(dialog.isActiveWindow)
    QTest.keyClick(dialog.choices[1], Qt.Key.Key_Return, CTRL)
    mesa.until(lambda: any("voltou ao sorteio" in text for text in mesa.notices))
    mesa.settle()
    again = mesa.vivo.servicos.designacoes.da_demanda(row.demanda_id)
    waiting = {one.demanda_id for one in mesa.vivo.servicos.designacoes.sem_conselheiro()}
    if again is None:
        assert row.demanda_id in waiting
    else:
        assert again.designacao.conselheiro_id != who
        assert again.designacao.is_a_avisar
    gone()
