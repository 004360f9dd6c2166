from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QPixmap
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from core.kernel.store.attachments import AttachmentStore
from tests.widgets.accessibility import unnamed
from tests.widgets.conftest import Ui
from tests.widgets.runtime.galeria.bancada import Service, samples
from widgets.runtime.galeria.photo_viewer import PhotoViewer


@pytest.fixture
def service(tmp_path: Path) -> Service:
    made = Service(AttachmentStore(tmp_path / "anexos"))
    made.show(*samples(), hidden=(2,))
    return made


@pytest.fixture
def viewer(ui: Ui, service: Service) -> Iterator[PhotoViewer]:
    host = QWidget()
    ui.qtbot.addWidget(host)
    host.resize(1000, 700)
    host.show()
    made = PhotoViewer(service, service.fotos, 0, ui.context, host)
    made.open()
    ui.settle()
    yield made
    made.reject()


def pixmap(viewer: PhotoViewer) -> QPixmap:
    return viewer._item.pixmap()


def press(ui: Ui, viewer: PhotoViewer, key: Qt.Key, *, shift: bool = False) -> None:
    modifier = Qt.KeyboardModifier.ShiftModifier if shift else Qt.KeyboardModifier.NoModifier
    QTest.keyClick(viewer.view, key, modifier)


def test_a_picture_is_turned_and_enlarged_for_the_eye_alone(
    ui: Ui, viewer: PhotoViewer, service: Service
) -> None:
    before = service.store.get(service.fotos[0].sha256 or "")
    whole = viewer.zoom
    press(ui, viewer, Qt.Key.Key_Plus)
    assert viewer.zoom == pytest.approx(whole * 1.25)
    press(ui, viewer, Qt.Key.Key_R)
    assert viewer.rotation == 90
    assert viewer.zoom == pytest.approx(whole * 1.25)
    press(ui, viewer, Qt.Key.Key_R, shift=True)
    press(ui, viewer, Qt.Key.Key_R, shift=True)
    assert viewer.rotation == 270
    press(ui, viewer, Qt.Key.Key_Minus)
    press(ui, viewer, Qt.Key.Key_0)
    assert viewer.zoom <= 1
    assert pixmap(viewer).size().toTuple() == (400, 200)
    assert service.store.get(service.fotos[0].sha256 or "") == before


def test_zoom_has_an_end(ui: Ui, viewer: PhotoViewer) -> None:
    for _ in range(60):
        press(ui, viewer, Qt.Key.Key_Plus)
    assert viewer.zoom == pytest.approx(8)
    for _ in range(120):
        press(ui, viewer, Qt.Key.Key_Minus)
    assert viewer.zoom == pytest.approx(0.02)


def test_what_nobody_approved_is_veiled_until_it_is_asked_for(ui: Ui, viewer: PhotoViewer) -> None:
    press(ui, viewer, Qt.Key.Key_Right)
    ui.settle()
    assert viewer.foto.numero == 2
    assert viewer.reveal.isVisible()
    veiled = pixmap(viewer).toImage()
    QTest.mouseClick(viewer.reveal, Qt.MouseButton.LeftButton)
    assert not viewer.reveal.isVisible()
    assert pixmap(viewer).toImage() != veiled
    press(ui, viewer, Qt.Key.Key_Left)
    ui.settle()
    assert not viewer.reveal.isVisible()


def test_a_recording_is_not_shown_but_can_be_saved(
    ui: Ui, viewer: PhotoViewer, service: Service, tmp_path: Path
) -> None:
    press(ui, viewer, Qt.Key.Key_Right)
    viewer.after.click()
    ui.settle()
    assert viewer.foto.especie == "audio"
    assert not viewer.view.isVisible()
    assert "Salve uma cópia" in viewer.words.text()
    viewer._on_chosen(str(tmp_path / "copia.ogg"))
    ui.settle()
    assert (tmp_path / "copia.ogg").read_bytes() == service.ler(viewer.foto.sha256 or "")
    assert not viewer.after.isEnabled()


def test_a_file_that_is_gone_is_said(ui: Ui, viewer: PhotoViewer, service: Service) -> None:
    service.store.remove(service.fotos[0].sha256 or "")
    viewer._show(0)
    ui.settle()
    assert "não está na pasta" in viewer.words.text()


def decided(service: Service, number: int, **changes: Any) -> None:
    """What the gallery reads anew after somebody decided on a file."""
    service.fotos = tuple(
        replace(one, **changes) if one.numero == number else one for one in service.fotos
    )


BLOCKED = {"situacao": "Bloqueada; o público não a vê", "is_publica": False, "is_velada": True}
REMOVED = {"situacao": "Removida para sempre pela moderação", "is_publica": False, "sha256": None}


def test_a_block_made_elsewhere_closes_the_picture_at_once(
    ui: Ui, viewer: PhotoViewer, service: Service
) -> None:
    assert not pixmap(viewer).isNull()
    decided(service, 1, **BLOCKED)
    viewer.follow(service.fotos)
    assert pixmap(viewer).isNull()
    assert not viewer.view.isVisible()
    assert viewer.words.isVisible()
    assert "Bloqueada; o público não a vê" in viewer.words.text()
    assert "fechada" in ui.notices[-1][1]
    assert not viewer.larger.isEnabled()
    # Whoever may see it asks again, and gets it veiled.
    viewer.reveal.click()
    ui.settle()
    assert viewer.view.isVisible()
    veiled = pixmap(viewer).toImage()
    viewer.reveal.click()
    assert pixmap(viewer).toImage() != veiled


def test_a_removal_made_elsewhere_leaves_nothing_to_see_or_save(
    ui: Ui, viewer: PhotoViewer, service: Service
) -> None:
    decided(service, 1, **REMOVED)
    viewer.follow(service.fotos)
    assert pixmap(viewer).isNull()
    assert not viewer.save.isEnabled()
    assert not viewer.reveal.isVisible()
    assert "Removida para sempre" in viewer.words.text()
    press(ui, viewer, Qt.Key.Key_Right)
    ui.settle()
    assert viewer.foto.numero == 2
    assert not pixmap(viewer).isNull()
    viewer.follow(service.fotos[2:])
    assert pixmap(viewer).isNull()
    assert "não está mais" in viewer.words.text()


def test_a_picture_that_is_being_read_when_it_is_blocked_is_not_shown(
    ui: Ui, viewer: PhotoViewer, service: Service
) -> None:
    viewer._show(0)
    decided(service, 1, **BLOCKED)
    viewer.follow(service.fotos)
    ui.settle()
    assert pixmap(viewer).isNull()


def test_another_files_decision_leaves_the_picture(
    ui: Ui, viewer: PhotoViewer, service: Service
) -> None:
    decided(service, 2, situacao="Liberada", is_publica=True, is_velada=False)
    viewer.follow(service.fotos)
    assert not pixmap(viewer).isNull()
    assert viewer.view.isVisible()
    press(ui, viewer, Qt.Key.Key_Right)
    ui.settle()
    assert not viewer.reveal.isVisible()


def test_every_button_has_a_name(viewer: PhotoViewer) -> None:
    for button in (viewer.reveal, viewer.before, viewer.after, viewer.save, viewer.fit):
        assert button.text()
    assert viewer.view.accessibleName() == "Foto 1, Liberada"


def test_everything_in_it_has_a_name(viewer: PhotoViewer) -> None:
    assert unnamed(viewer) == []
