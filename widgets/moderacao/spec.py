"""Moderação before it is built. A demand's id as target shows that demand's items."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from app.services.composicao import Servicos
from app.services.permissoes import Ato
from widgets.moderacao.remove_dialog import RemoveDialog
from widgets.moderacao.screen import KEY, ModeracaoScreen
from widgets.runtime.context import UiContext
from widgets.runtime.screen import ScreenSpec, View


def spec(services: Servicos) -> ScreenSpec:
    """What was flagged waits for a person; the operator's denylist beside it."""

    def build(context: UiContext, parent: QWidget) -> ModeracaoScreen:
        return ModeracaoScreen(
            services.moderacao,
            services.denylist,
            services.contas,
            services.linha_do_tempo,
            context,
            parent,
        )

    return ScreenSpec(
        KEY,
        "Moderação",
        "moderacao",
        build,
        acts=frozenset({Ato.MODERAR, Ato.DENYLIST}),
        manual="moderacao",
        views=(
            View("moderacao"),
            View("moderacao-item", _show_item),
            View("moderacao-trilha", _show_trail),
            View("moderacao-denylist", _show_denylist),
        ),
        dialogs=(View("dialogo-remover", _ask_removal),),
    )


def _show_item(screen: ModeracaoScreen) -> None:
    screen.split.show_detail()


def _show_trail(screen: ModeracaoScreen) -> None:
    screen.tabs.setCurrentWidget(screen.trail)


def _show_denylist(screen: ModeracaoScreen) -> None:
    screen.tabs.setCurrentWidget(screen.denylist)


def _ask_removal(screen: ModeracaoScreen) -> None:
    RemoveDialog(
        "anexo da demanda", "", screen.context.theme, screen, is_file=True, asks_second=True
    ).open()
