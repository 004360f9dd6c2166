"""The chips of the map say what is shown, and change it."""

from __future__ import annotations

from datetime import date

import pytest
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QToolButton, QWidget

from app.services.mapa_vistas import Opcoes
from app.services.situacoes import Situacoes
from app.settings.recursos import Recursos
from tests.widgets.accessibility import unnamed, unreachable
from tests.widgets.conftest import Ui
from tests.widgets.finding import only
from widgets.mapa.chosen import DATAS, Escolhido
from widgets.mapa.filters import FilterBar
from widgets.runtime.days_dialog import DaysDialog

OPTIONS = Opcoes(
    Situacoes(Recursos().states_toml()).todas(),
    ((1, "Sobrevivência"), (3, "Infraestrutura")),
    (("3.1", "Vias & pavimentação"),),
    (("u1", "Sé · São Paulo"), ("u2", "Brás · São Paulo")),
)


@pytest.fixture
def bar(ui: Ui, host: QWidget) -> FilterBar:
    made = FilterBar(ui.context, host)
    made.set_options(OPTIONS)
    host.show()
    return made


def pick(bar: FilterBar, chip: QToolButton, word: str) -> None:
    (action,) = [one for one in bar._menus[chip].actions() if one.text() == word]
    action.trigger()


def test_it_opens_with_all_that_is_open(bar: FilterBar) -> None:
    texts = [chip.text() for chip in (bar.states, bar.level, bar.category, bar.unit, bar.period)]
    assert texts == [
        "Situação: abertas",
        "Nível: todos",
        "Categoria: todas",
        "Unidade: todas",
        "Todo o período",
    ]
    assert bar.clear.isHidden()
    assert bar.exact.isHidden()
    assert (unnamed(bar), unreachable(bar)) == ([], [])


def test_each_chip_changes_one_thing(bar: FilterBar) -> None:
    told: list[int] = []
    bar.changed.connect(lambda: told.append(1))
    pick(bar, bar.states, "●  concluída")
    assert bar.states.text() == "Situação: concluída"
    pick(bar, bar.states, "◐  atribuída")
    assert bar.chosen.situacoes == ("atribuida", "concluida")
    assert bar.states.text() == "Situação: 2 escolhidas"
    pick(bar, bar.states, "Todas, também as encerradas")
    assert bar.states.text() == "Situação: todas"
    pick(bar, bar.level, "Nível 3: Infraestrutura")
    pick(bar, bar.category, "Vias && pavimentação")
    pick(bar, bar.unit, "Sé · São Paulo")
    assert not bar.exact.isHidden()
    bar.exact.click()
    pick(bar, bar.period, "Últimos 7 dias")
    assert len(told) == 8
    found = bar.filtro(date(2026, 6, 1))
    assert (found.nivel, found.categoria, found.unidade, found.so_esta) == (3, "3.1", "u1", True)
    assert found.de == date(2026, 5, 26)
    checked = [one.text() for one in bar._menus[bar.level].actions() if one.isChecked()]
    assert checked == ["Nível 3: Infraestrutura"]
    bar.clear.click()
    assert bar.chosen == Escolhido()


def test_dates_of_ones_own(bar: FilterBar) -> None:
    pick(bar, bar.period, "Escolher datas…")
    dialog = only(bar, DaysDialog)
    dialog.chosen.emit(date(2026, 5, 1), date(2026, 5, 31))
    dialog.accept()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    assert bar.chosen.periodo == DATAS
    assert bar.period.text() == "01/05/2026 a 31/05/2026"


def test_a_choice_from_before_is_named_when_names_arrive(ui: Ui, host: QWidget) -> None:
    bar = FilterBar(ui.context, host)
    told: list[int] = []
    bar.changed.connect(lambda: told.append(1))
    bar.choose(Escolhido(("concluida",), unidade="u2"), is_quiet=True)
    assert bar.unit.text() == "Unidade: escolhida"
    bar.set_options(OPTIONS)
    bar.set_options(OPTIONS)
    assert (bar.unit.text(), told) == ("Unidade: Brás · São Paulo", [])
