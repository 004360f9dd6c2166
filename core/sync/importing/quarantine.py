"""Files that were refused: kept as they came, never looked into unless somebody asks for it.

The bytes lie in a folder of their own beside the database, named by their SHA-256; a row says why.
A file with restricted data in the open, or one too many, leaves the row alone. Source: sync.md 2.10.
"""

from __future__ import annotations

import contextlib
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from sqlalchemy import bindparam, delete, func, insert, select

from core.kernel.errors import UserFacingError
from core.kernel.identity.durable_file import sync_folder
from core.kernel.store import tables as t
from core.kernel.store.database import Database, Reader, Writer
from core.kernel.store.online_copy import disk_fault
from core.kernel.store.statement import Statement

FOLDER: Final = "quarentena"
MAX_KEPT_BYTES: Final = 1_073_741_824
NEVER_KEPT: Final = frozenset({"pacote.restrito_exposto", "pacote.restrito_aberto"})
MAX_NAME: Final = 120

_Q = t.kernel_quarentena.c
_NEW: Final = Statement(insert(t.kernel_quarentena), [c.name for c in t.kernel_quarentena.c])
_GONE: Final = Statement(delete(t.kernel_quarentena).where(_Q.sha256 == bindparam("k_sha256")))
_ALL: Final = Statement(
    select(_Q.sha256, _Q.motivo, _Q.onde, _Q.nome, _Q.tamanho, _Q.guardado, _Q.desde_ms).order_by(
        _Q.desde_ms, _Q.sha256
    )
)
_KEPT: Final = Statement(select(func.sum(_Q.tamanho)).where(_Q.guardado == 1))


@dataclass(frozen=True, slots=True)
class Quarantined:
    """A refused file.

    Args:
        sha256: of its bytes, hex.
        motivo: reason code.
        onde: entry that was being looked at.
        nome: the name under which it came.
        tamanho: its bytes.
        guardado: whether the bytes are here.
        desde_ms: since when.
    """

    sha256: str
    motivo: str
    onde: str | None
    nome: str
    tamanho: int
    guardado: bool
    desde_ms: int


class Quarantine:
    """The folder and its rows.

    Args:
        database: the office's.
        data: its data folder.
    """

    def __init__(self, database: Database, data: Path) -> None:
        self._database = database
        self._folder = data / FOLDER

    def path(self, sha256: str) -> Path:
        """Where the bytes lie."""
        return self._folder / sha256

    def put(self, staged: Path, item: Quarantined) -> None:
        """Keep a refused file; the same file again replaces its row.

        Raises:
            EnvironmentFault: disk full, database locked. The row is written last.
        """
        kept = item.motivo not in NEVER_KEPT and self._fits(item)
        if kept:
            self._copy(staged, item.sha256)
        row = {
            "sha256": bytes.fromhex(item.sha256),
            "motivo": item.motivo,
            "onde": item.onde,
            "nome": _harmless(item.nome),
            "tamanho": item.tamanho,
            "guardado": int(kept),
            "desde_ms": item.desde_ms,
        }
        with self._writing() as writer:
            _GONE.run(writer.cursor, writer.dialect, {"k_sha256": row["sha256"]})
            _NEW.run(writer.cursor, writer.dialect, row)

    def items(self) -> list[Quarantined]:
        """Everything that was refused, the oldest first."""
        reader = self._database.open_reader()
        try:
            return _items(reader)
        finally:
            reader.close()

    def find(self, start: str) -> Quarantined:
        """The one whose SHA-256 begins so.

        Raises:
            UserFacingError: ``quarentena.nao_ha``, ``quarentena.varios``.
        """
        found = [item for item in self.items() if start and item.sha256.startswith(start.lower())]
        if not found:
            raise UserFacingError("quarentena.nao_ha")
        if len(found) > 1:
            raise UserFacingError("quarentena.varios")
        return found[0]

    def remove(self, sha256: str) -> None:
        """Forget a file: its row, then its bytes."""
        with self._writing() as writer:
            _GONE.run(writer.cursor, writer.dialect, {"k_sha256": bytes.fromhex(sha256)})
        try:
            self.path(sha256).unlink(missing_ok=True)
        except OSError as error:
            raise disk_fault(error, self.path(sha256)) from error

    def _fits(self, item: Quarantined) -> bool:
        reader = self._database.open_reader()
        try:
            kept = _KEPT.run(reader.cursor, reader.dialect).fetchone()[0] or 0
        finally:
            reader.close()
        return int(kept) + item.tamanho <= MAX_KEPT_BYTES

    def _copy(self, staged: Path, sha256: str) -> None:
        target = self.path(sha256)
        partial = target.with_name(f"{sha256}.parcial")
        try:
            self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            shutil.copyfile(staged, partial)
            partial.chmod(0o600)
            partial.replace(target)
            sync_folder(self._folder)
        except OSError as error:
            with contextlib.suppress(OSError):
                partial.unlink(missing_ok=True)
            raise disk_fault(error, target) from error

    @contextlib.contextmanager
    def _writing(self) -> Iterator[Writer]:
        writer = self._database.open_writer(checkpoints=False)
        try:
            writer.begin()
            yield writer
            writer.commit()
        except Exception as error:
            writer.rollback()
            raise self._database.fault(error) or error from error
        finally:
            writer.close()


def _items(reader: Reader) -> list[Quarantined]:
    rows = _ALL.run(reader.cursor, reader.dialect).fetchall()
    return [
        Quarantined(bytes(sha256).hex(), motivo, onde, nome, tamanho, bool(kept), desde)
        for sha256, motivo, onde, nome, tamanho, kept, desde in rows
    ]


def _harmless(nome: str) -> str:
    """The name without signs that act on a terminal or in a list."""
    return "".join(c if c.isprintable() else "?" for c in nome)[:MAX_NAME]
