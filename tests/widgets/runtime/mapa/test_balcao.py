"""Requests are read in a worker and answered later, or never where the page moved on."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import QByteArray, QIODevice, QObject, QUrl, Signal
from PySide6.QtWebEngineCore import QWebEngineUrlRequestJob
from PySide6.QtWidgets import QWidget

from app.services.mapa_pagina import Estado, Resposta
from tests.widgets.conftest import Ui
from widgets.runtime.mapa.balcao import Balcao


class Job(QObject):
    """Stands for Chromium's: remembers how it ended."""

    gone = Signal()

    def __init__(self, address: str, method: bytes = b"GET") -> None:
        super().__init__()
        self.address, self.method = address, method
        self.answer: tuple[str, bytes] | None = None
        self.error: QWebEngineUrlRequestJob.Error | None = None

    def requestUrl(self) -> QUrl:
        return QUrl(self.address)

    def requestMethod(self) -> QByteArray:
        return QByteArray(self.method)

    def reply(self, kind: QByteArray, device: QIODevice) -> None:
        self.answer = (bytes(kind.data()).decode(), bytes(device.readAll().data()))

    def fail(self, error: QWebEngineUrlRequestJob.Error) -> None:
        self.error = error


class Pages:
    def __init__(self) -> None:
        self.threads: list[threading.Thread] = []
        self.gate = threading.Event()
        self.gate.set()

    def responder(
        self, caminho: str, consulta: Mapping[str, str], estado: Estado
    ) -> Resposta | None:
        self.threads.append(threading.current_thread())
        self.gate.wait(5)
        if caminho == "quebra":
            raise OSError("disk")
        return Resposta("text/plain", f"{caminho} {consulta}".encode()) if caminho else None


def counter(ui: Ui, host: QWidget, pages: Pages, faults: list[BaseException]) -> Any:
    return Balcao(pages, ui.context.runner, Estado, faults.append, host)  # type: ignore[arg-type] # a fake


def test_an_answer_comes_from_a_worker(ui: Ui, host: QWidget) -> None:
    pages, faults = Pages(), list[BaseException]()
    balcao = counter(ui, host, pages, faults)
    job = Job("formigueiro://mapa/dados/x?sul=1")
    balcao.requestStarted(job)
    ui.until(lambda: job.answer is not None)
    assert job.answer == ("text/plain", b"dados/x {'sul': '1'}")
    assert pages.threads != [threading.main_thread()]


def test_what_is_not_there_or_breaks_or_is_foreign(ui: Ui, host: QWidget) -> None:
    pages, faults = Pages(), list[BaseException]()
    balcao = counter(ui, host, pages, faults)
    missing, broken = Job("formigueiro://mapa/"), Job("formigueiro://mapa/quebra")
    foreign, posted = Job("formigueiro://x/"), Job("formigueiro://mapa/a", b"POST")
    for job in (missing, broken, foreign, posted):
        balcao.requestStarted(job)
    ui.until(lambda: missing.error is not None and broken.error is not None)
    errors = QWebEngineUrlRequestJob.Error
    assert (missing.error, broken.error) == (errors.UrlNotFound, errors.RequestFailed)
    assert (foreign.error, posted.error) == (errors.RequestDenied, errors.RequestDenied)
    assert [type(fault) for fault in faults] == [OSError]


def test_an_answer_for_nobody_is_dropped(ui: Ui, host: QWidget) -> None:
    pages, faults = Pages(), list[BaseException]()
    pages.gate.clear()
    balcao = counter(ui, host, pages, faults)
    job = Job("formigueiro://mapa/a")
    balcao.requestStarted(job)
    job.deleteLater()
    ui.qtbot.waitSignal(job.destroyed, timeout=5_000)
    ui.until(lambda: not balcao._jobs)
    pages.gate.set()
    ui.settle()
    assert faults == []
