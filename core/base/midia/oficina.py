"""Bytes from strangers are decoded in a process of their own, with bounds of time and memory.

Photos and recordings go through native libraries: what one of them does with a hostile file ends
a child process, never the office. One child serves a whole pick of files and is replaced when it
falls, so a bad file costs nobody else's. What it answers is bytes and JSON, never a pickle. A
frozen program calls ``multiprocessing.freeze_support()`` first thing in its main.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import sys
import threading
import time
from collections.abc import Callable
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path
from types import TracebackType
from typing import Final, Self

import msgspec

from core.base.midia.formatos import reconhecer
from core.base.midia.limpeza import MidiaLimpa, limpar, limpar_como
from core.kernel.errors import UserFacingError

TEMPO_S: Final = 60.0
MEMORIA_BYTES: Final = 1536 * 1024**2
_POLL_S: Final = 0.1
_FAREWELL_S: Final = 3.0
_MAX_ANSWER: Final = 512 * 1024**2
_STOP: Final = b""

Limpador = Callable[[bytes], MidiaLimpa]


class Oficina:
    """Cleans files one after the other; a context manager that ends its process.

    The process starts with the first file that needs decoding. May be used from one thread at a
    time; ``cancelar`` from any.

    Args:
        tempo_s: how long one file may take.
        memoria_bytes: how much the child may add to its address space (Linux).
        limpador: what the child runs; a module's function.
    """

    def __init__(
        self,
        tempo_s: float = TEMPO_S,
        memoria_bytes: int = MEMORIA_BYTES,
        limpador: Limpador = limpar,
    ) -> None:
        self._tempo_s = tempo_s
        self._memoria_bytes = memoria_bytes
        self._limpador = limpador
        self._child: BaseProcess | None = None
        self._pipe: Connection | None = None
        self._cancelled = threading.Event()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.fechar()

    def limpar(self, conteudo: bytes) -> MidiaLimpa:
        """What is stored of a file.

        Raises:
            UserFacingError: ``midia.*``: why it is not accepted; the next file is not concerned.
        """
        formato = reconhecer(conteudo)
        if formato.especie in ("documento", "texto") and self._limpador is limpar:
            return limpar_como(conteudo, formato)
        try:
            return self._asked(conteudo)
        except _Fallen as fall:
            self._end()
            raise UserFacingError(fall.code, **fall.params) from fall

    def cancelar(self) -> None:
        """Give up the file being cleaned; every later one is refused too."""
        self._cancelled.set()

    def fechar(self) -> None:
        """End the process; may be called twice."""
        if self._pipe is not None and self._child is not None and self._child.is_alive():
            with contextlib.suppress(OSError):
                self._pipe.send_bytes(_STOP)
                self._child.join(_FAREWELL_S)
        self._end()

    def _asked(self, conteudo: bytes) -> MidiaLimpa:
        pipe = self._started()
        try:
            pipe.send_bytes(conteudo)
            head = self._answer(pipe)
            kind, fields = msgspec.json.decode(head, type=tuple[str, dict[str, str | int]])
            if kind == "recusa":
                code = str(fields.pop("codigo"))
                raise UserFacingError(code, **fields)
            made = MidiaLimpa(conteudo=self._answer(pipe), **fields)  # type: ignore[arg-type] # its fields by name, as the child wrote them
        except (EOFError, OSError, msgspec.DecodeError) as error:
            raise _Fallen("midia.oficina_caiu") from error
        return made

    def _answer(self, pipe: Connection) -> bytes:
        end = time.monotonic() + self._tempo_s
        while not pipe.poll(_POLL_S):
            if self._cancelled.is_set():
                raise _Fallen("midia.cancelada")
            if time.monotonic() > end:
                raise _Fallen("midia.demorada", segundos=round(self._tempo_s))
        return pipe.recv_bytes(_MAX_ANSWER)

    def _started(self) -> Connection:
        if self._cancelled.is_set():
            raise UserFacingError("midia.cancelada")
        if self._pipe is not None and self._child is not None and self._child.is_alive():
            return self._pipe
        self._end()
        context = multiprocessing.get_context("spawn")
        ours, theirs = context.Pipe(duplex=True)
        child = context.Process(
            target=_serve, args=(theirs, self._memoria_bytes, self._limpador), daemon=True
        )
        try:
            child.start()
        except OSError as error:
            ours.close()
            raise _Fallen("midia.oficina_caiu") from error
        finally:
            theirs.close()
        self._child, self._pipe = child, ours
        return ours

    def _end(self) -> None:
        child, pipe = self._child, self._pipe
        self._child = self._pipe = None
        if pipe is not None:
            pipe.close()
        if child is None:
            return
        if child.is_alive():
            child.terminate()
            child.join(_FAREWELL_S)
        if child.is_alive():
            child.kill()
        child.join()
        child.close()


class _Fallen(Exception):
    """The child has to be replaced."""

    def __init__(self, code: str, **params: object) -> None:
        self.code = code
        self.params = params
        super().__init__(code)


# -- in the child ----------------------------------------------------------------------------------


def _serve(pipe: Connection, memoria_bytes: int, limpador: Limpador) -> None:
    """Clean what comes until nothing more does."""
    _bound(memoria_bytes)
    with contextlib.suppress(EOFError, OSError), pipe:
        while (content := pipe.recv_bytes()) != _STOP:
            _answered(pipe, content, limpador)


def _answered(pipe: Connection, content: bytes, limpador: Limpador) -> None:
    try:
        made = limpador(content)
    except UserFacingError as refusal:
        _say(pipe, "recusa", {"codigo": refusal.code, **_simple(refusal.params)})
    except MemoryError:
        _say(pipe, "recusa", {"codigo": "midia.memoria"})
    else:
        fields = {
            name: getattr(made, name) for name in made.__dataclass_fields__ if name != "conteudo"
        }
        _say(pipe, "limpa", fields)
        pipe.send_bytes(made.conteudo)


def _say(pipe: Connection, kind: str, fields: dict[str, str | int]) -> None:
    pipe.send_bytes(msgspec.json.encode((kind, fields)))


def _simple(params: dict[str, object]) -> dict[str, str | int]:
    return {n: v if isinstance(v, str | int) else str(v) for n, v in params.items()}


def _bound(memoria_bytes: int) -> None:
    """Bound what the child may add; Windows and macOS have no such bound and rely on time.

    A child that dies of a bad file leaves no core file: it would hold a resident's photo.
    """
    if sys.platform == "linux":
        import resource  # noqa: PLC0415  # does not exist on Windows

        with contextlib.suppress(ValueError, OSError):
            pages = int(Path("/proc/self/statm").read_text("ascii").split()[0])
            limit = pages * resource.getpagesize() + memoria_bytes
            resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
