"""What is offered: the classifier's answers, and first what somebody contested it for."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from app.services.fila_revisao_paginas import MOTIVOS
from tests.widgets.conftest import Ui
from tests.widgets.revisao.test_screen import CATEGORIES, fake, pendencia
from tests.widgets.runtime.test_photo import png
from widgets.revisao.item_pane import WHY, ItemPane, options_of


def test_every_motive_is_explained() -> None:
    assert set(WHY) == set(MOTIVOS)


def test_options_come_likeliest_first() -> None:
    one = pendencia(1)
    found = options_of(fake([one]).abrir(one))
    assert found == [("3.4", None, 0.55), ("3.1", None, 0.4)]


def test_pictures_are_shown_by_one_key(ui: Ui, host: QWidget) -> None:
    one = pendencia(1)
    pane = ItemPane(lambda _text: (), ui.context, host)
    pane.set_categories(CATEGORIES)
    pane.show_item(fake([one]).abrir(one))
    pane.show_photos((png(), b"nada"))
    assert not pane.reveal.isHidden()
    pane.flip_photos()
    assert pane.reveal.text() == "V   Borrar imagens"
    pane.show_item(fake([one]).abrir(pendencia(2)))
    assert pane.photos.isHidden()


def test_what_was_decided_meanwhile_can_only_be_read(ui: Ui, host: QWidget) -> None:
    pane = ItemPane(lambda _text: (), ui.context, host)
    pane.show_item(fake([]).abrir(pendencia(1)))
    assert "Já decidida" in pane.lease.text()
    assert not pane.category.isEnabled()
