from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, Qt, QUrl
from PySide6.QtGui import QGuiApplication, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from core.kernel.store.attachments import AttachmentStore
from tests.support import midias
from tests.widgets.conftest import Ui
from tests.widgets.runtime.galeria.bancada import Service
from widgets.runtime.galeria.photo_section import PhotoSection


@pytest.fixture
def service(tmp_path: Path) -> Service:
    return Service(AttachmentStore(tmp_path / "anexos"))


@pytest.fixture
def section(ui: Ui, service: Service) -> Iterator[PhotoSection]:
    host = QWidget()
    ui.qtbot.addWidget(host)
    made = PhotoSection(service, ui.context, host)
    made.resize(600, 400)
    host.resize(600, 400)
    host.show()
    yield made
    host.close()


def files(folder: Path, *contents: bytes) -> list[Path]:
    made = []
    for number, content in enumerate(contents):
        path = folder / f"foto{number}.jpg"
        path.write_bytes(content)
        made.append(path)
    return made


def test_files_are_cleaned_shown_and_told(
    ui: Ui, section: PhotoSection, service: Service, tmp_path: Path
) -> None:
    paths = files(tmp_path, midias.upside(6), midias.sound("OGG"))
    with ui.qtbot.waitSignal(section.edited):
        section.add(paths)
    ui.settle()
    assert [one.nome for one in section.midias] == ["foto0.jpg", "foto1.jpg"]
    assert [tile.has_picture for tile in section.tiles] == [True, False]
    assert section.tiles[0].accessibleName() == "Tirar da lista: foto0.jpg"
    assert b"SERIE-0042" not in service.ler(section.midias[0].sha256)
    assert section.busy.isHidden()


def test_what_is_refused_says_why_and_keeps_the_rest(
    ui: Ui, section: PhotoSection, tmp_path: Path
) -> None:
    section.add(files(tmp_path, midias.jpeg(), b"MZ" + bytes(99)))
    ui.settle()
    assert len(section.midias) == 1
    assert section.field.fault.startswith("foto1.jpg: O arquivo é um programa")
    section.add(files(tmp_path, midias.jpeg()))
    ui.settle()
    assert len(section.midias) == 1
    assert section.field.fault == ""


def test_a_file_is_taken_out_by_the_keyboard(ui: Ui, section: PhotoSection, tmp_path: Path) -> None:
    section.add(files(tmp_path, midias.jpeg(40, 40), midias.jpeg(50, 50)))
    ui.settle()
    section.tiles[0].setFocus()
    with ui.qtbot.waitSignal(section.edited):
        QTest.keyClick(section.tiles[0], Qt.Key.Key_Space)
    ui.settle()
    assert [one.nome for one in section.midias] == ["foto1.jpg"]
    assert section.tiles[0].hasFocus()
    QTest.keyClick(section.tiles[0], Qt.Key.Key_Space)
    assert section.midias == ()
    assert section.choose.hasFocus()


def test_a_picture_is_pasted(ui: Ui, section: PhotoSection) -> None:
    image = QImage(60, 30, QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.red)
    QGuiApplication.clipboard().setImage(image)
    section.choose.setFocus()
    QTest.keyClick(section.choose, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    ui.settle()
    assert [one.nome for one in section.midias] == ["imagem colada"]
    QGuiApplication.clipboard().setText("só palavras")
    section.paste_clipboard()
    assert "Não há imagem" in section.field.fault


def test_what_is_dragged_in_is_taken(ui: Ui, section: PhotoSection, tmp_path: Path) -> None:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path)) for path in files(tmp_path, midias.png())])
    assert section.takes(data)
    section.take(data)
    ui.settle()
    assert len(section.midias) == 1
    words = QMimeData()
    words.setText("palavras")
    assert not section.takes(words)


def test_files_of_a_form_that_was_left_do_not_come_into_the_next(
    ui: Ui, section: PhotoSection, tmp_path: Path
) -> None:
    section.add(files(tmp_path, midias.jpeg()))
    section.show_media(())
    ui.settle()
    assert section.midias == ()


def test_no_more_than_ten(ui: Ui, section: PhotoSection) -> None:
    section.show_media([midias.guardada(n, "application/pdf") for n in range(10)])
    assert not section.choose.isEnabled()
    assert len(section.tiles) == 10


def test_two_picks_at_once_say_what_was_too_many(
    ui: Ui, section: PhotoSection, tmp_path: Path
) -> None:
    """Each is told that there is room; what then is over is named, not dropped without a word."""
    have = [replace(midias.guardada(n), mime="audio/ogg") for n in range(8)]
    section.show_media(have)
    paths = files(tmp_path, *(midias.png(40 + n, 40) for n in range(4)))
    section.add(paths[:2])
    section.add(paths[2:])
    ui.settle()
    assert len(section.midias) == 10
    said = section.field.fault
    assert "até 10 arquivos" in said
    assert said.count("foto") >= 2


def test_a_full_disk_is_said_under_the_field(
    ui: Ui, section: PhotoSection, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    section.add(files(tmp_path, midias.jpeg()))
    ui.settle()
    assert "não pôde ser gravado" in section.field.fault
    assert section.midias == ()


def test_a_registration_waits_for_what_is_being_prepared(
    ui: Ui, section: PhotoSection, tmp_path: Path
) -> None:
    called: list[str] = []
    section.when_ready(lambda: called.append("logo"), lambda: called.append("parou"))
    assert called == ["logo"]
    section.add(files(tmp_path, midias.jpeg()))
    section.when_ready(
        lambda: called.append(f"com {len(section.midias)}"), lambda: called.append("parou")
    )
    assert called == ["logo"]
    ui.settle()
    assert called == ["logo", "com 1"]


def test_what_is_refused_meanwhile_stops_it(ui: Ui, section: PhotoSection, tmp_path: Path) -> None:
    called: list[str] = []
    section.add(files(tmp_path, midias.jpeg(), b"MZ"))
    section.when_ready(lambda: called.append("foi"), lambda: called.append("parou"))
    ui.settle()
    assert called == ["parou"]
    assert len(section.midias) == 1
    section.add(files(tmp_path, b"MZ"))
    section.when_ready(lambda: called.append("foi"), lambda: called.append("parou"))
    section.show_media(())
    ui.settle()
    assert called == ["parou"]
