"""What the frame knows of the workspace before it is built."""

from __future__ import annotations

from app.services.permissoes import Ato
from tests.support.vivo import Vivo
from tests.widgets.conftest import Ui
from tests.widgets.gabinete.conftest import CLERK, Sit
from widgets.gabinete.spec import spec


def test_pictures_keep_nothing(ui: Ui, vivo: Vivo, sit: Sit) -> None:
    made = spec(vivo.servicos)
    assert (made.key, made.acts, made.manual) == (
        "gabinete", frozenset({Ato.TRABALHAR}), "gabinete",
    )  # fmt: skip
    screen = sit(CLERK)
    for view in made.pictures:
        view.prepare(screen)
        ui.settle()
    assert not screen.report.preview.isHidden()
    assert screen.holds_unsaved() == ""
    assert screen.report.draft is None
