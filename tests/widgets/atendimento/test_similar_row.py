"""One demand that may be the same."""

from __future__ import annotations

from PySide6.QtWidgets import QLabel, QWidget

from app.services.atendimento_semelhantes import Semelhante
from app.services.situacoes import Situacao
from tests.widgets.conftest import Ui
from widgets.atendimento.similar_row import SimilarRow

DEMAND = Semelhante(
    "id-1",
    "ABCD-000001-23",
    "Poste apagado",
    Situacao("aguardando_vaga", "aguardando vaga", "Espera a vez.", "○"),
    2,
    0.8,
    None,
    ("poste", "apagado"),
    mesma_categoria=True,
)


def test_it_says_how_far_and_how_it_stands_and_offers_two_acts(ui: Ui, host: QWidget) -> None:
    row = SimilarRow(DEMAND, ui.context, host)
    said = [label.text() for label in row.findChildren(QLabel)]
    assert said == [
        "Poste apagado",
        "no mesmo ponto · ○ aguardando vaga · ABCD-000001-23",
        "Também fala de: poste, apagado · mesma categoria",
    ]
    with ui.qtbot.waitSignal(row.same_chosen) as chosen:
        row.same.click()
    assert chosen.args == [DEMAND]
    with ui.qtbot.waitSignal(row.opened) as opened:
        row.open.click()
    assert opened.args == ["id-1"]
    assert row.same.accessibleName() == "É a mesma que ABCD-000001-23"
