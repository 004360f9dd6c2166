"""The workspace over a living office, for a councillor and for a clerk."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from PySide6.QtWidgets import QWidget

from app.services.permissoes import Papel
from app.services.sessao import Conta
from tests.support.conselheiros import designacao
from tests.support.vivo import Vivo
from tests.widgets.conftest import Ui
from widgets.gabinete.screen import GabineteScreen

ME = "44444444-0000-4000-8000-000000000055"
CLERK = Conta("44444444-0000-4000-8000-000000000056", "Caio", frozenset({Papel.ATENDENTE}))
Sit = Callable[[Conta], GabineteScreen]


def councillor(vivo: Vivo, *, begun: bool) -> Conta:
    """The account of a councillor who has a demand."""
    who = designacao(vivo, begun=begun).designacao.conselheiro_id
    return Conta(ME, "Bia", frozenset({Papel.CONSELHEIRO}), who)


@pytest.fixture
def sit(ui: Ui, vivo: Vivo, host: QWidget) -> Iterator[Sit]:
    """Sign in and open the screen; each call is another window on the same office."""

    def open_screen(account: Conta) -> GabineteScreen:
        vivo.servicos.sessao.entrar(account)
        ui.context.session.entrar(account)
        made = GabineteScreen(vivo.servicos, ui.context, host)
        made.resize(1_200, 800)
        host.show()
        made.show()
        made.activate()
        ui.settle()
        return made

    yield open_screen
    ui.settle()
    assert ui.faults == []
