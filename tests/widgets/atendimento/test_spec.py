"""What the frame knows of the counter before it is built."""

from __future__ import annotations

from app.services.permissoes import Ato
from tests.support.vivo import Vivo
from tests.widgets.conftest import Ui
from widgets.atendimento.screen import AtendimentoScreen
from widgets.atendimento.spec import spec


def test_clerks_open_it_and_every_picture_can_be_prepared(
    ui: Ui, vivo: Vivo, screen: AtendimentoScreen
) -> None:
    made = spec(vivo.servicos)
    assert (made.key, made.acts, made.manual) == (
        "atendimento",
        frozenset({Ato.REGISTRAR}),
        "atendimento",
    )
    vivo.servicos.recursos.read_text("manual/atendimento.md")
    for view in made.pictures:
        view.prepare(screen)
        ui.settle()
