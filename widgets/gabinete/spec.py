"""Gabinete before it is built. Target: a councillor's id."""

from __future__ import annotations

from functools import partial

from PySide6.QtWidgets import QWidget

from app.services.composicao import Servicos
from app.services.permissoes import Ato
from widgets.gabinete.consequences import of_concluir, of_recusar
from widgets.gabinete.screen import KEY, GabineteScreen
from widgets.runtime.consequence_dialog import Consequence, ConsequenceDialog
from widgets.runtime.context import UiContext
from widgets.runtime.screen import ScreenSpec, View

_EXAMPLE = (
    "Falei por telefone com o engenheiro Souza, da Secretaria de Obras. A vistoria ficou marcada "
    "para a semana que vem."
)


def spec(services: Servicos) -> ScreenSpec:
    """The councillor's workspace."""

    def build(context: UiContext, parent: QWidget) -> GabineteScreen:
        return GabineteScreen(services, context, parent)

    views = (
        View("gabinete"),
        View("gabinete-casos", lambda screen: screen.demand.tabs.setCurrentIndex(1)),
        View("gabinete-escrevendo", _write),
    )
    return ScreenSpec(
        KEY, "Gabinete", "gabinete", build, frozenset({Ato.TRABALHAR}), manual="gabinete",
        views=views,
        dialogs=(
            View("dialogo-recusar", partial(_ask, of_recusar(is_iniciada=False))),
            View("dialogo-concluir", partial(_ask, of_concluir())),
        ),
    )  # fmt: skip


def _ask(asked: Consequence, screen: GabineteScreen) -> None:
    ConsequenceDialog(asked, screen.context.theme, screen).open()


def _write(screen: GabineteScreen) -> None:
    fields = {"canal": "telefone", "com_quem": "Souza", "resultado": "vistoria marcada"}
    screen.report.show_example({"texto": _EXAMPLE, "tipo": "contato_realizado", "campos": fields})
    screen.split.show_detail()
