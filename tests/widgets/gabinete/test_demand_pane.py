"""The demand in hand: what is due, newest history on top, ways to the other screens."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from tests.support.vivo import Vivo
from tests.widgets.conftest import Ui
from tests.widgets.gabinete.conftest import councillor
from widgets.gabinete.demand_pane import DemandPane


def test_all_of_it(ui: Ui, vivo: Vivo, host: QWidget) -> None:
    account = councillor(vivo, begun=True)
    vivo.servicos.sessao.entrar(account)
    assert account.conselheiro_id is not None
    desk = vivo.servicos.gabinete.abrir(account.conselheiro_id)
    pane = DemandPane(ui.context, host)
    host.show()
    pane.show_desk(desk)
    assert desk.demanda is not None
    last = desk.demanda.linha_do_tempo.entradas[-1].frase
    assert last in pane.history.toPlainText().split("\n\n")[0]
    assert any("atualização até" in label.text() for label in pane.due_labels)
    assert desk.demanda.demanda.protocolo is not None
    assert desk.demanda.demanda.protocolo in pane.meta.text()
    pane.show_desk(desk)
    assert len(pane.due_labels) == len(desk.prazos)
    pane.show_cases(())
    assert pane.tabs.tabText(1) == "O que já funcionou"
    told: list[tuple[str, str]] = []
    pane.demand_opened.connect(lambda one: told.append(("demanda", one)))
    pane.draw_opened.connect(lambda one: told.append(("sorteio", one)))
    pane.open.click()
    pane.draw.click()
    assert desk.sorteio is not None
    assert told == [("demanda", desk.sorteio.demanda_id), ("sorteio", desk.sorteio.demanda_id)]
    pane.set_narrow(is_narrow=True)
    assert not pane.write.isHidden()
