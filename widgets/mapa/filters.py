"""The filters of the map as chips on one line: state, level, category, unit, period."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from datetime import date
from functools import partial
from typing import Any, Final

from PySide6.QtCore import Signal, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QToolButton, QWidget

from app.services.mapa_vistas import FiltroDoMapa, Opcoes
from widgets.mapa.chosen import DATAS, PERIODOS, Escolhido, as_day
from widgets.runtime.context import UiContext
from widgets.runtime.days_dialog import DaysDialog
from widgets.runtime.flow_layout import FlowLayout

DAYS_TITLE: Final = "Recebidas entre"
_ABERTAS: Final = "abertas"


class FilterBar(QWidget):
    """See the module.

    Signals:
        changed: what is to be shown is another thing; read ``filtro``.
    """

    changed = Signal()

    def __init__(self, context: UiContext, parent: QWidget) -> None:
        super().__init__(parent)
        self._context = context
        self._chosen = Escolhido()
        self._options = Opcoes((), (), (), ())
        self._menus: dict[QToolButton, QMenu] = {}
        self.states = self._chip("Filtrar por situação")
        self.level = self._chip("Filtrar por nível de precedência")
        self.category = self._chip("Filtrar por categoria")
        self.period = self._chip("Filtrar por período de recebimento")
        self.unit = self._chip("Filtrar por unidade")
        self.exact = self._chip("Só esta unidade, sem as que ficam dentro dela")
        self.exact.setCheckable(True)
        self.exact.setText("Só esta unidade")
        self.clear = QToolButton(self)
        self.clear.setProperty("kind", "flat")
        self.clear.setText("Limpar filtros")
        self.clear.setAccessibleName("Limpar filtros")
        line = FlowLayout(self, context.theme.px(8))
        for widget in (
            self.states, self.level, self.category, self.unit, self.exact, self.period, self.clear,
        ):  # fmt: skip
            line.addWidget(widget)
        self.exact.clicked.connect(self._on_exact)
        self.clear.clicked.connect(self.clear_all)
        self._build_period_menu()
        self._relabel()

    @property
    def chosen(self) -> Escolhido:
        """What the chips say now."""
        return self._chosen

    def filtro(self, hoje: date) -> FiltroDoMapa:
        """For the service."""
        return self._chosen.filtro(hoje)

    def choose(self, chosen: Escolhido, *, is_quiet: bool = False) -> None:
        """Set all chips at once."""
        if chosen == self._chosen:
            return
        self._chosen = chosen
        self._relabel()
        if not is_quiet:
            self.changed.emit()

    def set_options(self, options: Opcoes) -> None:
        """Offer what there is."""
        if options == self._options:
            return
        self._options = options
        self._build_state_menu()
        levels = [(level, f"Nível {level}: {name}") for level, name in options.niveis]
        self._build_menu(self.level, "Todos os níveis", levels, "nivel")
        self._build_menu(self.category, "Todas as categorias", options.categorias, "categoria")
        self._build_menu(self.unit, "Todas as unidades", options.unidades, "unidade")
        self._relabel()

    @Slot()
    def clear_all(self) -> None:
        """All that is open, everywhere."""
        self.choose(Escolhido())

    def _chip(self, name: str) -> QToolButton:
        chip = QToolButton(self)
        chip.setProperty("kind", "chip")
        chip.setProperty("active", "false")
        chip.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        chip.setAccessibleName(name)
        return chip

    def _build_state_menu(self) -> None:
        menu = self._new_menu(self.states)
        self._add(menu, "Todas as abertas", _ABERTAS, partial(self._take, "situacoes", ()))
        codes = tuple(one.codigo for one in self._options.situacoes)
        self._add(
            menu, "Todas, também as encerradas", "todas", partial(self._take, "situacoes", codes)
        )
        menu.addSeparator()
        for one in self._options.situacoes:
            self._add(
                menu, f"{one.forma}  {one.nome}", one.codigo, partial(self._toggle, one.codigo)
            )

    def _build_menu(
        self, chip: QToolButton, every: str, items: Iterable[tuple[object, str]], field: str
    ) -> None:
        menu = self._new_menu(chip)
        self._add(menu, every, None, partial(self._take, field, None))
        menu.addSeparator()
        for value, word in items:
            self._add(menu, word, value, partial(self._take, field, value))

    def _build_period_menu(self) -> None:
        menu = self._new_menu(self.period)
        for key, word, _days in PERIODOS:
            self._add(menu, word, key, partial(self._take, "periodo", key))
        menu.addSeparator()
        self._add(menu, "Escolher datas…", DATAS, self._ask_dates)

    def _new_menu(self, chip: QToolButton) -> QMenu:
        before = self._menus.pop(chip, None)
        if before is not None:
            before.deleteLater()
        menu = self._menus[chip] = QMenu(chip)
        chip.setMenu(menu)
        return menu

    @staticmethod
    def _add(menu: QMenu, word: str, value: object, act: Callable[[], object]) -> QAction:
        action = menu.addAction(word.replace("&", "&&"))
        action.setCheckable(True)
        action.setData(value)
        action.triggered.connect(lambda _checked=False: act())
        return action

    def _take(self, field: str, value: Any) -> None:
        change: dict[str, Any] = {field: value}
        self.choose(replace(self._chosen, **change))
        self._relabel()

    def _toggle(self, codigo: str) -> None:
        held = set(self._chosen.situacoes) ^ {codigo}
        order = [one.codigo for one in self._options.situacoes]
        self._take("situacoes", tuple(code for code in order if code in held))

    def _ask_dates(self) -> None:
        days = (as_day(self._chosen.desde), as_day(self._chosen.ate))
        dialog = DaysDialog(DAYS_TITLE, days, self._context, self, offered=30)
        dialog.chosen.connect(self._on_dates)
        dialog.finished.connect(self._relabel)
        dialog.open()

    @Slot(object, object)
    def _on_dates(self, desde: date, ate: date) -> None:
        self.choose(replace(self._chosen, periodo=DATAS, desde=f"{desde}", ate=f"{ate}"))

    @Slot()
    def _on_exact(self) -> None:
        self._take("so_esta", self.exact.isChecked())

    @Slot()
    def _relabel(self) -> None:
        chosen, options = self._chosen, self._options
        states = {one.codigo: one.nome for one in options.situacoes}
        count = len(chosen.situacoes)
        word = "abertas"
        if count == 1:
            word = states.get(chosen.situacoes[0], chosen.situacoes[0])
        elif count and count == len(states):
            word = "todas"
        elif count:
            word = f"{count} escolhidas"
        self._label(self.states, f"Situação: {word}", is_active=bool(count))
        level = "todos" if chosen.nivel is None else str(chosen.nivel)
        self._label(self.level, f"Nível: {level}", is_active=chosen.nivel is not None)
        names = dict(options.categorias)
        category = chosen.categoria
        shown = "todas" if category is None else names.get(category, category)
        self._label(self.category, f"Categoria: {shown}", is_active=category is not None)
        self._label(self.period, self._period_text(), is_active=chosen.periodo != "tudo")
        units = dict(options.unidades)
        place = "todas" if chosen.unidade is None else units.get(chosen.unidade, "escolhida")
        self._label(self.unit, f"Unidade: {place}", is_active=chosen.unidade is not None)
        self.exact.setVisible(chosen.unidade is not None)
        self.exact.setChecked(chosen.so_esta)
        self.clear.setVisible(chosen.is_restricting)
        values = (
            (self.level, {chosen.nivel}),
            (self.category, {chosen.categoria}),
            (self.unit, {chosen.unidade}),
            (self.period, {chosen.periodo}),
            (self.states, set(chosen.situacoes) or {_ABERTAS}),
        )
        for chip, held in values:
            for action in self._menus[chip].actions() if chip in self._menus else ():
                action.setChecked(action.data() in held)

    def _period_text(self) -> str:
        if self._chosen.periodo == DATAS:
            days = (date.fromisoformat(day) for day in (self._chosen.desde, self._chosen.ate))
            first, last = (f"{day:%d/%m/%Y}" for day in days)
            return f"{first} a {last}"
        return next((word for key, word, _n in PERIODOS if key == self._chosen.periodo), "")

    @staticmethod
    def _label(chip: QToolButton, text: str, *, is_active: bool) -> None:
        chip.setText(text)
        active = "true" if is_active else "false"
        if chip.property("active") != active:
            chip.setProperty("active", active)
            chip.style().unpolish(chip)
            chip.style().polish(chip)
