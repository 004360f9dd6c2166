"""Paper: what stands in the PDF is what was to be printed."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from PySide6.QtCore import QObject
from PySide6.QtPdf import QPdfDocument
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from app.services.impressos.impresso import Impresso, qr_png, tabela
from core.kernel.errors import EnvironmentFault
from widgets.runtime.paper import Paper

MM = 72 / 25.4


@pytest.fixture
def paper(qapp: QApplication, host: QWidget) -> Paper:
    return Paper(host)


def _read(path: Path, owner: QObject) -> QPdfDocument:
    document = QPdfDocument(owner)
    assert document.load(str(path)) is QPdfDocument.Error.None_
    return document


def _text(document: QPdfDocument) -> str:
    return "\n".join(document.getAllText(at).text() for at in range(document.pageCount()))


def test_a_page_of_a4(paper: Paper, host: QWidget, tmp_path: Path) -> None:
    paper.save_pdf(Impresso("Recibo", "<h1>Protocolo</h1><p>Não perca</p>"), tmp_path / "a.pdf")
    document = _read(tmp_path / "a.pdf", host)
    assert document.pageCount() == 1
    size = document.pagePointSize(0)
    assert (round(size.width() / MM), round(size.height() / MM)) == (210, 297)
    assert "Protocolo" in _text(document)
    assert "Não perca" in _text(document)
    assert "Recibo · página 1 de 1" in _text(document)
    assert [one.name for one in tmp_path.iterdir()] == ["a.pdf"]


def test_a_long_list_goes_over_pages_and_loses_no_row(
    paper: Paper, host: QWidget, tmp_path: Path
) -> None:
    body = tabela(["N"], [[f"linha-{at}"] for at in range(300)])
    paper.save_pdf(Impresso("Lista", body, deitado=True), tmp_path / "l.pdf")
    document = _read(tmp_path / "l.pdf", host)
    assert document.pageCount() > 3
    # Qt's reader puts line breaks into words beside a bold one.
    text = "".join(_text(document).split())
    assert all(f"linha-{at}" in text for at in range(300))
    assert document.pagePointSize(0).width() > document.pagePointSize(0).height()


def test_a_roll_is_as_long_as_its_text(paper: Paper, host: QWidget, tmp_path: Path) -> None:
    heights = []
    for lines in (3, 40):
        body = "".join(f"<p>linha {at}</p>" for at in range(lines)) + '<img src="qr"/>'
        made = Impresso("Recibo", body, "bobina80", {"qr": qr_png("A2B3-000001-97")})
        paper.save_pdf(made, tmp_path / f"{lines}.pdf")
        document = _read(tmp_path / f"{lines}.pdf", host)
        assert document.pageCount() == 1
        assert f"linha {lines - 1}" in _text(document)
        assert round(document.pagePointSize(0).width() / MM) == 80
        heights.append(document.pagePointSize(0).height())
    assert heights[1] > 3 * heights[0]


def test_a_folder_that_is_not_there(paper: Paper, qtbot: QtBot, tmp_path: Path) -> None:
    with pytest.raises(EnvironmentFault) as failed:
        paper.save_pdf(Impresso("Recibo", "x"), tmp_path / "nada" / "a.pdf")
    assert failed.value.code == "exportacao.nao_gravou"


@pytest.mark.skipif(os.name == "nt", reason="names are text there")
def test_a_name_that_qt_cannot_say_is_no_empty_file(
    paper: Paper, qtbot: QtBot, tmp_path: Path
) -> None:
    path = tmp_path / os.fsdecode(b"recibo-\xff.pdf")
    with pytest.raises(EnvironmentFault) as failed:
        paper.save_pdf(Impresso("Recibo", "x"), path)
    assert failed.value.code == "exportacao.nao_gravou"
    assert not path.exists()


def test_a_full_disk_leaves_nothing(paper: Paper, tmp_path: Path) -> None:
    full = Path("/dev/full")
    if not full.exists():
        pytest.skip("this system has no /dev/full")
    link = tmp_path / "a.pdf.parcial"
    link.symlink_to(full)
    with pytest.raises(EnvironmentFault):
        paper.save_pdf(Impresso("Recibo", "x"), tmp_path / "a.pdf")
    assert list(tmp_path.iterdir()) == []
