"""Every adapter of the port behaves the same; what differs is what the disk shows."""

from __future__ import annotations

import hashlib
import os
import stat
from collections.abc import Callable
from pathlib import Path

import pytest

from core.crypto.vault import VaultParams
from core.kernel.errors import EnvironmentFault, IntegrityFault, UserFacingError
from core.kernel.identity.keystore import (
    KeyStore,
    MemoryKeyStore,
    PlainKeyStore,
    VaultKeyStore,
    encode_password,
)
from core.kernel.identity.os_keyring import OsKeyStore
from core.kernel.ids import SeededIds

CHEAP = VaultParams(memory_kib=8, iterations=1, lanes=1)
PASSWORD = b"senha"
SECRET = bytes(range(32))


class DictBackend:
    """An operating system's store in memory."""

    def __init__(self) -> None:
        self.kept: dict[tuple[str, str], str] = {}

    def get_password(self, service: str, username: str) -> str | None:
        return self.kept.get((service, username))

    def set_password(self, service: str, username: str, password: str) -> None:
        self.kept[service, username] = password

    def delete_password(self, service: str, username: str) -> None:
        del self.kept[service, username]


def vault_store(folder: Path) -> VaultKeyStore:
    return VaultKeyStore(folder, SeededIds(1).random_bytes, CHEAP)


def made_vault(folder: Path) -> VaultKeyStore:
    store = vault_store(folder)
    store.create(PASSWORD)
    return store


STORES: dict[str, Callable[[Path], KeyStore]] = {
    "memoria": lambda _folder: MemoryKeyStore(),
    "cofre": made_vault,
    "aberta": PlainKeyStore,
    "sistema": lambda _folder: OsKeyStore("formigueiro/teste", DictBackend()),
}


@pytest.fixture(params=sorted(STORES))
def store(request: pytest.FixtureRequest, tmp_path: Path) -> KeyStore:
    return STORES[request.param](tmp_path)


def code_of(call: Callable[[], object]) -> str:
    with pytest.raises(UserFacingError) as error:
        call()
    return error.value.code


def test_every_store_holds_and_replaces(store: KeyStore) -> None:
    assert not store.is_locked
    assert not store.has("log")
    store.put("log", SECRET)
    store.put("raiz", b"")
    assert store.has("log")
    assert store.get("log") == SECRET
    store.put("log", b"outra")
    assert store.get("log") == b"outra"
    assert store.get("raiz") == b""


def test_every_store_says_what_it_does_not_hold(store: KeyStore) -> None:
    with pytest.raises(UserFacingError) as error:
        store.get("log")
    assert (error.value.code, error.value.params) == ("chaves.ausente", {"chave": "log"})


def test_every_store_takes_back_one_secret_and_leaves_no_empty_file(
    store: KeyStore, tmp_path: Path
) -> None:
    store.put("log", SECRET)
    store.put("outra", b"outra")
    store.forget("log")
    store.forget("log")
    assert (store.has("log"), store.get("outra")) == (False, b"outra")
    store.forget("outra")
    assert not store.has("outra")
    assert list(tmp_path.iterdir()) == []
    store.forget("outra")
    assert list(tmp_path.iterdir()) == []
    store.put("log", SECRET)
    assert store.get("log") == SECRET


def test_a_locked_store_takes_nothing_back(tmp_path: Path) -> None:
    made_vault(tmp_path).put("log", SECRET)
    for locked in (vault_store(tmp_path), MemoryKeyStore({"log": SECRET}, PASSWORD)):
        assert code_of(lambda locked=locked: locked.forget("log")) == "chaves.trancadas"  # type: ignore[misc] # a loop variable as default
        assert locked.has("log")


def test_memory_store_may_be_locked_like_a_vault() -> None:
    store = MemoryKeyStore({"log": SECRET}, PASSWORD)
    assert store.is_locked
    assert store.has("log")
    assert code_of(lambda: store.get("log")) == "chaves.trancadas"
    assert code_of(lambda: store.put("log", SECRET)) == "chaves.trancadas"
    assert code_of(lambda: store.unlock(b"outra")) == "chaves.senha_errada"
    store.unlock(PASSWORD)
    assert store.get("log") == SECRET
    store.lock()
    assert store.is_locked


def test_vault_starts_locked_and_opens_with_its_password(tmp_path: Path) -> None:
    made_vault(tmp_path).put("log", SECRET)
    store = vault_store(tmp_path)
    assert store.is_locked
    assert store.has("log")
    assert not store.has("raiz")
    assert code_of(lambda: store.get("log")) == "chaves.trancadas"
    assert code_of(lambda: store.put("log", SECRET)) == "chaves.trancadas"
    assert code_of(lambda: store.unlock(b"outra")) == "chaves.senha_errada"
    assert store.is_locked
    store.unlock(PASSWORD)
    assert store.get("log") == SECRET
    store.lock()
    assert store.is_locked


