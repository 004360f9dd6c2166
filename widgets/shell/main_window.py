"""The main window: rail, top bar, notices, one screen at a time, status bar (ui.md, Frame).

It builds screens when they are first shown, remembers geometry and the last screen, and after
another theme or text size builds its contents anew from what the view settings remember.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

from PySide6.QtCore import QByteArray, QSize, QTimer, Signal, Slot
from PySide6.QtGui import QAction, QCloseEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QMainWindow, QVBoxLayout, QWidget
from typing_extensions import override

from app.services.manual import Manual
from app.services.saude import Resumo
from widgets.runtime.changes_hub import Change
from widgets.runtime.context import UiContext
from widgets.runtime.notices import NoticesBar
from widgets.runtime.reading_order import step_focus
from widgets.runtime.screen import Screen, ScreenSpec
from widgets.runtime.theme.tokens import WIDE_FROM_PX
from widgets.shell.cover import Cover
from widgets.shell.frame_dialogs import open_about, open_help, open_keys
from widgets.shell.help_window import HelpWindow
from widgets.shell.kept_screens import KeptScreens
from widgets.shell.keys_overlay import KeysOverlay
from widgets.shell.office_label import OfficeLabel, demo_banner
from widgets.shell.rail import Rail
from widgets.shell.screen_stack import ScreenStack
from widgets.shell.search_popup import SearchPopup, SearchSource
from widgets.shell.status_bar import StatusBar
from widgets.shell.top_bar import TopBar

_GEOMETRY: Final = "moldura/geometria"
_COLLAPSED: Final = "moldura/trilho_recolhido"
_LAST: Final = "moldura/ultima_tela"
_MODE: Final = "aparencia/tema"
_SCALE: Final = "aparencia/escala_pct"


class MainWindow(QMainWindow):
    """See the module.

    Args:
        specs: all screens in the order of the rail; those the account may not use are left out.
        office: what the frame says.
        context: common things of this window.
        notices: the bar that ``context.notify`` writes to.
        read_status: reads the status bar's summary; runs in a worker.
        manual: what F1 opens.
        has_accounts: people sign in here; else whoever sits here acts.
        search: what the field of the top bar asks; None hands its text on by ``searched``.

    Signals:
        searched(str): an identifier to find.
        closing: the window goes; stop what it started.
        lock_requested, switch_requested, password_requested: about the account that sits here.
    """

    searched = Signal(str)
    closing = Signal()
    lock_requested = Signal()
    switch_requested = Signal()
    password_requested = Signal()

    def __init__(
        self,
        specs: Sequence[ScreenSpec],
        office: OfficeLabel,
        context: UiContext,
        notices: NoticesBar,
        read_status: Callable[[], Resumo],
        manual: Manual,
        *,
        has_accounts: bool = False,
        search: SearchSource | None = None,
    ) -> None:
        super().__init__(None)
        self._office = office
        self._context = context
        self._all_specs = tuple(specs)
        self._specs = self._permitted()
        self._has_accounts = has_accounts
        self._account = self._sitting()
        self._kept = KeptScreens(self)
        self._screen_keys: list[QAction] = []
        self._manual = manual
        self._search = search
        self._notices = notices
        self._read_status = read_status
        self._screens: dict[str, Screen] = {}
        self._current = ""
        self._summary: Resumo | None = None
        self.search_popup: SearchPopup | None = None
        suffix = " · demonstração" if office.is_demo else ""
        self.setWindowTitle(f"{office.nome}{suffix} · Formigueiro")
        self.setWindowIcon(context.icons.icon("formigueiro", "accent"))
        self._rebuild = QTimer(self)
        self._rebuild.setSingleShot(True)
        self._rebuild.setInterval(0)
        self._rebuild.timeout.connect(self._on_rebuild)
        self._cover = Cover(self)
        self.setCentralWidget(self._cover)
        self._add_keys()
        self._build()
        context.theme.changed.connect(self._rebuild.start)
        context.hub.changed.connect(self._on_changed)
        self._restore_geometry()
        self._load_status()

    @property
    def current_key(self) -> str:
        """Key of the screen in front."""
        return self._current

    @property
    def rail(self) -> Rail:
        """Where one can go."""
        return self._rail

    @property
    def status(self) -> StatusBar:
        """The words at the bottom."""
        return self._status

    @property
    def top(self) -> TopBar:
        """Search and office menu."""
        return self._top

    def screen_of(self, key: str) -> Screen:
        """The screen ``key``, built now if it was not."""
        found = self._screens.get(key)
        if found is None:
            found = self._screens[key] = self._specs[key].build(self._context, self._stack)
            self._stack.addWidget(found)
            found.set_narrow(is_narrow=self._is_narrow())
            found.count_changed.connect(lambda count, k=key: self._rail.set_count(k, count))
        return found

    @Slot(str)
    def show_screen(self, key: str) -> None:
        """Bring a screen to the front."""
        screen = self.screen_of(key)
        self._current = key
        self._rail.set_current(key)
        self._stack.setCurrentWidget(screen)
        screen.activate()

    @property
    def specs(self) -> tuple[ScreenSpec, ...]:
        """The screens that the account may use."""
        return tuple(self._specs.values())

    def open_screen(self, key: str, target: str = "") -> None:
        """Bring a screen to the front and show there what ``target`` names."""
        if key not in self._specs:
            return
        self.show_screen(key)
        if target:
            self._screens[key].open_target(target)

    def show_first(self) -> None:
        """The screen of the last time, or the first."""
        last = self._context.view.text(_LAST)
        self.show_screen(last if last in self._specs else next(iter(self._specs)))

    @property
    def cover(self) -> Cover:
        """What stands in front of the office while nobody may look."""
        return self._cover

    def apply_session(self) -> None:
        """Another account sits here: its own screens come, those of the other wait for it."""
        now, self._specs = self._sitting(), self._permitted()
        if now == self._account:
            self._kept.take_out(self._screens, self._stack)
        else:
            self._cover.forget_dialogs()
            if self._account:
                self._kept.put_away(self._account, self._screens, self._current, self._stack)
            self._account = now
            self._screens, self._current = self._kept.take(now, set(self._specs))
        self._add_screen_keys()
        self._build_anew()
        for screen in self._screens.values():
            self._stack.addWidget(screen)
        if self._current in self._specs:
            self.show_screen(self._current)
        else:
            self.show_first()

    def _sitting(self) -> str:
        account = self._context.session.conta
        return "" if account is None else account.conta_id

    def save_view(self) -> None:
        """Write what a restart should find again."""
        view = self._context.view
        for screen in self._screens.values():
            screen.save_view()
        view.put(_GEOMETRY, self.saveGeometry())
        view.put(_LAST, self._current)
        view.sync()

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        """Below 1100 px (of 100 %) details become pages."""
        super().resizeEvent(event)
        self._fit()

    @override
    def closeEvent(self, event: QCloseEvent) -> None:
        """Remember the view, then say goodbye."""
        self.save_view()
        self.closing.emit()
        super().closeEvent(event)

    @override
    def focusNextPrevChild(self, next: bool) -> bool:
        """Tab goes in reading order, whatever was built when; see ``reading_order``."""
        centre = self.centralWidget()
        return centre is not None and step_focus(centre, self.focusWidget(), forward=next)

    def _is_narrow(self) -> bool:
        return self.width() < self._context.theme.px(WIDE_FROM_PX)

    def _fit(self) -> None:
        narrow = self._is_narrow()
        wanted = self._context.view.flag(_COLLAPSED)
        if self._rail.is_collapsed != (narrow or wanted):
            self._rail.set_collapsed(is_collapsed=narrow or wanted)
        for screen in self._screens.values():
            screen.set_narrow(is_narrow=narrow)

    def _build(self) -> None:
        context = self._context
        centre = QWidget(self._cover)
        self._rail = Rail(list(self._specs.values()), context, centre)
        self._rail.collapsed_changed.connect(self._on_collapsed_changed)
        self._rail.chosen.connect(self.show_screen)
        self._top = TopBar(self._office.nome, context, centre, has_accounts=self._has_accounts)
        if self._office.is_demo:
            self._top.show_banner(demo_banner(self._top))
        self._top.lock_requested.connect(self.lock_requested)
        self._top.switch_requested.connect(self.switch_requested)
        self._top.password_requested.connect(self.password_requested)
        self._top.searched.connect(self.searched)
        self._top.mode_chosen.connect(self._on_mode_chosen)
        self._top.scale_chosen.connect(self._on_scale_chosen)
        self._top.about_requested.connect(self._on_about)
        self._top.help_requested.connect(self.show_help)
        self._top.keys_requested.connect(self.show_keys)
        self._top.quit_requested.connect(self.close)
        self._stack = ScreenStack(QSize(context.theme.px(300), context.theme.px(200)), centre)
        self._status = StatusBar(self._office.impressao_no, context, centre)
        self._status.pressed.connect(self._on_status_pressed)
        self._notices.setParent(centre)
        column = QVBoxLayout()
        column.setSpacing(0)
        column.addWidget(self._top)
        column.addWidget(self._notices)
        column.addWidget(self._stack, 1)
        column.addWidget(self._status)
        row = QHBoxLayout(centre)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(self._rail)
        row.addLayout(column, 1)
        self._fit()  # before it is laid out: a rail open for a moment makes a small window grow
        self._cover.set_frame(centre)
        if self._search is not None:
            self.search_popup = SearchPopup(self._top.search, self._search, context, centre)

    def _permitted(self) -> dict[str, ScreenSpec]:
        session = self._context.session
        return {
            spec.key: spec
            for spec in self._all_specs
            if not spec.acts or any(session.pode(ato) for ato in spec.acts)
        }

    def _add_keys(self) -> None:
        add = self._context.actions.add
        add(self, "janela.ajuda", "Abrir a página do manual", "F1", self.show_help, in_window=True)
        add(self, "janela.teclas", "Mostrar estas teclas", "?", self.show_keys, in_window=True)
        again = ("Ctrl+R", "F5")
        add(self, "janela.atualizar", "Ler de novo", again, self._on_reload, in_window=True)
        if self._has_accounts:
            lock = self.lock_requested.emit
            add(self, "janela.bloquear", "Bloquear a janela", "Ctrl+L", lock, in_window=True)
        self._add_screen_keys()

    def _add_screen_keys(self) -> None:
        for action in self._screen_keys:
            self.removeAction(action)
            action.deleteLater()
        self._screen_keys = []
        # F1 is help and F5 reads again, everywhere; the screens take the keys that are left.
        functions = [number for number in range(2, 13) if number != 5]
        for at, spec in enumerate(self._specs.values()):
            keys = [f"F{functions[at]}"] if at < len(functions) else []
            keys += [f"Ctrl+{at + 1}"] if at < 9 else []
            if not keys:
                break
            go = partial(self.open_screen, spec.key)
            action = self._context.actions.add(
                self, f"janela.tela_{at}", f"Ir para {spec.word}", tuple(keys), go, in_window=True
            )
            self._screen_keys.append(action)

    @Slot()
    def show_help(self) -> HelpWindow:
        """The manual at the page of this screen."""
        return open_help(self._manual, self._specs.get(self._current), self._context, self)

    @Slot()
    def show_keys(self) -> KeysOverlay:
        """Every key that can be used here."""
        return open_keys(self._specs.get(self._current), self._context, self)

    def _restore_geometry(self) -> None:
        stored = self._context.view.blob(_GEOMETRY)
        if stored.isEmpty() or not self.restoreGeometry(QByteArray(stored)):
            available = self.screen().availableGeometry()
            self.resize(min(1280, available.width()), min(800, available.height()))

    def _load_status(self) -> None:
        self._context.runner.read(
            self, self._read_status, self._on_status_read, self._on_status_failed, key="situacao"
        )

    def _on_status_read(self, summary: Resumo) -> None:
        self._summary = summary
        self._status.show_summary(summary)
        if "saude" in self._specs:
            self._rail.set_count("saude", summary.ocorrencias)

    def _on_status_failed(self, error: BaseException) -> None:
        self._status.show_unknown(self._context.describe(error).frase)

    @Slot(object)
    def _on_changed(self, _change: Change) -> None:
        self._load_status()

    @Slot()
    def _on_rebuild(self) -> None:
        for screen in self._screens.values():
            screen.save_view()
        self._kept.forget()
        self._screens.clear()
        self._build_anew()
        if self._current:
            self.show_screen(self._current)

    def _build_anew(self) -> None:
        """Another frame in place of this one."""
        self._notices.setParent(self)
        self._build()
        self._notices.restyle()
        if self._summary is not None:
            self._on_status_read(self._summary)

    @Slot(bool)
    def _on_collapsed_changed(self, is_collapsed: bool) -> None:
        self._context.view.put(_COLLAPSED, is_collapsed)

    @Slot()
    def _on_reload(self) -> None:
        if self._current:
            self.screen_of(self._current).refresh()
        self._load_status()

    @Slot()
    def _on_status_pressed(self) -> None:
        self.open_screen("saude")

    @Slot(str)
    def _on_mode_chosen(self, mode: str) -> None:
        self._context.view.put(_MODE, mode)
        self._context.theme.set_mode(mode)

    @Slot(int)
    def _on_scale_chosen(self, pct: int) -> None:
        self._context.view.put(_SCALE, pct)
        self._context.theme.set_scale_pct(pct)

    @Slot()
    def _on_about(self) -> None:
        open_about(self._office.versao, self)
