"""Encrypted bundles before an auditor: what such a file is, whose key opens it, and that nothing stays.

No Qt, no SQL. Source: FORMATO.md 9; sync.md 2.5, 4 (rows 51 to 53).
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

from core.crypto import age
from core.kernel.errors import EnvironmentFault, UserFacingError
from core.sync.container import AGE_MARK
from core.sync.export import RESTRICTED_SUFFIX
from core.sync.restricted import opened_restricted
from core.sync.verification import Setting

Estado = Literal["", "fechado", "nao_abriu", "aberto"]
"""Of an encrypted file: without a key, with a wrong one, opened; empty for any other file."""

_SECRET: Final = b"AGE-SECRET-KEY-1"
_MAX_KEY_BYTES: Final = 64 * 1024


@dataclass(frozen=True, slots=True)
class Chave:
    """Which key is to open it.

    Args:
        arquivo: an age identity file; None takes this office's own key.
        senha: opens this office's keys where they are locked.
    """

    arquivo: Path | None = None
    senha: bytes | None = None


@dataclass(frozen=True, slots=True)
class Aberto:
    """What is to be verified.

    Args:
        caminho: the plaintext where it opened, else the file itself.
        leitor: what the verifier knows.
        estado: of the encrypted file.
    """

    caminho: Path
    leitor: Setting
    estado: Estado


def identidade_de(chave: Chave, propria: Callable[[bytes | None], bytes] | None) -> bytes:
    """The private key itself.

    Args:
        chave: which one.
        propria: gives this office's own; None where there is no office.

    Raises:
        UserFacingError: ``chave_age.invalida``, ``chave_age.sem_escritorio``, ``chaves.*``.
        EnvironmentFault: ``pacote.nao_lido``.
    """
    if chave.arquivo is not None:
        return _of_file(chave.arquivo)
    if propria is None:
        raise UserFacingError("chave_age.sem_escritorio")
    return propria(chave.senha)


def ao_lado(arquivo: Path) -> str:
    """Name of the encrypted file that was exported with this bundle and lies beside it; or empty."""
    if arquivo.suffix.lower() != ".zip":
        return ""
    name = arquivo.name[: -len(".zip")] + RESTRICTED_SUFFIX
    return name if arquivo.with_name(name).is_file() else ""


@contextmanager
def aberto(caminho: Path, identidade: bytes | None) -> Iterator[Aberto]:
    """The file ready to be verified; what was decrypted is gone at the end.

    Args:
        caminho: the file, or a private copy of it.
        identidade: the private key; None where there is none.

    Raises:
        EnvironmentFault: ``pacote.nao_lido``, disk full. Nothing is left in the clear.
    """
    if not is_cifrado(caminho):
        yield Aberto(caminho, Setting(), "")
        return
    if identidade is None:
        yield Aberto(caminho, Setting(), "fechado")
        return
    with (
        tempfile.TemporaryDirectory(prefix="formigueiro-") as folder,
        opened_restricted(caminho, Path(folder), identidade) as clear,
    ):
        if clear is None:
            yield Aberto(caminho, Setting(), "nao_abriu")
        else:
            reader = Setting(is_decrypted=True, age=age.recipient_of(identidade))
            yield Aberto(clear, reader, "aberto")


def is_cifrado(caminho: Path) -> bool:
    """Whether it is an age file, by its first bytes.

    Raises:
        EnvironmentFault: ``pacote.nao_lido``.
    """
    return _head(caminho, len(AGE_MARK)) == AGE_MARK


def _of_file(path: Path) -> bytes:
    """As ``age-keygen`` writes it: comments, then the key."""
    for line in _head(path, _MAX_KEY_BYTES).splitlines():
        if line.startswith(_SECRET):
            try:
                age.recipient_of(line.strip())
            except age.AgeError:
                break
            return line.strip()
    raise UserFacingError("chave_age.invalida", arquivo=path.name)


def _head(path: Path, count: int) -> bytes:
    try:
        with path.open("rb") as file:
            return file.read(count)
    except OSError as error:
        raise EnvironmentFault("pacote.nao_lido", arquivo=path.name) from error
