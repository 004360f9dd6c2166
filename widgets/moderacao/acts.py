"""What a moderator does to items: the write, what is said of it, and how to take it back.

The screen shows the next item at once; a refusal brings the item back. Several at once are written
one after the other, each with what was seen of it, so that each answers for itself.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

from PySide6.QtCore import QObject, QTimer, Signal, Slot
from PySide6.QtWidgets import QWidget

from app.services.contas import ContasService
from app.services.escrita import NINGUEM
from app.services.moderacao import ModeracaoService
from app.services.moderacao_item import Item
from app.services.moderacao_vistas import STATUS, Resultado, tipo_dito
from app.services.mudancas import MODERACAO
from app.services.permissoes import Ato
from app.services.segunda_conta import conferida
from widgets.moderacao.remove_dialog import Removal, RemoveDialog
from widgets.runtime.code_label import short
from widgets.runtime.context import UiContext
from widgets.runtime.words import counted

UNDO_MS: Final = 10_000
OPPOSITE: Final = {"aprovado": "Bloquear", "bloqueado": "Aprovar"}
_ACT: Final = Ato.MODERAR


class Acts(QObject):
    """See the module.

    Signals:
        returned(str): an item that was not decided on after all.
        left(str): an item is decided on, and the next one may be shown.
    """

    returned = Signal(str)
    left = Signal(str)

    def __init__(
        self, service: ModeracaoService, contas: ContasService, context: UiContext, parent: QWidget
    ) -> None:
        super().__init__(parent)
        self._window = parent
        self._service = service
        self._contas = contas
        self._context = context
        self._last: Resultado | None = None
        self._undo_time = QTimer(self)
        self._undo_time.setSingleShot(True)
        self._undo_time.setInterval(UNDO_MS)
        self._undo_time.timeout.connect(self._on_undo_over)

    def decide(self, item: Item, decision: str, motive: str) -> None:
        """Approve or block one item."""
        one, ator = item.item, self._context.session.ator(_ACT)
        self._write(
            one.item_id,
            lambda: self._service.decidir(
                one.item_id, decision, ator, versao_vista=one.versao_vista, motivo=motive or None
            ),
            partial(self._on_decided, name_of(item)),
        )

    def decide_all(self, items: Sequence[Item], decision: str, motive: str) -> None:
        """Approve or block several, each of which was looked at."""
        ator = self._context.session.ator(_ACT)

        seen = [(one.item.item_id, one.item.versao_vista) for one in items]
        self._context.runner.write(
            self,
            lambda: self._service.decidir_varios(seen, decision, ator, motivo=motive or None),
            partial(self._on_all, decision),
            self._context.report,
            changed=MODERACAO,
        )

    def reverse(self, item: Item, motive: str) -> None:
        """Take a decision back: the opposite stands."""
        one, ator = item.item, self._context.session.ator(_ACT)
        self._write(
            one.item_id,
            lambda: self._service.reverter(
                one.item_id, ator, versao_vista=one.versao_vista, motivo=motive or None
            ),
            partial(self._on_reversed, name_of(item)),
        )

    def remove(self, item: Item, motive: str) -> None:
        """Ask for what a removal needs, then remove."""
        account = self._context.session.conta
        dialog = RemoveDialog(
            f"{tipo_dito(item.item)} da demanda {name_of(item)}",
            motive,
            self._context.theme,
            self._window,
            is_file=item.item.tipo == "anexo",
            asks_second=account is not None and account.conta_id != NINGUEM,
        )
        dialog.confirmed.connect(partial(self._on_removal, item, dialog))
        dialog.open()

    def note(self, item: Item, text: str, *, wish: bool) -> None:
        """Leave a note, or ask another moderator to decide."""
        account, ator = self._context.session.conta, self._context.session.ator(_ACT)
        name = "um moderador" if account is None else account.nome
        words = "Segunda opinião pedida." if wish else "Anotado."
        self._context.runner.write(
            self,
            lambda: self._service.anotar(item.item, ator, name, text, quer_opiniao=wish),
            lambda _none: self._context.notify(words),
            self._context.report,
            changed=MODERACAO,
        )

    @Slot()
    def undo(self) -> None:
        """Publish the opposite of the last decision, while it is fresh."""
        last, self._last = self._last, None
        self._undo_time.stop()
        if last is None:
            return
        ator = self._context.session.ator(_ACT)
        self._write(
            last.item_id,
            lambda: self._service.reverter(last.item_id, ator),
            partial(self._on_reversed, short(last.demanda_id)),
        )

    def _write(
        self, item_id: str, act: Callable[[], Resultado], done: Callable[[Resultado], None]
    ) -> None:
        self._context.runner.write(
            self, act, done, partial(self._on_refused, item_id), changed=MODERACAO
        )

    def _on_decided(self, name: str, done: Resultado) -> None:
        said = STATUS[done.decisao]
        if not done.is_minha:
            by = f" por {done.moderador}" if done.moderador else ""
            self._context.notify(
                f"Alguém decidiu antes: {name} está {said}{by}. Nada foi gravado agora.", "aviso"
            )
            return
        self._last = done
        self._undo_time.start()
        words = f"{OPPOSITE[done.decisao]} em vez disso (Z)"
        self._context.notify(f"{name}: {said}.", "info", (words, self.undo))

    def _on_all(self, decision: str, counts: tuple[int, int]) -> None:
        mine, other = counts
        words = f"{counted(mine, 'item', 'itens')}: {STATUS[decision]}."
        if other:
            words += (
                f" {counted(other, 'outro ficou como estava', 'outros ficaram como estavam')}: "
                "decidido antes, mudado, ou com outra pessoa."
            )
        self._context.notify(words, "aviso" if other else "info")

    def _on_reversed(self, name: str, done: Resultado) -> None:
        self._context.notify(f"Revertido: {name} agora está {STATUS[done.decisao]}.")

    def _on_refused(self, item_id: str, error: BaseException) -> None:
        self.returned.emit(item_id)
        self._context.report(error)

    def _on_removal(self, item: Item, dialog: RemoveDialog, wanted: Removal) -> None:
        one, ator = item.item, self._context.session.ator(_ACT)

        def work() -> Resultado:
            second = conferida(self._contas, wanted.conta, wanted.senha, ator)
            return self._service.remover(
                one.item_id,
                wanted.motivo,
                second,
                ator,
                versao_vista=one.versao_vista,
                remover_texto_demanda=wanted.texto_da_demanda,
            )

        self._context.runner.write(
            dialog,
            work,
            partial(self._on_removed, item, dialog),
            lambda error: dialog.show_error(self._context.describe(error).frase),
            changed=MODERACAO,
        )

    def _on_removed(self, item: Item, dialog: RemoveDialog, done: Resultado) -> None:
        dialog.accept()
        self.left.emit(done.item_id)
        name = name_of(item)
        if not done.is_minha and done.decisao != "removido":
            self._on_decided(name, done)
            return
        words = f"{name}: removido para sempre."
        if done.copias:
            copies = ", ".join(one.rsplit("/", 1)[-1] for one in done.copias)
            words += f" Estas cópias, feitas antes, ainda guardam o conteúdo: {copies}."
        self._context.notify(words, "aviso" if done.copias else "info")

    @Slot()
    def _on_undo_over(self) -> None:
        self._last = None


def name_of(item: Item) -> str:
    """The protocol, or the beginning of the demand's identifier."""
    return item.protocolo or short(item.item.demanda_id)
