from __future__ import annotations

from PySide6.QtWidgets import QLabel, QToolButton, QWidget

from tests.widgets.conftest import Ui
from widgets.demandas.facts import Fact, FactsPage, heading


def test_a_fact_has_its_exact_value_on_hover_and_the_way_to_its_reason(
    ui: Ui, host: QWidget
) -> None:
    page = FactsPage("Resumo", ui.context, host)
    asked: list[str] = []
    page.asked.connect(asked.append)
    page.show_facts(
        [heading("Texto"), Fact("Recebida", "há 3 dias", "01/05/2026", link=("Por quê", "x"))]
    )
    (label,) = [one for one in page.findChildren(QLabel) if one.text() == "há 3 dias"]
    assert label.toolTip() == "01/05/2026"
    assert label.accessibleName() == "Recebida: há 3 dias"
    button = page.findChild(QToolButton)
    assert button is not None
    assert button.accessibleName() == "Por quê: Recebida"
    button.click()
    assert asked == ["x"]


def test_the_same_facts_build_nothing_anew(ui: Ui, host: QWidget) -> None:
    page = FactsPage("Resumo", ui.context, host)
    page.show_facts([Fact("A", "1")])
    built = page.widget()
    page.show_facts([Fact("A", "1")])
    assert page.widget() is built


def test_markup_in_a_text_is_text(ui: Ui, host: QWidget) -> None:
    page = FactsPage("Resumo", ui.context, host)
    page.show_facts([Fact("", "<b>oi</b> & <script>")])
    assert [one.text() for one in page.findChildren(QLabel)] == ["<b>oi</b> & <script>"]
