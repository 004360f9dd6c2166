from __future__ import annotations

from datetime import date

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from app.services.demanda_lista import Escolha, Opcoes, Perto
from app.services.situacoes import Situacao
from tests.widgets.conftest import Ui
from widgets.demandas.filters import FilterChips

OPTIONS = Opcoes(
    (Situacao("atribuida", "atribuída", "", "◐"), Situacao("concluida", "concluída", "", "●")),
    (("3.1", 3, "Vias e pavimentação"),),
)


def chips_of(ui: Ui, host: QWidget) -> FilterChips:
    chips = FilterChips(lambda _text: [("u1", "SP · Bairro")], ui.context, host)
    chips.set_options(OPTIONS)
    return chips


def choose(chips: FilterChips, chip: QWidget, word: str) -> None:
    """The entry of a chip's menu."""
    menu = chip.menu()  # type: ignore[attr-defined] # a tool button
    menu.aboutToShow.emit()
    entries = [
        *menu.actions(),
        *(a for one in menu.actions() if one.menu() for a in one.menu().actions()),
    ]
    next(one for one in entries if one.text() == word).trigger()


def test_each_chip_says_what_it_lets_through(ui: Ui, host: QWidget) -> None:
    chips = chips_of(ui, host)
    choose(chips, chips.state, "◐ atribuída")
    choose(chips, chips.state, "● concluída")
    choose(chips, chips.level, "Nível 3")
    choose(chips, chips.category, "Vias e pavimentação")
    choose(chips, chips.late, "Atrasadas, por qualquer motivo")
    chips.placeless.click()
    assert chips.chosen == Escolha(
        situacoes=("atribuida", "concluida"),
        nivel=3,
        categoria="3.1",
        atraso="qualquer",
        sem_lugar=True,
    )
    assert chips.state.full_text == "Situação: atribuída, concluída ▾"
    assert chips.level.accessibleDescription() == "3"
    assert not chips.clear.isHidden()
    choose(chips, chips.state, "◐ atribuída")
    assert chips.chosen.situacoes == ("concluida",)
    chips.clear_all()
    assert chips.chosen == Escolha()
    assert chips.clear.isHidden()


def test_days_are_those_of_the_office(ui: Ui, host: QWidget) -> None:
    chips = chips_of(ui, host)
    today = ui.context.moments.hoje()
    choose(chips, chips.period, "Recebidas hoje")
    assert (chips.chosen.de, chips.chosen.ate) == (today, today)
    chips.choose(Escolha(de=date(2026, 1, 2), ate=date(2026, 1, 3)))
    assert chips.period.full_text.startswith("Período: de 02/01/2026 até")


def test_a_unit_is_found_by_name_and_may_stand_alone(ui: Ui, host: QWidget) -> None:
    chips = chips_of(ui, host)
    picker = chips.pick_unit()
    ui.settle()
    QTest.keyClick(picker.field, Qt.Key.Key_Down)
    ui.until(lambda: bool(picker.field.found))
    picker.field.take(0)
    assert chips.chosen.unidade == "u1"
    assert chips.unit.full_text == "Unidade: SP · Bairro ▾"
    choose(chips, chips.unit, "Só esta unidade, sem as de dentro")
    assert chips.chosen.so_esta
    choose(chips, chips.unit, "Todas as unidades")
    assert chips.chosen == Escolha()


def test_a_street_is_shown_only_while_it_filters(ui: Ui, host: QWidget) -> None:
    chips = chips_of(ui, host)
    assert chips.near.isHidden()
    chips.choose(Escolha(perto=Perto("Rua A", -20.0, -40.0), texto="luz"))
    assert chips.near.full_text == "Perto de: Rua A ▾"
    choose(chips, chips.near, "Em qualquer lugar")
    assert chips.chosen == Escolha(texto="luz")
    chips.clear_all()
    assert chips.chosen.texto == "luz"
