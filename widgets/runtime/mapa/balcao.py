"""Answers the page's addresses: starts a read and replies when it has arrived.

Chromium asks in the GUI thread; nothing is read there. A job may be gone before its answer comes:
the page moved on.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QObject, QUrlQuery
from PySide6.QtWebEngineCore import QWebEngineUrlRequestJob, QWebEngineUrlSchemeHandler
from typing_extensions import override

from app.services.mapa_pagina import Estado, MapaPagina, Resposta
from widgets.runtime.mapa.guarda import is_own
from widgets.runtime.task_runner import TaskRunner

_NOT_FOUND: Final = QWebEngineUrlRequestJob.Error.UrlNotFound
_FAILED: Final = QWebEngineUrlRequestJob.Error.RequestFailed
_DENIED: Final = QWebEngineUrlRequestJob.Error.RequestDenied


class Balcao(QWebEngineUrlSchemeHandler):
    """See the module.

    Args:
        pagina: has the answers.
        runner: where they are read.
        estado: how the page is asked to be, at the moment of a request.
        on_error: told of a read that failed; the page is told too.
        parent: owner.
    """

    def __init__(
        self,
        pagina: MapaPagina,
        runner: TaskRunner,
        estado: Callable[[], Estado],
        on_error: Callable[[BaseException], object],
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._pagina = pagina
        self._runner = runner
        self._estado = estado
        self._on_error = on_error
        self._jobs: dict[int, QWebEngineUrlRequestJob] = {}
        self._number = 0

    @override
    def requestStarted(self, job: QWebEngineUrlRequestJob) -> None:
        """Begin; the answer comes later."""
        url = job.requestUrl()
        if not is_own(url) or job.requestMethod() != b"GET":
            job.fail(_DENIED)
            return
        self._number += 1
        number = self._number
        self._jobs[number] = job
        job.destroyed.connect(partial(self._forget, number))
        query = dict(QUrlQuery(url).queryItems())
        self._runner.read(
            self,
            partial(self._pagina.responder, url.path().lstrip("/"), query, self._estado()),
            partial(self._reply, number),
            partial(self._refuse, number),
        )

    def _forget(self, number: int, _gone: object = None) -> None:
        self._jobs.pop(number, None)

    def _reply(self, number: int, answer: Resposta | None) -> None:
        job = self._jobs.pop(number, None)
        if job is None:
            return
        if answer is None:
            job.fail(_NOT_FOUND)
            return
        buffer = QBuffer(job)
        buffer.setData(QByteArray(answer.corpo))
        buffer.open(QIODevice.OpenModeFlag.ReadOnly)
        job.reply(QByteArray(answer.tipo.encode()), buffer)

    def _refuse(self, number: int, error: BaseException) -> None:
        job = self._jobs.pop(number, None)
        if job is not None:
            job.fail(_FAILED)
        self._on_error(error)
