"""One councillor: facts, draws, and acts that fit the situation."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtWidgets import QLabel, QWidget

from tests.widgets.conftest import Ui
from tests.widgets.conselheiros.test_columns import ONE
from widgets.conselheiros.councillor_pane import CouncillorPane


def test_facts_and_the_acts_that_fit(ui: Ui, host: QWidget) -> None:
    pane = CouncillorPane(ui.context, host)
    host.show()
    assert pane.state.state == "vazio"
    pane.show_councillor(replace(ONE, recusas_consecutivas=3, nome_publico=None))
    text = " ".join(label.text() for label in pane.facts.findChildren(QLabel))
    assert "a próxima suspende por 90 dias" in text
    assert pane.heading.text() == "Conselheiro 9d2c3f54"
    assert (pane.demand.isHidden(), pane.mandate.isHidden(), pane.out.isHidden()) == (
        True, True, False,
    )  # fmt: skip
    asked: list[str] = []
    pane.asked.connect(lambda act, _one: asked.append(act))
    pane.out.click()
    busy = replace(ONE, status="ocupado", demanda_id="d-1")
    pane.show_councillor(busy)
    assert (pane.demand.isHidden(), pane.mandate.isHidden(), pane.out.isHidden()) == (
        False, False, True,
    )  # fmt: skip
    pane.demand.click()
    assert asked == ["inativar", "demanda"]
    pane.show_draws(())
    assert pane.draws.state.state == "vazio"
