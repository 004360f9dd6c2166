"""The window's gate: who may look, when it closes by itself, and what opens it again.

Where people sign in it stands before the office until somebody does, closes after a while without a
touch or on request, and lets another account in as well. Where nobody is asked it is never seen.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtGui import QGuiApplication

from app.services.sessao import Conta
from widgets.entrada.idle_watch import IdleWatch
from widgets.entrada.sign_in import Occasion, SignInPage
from widgets.runtime.context import UiContext
from widgets.shell.main_window import MainWindow


class Gate(QObject):
    """See the module.

    Args:
        application: whose input says that somebody is there.
        window: what it stands before.
        office: the office's name.
        context: common things of the window.
        names: names to choose from; runs in a worker.
        sign_in: name and password -> account; runs in a worker.
        idle_min: minutes without a touch until it closes; 0 is never.
        parent: owner.

    Signals:
        opened: somebody signed in.
        closed: nobody may look now.
    """

    opened = Signal()
    closed = Signal()

    def __init__(
        self,
        application: QGuiApplication,
        window: MainWindow,
        office: str,
        context: UiContext,
        *,
        names: Callable[[], tuple[str, ...]],
        sign_in: Callable[[str, str], Conta],
        idle_min: int,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._window = window
        self._context = context
        self.page = SignInPage(office, context, names, sign_in, window)
        self.page.hide()
        self.page.entered.connect(self._on_entered)
        self.page.cancelled.connect(self._on_cancelled)
        self.page.leave_requested.connect(window.close)
        self.idle = IdleWatch(application, idle_min * 60_000, self)
        self.idle.idled.connect(self.lock)
        window.lock_requested.connect(self.lock)
        window.switch_requested.connect(self.switch)
        if context.session.conta is not None:
            self.idle.start()

    @property
    def is_closed(self) -> bool:
        """Nobody may look."""
        return self._window.cover.is_covered

    def stand(self) -> None:
        """Ask before anything of the office is seen."""
        self._close(Occasion.START)

    def wait_for(self, minutes: int) -> None:
        """Close by itself after so many minutes without a touch from now on; 0 is never."""
        self.idle.wait_for(minutes * 60_000)
        if not self.is_closed and self._context.session.conta is not None:
            self.idle.start()

    @Slot()
    def lock(self) -> None:
        """Close. What is open stays alive behind it, and what it still writes is its account's."""
        account = self._context.session.conta
        if account is not None and (not self.is_closed or self.page.occasion is Occasion.SWITCH):
            self._close(Occasion.LOCKED, account.nome)

    @Slot()
    def switch(self) -> None:
        """Ask for another account; one may go back as long as nobody else came."""
        if not self.is_closed:
            self._close(Occasion.SWITCH)

    def _close(self, occasion: Occasion, nome: str = "") -> None:
        if occasion is not Occasion.SWITCH:
            self.idle.stop()
        self._context.session.travar()
        self._window.cover.cover(self.page)
        self.page.ask(occasion, nome)
        self.closed.emit()

    @Slot(object)
    def _on_entered(self, conta: Conta) -> None:
        before = self._context.session.conta
        if before != conta:
            self._context.session.entrar(conta)
            self._window.apply_session()
        self._context.session.destravar()
        self._window.cover.uncover()
        self.idle.start()
        self.opened.emit()

    @Slot()
    def _on_cancelled(self) -> None:
        if self._context.session.conta is not None:
            self._context.session.destravar()
            self._window.cover.uncover()
            self.idle.start()
