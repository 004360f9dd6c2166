"""Which store an installation has, and which one it gets."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.crypto.vault import VaultParams
from core.kernel.errors import EnvironmentFault, UserFacingError
from core.kernel.identity.keystore import KeyStore, PlainKeyStore, VaultKeyStore
from core.kernel.identity.keystore_choice import KeyMode, existing_key_store, new_key_store
from core.kernel.identity.os_keyring import OsKeyStore
from core.kernel.ids import SeededIds

ENTROPY = SeededIds(1).random_bytes
CHEAP = VaultParams(memory_kib=8, iterations=1, lanes=1)
SERVICE = "formigueiro/a"


class Backend:
    """An operating system's store in memory."""

    def __init__(self) -> None:
        self.kept: dict[tuple[str, str], str] = {}

    def get_password(self, service: str, username: str) -> str | None:
        return self.kept.get((service, username))

    def set_password(self, service: str, username: str, password: str) -> None:
        self.kept[service, username] = password

    def delete_password(self, service: str, username: str) -> None:
        self.kept.pop((service, username), None)


def make(folder: Path, mode: KeyMode, backend: Backend | None = None) -> KeyStore:
    return new_key_store(
        folder,
        ENTROPY,
        mode,
        password=b"senha",
        service=SERVICE,
        backend=backend,
        params=CHEAP,
    )


@pytest.mark.parametrize(
    ("mode", "has_backend", "kind"),
    [
        (KeyMode.SENHA, True, VaultKeyStore),
        (KeyMode.SENHA, False, VaultKeyStore),
        (KeyMode.CHAVEIRO, True, OsKeyStore),
        (KeyMode.SEM_SENHA, True, PlainKeyStore),
        (KeyMode.SEM_SENHA, False, PlainKeyStore),
    ],
)
def test_the_new_store_is_found_again(
    tmp_path: Path, mode: KeyMode, has_backend: bool, kind: type
) -> None:
    backend = Backend() if has_backend else None
    store = make(tmp_path, mode, backend)
    assert isinstance(store, kind)
    store.put("log", b"chave")
    found = existing_key_store(tmp_path, ENTROPY, SERVICE, backend)
    assert found is not None
    assert type(found) is kind
    found.unlock(b"senha")
    assert found.get("log") == b"chave"


@pytest.mark.parametrize("mode", KeyMode)
def test_a_second_store_is_never_made_beside_the_first(tmp_path: Path, mode: KeyMode) -> None:
    backend = Backend()
    make(tmp_path, mode, backend).put("log", b"chave")
    for other in KeyMode:
        with pytest.raises(UserFacingError) as error:
            make(tmp_path, other, backend)
        assert error.value.code == "chaves.ja_existem"


def test_without_a_password_a_vault_is_not_made(tmp_path: Path) -> None:
    with pytest.raises(UserFacingError) as error:
        new_key_store(tmp_path, ENTROPY, KeyMode.SENHA)
    assert error.value.code == "chaves.senha_necessaria"
    assert list(tmp_path.iterdir()) == []


def test_who_asked_for_the_system_gets_no_file_instead(tmp_path: Path) -> None:
    with pytest.raises(EnvironmentFault) as error:
        make(tmp_path, KeyMode.CHAVEIRO)
    assert error.value.code == "chaves.sem_chaveiro"
    assert list(tmp_path.iterdir()) == []


def test_an_installation_without_keys(tmp_path: Path) -> None:
    assert existing_key_store(tmp_path, ENTROPY, SERVICE, None) is None
    assert existing_key_store(tmp_path, ENTROPY, SERVICE, Backend()) is None
