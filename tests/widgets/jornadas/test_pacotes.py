"""A bundle's way: out of the office on a stick, and opened by an auditor in the same window."""

from __future__ import annotations

from pathlib import Path

from tests.widgets.conftest import Mesa
from widgets.sincronizacao.exchange_keys_dialog import ExchangeKeysDialog
from widgets.sincronizacao.export_dialog import ExportDialog
from widgets.sincronizacao.screen import SincronizacaoScreen
from widgets.sorteio.screen import SorteioScreen


def test_from_the_network_of_one_to_the_auditors_verdict(mesa: Mesa, tmp_path: Path) -> None:
    screen = mesa.open("sincronizacao")
    assert isinstance(screen, SincronizacaoScreen)
    assert "Preparar a troca de pacotes" in screen.next.text()
    assert not screen.export_button.isEnabled()
    screen.entry.prepare.trigger()
    (keys,) = screen.findChildren(ExchangeKeysDialog)
    keys.save.click()
    mesa.settle()
    assert not screen.entry.prepare.isEnabled()
    screen.export_button.click()
    (dialog,) = screen.findChildren(ExportDialog)
    dialog.set_folder(tmp_path / "pendrive")
    dialog.act.click()
    mesa.settle()
    assert dialog.done_words.text().startswith("Gravado, relido e conferido. Pode retirar")
    dialog.keep.click()
    (bundle,) = (tmp_path / "pendrive").iterdir()
    assert screen.exported.model.rowCount() == 1
    # A demonstration's bundle is rehearsed like any other, and may only be looked at.
    taking = screen.import_file(bundle)
    mesa.settle()
    assert taking.verdict.text() == "Não pode ser importado"
    assert "demonstração" in taking.words.text()
    assert not taking.act.isEnabled()
    taking.keep.click()
    mesa.settle()
    assert screen.tabs.tabText(4) == "Quarentena"
    audit = mesa.open("sorteio")
    assert isinstance(audit, SorteioScreen)
    audit.tabs.setCurrentWidget(audit.bundle)
    audit.bundle.open_file(bundle)
    mesa.until(lambda: audit.bundle.found is not None)
    assert audit.bundle.verdict.text() == "✓ O pacote confere, e tudo o que foi refeito também"
    assert audit.bundle.found is not None
    assert audit.bundle.found.is_demonstracao
