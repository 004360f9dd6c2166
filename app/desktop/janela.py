"""One open office in one window: services in, a window out. It starts no engine, knows no database."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Qt, Slot
from PySide6.QtWidgets import QApplication

from app.desktop.portao import Gate
from app.desktop.telas import screens_of
from app.services.composicao import Servicos
from app.services.contas import conta_da_sessao
from app.services.escrita import NINGUEM
from app.services.eventos import Found
from app.services.falhas import Falha, describe
from app.services.manual import Manual
from app.services.sessao import Conta
from app.settings.vista import PADROES, vista_path
from widgets.contas.idle_choice import MACHINE
from widgets.entrada.own_password import OwnPasswordDialog
from widgets.eventos.screen import KEY as EVENTOS
from widgets.eventos.screen import EventosScreen
from widgets.runtime.actions import ActionRegistry
from widgets.runtime.alt_keys import AltTips
from widgets.runtime.changes_hub import ChangesHub
from widgets.runtime.context import UiContext
from widgets.runtime.notices import NoticesBar
from widgets.runtime.paper import Paper
from widgets.runtime.screen import ScreenSpec
from widgets.runtime.task_runner import TaskRunner
from widgets.runtime.theme.icons import Icons
from widgets.runtime.theme.theme import Theme
from widgets.runtime.view_state import ViewState
from widgets.shell.fault_router import FaultRouter
from widgets.shell.main_window import MainWindow
from widgets.shell.office_label import OfficeLabel
from widgets.shell.search_popup import SearchSource


class Desktop(QObject):
    """One open office in one window.

    Args:
        application: the Qt application.
        services: everything the screens need.
        view_path: where the view is remembered; the data folder's where None.
    """

    def __init__(
        self, application: QApplication, services: Servicos, view_path: Path | None = None
    ) -> None:
        super().__init__(application)
        self._services = services
        services.fio.vigiar()
        self._is_closed = False
        # Where somebody sits from the start, nobody is asked: a demonstration, an office from
        # before accounts.
        seated = services.sessao.conta
        self._asks = seated is None or seated.conta_id != NINGUEM
        path = view_path or vista_path(services.escritorio.data_dir)
        self.runner = TaskRunner(self)
        self.hub = ChangesHub(self)
        self.view = ViewState(path, PADROES, self)
        self.theme = Theme(application, self, services.recursos.path("icones"))
        self._restore_look()
        icons = Icons(services.recursos.icon_svg, self.theme, self)
        self._notices = NoticesBar(self.theme, icons)
        self._describe: Callable[[BaseException], Falha] = partial(
            describe, mensagens=services.mensagens, versao=services.versao
        )
        self.router = FaultRouter(self._describe, self._notices, self.theme, self)
        self.context = UiContext(
            runner=self.runner,
            hub=self.hub,
            theme=self.theme,
            icons=icons,
            view=self.view,
            moments=services.tempo,
            notify=self._notices.show_notice,
            describe=self._describe,
            report=self.router.report,
            session=services.sessao,
            go=self._on_go,
            actions=ActionRegistry(self),
            paper=Paper(self),
            has_screen=self._has_screen,
        )
        office = services.escritorio
        label = OfficeLabel(office.nome, office.impressao_no, office.is_demo, services.versao)
        self.window = MainWindow(
            screens_of(services),
            label,
            self.context,
            self._notices,
            services.saude.summary,
            Manual(services.recursos),
            search=SearchSource(
                services.busca.buscar, services.busca.recentes, services.mensagens.sentence
            ),
            has_accounts=self._asks,
        )
        self.tips = AltTips(
            self.window, self.context.actions, lambda: self.window.current_key, self
        )
        self.gate = Gate(
            application,
            self.window,
            office.nome,
            self.context,
            names=services.contas.nomes_para_entrar,
            sign_in=self._sign_in,
            idle_min=services.configuracao.bloqueio_min() if self._asks else 0,
            parent=self,
        )
        self.window.password_requested.connect(self._on_password)
        self.router.set_window(self.window)
        self.runner.failed.connect(self.router.report)
        self.runner.wrote.connect(self.hub.announce)
        self.runner.wrote.connect(self._on_wrote)
        self.window.searched.connect(self._on_searched)
        self._stop_listening = services.observar(self.hub.post)

    @property
    def specs(self) -> tuple[ScreenSpec, ...]:
        """The screens that this account may use."""
        return self.window.specs

    def show(self) -> None:
        """Show the window with the screen of the last time."""
        if self._services.sessao.conta is None:
            self.gate.stand()
        else:
            self.window.show_first()
        self.window.show()
        # What was removed or lost while nobody looked: read apart, said only where it fails.
        self.runner.read(self, self._services.midias.recolher, lambda _none: None)

    @Slot()
    def come_to_front(self) -> None:
        """Another start of the program wants this window."""
        state = self.window.windowState() & ~Qt.WindowState.WindowMinimized
        self.window.setWindowState(state)
        self.window.raise_()
        self.window.activateWindow()

    def close(self) -> None:
        """Stop listening, finish what runs, take the window down. Twice does nothing."""
        if self._is_closed:
            return
        self._is_closed = True
        self._stop_listening()
        self.window.close()
        self.runner.shutdown()
        self.window.deleteLater()
        self.deleteLater()

    def _restore_look(self) -> None:
        mode = self.view.text("aparencia/tema")
        self.theme.set_scale_pct(self.view.number("aparencia/escala_pct"))
        self.theme.set_mode(mode if mode in ("claro", "escuro") else "sistema")

    def _sign_in(self, nome: str, senha: str) -> Conta:
        return conta_da_sessao(self._services.contas.entrar(nome, senha))

    @Slot(object, object)
    def _on_wrote(self, changed: frozenset[str], _owner: object) -> None:
        """What was set of this machine holds at once."""
        if self._asks and MACHINE in changed:
            self.gate.wait_for(self._services.configuracao.bloqueio_min())

    @Slot()
    def _on_password(self) -> None:
        account = self._services.sessao.conta
        if account is not None:
            change = self._services.contas.trocar_senha
            OwnPasswordDialog(account.nome, change, self.context, self.window).open()

    def _on_go(self, key: str, target: str = "", /) -> None:
        self.window.open_screen(key, target)

    def _has_screen(self, key: str, offer: str = "", /) -> bool:
        return any(
            spec.key == key and (not offer or offer in spec.offers) for spec in self.window.specs
        )

    def _on_searched(self, text: str) -> None:
        self.runner.read(
            self.window,
            partial(self._services.eventos.find, text),
            self._on_found,
            self.router.report,
            key="busca",
        )

    def _on_found(self, found: Found) -> None:
        self.window.show_screen(EVENTOS)
        screen = self.window.screen_of(EVENTOS)
        if isinstance(screen, EventosScreen):
            screen.open_found(found)
