from __future__ import annotations

from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QWidget

from app.services.moderacao_vistas import Trilha
from tests.support.office import demanda
from tests.widgets.conftest import Ui
from tests.widgets.moderacao.conftest import DECIDED
from widgets.moderacao.panels import QueuePanel, TrailPanel, counted_words


def test_filters_say_what_is_wanted(ui: Ui, host: QWidget) -> None:
    panel = QueuePanel(lambda _key: False, ui.context, host)
    assert panel.is_open_queue
    assert panel.wanted() == {
        "status": "pendente", "tipo": None, "demanda_id": None, "opiniao": False,
    }  # fmt: skip
    panel.tipo.setCurrentIndex(panel.tipo.findData("relato"))
    panel.opinion.setChecked(True)
    panel.show_demand(demanda(1))
    assert panel.wanted() == {
        "status": None, "tipo": "relato", "demanda_id": demanda(1), "opiniao": True,
    }  # fmt: skip
    panel.tell_empty()
    QAbstractItemModelTester(panel.model)


def test_the_trail_is_a_list(ui: Ui, host: QWidget) -> None:
    panel = TrailPanel(ui.context, host)
    panel.show_trail(Trilha((DECIDED,), {"bloqueado": 1}, {}))
    assert panel.model.rowCount() == 1
    QAbstractItemModelTester(panel.model)


def test_counts_in_words() -> None:
    assert counted_words({"texto": 1, "relato": 2, "anexo": 0}) == "1 texto, 2 relatos"