def test_vault_file_is_private_and_shows_no_secret(tmp_path: Path) -> None:
    store = made_vault(tmp_path)
    store.put("log", SECRET)
    assert store.path.name == "chaves.cofre"
    assert stat.S_IMODE(store.path.stat().st_mode) == 0o600
    raw = store.path.read_bytes()
    assert SECRET not in raw
    assert SECRET.hex().encode() not in raw
    assert list(store.warnings) == []
    store.path.chmod(0o644)
    assert list(store.warnings) == ["chaves.arquivo_exposto"]


def test_vault_is_never_written_over_by_a_new_one(tmp_path: Path) -> None:
    made_vault(tmp_path).put("log", SECRET)
    assert code_of(lambda: vault_store(tmp_path).create(b"outra")) == "chaves.ja_existem"
    store = vault_store(tmp_path)
    store.unlock(PASSWORD)
    assert store.get("log") == SECRET


def test_changed_password(tmp_path: Path) -> None:
    store = made_vault(tmp_path)
    store.put("log", SECRET)
    assert code_of(lambda: store.change_password(b"")) == "chaves.senha_vazia"
    store.change_password(b"nova")
    again = vault_store(tmp_path)
    assert code_of(lambda: again.change_password(b"nova")) == "chaves.trancadas"
    assert code_of(lambda: again.unlock(PASSWORD)) == "chaves.senha_errada"
    again.unlock(b"nova")
    assert again.get("log") == SECRET


def test_damage_is_not_called_a_wrong_password(tmp_path: Path) -> None:
    path = made_vault(tmp_path).path
    raw = path.read_bytes()
    path.write_bytes(raw[:-40] + bytes([raw[-40] ^ 1]) + raw[-39:])
    for call in (
        lambda: vault_store(tmp_path).unlock(PASSWORD),
        lambda: vault_store(tmp_path).has("log"),
    ):
        with pytest.raises(IntegrityFault) as fault:
            call()
        assert fault.value.code == "chaves.cofre_danificado"
        assert fault.value.params == {"arquivo": str(path)}
    path.write_bytes(b"")
    with pytest.raises(IntegrityFault):
        vault_store(tmp_path).unlock(PASSWORD)


def test_no_vault_at_all(tmp_path: Path) -> None:
    store = vault_store(tmp_path)
    assert not store.has("log")
    assert code_of(lambda: store.unlock(PASSWORD)) == "chaves.ausentes"


def test_a_put_that_the_disk_refuses_changes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = made_vault(tmp_path)
    store.put("log", SECRET)

    def full(_descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", full)
        with pytest.raises(EnvironmentFault) as fault:
            store.put("log", b"outra")
    assert fault.value.code == "chaves.nao_gravadas"
    assert store.get("log") == SECRET
    again = vault_store(tmp_path)
    again.unlock(PASSWORD)
    assert again.get("log") == SECRET


def test_argon2_without_memory_is_the_environments_fault(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = made_vault(tmp_path)

    def exhausted(*_arguments: object) -> bytes:
        raise MemoryError

    monkeypatch.setattr("core.crypto.vault._derive", exhausted)
    with pytest.raises(EnvironmentFault) as opening:
        store.unlock(PASSWORD)
    with pytest.raises(EnvironmentFault) as writing:
        store.put("log", SECRET)
    assert {opening.value.code, writing.value.code} == {"chaves.sem_memoria"}


def test_plain_store_warns_as_long_as_it_is_used(tmp_path: Path) -> None:
    store = PlainKeyStore(tmp_path)
    assert list(store.warnings) == ["chaves.sem_senha"]
    store.put("log", SECRET)
    assert store.path.name == "chaves.aberta"
    assert stat.S_IMODE(store.path.stat().st_mode) == 0o600
    store.path.chmod(0o604)
    assert list(store.warnings) == ["chaves.sem_senha", "chaves.arquivo_exposto"]
    store.unlock(b"")
    store.lock()
    assert PlainKeyStore(tmp_path).get("log") == SECRET


def test_damaged_plain_store(tmp_path: Path) -> None:
    store = PlainKeyStore(tmp_path)
    store.put("log", SECRET)
    store.path.write_bytes(store.path.read_bytes()[:-1])
    with pytest.raises(IntegrityFault) as fault:
        store.get("log")
    assert fault.value.code == "chaves.cofre_danificado"


def test_a_vault_of_a_later_version_asks_for_an_update(tmp_path: Path) -> None:
    content = b"civico/cofre/v9\nwhatever comes"
    (tmp_path / "chaves.cofre").write_bytes(content + hashlib.sha256(content).digest())
    assert code_of(lambda: vault_store(tmp_path).unlock(PASSWORD)) == "chaves.cofre_versao_nova"


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("senha", b"senha"),
        ("senha\n", b"senha"),
        ("senha\r\n", b"senha"),
        (" senha ", b" senha "),
        ("a\u0301", "á".encode()),
        ("á", "á".encode()),
    ],
)
def test_a_password_is_the_same_however_it_was_typed(typed: str, expected: bytes) -> None:
    assert encode_password(typed) == expected


@pytest.mark.parametrize("typed", ["", "\n", "\r\n"])
def test_no_empty_password(typed: str) -> None:
    assert code_of(lambda: encode_password(typed)) == "chaves.senha_vazia"
