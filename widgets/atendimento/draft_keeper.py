"""Keeps what is typed: a draft from the first letter on, saved when the hand rests.

The draft belongs to this window; where another one took it, this window is told and goes on with a
draft of its own, so that neither writes over the other. Nothing here blocks: each save is a write of
the runner, one at a time.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from app.services.atendimento import AtendimentoService, Rascunho
from app.services.atendimento_ficha import Ficha
from app.services.permissoes import Ato
from widgets.runtime.context import UiContext
from widgets.runtime.debounce import Debouncer

_REST_MS: Final = 600
_RENEW_MS: Final = 45_000
_LOST: Final = frozenset(
    {
        "captura.rascunho_de_outra_janela",
        "captura.rascunho_encerrado",
        "captura.rascunho_em_uso",
    }
)


class DraftKeeper(QObject):
    """See the module.

    Args:
        service: writes.
        context: the window's common things.
        ficha: what the form says now.
        parent: owner.

    Signals:
        kept: everything typed is on the disk.
        moved: another window has the draft; this one goes on with a new one of its own.
        stuck: nothing could be kept now.
    """

    kept = Signal()
    moved = Signal()
    stuck = Signal()

    def __init__(
        self,
        service: AtendimentoService,
        context: UiContext,
        ficha: Callable[[], Ficha],
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._service = service
        self._context = context
        self._ficha = ficha
        self.draft: Rascunho | None = None
        self._saved = Ficha()
        self._owner = self._sitting()
        self._is_saving = False
        self._then: Callable[[], None] | None = None
        self._typing = Debouncer(self, _REST_MS)
        self._typing.settled.connect(self._save)
        self._renewal = QTimer(self)
        self._renewal.setInterval(_RENEW_MS)
        self._renewal.timeout.connect(self._on_renew)

    @property
    def is_pending(self) -> bool:
        """Something is typed that is not on the disk yet."""
        return self._is_saving or self._typing.is_pending

    @Slot()
    def touch(self) -> None:
        """Something was typed."""
        self._typing.touch()

    def adopt(self, draft: Rascunho | None, ficha: Ficha) -> None:
        """From now on keep this draft; None: none until something is typed."""
        self._typing.drop()
        self.draft = draft
        self._owner = self._sitting() or self._owner
        self._saved = ficha
        if draft is None:
            self._renewal.stop()
        else:
            self._renewal.start()

    def flush(self) -> None:
        """Do not wait for the hand to rest."""
        if self._typing.is_pending:
            self._typing.flush()

    def when_kept(self, then: Callable[[], None]) -> None:
        """Call when nothing is being saved any more."""
        self.flush()
        if self._is_saving:
            self._then = then
        else:
            then()

    def release(self) -> None:
        """Keep the draft and let go of it."""
        if self.draft is not None:
            rascunho_id = self.draft.rascunho_id
            self._context.runner.write(
                self,
                lambda: self._service.largar(rascunho_id),
                lambda _done: self.kept.emit(),
            )
        self.adopt(None, Ficha())

    @Slot()
    def _save(self) -> None:
        ficha = self._ficha()
        if self._is_saving:
            self._typing.touch()
            return
        if ficha == self._saved or (self.draft is None and ficha.is_vazia):
            self._finish()
            return
        self._is_saving = True
        draft, service = self.draft, self._service
        ator = self._context.session.ator(Ato.REGISTRAR)

        def work() -> Rascunho:
            return service.salvar(draft or service.abrir(ator), ficha)

        def done(kept: Rascunho) -> None:
            self._is_saving = False
            self.draft, self._saved = kept, ficha
            self._renewal.start()
            self._finish()

        self._context.runner.write(self, work, done, self._on_failed)

    def _finish(self) -> None:
        then, self._then = self._then, None
        if then is not None:
            then()
        elif not self._typing.is_pending:
            self.kept.emit()

    def is_lost(self, error: BaseException) -> bool:
        """Where another window has the draft by now: go on with one of this window's own."""
        if self._context.describe(error).codigo not in _LOST:
            return False
        self.draft, self._saved = None, Ficha()
        self.moved.emit()
        self._typing.touch()
        return True

    def _on_failed(self, error: BaseException) -> None:
        self._is_saving = False
        self._then = None
        if not self.is_lost(error):
            self._context.report(error)
        self.stuck.emit()

    def _sitting(self) -> str:
        """Who sits before the window now; nobody while it is locked."""
        session = self._context.session
        return "" if session.is_travada or session.conta is None else session.conta.conta_id

    @Slot()
    def _on_renew(self) -> None:
        """Go on holding it while the resident talks and nothing is typed.

        Behind a locked window, and of an account that is not the one that sits here, a draft is
        held no longer than its time: the next person can go on with it.
        """
        if self.draft is None or self.is_pending or self._sitting() != self._owner:
            return
        rascunho_id = self.draft.rascunho_id
        self._context.runner.write(
            self, lambda: self._service.renovar(rascunho_id), None, self._on_renew_failed
        )

    def _on_renew_failed(self, error: BaseException) -> None:
        fault = self._context.describe(error)
        if fault.codigo in _LOST:
            self._on_failed(error)
