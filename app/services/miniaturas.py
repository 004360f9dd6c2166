"""Small pictures of stored ones, kept in memory for a while; none outlives its object.

Nothing is written to a disk: a removal has nothing to look for but this process, and each look asks
the store whether the object is still there. Source: peers.md 5 (caches follow visibility).
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from typing import Final

from core.base.midia.imagem import miniatura
from core.kernel.errors import UserFacingError
from core.kernel.store.attachments import Attachments

MAX_BYTES: Final = 16 * 1024 * 1024


class Miniaturas:
    """Over one store; asked from any thread.

    Args:
        anexos: the content store.
        max_bytes: what is kept at most; what was asked for longest ago goes first.
    """

    def __init__(self, anexos: Attachments, max_bytes: int = MAX_BYTES) -> None:
        self._anexos = anexos
        self._max_bytes = max_bytes
        self._kept: OrderedDict[tuple[str, int], bytes] = OrderedDict()
        self._size = 0
        self._lock = threading.Lock()

    def de(self, sha256: str, mime: str, lado: int) -> bytes:
        """A small JPEG of a stored picture, ``lado`` pixels on its longest side.

        Raises:
            UserFacingError: ``anexo.ausente``, ``midia.*``.
        """
        key = (sha256, lado)
        if not self._anexos.has(sha256):
            self._forget(sha256)
            raise UserFacingError("anexo.ausente", anexo=sha256[:12])
        with self._lock:
            found = self._kept.get(key)
            if found is not None:
                self._kept.move_to_end(key)
                return found
        content = self._anexos.get(sha256)
        if content is None:
            raise UserFacingError("anexo.ausente", anexo=sha256[:12])
        made = miniatura(content, mime, lado)
        self._keep(key, made)
        return made

    @property
    def guardados_bytes(self) -> int:
        """How much is kept."""
        return self._size

    def _keep(self, key: tuple[str, int], made: bytes) -> None:
        with self._lock:
            self._size += len(made) - len(self._kept.pop(key, b""))
            self._kept[key] = made
            while self._size > self._max_bytes:
                self._size -= len(self._kept.popitem(last=False)[1])

    def _forget(self, sha256: str) -> None:
        with self._lock:
            for key in [one for one in self._kept if one[0] == sha256]:
                self._size -= len(self._kept.pop(key))
