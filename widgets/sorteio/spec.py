"""Auditoria do sorteio before it is built. Target: a demand, whose draws are then listed."""

from __future__ import annotations

from functools import partial

from PySide6.QtWidgets import QWidget

from app.services.composicao import Servicos
from widgets.runtime.context import UiContext
from widgets.runtime.screen import ScreenSpec, View
from widgets.sorteio.screen import KEY, SorteioScreen

_TABS = ("sorteio", "sorteio-fila", "sorteio-conferir", "sorteio-colar", "sorteio-papeis")


def spec(services: Servicos) -> ScreenSpec:
    """The auditor's desk; what it shows is public."""

    def build(context: UiContext, parent: QWidget) -> SorteioScreen:
        return SorteioScreen(
            services.registro_sorteios,
            services.historias,
            services.contas.historico_de_papeis,
            services.escritorio.nome,
            context,
            parent,
        )

    views = tuple(View(name, partial(_show_tab, at)) for at, name in enumerate(_TABS))
    story = View("sorteio-passos", _show_steps)
    return ScreenSpec(
        KEY, "Sorteio", "sorteio", build, manual="auditoria", views=(*views[:1], story, *views[1:])
    )


def _show_tab(tab: int, screen: SorteioScreen) -> None:
    screen.tabs.setCurrentIndex(tab)
    if tab == _TABS.index("sorteio-conferir"):
        screen.bulk.verify()


def _show_steps(screen: SorteioScreen) -> None:
    """The cards further down, some exchanges in."""
    screen.split.show_detail()
    screen.story.stepper.go_on()
    screen.story.stepper.go_on()
    screen.story.scroll_to(screen.story.cards["semente"])
