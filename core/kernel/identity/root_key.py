"""``chave-raiz.cofre``: the root key, on its way to a second place (design.md 6, Keys).

The root key says who the nodes are and seals epochs; it is never the log key. ``iniciar`` writes
this file and the program reminds until the operator confirms that it lies elsewhere; whether that
happened is the caller's to remember. The file has a password of its own, or is marked open for
``--sem-senha``.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from core.crypto import ed25519
from core.crypto.vault import VaultParams
from core.kernel.errors import IntegrityFault, UserFacingError
from core.kernel.identity.key_file import FileCodes, is_sealed, open_key_file, write_key_file
from core.kernel.identity.keystore import Entropy

ROOT_KEY_FILE = "chave-raiz.cofre"

_SEED = "raiz"
_NETWORK = "rede"
_CODES = FileCodes(
    ausente="chave_raiz.ausente",
    ja_existe="chave_raiz.ja_existe",
    nao_gravada="chave_raiz.nao_gravada",
    nao_lida="chave_raiz.nao_lida",
    pede_senha="chave_raiz.pede_senha",
)


@dataclass(frozen=True, slots=True)
class RootKey:
    """Content of the file. ``seed``: 32 bytes; ``rede``: 64 hex."""

    seed: bytes
    rede: str


def write_root_key(
    path: Path,
    key: RootKey,
    password: bytes | None,
    entropy: Entropy,
    params: VaultParams | None = None,
) -> None:
    """Write the file, mode 0600; never over another one.

    Args:
        path: usually ``chave-raiz.cofre`` in the settings folder.
        key: what it holds.
        password: None marks it open (``--sem-senha``).
        entropy: size in bytes -> random bytes.
        params: cost of one password attempt.

    Raises:
        UserFacingError: ``chave_raiz.ja_existe``, ``chaves.senha_vazia``.
        EnvironmentFault: ``chave_raiz.nao_gravada``.
    """
    secrets = {_SEED: key.seed, _NETWORK: key.rede.encode("ascii")}
    write_key_file(path, secrets, password, entropy, _CODES, params)


def needs_password(path: Path) -> bool:
    """Whether opening the file takes a password.

    Raises:
        UserFacingError: ``chave_raiz.ausente``.
        EnvironmentFault: ``chave_raiz.nao_lida``.
    """
    return is_sealed(path, _CODES)


def read_root_key(path: Path, password: bytes | None, root_public_keys: Iterable[str]) -> RootKey:
    """Open the file and make sure that it is a root key of this network.

    Args:
        path: the file.
        password: not needed where the file is open.
        root_public_keys: 64 hex each, ``raizes`` of the newest network document.

    Raises:
        UserFacingError: ``chave_raiz.ausente``, ``chave_raiz.pede_senha``,
            ``chave_raiz.outra_rede``, ``chaves.senha_errada``, ``chaves.cofre_versao_nova``.
        IntegrityFault: ``chaves.cofre_danificado``.
        EnvironmentFault: ``chave_raiz.nao_lida``.
    """
    key = open_root_key(path, password)
    if ed25519.public_key(key.seed).hex() not in set(root_public_keys):
        raise UserFacingError("chave_raiz.outra_rede", arquivo=str(path))
    return key


def open_root_key(path: Path, password: bytes | None) -> RootKey:
    """Open the file, whatever network its key is of: one that is to be listed is in none yet.

    Raises:
        UserFacingError, IntegrityFault, EnvironmentFault: as ``read_root_key``.
    """
    secrets = open_key_file(path, password, _CODES)
    seed, rede = secrets.get(_SEED, b""), secrets.get(_NETWORK, b"")
    if len(seed) != ed25519.SEED_BYTES:
        raise IntegrityFault("chaves.cofre_danificado", arquivo=str(path))
    return RootKey(seed, rede.decode("ascii", "replace"))
