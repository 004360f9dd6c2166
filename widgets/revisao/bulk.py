"""One decision with a reason for several items of the queue, each of which was seen before.

What was never opened is left out and counted; what changed since it was seen is refused by the service
as it is one by one. Source: peers.md, moderators (bulk only after each item was seen; undo).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from app.services.fila_revisao import Aberta, Decidida, FilaDeRevisaoService
from app.services.fila_revisao_lote import Escolhido, Lote, decidir_lote, desfazer_lote
from app.services.fila_revisao_paginas import Pendencia
from app.services.mudancas import REVISAO
from app.services.permissoes import Ato
from widgets.revisao.item_pane import ItemPane, options_of
from widgets.revisao.panels import QueuePanel
from widgets.runtime.consequence_dialog import Consequence, ConsequenceDialog
from widgets.runtime.context import UiContext
from widgets.runtime.screen import Screen
from widgets.runtime.words import counted

UNDO_MS: Final = 10_000
KEEP, SUGGESTED = "manter", "sugerida"
_CHOICES: Final = (
    (KEEP, "Manter o que vale hoje: a categoria ou a unidade"),
    (SUGGESTED, "Dar a cada um a primeira categoria sugerida"),
)


class BulkDecision(QObject):
    """See the module.

    Signals:
        decided: items left the queue, or came back.
    """

    decided = Signal()

    def __init__(
        self,
        service: FilaDeRevisaoService,
        queue: QueuePanel,
        item: ItemPane,
        context: UiContext,
        screen: Screen,
    ) -> None:
        super().__init__(screen)
        self._service = service
        self._queue = queue
        self._context = context
        self._screen = screen
        self._seen: dict[str, Aberta] = {}
        self._last: list[Decidida] = []
        self._undo_time = QTimer(self)
        self._undo_time.setSingleShot(True)
        self._undo_time.setInterval(UNDO_MS)
        self._undo_time.timeout.connect(self._on_undo_over)
        item.shown.connect(self._on_shown)
        self.decided.connect(screen.refresh)
        context.actions.add(
            screen, "revisao.lote", "Decidir de uma vez os itens escolhidos", "T", self.ask
        )
        menu = screen.menu.addAction("Decidir os itens escolhidos… (T)")
        menu.triggered.connect(self.ask)

    @Slot()
    def ask(self) -> None:
        """What is to become of the chosen rows, and why."""
        chosen = [self._queue.model.row_at(at) for at in self._queue.table.selected_rows()]
        rows = [one for one in chosen if isinstance(one, Pendencia)]
        seen = [self._seen[one.chave] for one in rows if one.chave in self._seen]
        if not seen:
            self._context.notify(
                "Abra os itens antes: uma decisão para vários vale só para os que você viu. "
                "Escolha as linhas com Shift e as setas; cada uma se abre ao ser escolhida.",
                "aviso",
            )
            return
        many = counted(len(seen), "item", "itens")
        left = len(rows) - len(seen)
        text = f"Vale para {many} da fila, e pode ser desfeito por 10 segundos."
        if left:
            unseen = counted(left, "escolhido não foi aberto", "escolhidos não foram abertos")
            text += f" {unseen} e fica de fora." if left == 1 else f" {unseen} e ficam de fora."
        asked = Consequence(
            title=f"Decidir {many} de uma vez",
            text=text,
            act=f"Decidir {many}",
            choices=_CHOICES,
            reason="Motivo (fica no escritório, ao lado de cada decisão)",
            is_reason_needed=True,
            is_danger=False,
        )
        dialog = ConsequenceDialog(asked, self._context.theme, self._screen)
        dialog.confirmed.connect(partial(self._decide, seen))
        dialog.open()

    def _decide(self, items: Sequence[Aberta], choice: str, reason: str) -> None:
        ator = self._context.session.ator(Ato.REVISAR)
        chosen = [
            Escolhido(one, None if choice == KEEP else _first(one), mantem=choice == KEEP)
            for one in items
        ]
        self._context.runner.write(
            self,
            partial(decidir_lote, self._service, chosen, reason, ator),
            self._on_decided,
            self._context.report,
            changed=REVISAO,
        )

    def _on_decided(self, outcome: Lote) -> None:
        done, refused = outcome.decididas, outcome.recusas
        self._last = [one for one in done if one.pode_desfazer]
        words = f"{counted(len(done), 'item decidido', 'itens decididos')}."
        level = "info"
        if refused:
            level = "aviso"
            first = self._context.describe(refused[0]).frase
            words += f" {counted(len(refused), 'ficou', 'ficaram')} na fila: {first}"
        if self._last:
            self._undo_time.start()
            self._context.notify(words, level, ("Desfazer todos", self.undo))
        else:
            self._context.notify(words, level)
        self.decided.emit()

    @Slot()
    def undo(self) -> None:
        """Take the decisions back, while they are fresh."""
        last, self._last = self._last, []
        self._undo_time.stop()
        if last:
            ator = self._context.session.ator(Ato.REVISAR)
            self._context.runner.write(
                self,
                partial(desfazer_lote, self._service, last, ator),
                self._on_undone,
                self._context.report,
                changed=REVISAO,
            )

    def _on_undone(self, outcome: Lote) -> None:
        back, refused = len(outcome.decididas), outcome.recusas
        words = f"Desfeito: {counted(back, 'item está', 'itens estão')} de volta na fila."
        if refused:
            words += f" {counted(len(refused), 'não voltou', 'não voltaram')}: "
            words += self._context.describe(refused[0]).frase
        self._context.notify(words, "aviso" if refused else "info")
        self.decided.emit()

    @Slot(object)
    def _on_shown(self, item: object) -> None:
        if isinstance(item, Aberta):
            self._seen[item.pendencia.chave] = item

    @Slot()
    def _on_undo_over(self) -> None:
        self._last = []


def _first(item: Aberta) -> tuple[str, str | None] | None:
    """The category that stands first on the number keys."""
    options = options_of(item) if item.pendencia.tipo == "categoria" else []
    return options[0][:2] if options else None
