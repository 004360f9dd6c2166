"""The root key's file: private, with a password of its own or plainly open, of this network."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from core.crypto import ed25519
from core.crypto.vault import VaultParams
from core.kernel.errors import EnvironmentFault, IntegrityFault, UserFacingError
from core.kernel.identity.keystore import PlainKeyStore
from core.kernel.identity.root_key import (
    ROOT_KEY_FILE,
    RootKey,
    needs_password,
    read_root_key,
    write_root_key,
)
from core.kernel.ids import SeededIds

ENTROPY = SeededIds(1).random_bytes
CHEAP = VaultParams(memory_kib=8, iterations=1, lanes=1)
KEY = RootKey(b"\x01" * 32, "ab" * 32)
ROOTS = [ed25519.public_key(KEY.seed).hex()]
PASSWORD = b"outra senha"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / ROOT_KEY_FILE


def code_of(path: Path, password: bytes | None, roots: list[str]) -> str:
    with pytest.raises(UserFacingError) as error:
        read_root_key(path, password, roots)
    return error.value.code


def test_with_a_password_of_its_own(path: Path) -> None:
    write_root_key(path, KEY, PASSWORD, ENTROPY, CHEAP)
    assert path.name == "chave-raiz.cofre"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert needs_password(path)
    assert KEY.seed.hex().encode() not in path.read_bytes()
    assert read_root_key(path, PASSWORD, ROOTS) == KEY
    assert code_of(path, None, ROOTS) == "chave_raiz.pede_senha"
    assert code_of(path, b"senha", ROOTS) == "chaves.senha_errada"


def test_marked_open(path: Path) -> None:
    write_root_key(path, KEY, None, ENTROPY)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert not needs_password(path)
    assert read_root_key(path, None, ROOTS) == KEY
    assert read_root_key(path, PASSWORD, ROOTS) == KEY


def test_never_written_over(path: Path) -> None:
    write_root_key(path, KEY, None, ENTROPY)
    with pytest.raises(UserFacingError) as error:
        write_root_key(path, RootKey(b"\x02" * 32, "cd" * 32), None, ENTROPY)
    assert error.value.code == "chave_raiz.ja_existe"
    assert read_root_key(path, None, ROOTS) == KEY


def test_the_key_of_another_network_is_told(path: Path) -> None:
    write_root_key(path, KEY, None, ENTROPY)
    other = [ed25519.public_key(b"\x02" * 32).hex()]
    assert code_of(path, None, other) == "chave_raiz.outra_rede"
    assert read_root_key(path, None, other + ROOTS) == KEY


def test_no_file_no_folder_no_file_at_all(path: Path, tmp_path: Path) -> None:
    assert code_of(path, None, ROOTS) == "chave_raiz.ausente"
    with pytest.raises(UserFacingError) as error:
        needs_password(path)
    assert error.value.code == "chave_raiz.ausente"
    with pytest.raises(EnvironmentFault) as unwritten:
        write_root_key(tmp_path / "nenhuma" / "x", KEY, None, ENTROPY)
    assert unwritten.value.code == "chave_raiz.nao_gravada"
    with pytest.raises(EnvironmentFault) as unread:
        read_root_key(tmp_path, None, ROOTS)
    assert unread.value.code == "chave_raiz.nao_lida"


def test_damage(path: Path) -> None:
    write_root_key(path, KEY, PASSWORD, ENTROPY, CHEAP)
    raw = path.read_bytes()
    path.write_bytes(raw[:-1])
    with pytest.raises(IntegrityFault) as fault:
        read_root_key(path, PASSWORD, ROOTS)
    assert fault.value.code == "chaves.cofre_danificado"


def test_another_container_is_not_a_root_key(path: Path, tmp_path: Path) -> None:
    store = PlainKeyStore(tmp_path)
    store.put("log", KEY.seed)
    store.path.rename(path)
    with pytest.raises(IntegrityFault) as fault:
        read_root_key(path, None, ROOTS)
    assert fault.value.code == "chaves.cofre_danificado"
