"""Chromium's parts: off the record, the page before the profile."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QWidget

from app.services.mapa_pagina import MapaPagina
from tests.widgets.conftest import Ui
from tests.widgets.runtime.mapa.conftest import Seen
from widgets.runtime.mapa import motor_web
from widgets.runtime.mapa.vista_web import MapaView


def test_the_page_goes_before_its_profile(show: Callable[..., Seen]) -> None:
    """Else Qt says that there will be troubles; any Qt message fails a test."""
    seen = show()
    motor = seen.view.motor
    assert motor is not None
    order: list[str] = []
    motor.page.destroyed.connect(lambda: order.append("page"))
    motor.profile.destroyed.connect(lambda: order.append("profile"))
    seen.view.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    assert order == ["page", "profile"]


def test_without_webengine_there_is_no_motor(
    ui: Ui, host: QWidget, pagina: MapaPagina, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(motor_web, "preparar_web", lambda: False)
    view = MapaView(pagina, ui.context, "Mapa", host)
    with pytest.raises(RuntimeError):
        motor_web.MotorWeb(view)
