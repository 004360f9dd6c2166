"""Conselheiros before it is built. Target: a councillor's id."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtWidgets import QWidget

from app.services.composicao import Servicos
from app.services.conselheiros import Conselheiro
from app.services.designacoes import Contato
from app.services.permissoes import Ato
from widgets.conselheiros.consequences import of_inativar, of_mandato
from widgets.conselheiros.contact_dialog import ContactDialog
from widgets.conselheiros.screen import KEY, ConselheirosScreen
from widgets.runtime.consequence_dialog import Consequence, ConsequenceDialog
from widgets.runtime.context import UiContext
from widgets.runtime.screen import ScreenSpec, View

ACTS = frozenset(
    {
        Ato.CADASTRAR_CONSELHEIRO,
        Ato.AVISAR_CONSELHEIRO,
        Ato.EM_NOME_DE,
        Ato.REVISAR,
        Ato.GERIR_CONSELHEIROS,
    }
)

_CONTACT = Contato("Bia Inventada", "(83) 90000-0000", "bia@exemplo.invalid", None)


def spec(services: Servicos) -> ScreenSpec:
    """Councillors, the desk and the queue."""

    def build(context: UiContext, parent: QWidget) -> ConselheirosScreen:
        return ConselheirosScreen(services, context, parent)

    names = ("conselheiros", "conselheiros-a-avisar", "conselheiros-sem-conselheiro")
    views = tuple(View(name, partial(_show_tab, at)) for at, name in enumerate(names))
    dialogs = (
        View("dialogo-cadastrar", lambda screen: screen.ask_to_register()),
        View("dialogo-inativar", partial(_ask, of_inativar)),
        View("dialogo-mandato", partial(_ask, of_mandato)),
        View(
            "dialogo-contato",
            lambda screen: ContactDialog(_CONTACT, screen.context.theme, screen).open(),
        ),
    )
    return ScreenSpec(
        KEY,
        "Conselheiros",
        "conselheiros",
        build,
        ACTS,
        manual="conselheiros",
        views=views,
        dialogs=dialogs,
    )


def _ask(consequence: Callable[[Conselheiro], Consequence], screen: ConselheirosScreen) -> None:
    """What an act on the first councillor leads to."""
    model = screen.councillors.panel.model
    one = model.row_at(0) if model.rowCount() else None
    if one is not None:
        ConsequenceDialog(consequence(one), screen.context.theme, screen).open()


def _show_tab(tab: int, screen: ConselheirosScreen) -> None:
    screen.tabs.setCurrentIndex(tab)
    panel = (screen.councillors.panel, screen.desk.panel, screen.waiting.panel)[tab]
    if panel.model.rowCount():
        panel.table.selectRow(0)
