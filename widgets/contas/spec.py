"""Contas before it is built."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from app.services.cidadaos import CidadaoResumo
from app.services.composicao import Servicos
from app.services.contas import ContaListada
from app.services.permissoes import Ato
from widgets.contas.account_dialog import AccountDialog
from widgets.contas.dialogs import CloseDialog, ShownPassword
from widgets.contas.erase_dialog import EraseDialog
from widgets.contas.screen import KEY, ContasScreen
from widgets.runtime.context import UiContext
from widgets.runtime.screen import ScreenSpec, View

_COUNCILLOR = "9d2c3f54-0000-4000-8000-000000000001"
_SAMPLE = ContaListada(
    conta_id="44444444-0000-4000-8000-000000000001",
    nome="ana",
    papeis=("atendente", "conselheiro"),
    conselheiro_id=_COUNCILLOR,
    conselheiro="Bia da Ponte",
    ativa=True,
    tem_senha=True,
)


def spec(services: Servicos) -> ScreenSpec:
    """The operator's accounts."""

    def build(context: UiContext, parent: QWidget) -> ContasScreen:
        return ContasScreen(services, context, parent)

    views = (
        View("contas", lambda screen: screen.tabs.setCurrentIndex(0)),
        View("contas-historico", lambda screen: screen.tabs.setCurrentIndex(1)),
    )
    return ScreenSpec(
        KEY,
        "Contas",
        "contas",
        build,
        acts=frozenset({Ato.CONTAS}),
        manual="contas",
        views=views,
        dialogs=(
            View(
                "dialogo-conta", lambda screen: AccountDialog(None, screen.context, screen).open()
            ),
            View("dialogo-papeis", _ask_roles),
            View(
                "dialogo-desativar",
                lambda screen: CloseDialog(_SAMPLE, screen.context, screen).open(),
            ),
            View("dialogo-eliminar", _ask_erasure),
            View(
                "dialogo-senha",
                lambda screen: ShownPassword(
                    "ana", "marola-42-vento", screen.context, screen
                ).open(),
            ),
        ),
    )


def _ask_roles(screen: ContasScreen) -> None:
    dialog = AccountDialog(_SAMPLE, screen.context, screen)
    dialog.set_councillors([(_COUNCILLOR, "Bia da Ponte")])
    dialog.open()


def _ask_erasure(screen: ContasScreen) -> None:
    dialog = EraseDialog(None, screen.context, screen, asks_second=True)
    dialog.name.setText("Moradora de Exemplo")
    person = "a2b52ead-b30b-4341-ae78-fe57a2583c56"
    dialog.show_found(
        [CidadaoResumo(person, "Moradora de Exemplo", verificado_presencialmente=True)]
    )
    dialog.open()
