"""The desk: running assignments, who has to be told of one, and what the clerk does about it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import (
    QCheckBox,
    QFrame,
    QHBoxLayout,
    QMenu,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from app.services.designacoes import MEIOS, NaMesa
from app.services.permissoes import Ato
from widgets.conselheiros.columns import desk_columns
from widgets.conselheiros.words import CANAL
from widgets.runtime.context import UiContext
from widgets.runtime.flow_layout import FlowLayout
from widgets.runtime.list_panel import ListPanel
from widgets.runtime.sorted_rows_model import SortedRowsModel


class DeskPage(QWidget):
    """See the module.

    Signals:
        told(NaMesa, str): the councillor was told by this channel.
        asked(str, NaMesa): an act: ``desfazer``, ``contato``, ``imprimir``, ``pdf``, ``liberar``,
            ``demanda``, ``conselheiro``.
    """

    told = Signal(object, str)
    asked = Signal(str, object)

    def __init__(self, context: UiContext, parent: QWidget) -> None:
        super().__init__(parent)
        self._context = context
        self._rows: tuple[NaMesa, ...] = ()
        theme = context.theme
        self.only_untold = QCheckBox("Só quem falta avisar", self)
        stored = context.view.text("conselheiros/so_a_avisar")
        self.only_untold.setChecked(stored.lower() not in {"false", "0"})
        self.only_untold.toggled.connect(self._on_only)
        self.panel = ListPanel(
            "Designações",
            "conselheiros/mesa",
            ("designação", "designações"),
            ("Ninguém a avisar", "Quem foi sorteado já foi avisado ou já começou o trabalho."),
            SortedRowsModel(desk_columns(context.moments), theme, self, _id_of),
            context,
            self,
        )
        self.panel.head.insertWidget(1, self.only_untold)
        self.panel.current_changed.connect(self._on_current)
        self.panel.opened.connect(self._on_opened)
        self.panel.menu_requested.connect(self._on_menu)
        body = QWidget(self)
        column = QVBoxLayout(body)
        column.setContentsMargins(0, theme.px(8), 0, 0)
        column.setSpacing(theme.px(8))
        column.addWidget(self.panel, 1)
        column.addLayout(self._build_foot())
        # Large text in a small window: list and acts keep their size, and the page scrolls.
        self.panel.setMinimumHeight(theme.px(180))
        area = QScrollArea(self)
        area.setWidgetResizable(True)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.setAccessibleName("Designações e o que fazer com elas")
        area.setWidget(body)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(area)
        context.actions.add(self, "conselheiros/mesa.avisar", "Marcar como avisado", "A",
                            self._on_tell_key)  # fmt: skip
        context.actions.add(self, "conselheiros/mesa.carta", "Imprimir a carta de designação", "C",
                            self._on_letter_key)  # fmt: skip
        self._say_acts(None)

    def show_rows(self, rows: Sequence[NaMesa]) -> None:
        """All running assignments."""
        self._rows = tuple(rows)
        self._show()

    @property
    def untold(self) -> int:
        """How many have to be told."""
        return sum(one.designacao.is_a_avisar for one in self._rows)

    def save_view(self) -> None:
        """Remember columns and filter."""
        self.panel.save_view()
        self._context.view.put("conselheiros/so_a_avisar", self.only_untold.isChecked())

    def _show(self) -> None:
        only = self.only_untold.isChecked()
        if only:
            self.panel.set_empty(
                "Ninguém a avisar", "Quem foi sorteado já foi avisado ou já começou o trabalho."
            )
        else:
            self.panel.set_empty(
                "Nenhuma demanda com conselheiro", "Depois de um sorteio, ela aparece aqui."
            )
        self.panel.show_rows(one for one in self._rows if not only or one.designacao.is_a_avisar)
        self._say_acts(self.panel.current)

    def _build_foot(self) -> QHBoxLayout:
        theme = self._context.theme
        near = QWidget(self)
        flow = FlowLayout(near, theme.px(8))
        self.tell = QPushButton("Marcar como avisado", self)
        self.tell.setProperty("kind", "primary")
        self.channels = QMenu(self.tell)
        for code in MEIOS:
            self.channels.addAction(CANAL.get(code, code).capitalize()).triggered.connect(
                lambda _checked=False, chosen=code: self._on_told(chosen)
            )
        self.tell.setMenu(self.channels)
        self.untell = self._act("Desfazer aviso", "desfazer")
        self.contact = self._act("Abrir contato", "contato")
        self.contact.setToolTip("Mostra telefone e endereço; fica registrado quem abriu")
        self.letter = self._act("Imprimir carta…", "imprimir")
        self.pdf = self._act("Gravar carta em PDF…", "pdf")
        for button in (self.tell, self.untell, self.contact, self.letter, self.pdf):
            flow.addWidget(button)
        self.free = self._act("Liberar…", "liberar")
        self.free.setProperty("kind", "danger")
        row = QHBoxLayout()
        row.setSpacing(theme.px(24))
        row.addWidget(near, 1)
        row.addWidget(self.free)
        return row

    def _act(self, text: str, name: str) -> QPushButton:
        button = QPushButton(text, self)
        button.clicked.connect(lambda _checked=False: self._ask(name))
        return button

    def _ask(self, name: str) -> None:
        row = self.panel.current
        if row is not None:
            self.asked.emit(name, row)

    def _say_acts(self, row: NaMesa | None) -> None:
        session = self._context.session
        tells = session.pode(Ato.AVISAR_CONSELHEIRO)
        for button in (self.tell, self.untell, self.letter, self.pdf):
            button.setVisible(tells)
        self.contact.setVisible(session.pode(Ato.CIDADAOS))
        self.free.setVisible(session.pode(Ato.GERIR_CONSELHEIROS))
        is_told = row is not None and row.designacao.aviso is not None
        self.tell.setEnabled(row is not None and not is_told)
        self.untell.setEnabled(is_told)
        for button in (self.contact, self.letter, self.pdf):
            button.setEnabled(row is not None)
        may_free = row is not None and row.pode_liberar(self._context.moments.agora_ms())
        self.free.setEnabled(may_free)
        self.free.setToolTip(
            "" if may_free else "Só 72 horas depois do sorteio, e só se o trabalho não começou"
        )

    def _on_told(self, channel: str) -> None:
        row = self.panel.current
        if row is not None:
            self.told.emit(row, channel)

    @Slot()
    def _on_tell_key(self) -> None:
        if self.tell.isVisible() and self.tell.isEnabled():
            self.channels.popup(self.tell.mapToGlobal(self.tell.rect().bottomLeft()))
            self.channels.setActiveAction(self.channels.actions()[0])

    @Slot()
    def _on_letter_key(self) -> None:
        if self.letter.isVisible() and self.letter.isEnabled():
            self._ask("imprimir")

    @Slot(bool)
    def _on_only(self, _is_checked: bool) -> None:  # Qt's signature
        self._show()

    @Slot(object)
    def _on_current(self, row: object) -> None:
        self._say_acts(row if isinstance(row, NaMesa) else None)

    @Slot(object)
    def _on_opened(self, row: NaMesa) -> None:
        self.asked.emit("demanda", row)

    @Slot(object, QMenu)
    def _on_menu(self, row: NaMesa, menu: QMenu) -> None:
        for words, name in (("Ver demanda", "demanda"), ("Ver conselheiro", "conselheiro")):
            menu.addAction(words).triggered.connect(
                lambda _checked=False, act=name: self.asked.emit(act, row)
            )


def _id_of(row: NaMesa) -> str:
    return row.designacao.event_hash
