"""A process that dies at a write: what is on the disk at that moment is what the next one finds."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

from core.kernel.store.sqlite import SqliteWriter
from core.kernel.store.statement import Statement
from tests.support.postos import Posto


class Morte(BaseException):
    """Here the process ends; no code of the program may catch it."""


class Queda:
    """Counts an office's writes; at the k-th it takes a picture of the folders.

    Args:
        posto: the office.
        k: from 1; statements that change something, and both sides of every commit.
    """

    def __init__(self, posto: Posto, k: int) -> None:
        self._folders = (posto.pasta, posto.escritorio.settings)
        self._left = k
        self.is_morto = False

    def conta(self) -> None:
        """One write more; after the death none reaches the disk."""
        self._left -= 1
        if self._left > 0:
            return
        if not self.is_morto:
            self.is_morto = True
            for folder in self._folders:
                shutil.copytree(folder, _picture(folder))
        raise Morte

    def enterra(self) -> None:
        """Put the folders as they were when it died."""
        for folder in self._folders if self.is_morto else ():
            shutil.rmtree(folder)
            _picture(folder).rename(folder)


def _picture(folder: Path) -> Path:
    return folder.with_name(f"{folder.name}.morte")


@contextmanager
def queda_na_escrita(posto: Posto, k: int) -> Iterator[Queda]:
    """Whatever writes inside dies at its k-th write; behind the block the office is as it was then."""
    queda = Queda(posto, k)

    def counted(name: str) -> Any:
        real: Callable[..., Any] = getattr(Statement, name)

        def run(statement: Statement, cursor: Any, dialect: Any, *rest: Any) -> Any:
            if not statement.sql(dialect).startswith("SELECT"):
                queda.conta()
            return real(statement, cursor, dialect, *rest)

        return patch.object(Statement, name, run)

    commit = SqliteWriter.commit

    def dying_commit(writer: SqliteWriter) -> None:
        queda.conta()
        commit(writer)
        queda.conta()

    with (
        counted("run"),
        counted("run_many"),
        counted("run_rows"),
        patch.object(SqliteWriter, "commit", dying_commit),
    ):
        yield queda
    queda.enterra()
