"""The wizard: nothing starts without what it needs, it stops, and says when the stick may go."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from app.services.permissoes import Papel
from app.services.sessao import Conta
from app.services.sincronizacao import PacoteExportado, SincronizacaoService
from core.kernel.errors import EnvironmentFault, UserFacingError
from tests.widgets.accessibility import unnamed, unreachable
from tests.widgets.conftest import Ui
from tests.widgets.sincronizacao.conftest import FakeTrocador
from widgets.sincronizacao.export_dialog import ExportDialog


@pytest.fixture
def dialog(
    ui: Ui, host: QWidget, service: SincronizacaoService, trocador: FakeTrocador
) -> Iterator[ExportDialog]:
    host.show()
    made = ExportDialog(service, trocador.found, ui.context, host)
    made.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, False)
    made.open()
    ui.settle()
    yield made
    made.hide()
    made.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


def test_it_asks_for_what_is_missing_and_says_how_much(
    dialog: ExportDialog, trocador: FakeTrocador, tmp_path: Path, ui: Ui
) -> None:
    assert (unnamed(dialog), unreachable(dialog)) == ([], [])
    assert dialog.estimate.text() == (
        "Cerca de 479,5 KiB: 1.488 eventos, mais as fotos e gravações públicas deles."
    )
    assert [check.isEnabled() for check in dialog.readers.values()] == [True, True, False]
    dialog.act.click()
    assert dialog.error.text() == "Escolha a pasta onde gravar."
    trocador.free = 1_024
    dialog.set_folder(tmp_path)
    ui.settle()
    assert dialog.estimate.text().endswith("Parece não caber: escolha outro lugar.")
    dialog.restricted.setChecked(True)
    dialog.act.click()
    assert dialog.error.text().startswith("Partes restritas só vão para alguém")
    next(iter(dialog.readers.values())).setChecked(True)
    dialog.act.click()
    assert dialog.error.text().startswith("Digite a senha das chaves")
    assert trocador.asked == []


def test_the_stick_may_go_only_at_the_end(
    dialog: ExportDialog, trocador: FakeTrocador, tmp_path: Path, ui: Ui
) -> None:
    done: list[PacoteExportado] = []
    dialog.exported.connect(done.append)
    dialog.set_folder(tmp_path)
    first = next(iter(dialog.readers))
    dialog.readers[first].setChecked(True)
    dialog.restricted.setChecked(True)
    dialog.password.setText("marola")
    assert not dialog.is_changed()
    dialog.act.click()
    assert "Pode retirar" not in dialog.done_words.text()
    ui.settle()
    assert dialog.done_words.text().startswith(
        "Gravado, relido e conferido. Pode retirar o pen drive."
    )
    assert "SHA-256 " + "ab" * 32 in dialog.done_words.text()
    assert "civico.age" in dialog.done_words.text()
    (asked,) = trocador.asked
    assert (asked.pasta, asked.para, asked.restrito, asked.senha) == (
        tmp_path, (first,), True, b"marola"
    )  # fmt: skip
    assert [one.sha256 for one in done] == ["ab" * 32]
    assert dialog.act.isHidden()
    assert (unnamed(dialog), unreachable(dialog)) == ([], [])


def test_esc_while_it_writes_stops_it_and_the_dialog_says_so(
    dialog: ExportDialog, trocador: FakeTrocador, tmp_path: Path, ui: Ui
) -> None:
    trocador.is_endless = True
    dialog.set_folder(tmp_path)
    dialog.password.setText("marola")
    dialog.act.click()
    ui.until(lambda: dialog.progress.is_busy)
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    ui.settle()
    assert dialog.isVisible()
    assert dialog.error.text() == "Exportação cancelada. Nada ficou gravado."
    assert dialog.act.isEnabled()
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    assert not dialog.isVisible()


def test_a_fault_is_a_sentence_and_the_form_is_free_again(
    dialog: ExportDialog, trocador: FakeTrocador, tmp_path: Path, ui: Ui
) -> None:
    dialog.set_folder(tmp_path)
    dialog.password.setText("marola")
    trocador.fault = EnvironmentFault("arquivo.recusado", arquivo="E:", motivo="sem espaço")
    dialog.act.click()
    ui.settle()
    assert "sem espaço" in dialog.error.text()
    assert (dialog.act.isEnabled(), dialog.form.isEnabled()) == (True, True)


def test_a_request_says_for_whom_and_a_bad_one_is_let_go(
    dialog: ExportDialog, trocador: FakeTrocador, tmp_path: Path, ui: Ui
) -> None:
    dialog.set_request(tmp_path / "x.pedido")
    ui.settle()
    assert dialog.request_words.text() == (
        "Só o que falta a Regional Beira-Rio, pelo pedido que assinou."
    )
    assert dialog.wish().pedido == tmp_path / "x.pedido"
    trocador.fault = UserFacingError("pedido.outra_rede")
    dialog.set_request(tmp_path / "y.pedido")
    ui.settle()
    assert dialog.error.text() == "O pedido é de outra rede. Nada foi exportado."
    assert (dialog.request_words.text(), dialog.wish().pedido) == ("Tudo, desde o começo.", None)


def test_without_the_right_there_are_no_restricted_parts(
    ui: Ui, host: QWidget, service: SincronizacaoService, trocador: FakeTrocador
) -> None:
    ui.context.session.entrar(Conta("x", "Rita", frozenset({Papel.AUDITOR})))
    dialog = ExportDialog(service, trocador.found, ui.context, host)
    ui.settle()
    assert dialog.restricted.isHidden()
