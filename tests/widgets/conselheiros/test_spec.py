"""What the frame knows of Conselheiros before it is built."""

from __future__ import annotations

from app.services.permissoes import Ato
from tests.support.vivo import Vivo
from tests.widgets.conftest import Ui
from widgets.conselheiros.screen import ConselheirosScreen
from widgets.conselheiros.spec import spec


def test_every_picture_can_be_prepared(ui: Ui, vivo: Vivo, screen: ConselheirosScreen) -> None:
    made = spec(vivo.servicos)
    assert (made.key, made.manual) == ("conselheiros", "conselheiros")
    assert Ato.AVISAR_CONSELHEIRO in made.acts
    for view in made.pictures:
        view.prepare(screen)
        ui.settle()
