"""What a bundle says of itself stands beside what it does not prove."""

from __future__ import annotations

from PySide6.QtWidgets import QLabel, QWidget

from app.services.pacote_auditado import NAO_PROVA
from tests.widgets.conftest import Ui
from widgets.runtime.code_label import CodeLabel
from widgets.sorteio.bundle_facts import BundleFacts
from widgets.sorteio.spec import _SAMPLE


def test_the_root_comes_whole_and_the_limits_are_said(ui: Ui, host: QWidget) -> None:
    pane = BundleFacts(ui.context, host)
    pane.show_found(_SAMPLE)
    texts = [label.text() for label in pane.findChildren(QLabel)]
    assert _SAMPLE.raizes[0] in texts
    assert "completo" in texts
    assert [one for one in NAO_PROVA if f"· {one}" not in texts] == []
    codes = {one.identifier for one in pane.findChildren(CodeLabel)}
    assert {_SAMPLE.sha256, _SAMPLE.rede, _SAMPLE.no} <= codes
    pane.show_found(_SAMPLE)
    assert len(pane.findChildren(CodeLabel)) >= 4
