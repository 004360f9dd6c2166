"""``chave-troca.cofre``: the keys that an office exchanges with, on their way to a second place.

Who loses them can still register and, with the root key, sign with another log key; but the network
lists these two for good, and what was encrypted to this office opens with nothing else. The file
holds no log key: key and old data together are what makes two stories (sync.md 2.13).
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final

from core.crypto import age, ed25519
from core.kernel.errors import IntegrityFault, UserFacingError
from core.kernel.identity.key_file import FileCodes, open_key_file, write_key_file
from core.kernel.identity.key_file import is_sealed as is_sealed_file
from core.kernel.identity.keystore import Entropy, KeyStore
from core.kernel.identity.node_entry import NodeEntry
from core.sync.exchange_keys import AGE_IDENTITY, TRANSPORT_KEY

EXCHANGE_KEY_FILE: Final = "chave-troca.cofre"
_NODE: Final = "no"
_CODES: Final = FileCodes(
    ausente="chave_troca.ausente",
    ja_existe="chave_troca.ja_existe",
    nao_gravada="chave_troca.nao_gravada",
    nao_lida="chave_troca.nao_lida",
    pede_senha="chave_troca.pede_senha",
)


@dataclass(frozen=True, slots=True, repr=False)
class ExchangeSecrets:
    """Content of the file.

    Args:
        no: whose, 32 hex.
        transport: 32 bytes, signs manifests and requests.
        identity: opens what is encrypted to the node.
    """

    no: str
    transport: bytes
    identity: bytes


def write_exchange_keys(
    path: Path, store: KeyStore, no: str, password: bytes | None, entropy: Entropy
) -> None:
    """Take a copy of a node's exchange keys out of its open store.

    Raises:
        UserFacingError: ``chave_troca.ja_existe``, ``rede.sem_troca``, ``chaves.trancadas``.
        EnvironmentFault: ``chave_troca.nao_gravada``.
    """
    if not store.has(TRANSPORT_KEY) or not store.has(AGE_IDENTITY):
        raise UserFacingError("rede.sem_troca")
    secrets = {
        TRANSPORT_KEY: store.get(TRANSPORT_KEY),
        AGE_IDENTITY: store.get(AGE_IDENTITY),
        _NODE: no.encode("ascii"),
    }
    write_key_file(path, secrets, password, entropy, _CODES)


def needs_password(path: Path) -> bool:
    """Whether opening the file takes a password; faults as ``read_exchange_keys``."""
    return is_sealed_file(path, _CODES)


def read_exchange_keys(path: Path, password: bytes | None) -> ExchangeSecrets:
    """Open the file and make sure that it holds such keys.

    Raises:
        UserFacingError: ``chave_troca.ausente``, ``chave_troca.pede_senha``,
            ``chave_troca.outro_arquivo``, ``chaves.senha_errada``, ``chaves.cofre_versao_nova``.
        IntegrityFault: ``chaves.cofre_danificado``.
        EnvironmentFault: ``chave_troca.nao_lida``.
    """
    secrets = open_key_file(path, password, _CODES)
    if set(secrets) != {TRANSPORT_KEY, AGE_IDENTITY, _NODE}:
        raise UserFacingError("chave_troca.outro_arquivo", arquivo=str(path))
    found = ExchangeSecrets(
        secrets[_NODE].decode("ascii", "replace"), secrets[TRANSPORT_KEY], secrets[AGE_IDENTITY]
    )
    if len(found.transport) != ed25519.SEED_BYTES or not _is_identity(found.identity):
        raise IntegrityFault("chaves.cofre_danificado", arquivo=str(path))
    return found


def bring_exchange_keys(store: KeyStore, secrets: ExchangeSecrets, entry: NodeEntry | None) -> None:
    """Put the keys into a node's open store, where they are the ones that the network lists.

    Args:
        store: of this office.
        secrets: as they were read.
        entry: what the network says of this office; None where it is not in it.

    Raises:
        UserFacingError: ``chave_troca.de_outro``, ``chave_troca.divergente``,
            ``rede.sem_troca``, ``chaves.trancadas``. Nothing was changed.
        EnvironmentFault: ``chaves.*``.
    """
    if entry is None or entry.no != secrets.no:
        raise UserFacingError("chave_troca.de_outro")
    if entry.chave_transporte is None:
        raise UserFacingError("rede.sem_troca")
    told = (ed25519.public_key(secrets.transport).hex(), age.recipient_of(secrets.identity))
    if told != (entry.chave_transporte, entry.destinatario_age):
        raise UserFacingError("chave_troca.divergente")
    store.put(TRANSPORT_KEY, secrets.transport)
    store.put(AGE_IDENTITY, secrets.identity)


def _is_identity(identity: bytes) -> bool:
    try:
        age.recipient_of(identity)
    except age.AgeError:
        return False
    return True
