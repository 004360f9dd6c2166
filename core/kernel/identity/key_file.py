"""A file of secrets on its way to a second place: sealed with a password, or marked open; mode 0600.

The root key's file and that of the exchange keys are both such files. Never written over another.
Source: design.md 6, Keys.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from core.crypto import vault
from core.crypto.vault import VaultParams
from core.kernel.errors import UserFacingError
from core.kernel.identity import durable_file, keystore
from core.kernel.identity.keystore import Entropy


@dataclass(frozen=True, slots=True)
class FileCodes:
    """What is said of such a file: codes of messages.

    Args:
        ausente: it is not there.
        ja_existe: another one lies there.
        nao_gravada: the disk refused.
        nao_lida: it cannot be read.
        pede_senha: it is sealed, and no password was given.
    """

    ausente: str
    ja_existe: str
    nao_gravada: str
    nao_lida: str
    pede_senha: str


def write_key_file(
    path: Path,
    secrets: Mapping[str, bytes],
    password: bytes | None,
    entropy: Entropy,
    codes: FileCodes,
    params: VaultParams | None = None,
) -> None:
    """Write the file; never over another one.

    Args:
        path: where.
        secrets: name -> content.
        password: None marks it open.
        entropy: size in bytes -> random bytes.
        codes: of what may be said.
        params: cost of one password attempt.

    Raises:
        UserFacingError: ``ja_existe``, ``chaves.senha_vazia``.
        EnvironmentFault: ``nao_gravada``.
    """
    if path.exists():
        raise UserFacingError(codes.ja_existe, arquivo=str(path))
    if password is None:
        raw = vault.make_open_container(secrets)
    else:
        raw = keystore.seal(secrets, password, params or VaultParams(), entropy)
    durable_file.write_private(path, raw, code=codes.nao_gravada)


def is_sealed(path: Path, codes: FileCodes) -> bool:
    """Whether opening the file takes a password.

    Raises:
        UserFacingError: ``ausente``.
        EnvironmentFault: ``nao_lida``.
    """
    return not vault.is_open_container(_read(path, codes))


def open_key_file(path: Path, password: bytes | None, codes: FileCodes) -> dict[str, bytes]:
    """What it holds.

    Raises:
        UserFacingError: ``ausente``, ``pede_senha``, ``chaves.senha_errada``,
            ``chaves.cofre_versao_nova``.
        IntegrityFault: ``chaves.cofre_danificado``.
        EnvironmentFault: ``nao_lida``.
    """
    raw = _read(path, codes)
    if vault.is_open_container(raw):
        return keystore.open_plain(raw, path)
    if password is None:
        raise UserFacingError(codes.pede_senha, arquivo=str(path))
    return keystore.open_sealed(raw, password, path)


def _read(path: Path, codes: FileCodes) -> bytes:
    raw = durable_file.read_private(path, vault.MAX_VAULT_BYTES, code=codes.nao_lida)
    if raw is None:
        raise UserFacingError(codes.ausente, arquivo=str(path))
    return raw
