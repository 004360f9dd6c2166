"""The program's side of the process of the models: starts it, asks, and ends it when it must.

One process, one question at a time; who asks waits in a worker's thread, never in the engine's or
the window's. A model that takes too long is ended with its process; the next question starts a new
one. Nothing that happens there can end the program.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import threading
from collections.abc import Callable
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any, Final

import msgspec

from app.ia.recados import FALHA, MAX_BYTES, PRONTO, RESPOSTA, Pedido, Resposta
from app.ia.trabalhador import OCIOSO_S, trabalhar
from core.base.ia.portas import Indisponivel

CARGA_S: Final = 180.0
"""How long starting the process and loading a model may take."""

DESPEDIDA_S: Final = 5.0


class ProcessoDeModelos:
    """A process that is there while somebody asks. Any thread may ask.

    Args:
        alvo: what the process runs; a module's function.
        argumentos: what it is given after the connection.
        carga_s: bound of start and loading.
    """

    def __init__(
        self,
        alvo: Callable[..., None] = trabalhar,
        argumentos: tuple[Any, ...] = (OCIOSO_S,),
        carga_s: float = CARGA_S,
    ) -> None:
        self._alvo = alvo
        self._argumentos = argumentos
        self._carga_s = carga_s
        # Held for a whole question; the one below only for a moment.
        self._vez = threading.Lock()
        self._trava = threading.Lock()
        self._filho: BaseProcess | None = None
        self._boca: Connection | None = None
        self._fechado = False

    @property
    def pid(self) -> int | None:
        """Of the process, where one runs."""
        with self._trava:
            return self._filho.pid if self._filho is not None and self._filho.is_alive() else None

    def perguntar(self, pedido: Pedido, conteudo: bytes, prazo_s: float) -> Resposta:
        """Ask and wait for the answer.

        Args:
            pedido: which model.
            conteudo: picture, recording or text.
            prazo_s: for the answer, once the model is loaded and it is this question's turn.

        Raises:
            Indisponivel: ``demorou``, ``caiu``, ``danificado`` or ``recusou``.
        """
        with self._vez:
            try:
                return self._asked(pedido, conteudo, prazo_s)
            except _Ended:
                # Between two questions, as it does when idle. Twice is no accident.
                try:
                    return self._asked(pedido, conteudo, prazo_s)
                except _Ended as error:
                    raise Indisponivel("caiu") from error

    def fechar(self) -> None:
        """End the process for good; whoever waits gets no answer."""
        with self._trava:
            self._fechado = True
        self._end()

    def _asked(self, pedido: Pedido, conteudo: bytes, prazo_s: float) -> Resposta:
        boca = self._ready()
        try:
            boca.send_bytes(msgspec.json.encode(pedido))
            boca.send_bytes(conteudo)
        except (OSError, ValueError) as error:
            self._end()
            raise _Ended from error
        return self._heard(boca, prazo_s)

    def _ready(self) -> Connection:
        if self._is_closed():
            raise Indisponivel("caiu")
        with self._trava:
            if self._filho is not None and self._filho.is_alive() and self._boca is not None:
                return self._boca
        self._end()
        context = multiprocessing.get_context("spawn")
        boca, ouvido = context.Pipe()
        filho = context.Process(
            target=self._alvo, args=(ouvido, *self._argumentos), name="modelos", daemon=True
        )
        filho.start()
        ouvido.close()
        with self._trava:
            self._filho, self._boca = filho, boca
        if self._is_closed():  # meanwhile: who closed may have found nothing to end
            self._end()
            raise Indisponivel("caiu")
        return boca

    def _is_closed(self) -> bool:
        with self._trava:
            return self._fechado

    def _heard(self, boca: Connection, prazo_s: float) -> Resposta:
        is_loaded = False
        while True:
            try:
                wait_s = prazo_s if is_loaded else self._carga_s
                told = boca.recv_bytes(MAX_BYTES) if boca.poll(wait_s) else None
            except (EOFError, OSError) as error:
                self._end()
                if is_loaded:
                    raise Indisponivel("caiu") from error
                raise _Ended from error
            if told is None:
                self._end()
                raise Indisponivel("demorou")
            if told[:1] == RESPOSTA:
                return msgspec.json.decode(told[1:], type=Resposta)
            if told[:1] != PRONTO:
                damaged = told == FALHA + b"modelos.danificado"
                raise Indisponivel("danificado" if damaged else "recusou")
            is_loaded = True

    def _end(self) -> None:
        """Kill what runs; nothing where nothing does."""
        with self._trava:
            filho, boca, self._filho, self._boca = self._filho, self._boca, None, None
        if filho is not None:
            filho.kill()
            filho.join(DESPEDIDA_S)
            with contextlib.suppress(ValueError):
                filho.close()
        if boca is not None:  # after it: whoever listens hears the end, not a closed ear
            with contextlib.suppress(OSError):
                boca.close()


class _Ended(Exception):
    """The process was gone before the question's model was loaded."""
