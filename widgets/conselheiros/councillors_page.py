"""The list of councillors with one of them beside it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.services.conselheiros import Conselheiro
from app.services.filtro import dobrado
from app.services.sorteio import DoConselheiro, SorteioService
from widgets.conselheiros.columns import councillor_columns
from widgets.conselheiros.councillor_pane import CouncillorPane
from widgets.runtime.context import UiContext
from widgets.runtime.list_panel import ListPanel
from widgets.runtime.master_detail import MasterDetail
from widgets.runtime.sorted_rows_model import SortedRowsModel

_DRAWS = 200


class CouncillorsPage(QWidget):
    """See the module.

    Args:
        draws: a councillor's draws.
        context: the window's common things.
        parent: owner.
    """

    def __init__(self, draws: SorteioService, context: UiContext, parent: QWidget) -> None:
        super().__init__(parent)
        self._draws = draws
        self._context = context
        theme = context.theme
        self.panel = ListPanel(
            "Conselheiros",
            "conselheiros/lista",
            ("conselheiro", "conselheiros"),
            ("Nenhum conselheiro ainda", "Cadastre o primeiro: sem ele nenhuma demanda anda."),
            SortedRowsModel(
                councillor_columns(context.moments), theme, self, lambda one: one.conselheiro_id
            ),
            context,
            self,
        )
        self.pane = CouncillorPane(context, self)
        self.split = MasterDetail(self.panel, self.pane, theme, context.icons, self)
        self.split.restore(context.view.blob("conselheiros/divisao"))
        self.panel.current_changed.connect(self._on_current)
        self.panel.opened.connect(self._on_opened)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, theme.px(8), 0, 0)
        column.addWidget(self.split)

    def show_rows(self, rows: Sequence[Conselheiro]) -> None:
        """Every councillor; who is shown is shown as they stand now."""
        self.panel.show_rows(sorted(rows, key=lambda one: (one.status == "inativo", _name(one))))
        shown = self.pane.shown
        fresh = None if shown is None else self._row(shown.conselheiro_id)
        if fresh is not None:
            self._show(fresh)

    def select(self, conselheiro_id: str) -> bool:
        """Make a councillor current, filter or not; False while the list is not here."""
        if self.panel.filter.text():
            self.panel.filter.clear()
            self._model.set_filter("")
        if not self.panel.select(conselheiro_id):
            return False
        self.split.show_detail()
        return True

    def set_narrow(self, *, is_narrow: bool) -> None:
        """One at a time."""
        self.split.set_narrow(is_narrow=is_narrow)

    def save_view(self) -> None:
        """Columns and splitter."""
        self.panel.save_view()
        self.pane.draws.save_view()
        self._context.view.put("conselheiros/divisao", self.split.save())

    @property
    def _model(self) -> SortedRowsModel:
        model = self.panel.model
        assert isinstance(model, SortedRowsModel)
        return model

    def _row(self, conselheiro_id: str) -> Conselheiro | None:
        at = self._model.row_of(conselheiro_id)
        found = None if at is None else self._model.row_at(at)
        return found if isinstance(found, Conselheiro) else None

    def _show(self, one: Conselheiro) -> None:
        self.pane.show_councillor(one)
        self._context.runner.read(
            self,
            partial(self._draws.do_conselheiro, one.conselheiro_id, limite=_DRAWS),
            self._on_draws,
            self._context.report,
            key="sorteios",
        )

    def _on_draws(self, rows: tuple[DoConselheiro, ...]) -> None:
        self.pane.show_draws(rows)

    @Slot(object)
    def _on_current(self, row: object) -> None:
        if isinstance(row, Conselheiro):
            self._show(row)
        elif not self._model.total:
            self.pane.show_nothing()

    @Slot(object)
    def _on_opened(self, _row: object) -> None:
        self.split.show_detail()


def _name(one: Conselheiro) -> str:
    return dobrado(one.nome_publico) if one.nome_publico else f"~{one.conselheiro_id}"
