"""Atendimento before it is built. Target: a demand (id or protocol), or ``ponto:lat,lng``."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from app.services.atendimento_ficha import Ficha
from app.services.composicao import Servicos
from app.services.permissoes import Ato
from widgets.atendimento.screen import KEY, AtendimentoScreen
from widgets.runtime.context import UiContext
from widgets.runtime.screen import ScreenSpec, View

_SAMPLE = Ficha(
    texto="O poste da Rua Boa Vista, perto do ponto de ônibus, está com a lâmpada apagada "
    "há uma semana; à noite ninguém passa.",
    precisao="ponto",
    local="-20,5643; -36,7501",
    lat=-20.5643,
    lng=-36.7501,
    referencia="Ao lado da padaria",
    canal="balcao",
    publicacao_texto=True,
)


def spec(services: Servicos) -> ScreenSpec:
    """The counter."""

    def build(context: UiContext, parent: QWidget) -> AtendimentoScreen:
        return AtendimentoScreen(services, context, parent)

    views = (
        View("atendimento"),
        View("atendimento-ficha", _show_form),
        View("atendimento-faltas", _show_faults),
        View("atendimento-hoje", lambda screen: screen.show_page(screen.today)),
        View("atendimento-situacao", lambda screen: screen.show_page(screen.status)),
        View("atendimento-importar", lambda screen: screen.show_page(screen.tables)),
        View("atendimento-telefones", lambda screen: screen.show_page(screen.phones)),
    )
    return ScreenSpec(
        KEY,
        "Atendimento",
        "atendimento",
        build,
        acts=frozenset({Ato.REGISTRAR}),
        manual="atendimento",
        views=views,
    )


def _show_form(screen: AtendimentoScreen) -> None:
    screen.show_page(screen.stack)
    screen.attend.show_draft(None, _SAMPLE)


def _show_faults(screen: AtendimentoScreen) -> None:
    screen.attend.show_draft(None, Ficha(texto="Luz", local="praça", data="31/02", quem="novo"))
    screen.attend.register()
