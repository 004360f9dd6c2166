"""The content store as an import of bundles sees it: what comes passes the checks of every entrance.

An object is named by its hash, so it is taken as it is or not at all: what moderation removed here does
not come back by a bundle, and a medium that no pipeline of this program would have stored is left out.
The events count all the same; the file is absent. Source: peers.md 5; sync.md 2.9; issue of part 5.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from contextlib import AbstractContextManager

from app.services.leitura import Leitor
from core.base.midia.conferencia import conferir_guardada
from core.base.midia.limpeza import MidiaLimpa
from core.base.midia.oficina import Oficina
from core.colonies.d1c_anexos.queries import objeto_em_uso, objetos_removidos
from core.kernel.errors import UserFacingError
from core.kernel.store.attachments import Attachments


class AnexosDePacote:
    """See ``core.kernel.store.attachments.Attachments``.

    Args:
        anexos: the office's store.
        leitor: lends cursors.
        oficina: makes the process that looks into a recording.
    """

    def __init__(
        self,
        anexos: Attachments,
        leitor: Leitor,
        oficina: Callable[[], AbstractContextManager[Oficina]] = Oficina,
    ) -> None:
        self._anexos = anexos
        self._leitor = leitor
        self._oficina = oficina

    def get(self, sha256: str) -> bytes | None:
        """As the store."""
        return self._anexos.get(sha256)

    def has(self, sha256: str) -> bool:
        """As the store: False after a ``put`` that was not taken."""
        return self._anexos.has(sha256)

    def put(self, content: bytes) -> str:
        """Store what may be stored; the hash either way.

        Raises:
            EnvironmentFault: ``anexo.nao_gravado``.
        """
        sha256 = hashlib.sha256(content).hexdigest()
        if self._anexos.has(sha256) or (not self._was_removed(sha256) and self._holds(content)):
            return self._anexos.put(content)
        return sha256

    def _was_removed(self, sha256: str) -> bool:
        with self._leitor.ler() as leitura:
            is_removed = sha256 in objetos_removidos(*leitura)
            return is_removed and not objeto_em_uso(*leitura, sha256)

    def _holds(self, content: bytes) -> bool:
        try:
            conferir_guardada(content, self._clean)
        except UserFacingError:
            return False
        return True

    def _clean(self, content: bytes) -> MidiaLimpa:
        with self._oficina() as oficina:
            return oficina.limpar(content)
