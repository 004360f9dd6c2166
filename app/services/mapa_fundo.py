"""What the map lies on, where a person chose a file of tiles. The choice is this machine's."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import TYPE_CHECKING

from core.base.territorio.leitura.azulejos import Fundo, abrir_fundo

if TYPE_CHECKING:  # it imports the libraries of geometry
    from core.base.territorio.leitura.feicao import AbrirSql

__all__ = ["Fundo", "FundosDoMapa"]


class FundosDoMapa:
    """Opens files of tiles; the last one opened is kept.

    Args:
        abrir_sql: opens an SQLite file of a stranger's.
    """

    def __init__(self, abrir_sql: AbrirSql) -> None:
        self._abrir_sql = abrir_sql
        self._lock = threading.Lock()
        self._held: tuple[Path, Fundo] | None = None

    def abrir(self, arquivo: Path) -> Fundo:
        """The tiles of a file; faults as ``abrir_fundo``."""
        with self._lock:
            if self._held is None or self._held[0] != arquivo:
                self._held = (arquivo, abrir_fundo(arquivo, self._abrir_sql))
            return self._held[1]
