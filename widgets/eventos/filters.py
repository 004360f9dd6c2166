"""The filters of the log browser as chips on one line."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta
from typing import Final

from PySide6.QtCore import Signal, Slot
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import (
    QLineEdit,
    QMenu,
    QToolButton,
    QWidget,
)

from app.services.eventos import EventFilter, FilterOptions
from widgets.eventos.chosen import Chosen, as_day, normal_uuid
from widgets.runtime.context import UiContext
from widgets.runtime.days_dialog import DaysDialog
from widgets.runtime.debounce import Debouncer
from widgets.runtime.flow_layout import FlowLayout

DAYS_TITLE: Final = "Eventos entre"
_PERIODS: Final = (
    ("tudo", "Todo o período", 0),
    ("hoje", "Hoje", 1),
    ("7d", "Últimos 7 dias", 7),
    ("30d", "Últimos 30 dias", 30),
)


class FilterBar(QWidget):
    """Chips for type, colony, period, subject and order.

    Signals:
        changed: what is to be listed is another thing; read ``event_filter`` and ``chosen``.
    """

    changed = Signal()

    def __init__(self, context: UiContext, parent: QWidget) -> None:
        super().__init__(parent)
        self._context = context
        self._chosen = Chosen()
        self._options = FilterOptions((), ())
        self._menus: dict[QToolButton, QMenu] = {}
        self.types = self._chip("Filtrar por tipo")
        self.colony = self._chip("Filtrar por colônia")
        self.period = self._chip("Filtrar por período")
        self.subject = QLineEdit(self)
        self.subject.setPlaceholderText("Demanda…")
        self.subject.setAccessibleName("Filtrar por identificador de demanda")
        self.subject.setToolTip("Identificador inteiro de uma demanda, unidade ou conselheiro")
        self.subject.setClearButtonEnabled(True)
        self.subject.setFixedWidth(context.theme.px(170))
        self.order = self._chip("Ordem da lista")
        self.order.setPopupMode(QToolButton.ToolButtonPopupMode.DelayedPopup)
        self.clear = QToolButton(self)
        self.clear.setProperty("kind", "flat")
        self.clear.setText("Limpar filtros")
        self.clear.setAccessibleName("Limpar filtros")
        self.clear.clicked.connect(self.clear_all)
        line = FlowLayout(self, context.theme.px(8))
        for widget in (
            self.types, self.colony, self.period, self.subject, self.order, self.clear,
        ):  # fmt: skip
            line.addWidget(widget)
        self._typing = Debouncer(self)
        self._typing.settled.connect(self._on_subject_settled)
        self.subject.textEdited.connect(self._on_subject_edited)
        self.subject.returnPressed.connect(self._typing.flush)
        self.order.clicked.connect(self._on_order)
        self._build_period_menu()
        self._relabel()

    @property
    def chosen(self) -> Chosen:
        """What the chips say now."""
        return self._chosen

    def choose(self, chosen: Chosen, *, is_quiet: bool = False) -> None:
        """Set all chips at once."""
        if chosen == self._chosen:
            return
        self._chosen = chosen
        if normal_uuid(self.subject.text()) != (chosen.demanda or None):
            self.subject.setText(chosen.demanda)
        self._relabel()
        if not is_quiet:
            self.changed.emit()

    def event_filter(self) -> EventFilter:
        """The filter for the service; days are the office's."""
        since, until = self._bounds()
        return EventFilter(
            tipos=self._chosen.tipos,
            colonia=self._chosen.colonia or None,
            desde_ms=since,
            ate_ms=until,
            demanda=self._chosen.demanda or None,
        )

    def set_options(self, options: FilterOptions) -> None:
        """Offer the types and colonies that occur in the log."""
        if options == self._options:
            return
        self._options = options
        self._build_type_menu()
        self._build_colony_menu()

    @Slot()
    def clear_all(self) -> None:
        """Show everything again; the order stays."""
        self.subject.clear()
        self.choose(Chosen(mais_novos=self._chosen.mais_novos))

    def _bounds(self) -> tuple[int | None, int | None]:
        moments, chosen = self._context.moments, self._chosen
        if chosen.periodo == "datas":
            since, until = as_day(chosen.desde), as_day(chosen.ate)
            return (
                moments.inicio_do_dia_ms(since) if since else None,
                moments.inicio_do_dia_ms(until + timedelta(days=1)) if until else None,
            )
        days = next((n for key, _, n in _PERIODS if key == chosen.periodo), 0)
        if not days:
            return None, None
        return moments.inicio_do_dia_ms(moments.hoje() - timedelta(days=days - 1)), None

    def _chip(self, name: str) -> QToolButton:
        chip = QToolButton(self)
        chip.setProperty("kind", "chip")
        chip.setProperty("active", "false")
        chip.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        chip.setAccessibleName(name)
        return chip

    def _relabel(self) -> None:
        chosen = self._chosen
        types = "todos"
        if chosen.tipos:
            types = chosen.tipos[0] if len(chosen.tipos) == 1 else f"{len(chosen.tipos)} escolhidos"
        self._label(self.types, f"Tipo: {types}", is_active=bool(chosen.tipos))
        self._label(
            self.colony, f"Colônia: {chosen.colonia or 'todas'}", is_active=bool(chosen.colonia)
        )
        self._label(self.period, self._period_text(), is_active=chosen.periodo != "tudo")
        order = "Mais novos primeiro" if chosen.mais_novos else "Mais antigos primeiro"
        self._label(self.order, order, is_active=False)
        self.clear.setVisible(chosen.is_restricting)
        for chip, value in ((self.colony, chosen.colonia), (self.period, chosen.periodo)):
            for action in self._actions(chip):
                if action.isCheckable():
                    action.setChecked(action.data() == value)
        self._check_types()

    def _period_text(self) -> str:
        chosen = self._chosen
        if chosen.periodo == "datas":
            days = [
                f"{date.fromisoformat(d):%d/%m/%Y}" if d else "…"
                for d in (chosen.desde, chosen.ate)
            ]
            return " a ".join(days)
        return next((word for key, word, _ in _PERIODS if key == chosen.periodo), "Período")

    @staticmethod
    def _label(chip: QToolButton, text: str, *, is_active: bool) -> None:
        chip.setText(text)
        name = chip.accessibleName().partition(":")[0]
        chip.setAccessibleName(f"{name}: {text}")
        state = "true" if is_active else "false"
        if chip.property("active") != state:
            chip.setProperty("active", state)
            chip.style().unpolish(chip)
            chip.style().polish(chip)

    def _build_type_menu(self) -> None:
        menu = QMenu(self.types)
        every = menu.addAction("Todos os tipos")
        every.triggered.connect(lambda: self.choose(replace(self._chosen, tipos=())))
        menu.addSeparator()
        groups: dict[str, QMenu] = {}
        for tipo, colony in self._options.tipos:
            group = groups.get(colony)
            if group is None:
                name = dict(self._options.colonias).get(colony, colony)
                label = colony if name == colony else f"{colony} {name}"
                group = groups[colony] = menu.addMenu(label)
            action = group.addAction(tipo)
            action.setCheckable(True)
            action.setData(tipo)
            action.toggled.connect(lambda on, t=tipo: self._on_type(t, is_on=on))
        self._replace_menu(self.types, menu)
        self._check_types()

    def _check_types(self) -> None:
        for entry in self._actions(self.types):
            group = entry.menu()
            for action in group.actions() if isinstance(group, QMenu) else ():
                action.blockSignals(True)
                action.setChecked(action.data() in self._chosen.tipos)
                action.blockSignals(False)

    def _build_colony_menu(self) -> None:
        menu = QMenu(self.colony)
        group = QActionGroup(menu)
        for key, word in (("", "Todas as colônias"), *self._options.colonias):
            action = menu.addAction(word if word.startswith(key) else f"{key} {word}")
            action.setCheckable(True)
            action.setData(key)
            action.setChecked(key == self._chosen.colonia)
            group.addAction(action)
            action.triggered.connect(
                lambda _=False, k=key: self.choose(replace(self._chosen, colonia=k))
            )
        self._replace_menu(self.colony, menu)

    def _build_period_menu(self) -> None:
        menu = QMenu(self.period)
        group = QActionGroup(menu)
        for key, word, _days in (*_PERIODS, ("datas", "Escolher datas…", 0)):
            action = menu.addAction(word)
            action.setCheckable(True)
            action.setData(key)
            group.addAction(action)
            if key == "datas":
                action.triggered.connect(self._on_dates)
            else:
                action.triggered.connect(
                    lambda _=False, k=key: self.choose(
                        replace(self._chosen, periodo=k, desde="", ate="")
                    )
                )
        self._replace_menu(self.period, menu)

    def _replace_menu(self, chip: QToolButton, menu: QMenu) -> None:
        old = self._menus.get(chip)
        self._menus[chip] = menu
        chip.setMenu(menu)
        if old is not None:
            old.deleteLater()

    def _actions(self, chip: QToolButton) -> list[QAction]:
        menu = self._menus.get(chip)
        return menu.actions() if menu is not None else []

    def _on_type(self, tipo: str, *, is_on: bool) -> None:
        rest = tuple(t for t in self._chosen.tipos if t != tipo)
        self.choose(replace(self._chosen, tipos=(*rest, tipo) if is_on else rest))

    @Slot()
    def _on_order(self) -> None:
        self.choose(replace(self._chosen, mais_novos=not self._chosen.mais_novos))

    @Slot(str)
    def _on_subject_edited(self, _text: str) -> None:
        self._typing.touch()

    @Slot()
    def _on_subject_settled(self) -> None:
        text = self.subject.text().strip()
        found = normal_uuid(text) if text else ""
        self.subject.setProperty("invalid", found is None)
        self.subject.setToolTip(
            "Cole o identificador inteiro (32 dígitos). Para os 8 primeiros, use a busca (Ctrl+K)."
            if found is None
            else "Identificador inteiro de uma demanda, unidade ou conselheiro"
        )
        if found is not None:
            self.choose(replace(self._chosen, demanda=found))

    @Slot()
    def _on_dates(self) -> None:
        days = (as_day(self._chosen.desde), as_day(self._chosen.ate))
        dialog = DaysDialog(DAYS_TITLE, days, self._context, self)
        dialog.chosen.connect(self._take_dates)
        dialog.rejected.connect(self._relabel)
        dialog.open()

    @Slot(object, object)
    def _take_dates(self, since: date, until: date) -> None:
        self.choose(replace(self._chosen, periodo="datas", desde=f"{since}", ate=f"{until}"))
