from __future__ import annotations

from tests.support.office import demanda
from tests.widgets.conftest import Ui
from tests.widgets.moderacao.conftest import Bench, item_of, linha
from widgets.moderacao.acts import OPPOSITE, UNDO_MS, name_of
from widgets.moderacao.remove_dialog import RemoveDialog


def test_a_removal_asks_first_and_names_the_copies(ui: Ui, bench: Bench) -> None:
    bench.screen.item.remove.click()
    (dialog,) = bench.screen.findChildren(RemoveDialog)
    dialog.act.click()
    assert "motivo" in dialog.error.text()
    dialog.reason.setCurrentText("ofensa")
    dialog.act.click()
    assert "segunda conta" in dialog.error.text()
    dialog.account.setText("Bia")
    dialog.password.setText("errada")
    dialog.act.click()
    ui.settle()
    assert "senha" in dialog.error.text()
    assert dialog.reason.currentText() == "ofensa"
    dialog.password.setText("certa")
    dialog.act.click()
    ui.settle()
    assert ("remover", "1", "ofensa", "segunda", False) in bench.service.asked
    assert "a.db" in ui.notices[-1][1]
    assert bench.screen.queue.current is not None
    assert bench.screen.queue.current.chave == demanda(2)


def test_notes_and_wishes_are_written(ui: Ui, bench: Bench) -> None:
    bench.screen.item.note.setText("parece gíria")
    bench.screen.item.keep_note.click()
    bench.screen.item.ask_opinion()
    ui.settle()
    assert ("anotar", "1", "Ana", "parece gíria", False) in bench.service.asked
    assert ("anotar", "1", "Ana", "", True) in bench.service.asked


def test_words() -> None:
    assert name_of(item_of(linha(1))) == "BCDF-000001-47"
    assert set(OPPOSITE) == {"aprovado", "bloqueado"}
    assert UNDO_MS == 10_000
