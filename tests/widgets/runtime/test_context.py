"""The office's time format is what screens expect of moments."""

from __future__ import annotations

from app.settings.tempo import FormatoTempo
from tests.widgets.conftest import Ui
from widgets.runtime.context import Moments, no_screen


def test_the_offices_format_fits_and_notices_go_through(ui: Ui) -> None:
    moments: Moments = FormatoTempo("America/Sao_Paulo", lambda: 0)
    assert moments.zona == "America/Sao_Paulo"
    ui.context.notify("feito")
    ui.context.report(KeyError())
    assert ui.notices == [("info", "feito")]
    assert [type(fault) for fault in ui.faults] == [KeyError]


def test_a_context_without_a_window_knows_no_screen() -> None:
    assert not no_screen("mapa")
    assert not no_screen("mapa", "escolher")
