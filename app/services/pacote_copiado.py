"""A private copy of a bundle, so that what is verified is what is read, and a stick may be pulled."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from app.services.progresso import Progress
from core.kernel.errors import EnvironmentFault
from core.sync.limits import MAX_FILE_BYTES
from core.sync.source import FileSource

_CHUNK: Final = 1 << 20


@contextmanager
def staged(arquivo: Path, progress: Progress) -> Iterator[Path]:
    """A private copy of the file, gone at the end; a file beyond the limit is read where it is.

    Raises:
        EnvironmentFault: ``pacote.nao_lido``; ``pacote.sem_lugar``: no room for the copy.
    """
    try:
        size = arquivo.stat().st_size
    except OSError as error:
        raise EnvironmentFault("pacote.nao_lido", arquivo=arquivo.name) from error
    if size > MAX_FILE_BYTES:
        yield arquivo
        return
    with tempfile.TemporaryDirectory(prefix="formigueiro-") as folder:
        copy = Path(folder) / "pacote"
        _copy(arquivo, copy, size, progress)
        yield copy


def _copy(arquivo: Path, copy: Path, size: int, progress: Progress) -> None:
    with FileSource(arquivo) as source:
        try:
            with copy.open("wb") as out:
                for start in range(0, size, _CHUNK):
                    progress(start, size)
                    out.write(source.read(start, min(_CHUNK, size - start)))
        except EnvironmentFault:
            raise
        except OSError as error:
            raise EnvironmentFault("pacote.sem_lugar", arquivo=arquivo.name) from error
