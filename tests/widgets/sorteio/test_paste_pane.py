"""Verifying what was pasted, without an office."""

from __future__ import annotations

import json

from PySide6.QtWidgets import QWidget

from core.base.sorteio import sortear
from tests.support.office import conselheiro, demanda
from tests.widgets.conftest import Ui
from widgets.sorteio.paste_pane import PastePane

MOMENT = "2026-01-31T12:00:00.000Z"
DRAWN = sortear([conselheiro(n) for n in (1, 2, 3)], demanda(1), MOMENT)


def test_a_whole_event_fills_the_form_and_matches(ui: Ui, host: QWidget) -> None:
    pane = PastePane(ui.context, host)
    event = {
        "elegiveis": list(DRAWN.elegiveis),
        "seed_base_event_id": demanda(1),
        "timestamp": MOMENT,
        "seed_publico": DRAWN.seed_publico,
        "lista_elegiveis_hash": DRAWN.lista_elegiveis_hash,
        "conselheiro_id": DRAWN.conselheiro_id,
    }
    pane.pool.setPlainText(json.dumps(event))
    assert pane.fields["seed"].text() == DRAWN.seed_publico
    pane.button.click()
    ui.settle()
    assert pane.verdict.text() == "✓ Confere com o que foi colado"
    pane.fields["seed"].setText("ab" * 32)
    pane.verify()
    ui.settle()
    assert pane.verdict.text() == "✗ Não confere com o que foi colado"
    assert pane.cards[1].verdict.text() == "✗ Não confere"
    for name in ("seed", "lista_hash", "conselheiro_id"):
        pane.fields[name].clear()
    pane.verify()
    ui.settle()
    assert pane.verdict.text().startswith("Refeito")
    assert DRAWN.conselheiro_id in pane.cards[3].values()


def test_what_cannot_be_read_is_told_beside_the_form(ui: Ui, host: QWidget) -> None:
    pane = PastePane(ui.context, host)
    pane.pool.setPlainText("ninguém")
    pane.verify()
    ui.settle()
    assert "não é um identificador" in pane.error.text()
    assert not pane.error.isHidden()
