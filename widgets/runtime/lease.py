"""Holding the item that is shown, so that nobody else decides on it meanwhile."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Protocol

from PySide6.QtCore import QEvent, QObject, Signal
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from app.services.momentos import ms_de
from widgets.runtime.context import UiContext


class Held(Protocol):
    """Who holds an item, and until when (UTC timestamp)."""

    @property
    def conta_id(self) -> str: ...
    @property
    def nome(self) -> str: ...
    @property
    def expira_em(self) -> str: ...


class Leases(Protocol):
    """A queue whose items are held; called in a worker."""

    def reservar(self, chave: str, conta_id: str, nome: str, /) -> Held: ...
    def soltar(self, chave: str, conta_id: str, /) -> None: ...


class Lease(QObject):
    """At most one item of this window at a time.

    Signals:
        told(str, str, bool): item, who holds it until when in words, whether it is this account.
    """

    told = Signal(str, str, bool)

    def __init__(self, service: Leases, context: UiContext, parent: QObject) -> None:
        super().__init__(parent)
        self._service = service
        self._context = context
        self._wanted: Callable[[], str | None] = lambda: None
        self.item: str | None = None
        self.said: tuple[str, str, bool] | None = None

    def follow(self, screen: QWidget, wanted: Callable[[], str | None]) -> None:
        """Let go while ``screen`` is away – another screen, a locked window – and hold again after."""
        self._wanted = wanted
        screen.installEventFilter(self)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Look on, take nothing."""
        if event.type() == QEvent.Type.Hide:
            self.let_go()
        elif event.type() == QEvent.Type.Show and (item := self._wanted()) is not None:
            self.hold(item)
        return False

    def hold(self, item: str) -> None:
        """Take this one, and let go of the one before."""
        account = self._context.session.conta
        if account is None or self.item == item:
            return
        self.let_go()
        self.item = item
        self._context.runner.write(
            self,
            partial(self._service.reservar, item, account.conta_id, account.nome),
            partial(self._on_held, item, account.conta_id),
        )

    def let_go(self) -> None:
        """Hold nothing."""
        account, held = self._context.session.conta, self.item
        self.item = None
        if account is not None and held is not None:
            self._context.runner.write(
                self, partial(self._service.soltar, held, account.conta_id), lambda _none: None
            )

    def _on_held(self, item: str, account_id: str, lease: Held) -> None:
        clock = self._context.moments.curto(ms_de(lease.expira_em)).split(" ")[1][:5]
        is_mine = lease.conta_id == account_id
        if not is_mine and self.item == item:
            self.item = None
        words = "Reservado para você" if is_mine else f"Com {lease.nome}"
        self.said = (item, f"{words} até {clock}.", is_mine)
        self.told.emit(*self.said)
