"""The manifest of an imported model: what it is, under which licence, and the sum of every file.

It lies beside the files. The version follows from the sums, so that two offices that imported the
same bytes name the same model. No library of models is imported here. Source: design.md 10.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Annotated, Final

import msgspec

from core.base.ia.portas import Tarefa
from core.kernel.errors import EnvironmentFault, IntegrityFault
from core.kernel.system_reason import system_reason

ARQUIVO: Final = "manifesto.json"
FORMATO: Final = "formigueiro/modelo/1"
_CHUNK: Final = 1 << 20
_MAX_BYTES: Final = 1 << 20

Nome = Annotated[str, msgspec.Meta(pattern=r"^[0-9A-Za-z][0-9A-Za-z._/-]{0,39}$(?!\n)")]
"""Short enough for two of them, with their versions, in one field of an event."""

Soma = Annotated[str, msgspec.Meta(pattern=r"^[0-9a-f]{64}$(?!\n)")]


class Arquivo(msgspec.Struct, frozen=True, kw_only=True):
    """A file of the model, by its name alone: there are no folders in a folder."""

    nome: Annotated[str, msgspec.Meta(pattern=r"^[0-9A-Za-z][0-9A-Za-z._-]{0,99}$(?!\n)")]
    bytes: Annotated[int, msgspec.Meta(ge=0)]
    sha256: Soma


class Manifesto(msgspec.Struct, frozen=True, kw_only=True):
    """What was imported.

    Args:
        formato: of this file.
        tarefa: what it is for.
        arquitetura: its class, as its own settings name it.
        nome: what it is called.
        versao: first twelve digits of the sum over the sums of its files.
        licenca: as its makers state it.
        arquivos: sorted by name.
    """

    formato: str
    tarefa: Tarefa
    arquitetura: str
    nome: Nome
    versao: Annotated[str, msgspec.Meta(pattern=r"^[0-9a-f]{12}$(?!\n)")]
    licenca: str
    arquivos: tuple[Arquivo, ...]

    @property
    def modelo(self) -> str:
        """Name and version, as events tell them."""
        return f"{self.nome}@{self.versao}"

    @property
    def total_bytes(self) -> int:
        """Size of all files."""
        return sum(one.bytes for one in self.arquivos)


def sum_of(path: Path, told: Callable[[int], object] = lambda _count: None) -> str:
    """SHA-256 of a file, read piece by piece.

    Args:
        path: which.
        told: how many bytes each piece had; may raise to stop.

    Raises:
        OSError: it cannot be read.
    """
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while piece := file.read(_CHUNK):
            digest.update(piece)
            told(len(piece))
    return digest.hexdigest()


def files_of(
    folder: Path, names: Iterable[str], told: Callable[[int], object] = lambda _count: None
) -> tuple[Arquivo, ...]:
    """Size and sum of the named files; ``told`` as in ``sum_of``.

    Raises:
        OSError: one cannot be read.
    """
    return tuple(
        Arquivo(nome=name, bytes=(folder / name).stat().st_size, sha256=sum_of(folder / name, told))
        for name in sorted(names)
    )


def version_of(files: Iterable[Arquivo]) -> str:
    """The version that follows from the files."""
    lines = "".join(f"{one.sha256}  {one.nome}\n" for one in files)
    return hashlib.sha256(lines.encode()).hexdigest()[:12]


def write(folder: Path, manifest: Manifesto) -> None:
    """Put the manifest beside its files.

    Raises:
        OSError: the system refused.
    """
    text = msgspec.json.format(msgspec.json.encode(manifest), indent=1)
    (folder / ARQUIVO).write_bytes(text + b"\n")


def read(folder: Path) -> Manifesto | None:
    """The manifest of a folder; None where nothing was imported there.

    Raises:
        IntegrityFault: ``modelos.danificado``: it does not say what a manifest says.
        EnvironmentFault: ``modelos.ilegivel``.
    """
    try:
        with (folder / ARQUIVO).open("rb") as file:
            data = file.read(_MAX_BYTES + 1)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise EnvironmentFault(
            "modelos.ilegivel", pasta=folder.name, motivo=system_reason(error)
        ) from error
    try:
        found = msgspec.json.decode(data, type=Manifesto)
    except msgspec.MsgspecError as error:
        raise IntegrityFault("modelos.danificado", tarefa=folder.name, arquivo=ARQUIVO) from error
    if found.formato != FORMATO or version_of(found.arquivos) != found.versao:
        raise IntegrityFault("modelos.danificado", tarefa=folder.name, arquivo=ARQUIVO)
    return found


def check(folder: Path, manifest: Manifesto) -> None:
    """Compare every file with its sum.

    Raises:
        IntegrityFault: ``modelos.danificado``: a file is missing or is not what was imported.
    """
    for one in manifest.arquivos:
        path = folder / one.nome
        try:
            is_same = path.stat().st_size == one.bytes and sum_of(path) == one.sha256
        except OSError:
            is_same = False
        if not is_same:
            raise IntegrityFault("modelos.danificado", tarefa=manifest.tarefa, arquivo=one.nome)
