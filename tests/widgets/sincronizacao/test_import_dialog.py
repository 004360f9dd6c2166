"""Nothing is imported before it was rehearsed and somebody said yes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from app.services.recebimento import Recebido, RecebimentoService
from core.kernel.errors import EnvironmentFault
from tests.widgets.accessibility import unnamed, unreachable
from tests.widgets.conftest import Ui
from tests.widgets.sincronizacao.conftest import FakeRecebedor
from widgets.sincronizacao.import_dialog import ImportDialog


@pytest.fixture
def dialog(ui: Ui, host: QWidget, arrivals: RecebimentoService) -> Iterator[ImportDialog]:
    host.show()
    made = ImportDialog(arrivals, Path("p.zip"), ui.context, host)
    made.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, False)
    made.open()
    yield made
    made.hide()
    made.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


def test_it_is_rehearsed_told_and_then_imported(
    ui: Ui, dialog: ImportDialog, recebedor: FakeRecebedor
) -> None:
    done: list[Recebido] = []
    dialog.imported.connect(done.append)
    assert not dialog.act.isEnabled()
    dialog.rehearse()
    ui.settle()
    assert dialog.verdict.text() == "Pode ser importado, e uma parte vai esperar"
    assert "31 demandas, 12 sorteios, 9 decisões" in dialog.words.text()
    assert (unnamed(dialog), unreachable(dialog)) == ([], [])
    assert (dialog.act.isEnabled(), done) == (True, [])
    dialog.act.click()
    ui.settle()
    assert recebedor.asked == [("p.zip", True), ("p.zip", False)]
    assert dialog.verdict.text() == "Importado, e uma parte espera"
    assert dialog.act.isHidden()
    assert dialog.keep.text() == "Fechar"
    assert len(done) == 1


def test_what_is_refused_or_known_cannot_be_imported(
    ui: Ui, dialog: ImportDialog, recebedor: FakeRecebedor
) -> None:
    recebedor.answer = replace(recebedor.answer, estado="recusado", frase="O arquivo está vazio.")
    dialog.rehearse()
    ui.settle()
    assert (dialog.verdict.text(), dialog.words.text()) == (
        "Não pode ser importado", "O arquivo está vazio."
    )  # fmt: skip
    assert not dialog.act.isEnabled()


def test_esc_stops_it_and_a_fault_says_that_nothing_was_imported(
    ui: Ui, dialog: ImportDialog, recebedor: FakeRecebedor
) -> None:
    recebedor.is_endless = True
    dialog.rehearse()
    ui.until(lambda: dialog.progress.is_busy)
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    ui.settle()
    assert dialog.verdict.text() == "Parado. Nada foi importado."
    recebedor.is_endless = False
    recebedor.fault = EnvironmentFault("pacote.nao_lido", arquivo="p.zip")
    dialog.rehearse()
    ui.settle()
    assert dialog.verdict.text() == "Não deu certo. Nada foi importado."
    assert "não pôde ser lido" in dialog.words.text()
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    assert not dialog.isVisible()
