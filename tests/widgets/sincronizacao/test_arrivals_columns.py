"""What the columns of what came say."""

from __future__ import annotations

from app.settings.tempo import DEFAULT_ZONE, FormatoTempo
from tests.app.services.log_builder import NOW_MS
from tests.widgets.sincronizacao.conftest import FakeRecebedor
from widgets.sincronizacao.arrivals_columns import (
    quarantine_columns,
    received_columns,
    waiting_columns,
)

TEMPO = FormatoTempo(DEFAULT_ZONE, lambda: NOW_MS)


def test_result_reason_and_what_is_missing() -> None:
    found = FakeRecebedor().chegadas()
    received = {one.key: one.shown(found.recebidos[0]) for one in received_columns(TEMPO)}
    assert (received["autor"], received["estado"], received["vezes"]) == (
        "22222222",
        "em parte",
        "2",
    )
    refused = {one.key: one.shown(found.quarentena[1]) for one in quarantine_columns(TEMPO)}
    assert (refused["frase"], refused["guardado"]) == ("O arquivo está vazio.", "não")
    waits = {one.key: one.shown(found.esperas[0]) for one in waiting_columns(TEMPO)}
    assert (waits["autor"], waits["faixa"], waits["falta"]) == ("Regional da Serra", "7 a 8", "x")
