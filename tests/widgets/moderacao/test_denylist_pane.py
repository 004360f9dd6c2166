from __future__ import annotations

from core.kernel.errors import UserFacingError
from tests.widgets.conftest import Ui
from tests.widgets.moderacao.conftest import Bench


def test_a_list_is_previewed_and_put_in_force(ui: Ui, bench: Bench) -> None:
    pane = bench.screen.denylist
    bench.screen.tabs.setCurrentWidget(pane)
    assert pane.terms.toPlainText() == "zurrapa"
    assert "versão 1" in pane.state.text()
    pane.terms.setPlainText("zurrapa\nbobo")
    pane.read()
    pane.preview.click()
    ui.settle()
    assert "pegaria 2; 1 deles" in pane.found.text()
    assert "Deixaria passar 1" in pane.found.text()
    assert "texto do morador 1, relato de conselheiro 1" in pane.found.text()
    assert pane.caught.model.rowCount() == 1
    pane.load.click()
    ui.settle()
    assert bench.denylist.terms == ("zurrapa", "bobo")
    assert not pane.is_changed
    pane.send()
    ui.settle()
    assert ui.notices[-1][1] == (
        "1 texto está na fila, fora de vista até alguém decidir. "
        "A lista também pega, e fica como está: relato de conselheiro 2."
    )


def test_a_refusal_stands_beside_the_words(ui: Ui, bench: Bench) -> None:
    pane = bench.screen.denylist
    bench.screen.tabs.setCurrentWidget(pane)
    bench.denylist.refuses = UserFacingError("denylist.mudou")
    pane.terms.setPlainText("x")
    pane.load.click()
    ui.settle()
    assert "mudou desde que foi aberta" in pane.error.text()
    assert pane.terms.toPlainText() == "x"
    assert pane.load.isEnabled()
