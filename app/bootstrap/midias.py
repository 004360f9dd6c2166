"""What the trabalhos about media are given: the models, and the stored files by their address."""

from __future__ import annotations

from typing import Final

from core.base.ia.portas import ModelosLocais
from core.colonies.d1b_normalizacao.trabalhos import Oficina
from core.kernel.errors import UserFacingError
from core.kernel.store.attachments import Attachments

ADDRESS: Final = "anexo:"


def oficina_de_midias(modelos: ModelosLocais, anexos: Attachments) -> Oficina:
    """For D-1b.

    Args:
        modelos: asked one after the other.
        anexos: where the files are; one that is missing or damaged is left out.
    """

    def read(url: str) -> bytes | None:
        try:
            return anexos.get(url.removeprefix(ADDRESS))
        except (UserFacingError, ValueError):
            return None

    return Oficina(modelos, read)
