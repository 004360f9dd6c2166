"""The office's health in plain words."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QWidget

from app.services.saude import Resumo
from tests.app.services.log_builder import NOW_MS
from tests.widgets.accessibility import unnamed
from tests.widgets.conftest import Ui
from widgets.shell.status_bar import StatusBar


def _words(bar: StatusBar) -> list[str]:
    return [cell.full_text for cell in (bar.engine, bar.node, bar.copy, bar.occurrences)]


@pytest.mark.parametrize(
    ("summary", "words"),
    [
        (
            Resumo("Motor em dia", False, 0, NOW_MS - 7_200_000, 0),
            ["Motor em dia", "Nó 4F7K-…", "Cópia há 2 h", "Sem ocorrências"],
        ),
        (
            Resumo("Motor trabalhando", False, 1_234, None, 1),
            [
                "Motor trabalhando, 1.234 eventos a processar",
                "Nó 4F7K-…",
                "Nenhuma cópia ainda",
                "1 ocorrência",
            ],
        ),
        (
            Resumo("Motor parado: o disco está cheio.", True, 9, NOW_MS, 2),
            ["Motor parado: o disco está cheio", "Nó 4F7K-…", "Cópia agora", "2 ocorrências"],
        ),
    ],
)
def test_words(ui: Ui, host: QWidget, summary: Resumo, words: list[str]) -> None:
    bar = StatusBar("4F7K-2QXP-M8RT", ui.context, host)
    bar.show_summary(summary)
    assert _words(bar) == words
    assert bar.engine.property("kind") == ("alert" if summary.is_stopped else "")
    assert unnamed(bar) == []


def test_hover_gives_the_whole_and_a_click_leads_on(ui: Ui, host: QWidget) -> None:
    bar = StatusBar("4F7K-2QXP-M8RT", ui.context, host)
    bar.show_summary(Resumo("Motor em dia", False, 0, NOW_MS, 0, "Ranking misturado."))
    assert not bar.message.isHidden()
    assert "Ranking misturado" in bar.message.accessibleName()
    bar.show_summary(Resumo("Motor em dia", False, 0, NOW_MS, 0))
    assert bar.message.isHidden()
    assert "4F7K-2QXP-M8RT" in bar.node.toolTip()
    assert "America/Sao_Paulo" in bar.copy.toolTip()
    pressed: list[int] = []
    bar.pressed.connect(lambda: pressed.append(1))
    bar.copy.click()
    bar.show_unknown("O banco está ocupado.")
    assert pressed == [1]
    assert (bar.engine.full_text, bar.engine.toolTip()) == (
        "Situação desconhecida",
        "O banco está ocupado.",
    )
