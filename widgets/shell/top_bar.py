"""The top bar: one search for everything, and the office's menu with the look of the window."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QSize, Qt, Signal, Slot
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLineEdit,
    QMenu,
    QSizePolicy,
    QToolButton,
    QWidget,
)

from widgets.runtime.context import UiContext
from widgets.runtime.elided_button import ElidedToolButton

MODES: Final = (("sistema", "Como no sistema"), ("claro", "Claro"), ("escuro", "Escuro"))
SCALES_PCT: Final = (100, 125, 150, 175, 200)


class TopBar(QFrame):
    """Search at the left, office at the right.

    Signals:
        searched(str): Enter in the search field.
        mode_chosen(str): ``sistema``, ``claro`` or ``escuro``.
        scale_chosen(int): text size in percent.
        lock_requested, switch_requested, password_requested: about the account that sits here.
        help_requested, keys_requested, about_requested, quit_requested: from the menu.
    """

    searched = Signal(str)
    mode_chosen = Signal(str)
    scale_chosen = Signal(int)
    lock_requested = Signal()
    switch_requested = Signal()
    password_requested = Signal()
    help_requested = Signal()
    keys_requested = Signal()
    about_requested = Signal()
    quit_requested = Signal()

    def __init__(
        self, office: str, context: UiContext, parent: QWidget, *, has_accounts: bool = False
    ) -> None:
        super().__init__(parent)
        self._has_accounts = has_accounts
        account = context.session.conta
        if account is not None and account.nome:
            office = f"{office} · {account.nome}"
        self.setObjectName("topBar")
        theme, icons = context.theme, context.icons
        self.search = QLineEdit(self)
        self.search.setPlaceholderText("Buscar protocolo, palavra, rua…  Ctrl+K")
        self.search.setAccessibleName("Buscar protocolo, palavra, rua, conselheiro ou unidade")
        self.search.setToolTip(
            "Protocolo, palavra do texto, rua, conselheiro, unidade, categoria; também "
            "identificador ou carimbo de evento"
        )
        self.search.setClearButtonEnabled(True)
        # The office's name gives way first: it can be cut, a search one cannot see cannot be used.
        self.search.setMinimumWidth(theme.px(140))
        self.search.setMaximumWidth(theme.px(440))
        self.search.addAction(
            icons.icon("buscar", "secondary"), QLineEdit.ActionPosition.LeadingPosition
        )
        self.search.returnPressed.connect(self._on_search)
        context.actions.add(
            self, "janela.buscar", "Buscar", "Ctrl+K", self._on_focus_search, in_window=True
        )
        self.office = ElidedToolButton(self)
        self.office.setProperty("kind", "flat")
        self.office.setIcon(icons.icon("seta", "secondary"))
        self.office.setIconSize(QSize(theme.px(16), theme.px(16)))
        self.office.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.office.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
        self.office.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.office.set_full_text(office)
        self.office.setAccessibleName(f"{office}: conta, aparência e sair")
        self.office.setToolTip("Conta, aparência, tamanho do texto, sobre e sair")
        self.office.setMenu(self._build_menu(context))
        row = QHBoxLayout(self)
        row.setContentsMargins(theme.px(16), theme.px(8), theme.px(12), theme.px(8))
        row.setSpacing(theme.px(12))
        self.search.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        row.addWidget(self.search, 3)
        row.addStretch(1)
        row.addWidget(self.office)
        self._row = row

    def show_banner(self, banner: QWidget) -> None:
        """Have a word stand between search and office for as long as the window is open."""
        self._row.insertWidget(self._row.count() - 1, banner)

    def _build_menu(self, context: UiContext) -> QMenu:
        menu = QMenu(self.office)
        menu.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        if self._has_accounts:
            menu.addAction("Bloquear (Ctrl+L)").triggered.connect(self.lock_requested)
            menu.addAction("Trocar de conta…").triggered.connect(self.switch_requested)
            menu.addAction("Trocar a minha senha…").triggered.connect(self.password_requested)
            menu.addSeparator()
        look = menu.addMenu("Aparência")
        modes = QActionGroup(self)
        for key, word in MODES:
            action = self._choice(look, modes, word, is_on=key == context.theme.mode)
            action.triggered.connect(lambda _=False, mode=key: self.mode_chosen.emit(mode))
        sizes = menu.addMenu("Tamanho do texto")
        scales = QActionGroup(self)
        for pct in SCALES_PCT:
            is_on = pct == context.theme.scale_pct
            action = self._choice(sizes, scales, f"{pct} %", is_on=is_on)
            action.triggered.connect(lambda _=False, value=pct: self.scale_chosen.emit(value))
        menu.addSeparator()
        menu.addAction("Manual (F1)").triggered.connect(self.help_requested)
        menu.addAction("Teclas (?)").triggered.connect(self.keys_requested)
        menu.addAction("Sobre o Formigueiro").triggered.connect(self.about_requested)
        leave = context.actions.add(
            self, "janela.sair", "Sair", "Ctrl+Q", self.quit_requested.emit, in_window=True
        )
        menu.addAction(leave)
        return menu

    @staticmethod
    def _choice(menu: QMenu, group: QActionGroup, word: str, *, is_on: bool) -> QAction:
        action = menu.addAction(word)
        action.setCheckable(True)
        action.setChecked(is_on)
        group.addAction(action)
        return action

    @Slot()
    def _on_search(self) -> None:
        text = self.search.text().strip()
        if text:
            self.searched.emit(text)

    @Slot()
    def _on_focus_search(self) -> None:
        self.search.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.search.selectAll()
