"""The filters of the list of demands as chips on one line; each says what it lets through."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import msgspec
from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QMenu, QToolButton, QWidget

from app.services.demanda_lista import ATRASOS, MARCAS, NIVEIS, Escolha, Opcoes, sem
from widgets.runtime.context import UiContext
from widgets.runtime.days_dialog import DaysDialog
from widgets.runtime.elided_button import ElidedToolButton
from widgets.runtime.flow_layout import FlowLayout
from widgets.runtime.unit_dialog import UnitDialog

DAYS_TITLE: Final = "Demandas recebidas entre"
_MAX_CHARS: Final = 26
FindUnits = Callable[[str], list[tuple[str, str]]]


class FilterChips(QWidget):
    """State, level, category, unit, period, overdue, without a place; typed words are the list's own.

    Args:
        find_units: words -> (id, where it lies); runs in a worker.
        context: the window's common things.
        parent: the screen.

    Signals:
        changed: read ``chosen``.
    """

    changed = Signal()

    def __init__(self, find_units: FindUnits, context: UiContext, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAccessibleName("Filtros")
        self._context = context
        self._find_units = find_units
        self._options = Opcoes((), ())
        self._unit_name = ""
        self.chosen = Escolha()
        self.state = self._chip("Filtrar por situação", self._fill_state)
        self.level = self._chip("Filtrar por nível", self._fill_level)
        self.category = self._chip("Filtrar por categoria", self._fill_category)
        self.unit = self._chip("Filtrar por unidade", self._fill_unit)
        self.period = self._chip("Filtrar por período", self._fill_period)
        self.late = self._chip("Filtrar por atraso", self._fill_late)
        self.mark = self._chip("Filtrar pelo que o painel conta à parte", self._fill_mark)
        self.placeless = self._toggle("Sem lugar", "Só demandas de que não se sabe a unidade")
        self.placeless.toggled.connect(self._on_placeless)
        self.near = self._chip("Perto de uma rua", self._fill_near)
        self.clear = QToolButton(self)
        self.clear.setProperty("kind", "flat")
        self.clear.setText("Limpar filtros")
        self.clear.setAccessibleName("Limpar filtros")
        self.clear.clicked.connect(self.clear_all)
        line = FlowLayout(self, context.theme.px(8))
        for widget in (
            self.state, self.level, self.category, self.unit, self.period, self.late,
            self.mark, self.placeless, self.near, self.clear,
        ):  # fmt: skip
            line.addWidget(widget)
        self._show()

    def set_options(self, options: Opcoes) -> None:
        """What can be chosen."""
        self._options = options
        self._show()

    def choose(self, chosen: Escolha, *, unit_name: str = "", is_quiet: bool = False) -> None:
        """Take over a whole choice."""
        self.chosen = chosen
        self._unit_name = unit_name or self._unit_name
        self._show()
        if not is_quiet:
            self.changed.emit()

    def name_unit(self, name: str) -> None:
        """What the chosen unit is called."""
        self._unit_name = name
        self._show()

    @Slot()
    def clear_all(self) -> None:
        """Let everything through; typed words stay."""
        self.choose(Escolha(texto=self.chosen.texto))

    def set_words(self, text: str) -> None:
        """The words typed above the list."""
        if text != self.chosen.texto:
            self._change(texto=text)

    # -- chips -----------------------------------------------------------------------------

    def _chip(self, name: str, fill: Callable[[QMenu], None]) -> ElidedToolButton:
        chip = ElidedToolButton(self, yields=False)
        chip.setProperty("kind", "chip")
        chip.setAccessibleName(name)
        chip.setToolTip(name)
        chip.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        menu = QMenu(chip)
        menu.aboutToShow.connect(menu.clear)
        menu.aboutToShow.connect(lambda: fill(menu))
        chip.setMenu(menu)
        return chip

    def _toggle(self, word: str, tip: str) -> QToolButton:
        chip = QToolButton(self)
        chip.setProperty("kind", "chip")
        chip.setCheckable(True)
        chip.setText(word)
        chip.setToolTip(tip)
        chip.setAccessibleName(tip)
        return chip

    def _add(self, menu: QMenu, word: str, *, is_on: bool, **change: Any) -> None:
        action = menu.addAction(word)
        action.setCheckable(True)
        action.setChecked(is_on)
        action.triggered.connect(lambda _on=False, values=change: self._change(**values))

    def _change(self, **values: Any) -> None:
        self.choose(msgspec.structs.replace(self.chosen, **values))

    def _without(self, field: str) -> None:
        self.choose(sem(self.chosen, field))

    def _fill_state(self, menu: QMenu) -> None:
        chosen = self.chosen.situacoes
        self._add(menu, "Todas as situações", is_on=not chosen, situacoes=())
        menu.addSeparator()
        for one in self._options.situacoes:
            is_on = one.codigo in chosen
            rest = [code for code in chosen if code != one.codigo]
            codes = tuple(rest) if is_on else (*rest, one.codigo)
            self._add(menu, f"{one.forma} {one.nome}", is_on=is_on, situacoes=codes)

    def _fill_level(self, menu: QMenu) -> None:
        self._add(menu, "Todos os níveis", is_on=self.chosen.nivel is None, nivel=None)
        menu.addSeparator()
        for level in NIVEIS:
            self._add(menu, f"Nível {level}", is_on=self.chosen.nivel == level, nivel=level)

    def _fill_category(self, menu: QMenu) -> None:
        chosen = self.chosen.categoria
        self._add(menu, "Todas as categorias", is_on=chosen is None, categoria=None)
        for level in NIVEIS:
            below = menu.addMenu(f"Nível {level}")
            for code, of_level, name in self._options.categorias:
                if of_level == level:
                    self._add(below, name, is_on=chosen == code, categoria=code)

    def _fill_unit(self, menu: QMenu) -> None:
        menu.addAction("Escolher unidade…").triggered.connect(self.pick_unit)
        if self.chosen.unidade is not None:
            self._add(
                menu, "Só esta unidade, sem as de dentro",
                is_on=self.chosen.so_esta, so_esta=not self.chosen.so_esta,
            )  # fmt: skip
            menu.addAction("Todas as unidades").triggered.connect(lambda: self._without("unidade"))

    def _fill_period(self, menu: QMenu) -> None:
        today = self._context.moments.hoje()
        self._add(menu, "Todo o período", is_on=self._period() is None, de=None, ate=None)
        self._add(menu, "Recebidas hoje", is_on=self._period() == (today, today),
                  de=today, ate=today)  # fmt: skip
        for days in (7, 30):
            start = today.fromordinal(today.toordinal() - days + 1)
            is_on = self._period() == (start, today)
            self._add(menu, f"Últimos {days} dias", is_on=is_on, de=start, ate=today)
        menu.addAction("Escolher dias…").triggered.connect(self._ask_days)

    def _fill_late(self, menu: QMenu) -> None:
        self._add(menu, "Com e sem atraso", is_on=self.chosen.atraso is None, atraso=None)
        menu.addSeparator()
        for code, words in ATRASOS.items():
            name = "Atrasadas, por qualquer motivo" if code == "qualquer" else words
            self._add(
                menu, name[:1].upper() + name[1:], is_on=self.chosen.atraso == code, atraso=code
            )

    def _fill_mark(self, menu: QMenu) -> None:
        self._add(menu, "Todas", is_on=self.chosen.marca is None, marca=None)
        menu.addSeparator()
        for code, words in MARCAS.items():
            name = words[:1].upper() + words[1:]
            self._add(menu, name, is_on=self.chosen.marca == code, marca=code)

    def _fill_near(self, menu: QMenu) -> None:
        menu.addAction("Em qualquer lugar").triggered.connect(lambda: self._without("perto"))

    # -- words -----------------------------------------------------------------------------

    def _period(self) -> tuple[Any, Any] | None:
        if self.chosen.de is None and self.chosen.ate is None:
            return None
        return (self.chosen.de, self.chosen.ate)

    def _show(self) -> None:
        c = self.chosen
        states = [one.nome for one in self._options.situacoes if one.codigo in c.situacoes]
        named = {code: name for code, _level, name in self._options.categorias}
        self._say(self.state, "Situação", ", ".join(states) or (c.situacoes and "…") or "")
        self._say(self.level, "Nível", "" if c.nivel is None else str(c.nivel))
        self._say(self.category, "Categoria", named.get(c.categoria or "", c.categoria or ""))
        unit = (self._unit_name or c.unidade[:8]) if c.unidade else ""
        self._say(self.unit, "Unidade", f"só {unit}" if unit and c.so_esta else unit)
        self._say(self.period, "Período", self._period_words())
        self._say(self.late, "Atraso", "" if c.atraso is None else ATRASOS.get(c.atraso, ""))
        self._say(self.mark, "Marca", "" if c.marca is None else MARCAS[c.marca])
        self._say(self.near, "Perto de", "" if c.perto is None else c.perto.nome)
        self.near.setVisible(c.perto is not None)
        self.placeless.blockSignals(True)
        self.placeless.setChecked(c.sem_lugar)
        self.placeless.blockSignals(False)
        self._mark(self.placeless, is_active=c.sem_lugar)
        plain = msgspec.structs.replace(c, texto="")
        self.clear.setVisible(plain.is_restricting)

    def _say(self, chip: ElidedToolButton, what: str, value: str) -> None:
        short = value if len(value) <= _MAX_CHARS else f"{value[: _MAX_CHARS - 1]}…"
        chip.set_full_text(f"{what}: {short} ▾" if value else f"{what} ▾")
        chip.setToolTip(f"{what}: {value}" if value else chip.accessibleName())
        chip.setAccessibleDescription(value)
        self._mark(chip, is_active=bool(value))

    @staticmethod
    def _mark(chip: QToolButton, *, is_active: bool) -> None:
        if bool(chip.property("active")) != is_active:
            chip.setProperty("active", is_active)
            chip.style().unpolish(chip)
            chip.style().polish(chip)

    def _period_words(self) -> str:
        start, end = self.chosen.de, self.chosen.ate
        if start is None and end is None:
            return ""
        if start == end and start is not None:
            return f"{start:%d/%m/%Y}"
        first = "" if start is None else f"de {start:%d/%m/%Y} "
        return (first + ("" if end is None else f"até {end:%d/%m/%Y}")).strip()

    # -- asking ----------------------------------------------------------------------------

    @Slot()
    def pick_unit(self) -> UnitDialog:
        """Let the person find a unit by name."""
        dialog = UnitDialog(self._find_units, self._context, self)
        dialog.picked.connect(self._on_unit)
        dialog.open()
        return dialog

    @Slot(str, str)
    def _on_unit(self, unit: str, name: str) -> None:
        self._unit_name = name
        self._change(unidade=unit)

    @Slot()
    def _ask_days(self) -> None:
        days = (self.chosen.de, self.chosen.ate)
        dialog = DaysDialog(DAYS_TITLE, days, self._context, self)
        dialog.chosen.connect(lambda start, end: self._change(de=start, ate=end))
        dialog.open()

    @Slot(bool)
    def _on_placeless(self, is_on: bool) -> None:
        self._change(sem_lugar=is_on)
