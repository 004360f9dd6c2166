"""The receipt: a big number, a sheet, and the next resident."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from PySide6.QtGui import QGuiApplication
from PySide6.QtPdf import QPdfDocument
from PySide6.QtWidgets import QWidget

from app.services.atendimento_telefones import Contato
from app.services.composicao import Escritorio
from app.services.impressos.recibo import DadosDoRecibo
from tests.widgets.accessibility import unnamed
from tests.widgets.conftest import Ui
from widgets.atendimento.receipt_page import ReceiptPage

OFFICE = Escritorio(
    "Regional do Porto", "", is_demo=False, data_dir=Path(), atende=("Centro", "Ilha das Flores")
)
DATA = DadosDoRecibo(
    demanda_id="d1",
    protocolo="ABCD-000123-45",
    quando_ms=1_780_315_200_000,
    canal="Balcão",
    relato="Poste apagado",
    local="Rua do Farol",
    unidade="Centro · Porto Formigueiro",
    data_formulario=None,
    contato=Contato("3.4", "Iluminação", "Central", "156", "dia e noite"),
)


def page(ui: Ui, host: QWidget) -> ReceiptPage:
    made = ReceiptPage(OFFICE, ui.context, host)
    made.resize(900, 700)
    host.show()
    made.show()
    made.show_receipt(DATA, "Demanda registrada.")
    return made


def test_the_number_is_big_copied_and_the_next_one_has_the_focus(ui: Ui, host: QWidget) -> None:
    shown = page(ui, host)
    assert shown.number.text() == "ABCD-000123-45"
    assert shown.number.font().pointSizeF() > 2 * ui.context.theme.font().pointSizeF()
    assert "Central, 156 (dia e noite)" in shown.contact.text()
    ui.until(shown.next.hasFocus)
    shown.copy.click()
    assert QGuiApplication.clipboard().text() == "ABCD-000123-45"
    with ui.qtbot.waitSignal(shown.next_requested):
        shown.next.click()
    assert unnamed(shown) == []


def test_the_sheet_can_be_saved_and_says_the_number(ui: Ui, host: QWidget, tmp_path: Path) -> None:
    shown = page(ui, host)
    target = tmp_path / "recibo.pdf"
    shown.save_to(str(target))
    document = QPdfDocument(host)
    document.load(str(target))
    assert document.pageCount() == 1
    text = document.getAllText(0).text()
    assert "ABCD-000123-45" in text
    assert "Regional do Porto" in text
    assert "Centro, Ilha das Flores" in text
    document.close()
    shown.save_to(str(tmp_path / "nao" / "ha" / "pasta.pdf"))
    assert len(ui.faults) == 1


def test_a_demand_without_a_number_to_call_names_none(ui: Ui, host: QWidget) -> None:
    shown = page(ui, host)
    bare = DadosDoRecibo("d1", "ABCD-000123-45", 0, "Balcão", None, "", None, None, None)
    shown.show_receipt(bare, "x")
    assert shown.contact.isHidden()
    assert "Local a confirmar" in shown.facts.text()
    shown.show_receipt(replace(bare, aviso="Fica fora das unidades."), "x")
    assert "Fica fora das unidades." in shown.facts.text()
