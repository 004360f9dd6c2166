"""Auditoria mode as a window of its own: a bundle, and no office. Nothing is kept on this machine."""

from __future__ import annotations

import tempfile
from functools import partial
from pathlib import Path
from typing import Final

from PySide6.QtCore import QEventLoop, QObject
from PySide6.QtWidgets import QApplication

from app.desktop.aplicacao import finish_deletions, qt_application
from app.services.auditoria_pacote import AuditoriaDePacotes
from app.services.escrita import NINGUEM
from app.services.falhas import describe
from app.services.manual import Manual
from app.services.mensagens import Mensagens
from app.services.sessao import Conta, Sessao
from app.settings.recursos import Recursos
from app.settings.tempo import FormatoTempo
from app.settings.versao import VERSAO
from app.settings.vista import PADROES
from widgets.runtime.actions import ActionRegistry
from widgets.runtime.changes_hub import ChangesHub
from widgets.runtime.context import UiContext
from widgets.runtime.notices import NoticesBar
from widgets.runtime.paper import Paper
from widgets.runtime.task_runner import TaskRunner
from widgets.runtime.theme.icons import Icons
from widgets.runtime.theme.theme import Theme
from widgets.runtime.view_state import ViewState
from widgets.shell.audit_window import AuditWindow
from widgets.shell.fault_router import FaultRouter
from widgets.sorteio.bundle_pane import BundlePane

PAGE: Final = "auditores"


class AuditDesk(QObject):
    """The window and what it stands on.

    Args:
        application: the Qt application.
        service: opens bundles.
        mensagens: sentences.
        recursos: icons and manual.
        tempo: moments.
        view_path: where columns are remembered while the window is open.
    """

    def __init__(
        self,
        application: QApplication,
        service: AuditoriaDePacotes,
        mensagens: Mensagens,
        recursos: Recursos,
        tempo: FormatoTempo,
        view_path: Path,
    ) -> None:
        super().__init__(application)
        self.runner = TaskRunner(self)
        self.theme = Theme(application, self, recursos.path("icones"))
        self.theme.apply()
        icons = Icons(recursos.icon_svg, self.theme, self)
        notices = NoticesBar(self.theme, icons)
        say = partial(describe, mensagens=mensagens, versao=VERSAO)
        self.router = FaultRouter(say, notices, self.theme, self)
        context = UiContext(
            runner=self.runner,
            hub=ChangesHub(self),
            theme=self.theme,
            icons=icons,
            view=ViewState(view_path, PADROES, self),
            moments=tempo,
            notify=notices.show_notice,
            describe=say,
            report=self.router.report,
            session=Sessao(Conta(NINGUEM, "", frozenset())),
            go=lambda _key, _target="": None,
            actions=ActionRegistry(self),
            paper=Paper(self),
        )
        self.window = AuditWindow(context, notices, Manual(recursos), PAGE)
        self.pane = BundlePane(service, context, self.window)
        self.window.put(self.pane)
        self.router.set_window(self.window)
        self.runner.failed.connect(self.router.report)

    def show(self, arquivo: Path | None) -> None:
        """Show the window, and open the bundle where one was named."""
        self.window.show()
        if arquivo is not None:
            self.pane.open_file(arquivo)

    def close(self) -> None:
        """Stop what runs and take the window down."""
        self.window.close()
        self.runner.shutdown()
        self.window.deleteLater()
        self.deleteLater()


def run_audit(
    arquivo: Path | None,
    service: AuditoriaDePacotes,
    mensagens: Mensagens,
    recursos: Recursos,
    tempo: FormatoTempo,
) -> int:
    """Show the auditor's window until it is closed; the exit code."""
    application = qt_application()
    with tempfile.TemporaryDirectory(prefix="formigueiro-") as folder:
        desk = AuditDesk(
            application, service, mensagens, recursos, tempo, Path(folder) / "vista.ini"
        )
        loop = QEventLoop()
        desk.window.closing.connect(loop.quit)
        try:
            desk.show(arquivo)
            return loop.exec()
        finally:
            desk.close()
            finish_deletions()
