"""Files that a table names: beside it, never outside its folder, through the pipeline of all others.

A row whose files cannot all be taken is refused as a whole: what is registered once is answered as
such from then on, and a missing photo could not come later. Looking first reads heads and sizes,
imports clean and store. Source: Apêndice B D-1c; peers.md 5.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, ExitStack
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from core.base.midia.formatos import MAX_BYTES, conferir_quantidade, reconhecer
from core.base.midia.limpeza import MidiaGuardada, rotulo
from core.base.midia.oficina import Oficina
from core.kernel.errors import EnvironmentFault, UserFacingError
from core.kernel.store.attachments import Attachments

_BETWEEN: Final = re.compile(r"[;|\n\r]+")
_DRIVE: Final = re.compile(r"^[A-Za-z]:")
MAX_LABEL: Final = 80


def nomes_na_celula(celula: str) -> tuple[str, ...]:
    """File names of one cell, each once; between them stands ``;``, ``|`` or a line break."""
    names = (one.strip().strip('"').strip() for one in _BETWEEN.split(celula))
    return tuple(dict.fromkeys(name for name in names if name))


class FotosDaTabela:
    """The files beside one table; a context manager that ends the process which cleans them.

    Args:
        anexos: the content store.
        pasta: of the table; no file is read anywhere else.
        is_previa: only look.
        oficina: makes the process, at the first file.
    """

    def __init__(
        self,
        anexos: Attachments,
        pasta: Path,
        *,
        is_previa: bool,
        oficina: Callable[[], AbstractContextManager[Oficina]] = Oficina,
    ) -> None:
        self._anexos = anexos
        self._folder = pasta.resolve()
        self._is_look = is_previa
        self._make = oficina
        self._open = ExitStack()
        self._oficina: Oficina | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._open.close()

    def tomar(self, nomes: Sequence[str]) -> tuple[MidiaGuardada, ...]:
        """All of a row's files, cleaned and stored; none, but checked, where one only looks.

        Raises:
            UserFacingError: ``importacao.foto_fora``, ``importacao.foto_ausente``; ``midia.*``
                with ``arquivo`` beside what the sentence says.
            EnvironmentFault: ``anexo.nao_gravado``: the disk.
        """
        conferir_quantidade(len(nomes))
        found = [(name, self._content(name)) for name in nomes]
        kept: dict[str, MidiaGuardada] = {}
        for name, content in found:
            made = self._taken(name, content)
            if made is not None:
                kept.setdefault(made.sha256, made)
        return tuple(kept.values())

    def _content(self, name: str) -> bytes:
        """The bytes of a file of the folder, never more than a file may have."""
        label = name[:MAX_LABEL]
        plain = name.replace("\\", "/")
        try:
            path = (self._folder / plain).resolve()
            is_inside = path.is_relative_to(self._folder)
        except (OSError, ValueError, RuntimeError):
            raise UserFacingError("importacao.foto_ausente", arquivo=label) from None
        if plain.startswith("/") or _DRIVE.match(plain) or not is_inside:
            raise UserFacingError("importacao.foto_fora", arquivo=label)
        try:
            if not path.is_file():
                raise UserFacingError("importacao.foto_ausente", arquivo=label)
            with path.open("rb") as file:
                return file.read(MAX_BYTES + 1)
        except (OSError, ValueError):
            raise UserFacingError("importacao.foto_ausente", arquivo=label) from None

    def _taken(self, name: str, content: bytes) -> MidiaGuardada | None:
        try:
            if self._is_look:
                reconhecer(content)
                return None
            if self._oficina is None:
                self._oficina = self._open.enter_context(self._make())
            made = self._oficina.limpar(content)
        except EnvironmentFault:
            raise
        except UserFacingError as refusal:
            label = name[:MAX_LABEL]
            raise UserFacingError(refusal.code, **refusal.params, arquivo=label) from refusal
        return MidiaGuardada(
            sha256=self._anexos.put(made.conteudo),
            tamanho_bytes=len(made.conteudo),
            mime=made.mime,
            hash_origem=made.hash_origem,
            nome=rotulo(Path(name.replace("\\", "/")).name),
        )
