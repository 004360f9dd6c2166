"""Attending one resident: the form, the living column beside it, and the keys that finish it.

Wide, the column stands at the right; narrow, it follows the form, and a line above the buttons says
what is in it. A registration is asked for once: while it runs the buttons rest, and a second try of
the same draft gets the first number.
"""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import Qt, QTimer, Signal, Slot
from PySide6.QtWidgets import (
    QApplication,
    QFrame,
    QLabel,
    QMenu,
    QPushButton,
    QScrollArea,
    QSplitter,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from app.services.atendimento import AtendimentoService, FichaComFaltas, Rascunho, Registrada
from app.services.atendimento_ficha import MANTER, Ficha, campo_da_recusa, ficha_de, seguinte
from app.services.categorias import CategoriasService
from app.services.permissoes import Ato
from widgets.atendimento.dialogs import LeaveDialog, TermsDialog
from widgets.atendimento.draft_keeper import DraftKeeper
from widgets.atendimento.form import CounterForm
from widgets.atendimento.living_column import LivingColumn
from widgets.runtime.context import UiContext
from widgets.runtime.field import Field
from widgets.runtime.flow_layout import FlowLayout

CHANGED: Final = frozenset({"demanda.recebida"})
_MOVED: Final = (
    "Outra janela abriu ou registrou este atendimento. O que está nesta tela continua aqui, num "
    "rascunho novo; confira antes de registrar, para não registrar duas vezes."
)


class AttendPage(QWidget):
    """See the module.

    Args:
        service: the counter.
        categories: the classifier.
        context: the window's common things.
        parent: owner.

    Signals:
        registered(Registrada, object): it is done, with the likely category; the form is still there.
        same_chosen(Semelhante): the resident leaves with this one's number.
        opened(str): look at a demand.
    """

    registered = Signal(object, object)
    same_chosen = Signal(object)
    opened = Signal(str)

    def __init__(
        self,
        service: AtendimentoService,
        categories: CategoriasService,
        context: UiContext,
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self._service = service
        self._context = context
        self._is_next_wanted = False
        theme = context.theme
        self.form = CounterForm(service, context, self)
        self.column = LivingColumn(service, categories, context, self)
        self.keeper = DraftKeeper(service, context, lambda: self.form.ficha, self)
        self._inside = QWidget(self)
        self._stacked = QVBoxLayout(self._inside)
        self._stacked.setContentsMargins(0, theme.px(8), 0, theme.px(8))
        self._stacked.setSpacing(theme.px(16))
        self._stacked.addWidget(self.form)
        self._scroll = _scroll(self._inside, self)
        self._side = QWidget(self)
        self._side_column = QVBoxLayout(self._side)
        self._side_column.setContentsMargins(theme.px(4), theme.px(8), theme.px(8), theme.px(8))
        self._side_column.addWidget(self.column)
        self._side_scroll = _scroll(self._side, self)
        self.splitter = QSplitter(Qt.Orientation.Horizontal, self)
        self.splitter.setChildrenCollapsible(False)
        self.splitter.setHandleWidth(theme.px(4))
        self.splitter.addWidget(self._scroll)
        self.splitter.addWidget(self._side_scroll)
        self.splitter.setStretchFactor(0, 3)
        self.splitter.setStretchFactor(1, 2)
        self.splitter.setSizes([theme.px(660), theme.px(400)])
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.px(4))
        column.addWidget(self.splitter, 1)
        column.addWidget(self._foot())
        self._connect()

    @property
    def is_empty(self) -> bool:
        """Nothing was typed."""
        return self.form.ficha.is_vazia

    def set_narrow(self, *, is_narrow: bool) -> None:
        """The column beside the form, or after it."""
        if is_narrow:
            self._stacked.addWidget(self.column)
        else:
            self._side_column.addWidget(self.column)
        self._side_scroll.setVisible(not is_narrow)
        self.summary.setVisible(is_narrow and bool(self.summary.text()))
        self._is_narrow = is_narrow

    def show_draft(self, draft: Rascunho | None, ficha: Ficha | None = None) -> None:
        """Go on with a draft; None: a new attendance, with what is to stay in it."""
        shown = ficha_de(draft.conteudo) if draft is not None else ficha or Ficha()
        self.keeper.adopt(draft, shown)
        self.form.show_ficha(shown)
        self.column.show_ficha(shown)
        self.saved.setText("")
        self._set_busy(is_busy=False)
        self._scroll.verticalScrollBar().setValue(0)
        self.form.start()

    def begin_next(self, ficha: Ficha) -> None:
        """A new attendance after this one, with the groups that stay."""
        self.show_draft(None, seguinte(ficha, self.kept_groups()))

    def kept_groups(self) -> frozenset[str]:
        """What stays between one paper and the next."""
        return frozenset(name for name, action in self.keep_actions.items() if action.isChecked())

    @Slot()
    def register(self) -> None:
        """Register and show the receipt."""
        self._ask(is_next=False)

    @Slot()
    def register_next(self) -> None:
        """Register and go on with the next one at once."""
        self._ask(is_next=True)

    @property
    def is_next_wanted(self) -> bool:
        """The last registration was asked for with the next one."""
        return self._is_next_wanted

    @Slot()
    def leave(self) -> None:
        """Esc: asks only where something would be lost."""
        if self.is_empty:
            self.show_draft(None)
            return
        dialog = LeaveDialog(self._context, self)
        dialog.kept.connect(self._on_keep)
        dialog.dropped.connect(self.drop)
        dialog.open()

    @Slot()
    def drop(self) -> None:
        """Throw this attendance away."""

        def gone() -> None:
            draft = self.keeper.draft
            if draft is not None:
                rascunho_id = draft.rascunho_id
                self._context.runner.write(self, lambda: self._service.descartar(rascunho_id))
            self.show_draft(None)

        self.keeper.when_kept(gone)

    def _foot(self) -> QWidget:
        theme = self._context.theme
        foot = QFrame(self)
        self.summary = QLabel(foot)
        self.summary.setProperty("kind", "secondary")
        self.summary.setWordWrap(True)
        self.summary.hide()
        self.saved = QLabel(foot)
        self.saved.setProperty("kind", "secondary")
        self.saved.setWordWrap(True)
        self.button = QPushButton("Registrar demanda", foot)
        self.button.setProperty("kind", "primary")
        self.button.setToolTip("Registrar e mostrar o recibo (Ctrl+Enter)")
        self.button.clicked.connect(self.register)
        self.next_button = QPushButton("Salvar e próxima", foot)
        self.next_button.setToolTip("Registrar e começar a próxima em seguida (Ctrl+Shift+Enter)")
        self.next_button.clicked.connect(self.register_next)
        self.keep = QToolButton(foot)
        self.keep.setText("Manter… ▾")
        self.keep.setProperty("kind", "chip")
        self.keep.setToolTip("O que continua preenchido na próxima: para digitar vários papéis")
        self.keep.setAccessibleName("O que continua preenchido na próxima")
        self.keep.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        menu = QMenu(self.keep)
        self.keep_actions = {}
        kept = self._context.view.text("atendimento/manter").split(",")
        for name, word in MANTER.items():
            action = menu.addAction(word)
            action.setCheckable(True)
            action.setChecked(name in kept)
            action.toggled.connect(self._on_keep_toggled)
            self.keep_actions[name] = action
        self.keep.setMenu(menu)
        buttons = QWidget(foot)
        flow = FlowLayout(buttons, theme.px(8))
        for widget in (self.button, self.next_button, self.keep):
            flow.addWidget(widget)
        column = QVBoxLayout(foot)
        column.setContentsMargins(0, theme.px(4), 0, 0)
        column.setSpacing(theme.px(4))
        column.addWidget(self.summary)
        column.addWidget(self.saved)
        column.addWidget(buttons)
        self._is_narrow = False
        self._show_kept()
        return foot

    def _connect(self) -> None:
        form, column, keeper = self.form, self.column, self.keeper
        form.edited.connect(self._on_edited)
        form.text_edited.connect(self._on_text)
        form.place_chosen.connect(self._on_place)
        form.citizen.terms_requested.connect(self._on_terms)
        column.category_chosen.connect(form.set_category)
        column.place_refused.connect(form.place.field.say)
        column.same_chosen.connect(self.same_chosen)
        column.opened.connect(self.opened)
        column.summed.connect(self._on_summed)
        keeper.kept.connect(self._on_kept)
        keeper.moved.connect(self._on_moved)
        keeper.stuck.connect(self._on_stuck)
        # A fault under a field makes room for itself only after the field got the focus.
        self._reveal = QTimer(self)
        self._reveal.setSingleShot(True)
        self._reveal.setInterval(0)
        self._reveal.timeout.connect(self._show_focus)
        application = QApplication.instance()
        if isinstance(application, QApplication):
            application.focusChanged.connect(self._on_focus)

    # -- registration ----------------------------------------------------------------------

    def _ask(self, *, is_next: bool) -> None:
        if not self.button.isEnabled():
            return
        self._is_next_wanted = is_next
        self._set_busy(is_busy=True)
        self.form.show_faults({})
        # What was chosen belongs to this demand, also while it is still being prepared.
        self.form.photos.when_ready(
            lambda: self.keeper.when_kept(self._send), lambda: self._set_busy(is_busy=False)
        )

    def _send(self) -> None:
        ficha, draft, service = self.form.ficha, self.keeper.draft, self._service
        ator = self._context.session.ator(Ato.REGISTRAR)

        def work() -> tuple[Rascunho, Registrada]:
            held = draft or service.abrir(ator)
            return held, service.registrar(held, ficha, ator)

        self._context.runner.write(
            self, work, self._on_registered, self._on_refused, changed=CHANGED
        )

    def _on_registered(self, answer: tuple[Rascunho, Registrada]) -> None:
        done = answer[1]
        self._set_busy(is_busy=False)
        self.registered.emit(done, self.column.suggested)

    def _on_refused(self, error: BaseException) -> None:
        self._set_busy(is_busy=False)
        if isinstance(error, FichaComFaltas):
            faults = {name: self._context.describe(one).frase for name, one in error.faltas.items()}
            self.form.show_faults(faults, focus=True)
            self._reveal.start()
            self.saved.setText(self._context.describe(error).frase)
            return
        if self.keeper.is_lost(error):
            return
        fault = self._context.describe(error)
        field = campo_da_recusa(fault.codigo)
        if field is not None and not fault.is_bug:
            self.form.show_faults({field: fault.frase}, focus=True)
        else:
            self._context.report(error)

    def _set_busy(self, *, is_busy: bool) -> None:
        for button in (self.button, self.next_button):
            button.setEnabled(not is_busy)

    # -- what moves ------------------------------------------------------------------------

    @Slot(QWidget, QWidget)
    def _on_focus(self, _before: QWidget | None, now: QWidget | None) -> None:
        """Whatever gets the focus, by whatever way, can be seen."""
        if now is not None and self._inside.isAncestorOf(now):
            self._show_focus()
            self._reveal.start()

    @Slot()
    def _show_focus(self) -> None:
        """The focus with its label and fault, where there is room for them."""
        now = QApplication.focusWidget()
        if now is None or not self._inside.isAncestorOf(now):
            return
        around = now.parentWidget()
        is_field = isinstance(around, Field) and around.height() < self._scroll.height()
        if is_field and around is not None:
            self._scroll.ensureWidgetVisible(around, 0, self._context.theme.px(4))
        self._scroll.ensureWidgetVisible(now, 0, self._context.theme.px(4))

    @Slot()
    def _on_edited(self) -> None:
        self.saved.setText("")
        self.keeper.touch()

    @Slot()
    def _on_text(self) -> None:
        self.column.follow(self.form.ficha)

    @Slot()
    def _on_place(self) -> None:
        self.column.place_changed(self.form.ficha)

    @Slot()
    def _on_kept(self) -> None:
        if self.keeper.draft is not None:
            self.saved.setText("✓ Rascunho guardado")

    @Slot()
    def _on_moved(self) -> None:
        self._context.notify(_MOVED, "aviso")

    @Slot()
    def _on_stuck(self) -> None:
        self._set_busy(is_busy=False)

    @Slot(str)
    def _on_summed(self, words: str) -> None:
        self.summary.setText(words)
        self.summary.setVisible(self._is_narrow and bool(words))

    @Slot()
    def _on_terms(self) -> None:
        TermsDialog(self._service.termos, self._context, self).open()

    @Slot()
    def _on_keep(self) -> None:
        self.keeper.when_kept(self._release)

    def _release(self) -> None:
        self.keeper.release()
        self.show_draft(None)

    @Slot()
    def _on_keep_toggled(self) -> None:
        self._context.view.put("atendimento/manter", ",".join(sorted(self.kept_groups())))
        self._show_kept()

    def _show_kept(self) -> None:
        count = len(self.kept_groups())
        self.keep.setText(f"Manter: {count} ▾" if count else "Manter… ▾")
        self.keep.setProperty("active", bool(count))
        self.keep.style().polish(self.keep)


def _scroll(inside: QWidget, parent: QWidget) -> QScrollArea:
    scroll = QScrollArea(parent)
    scroll.setWidgetResizable(True)
    scroll.setFrameShape(QFrame.Shape.NoFrame)
    scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    scroll.setWidget(inside)
    return scroll
