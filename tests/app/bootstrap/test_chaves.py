"""Where keys are looked for on a computer, in which order, and where new ones go."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.bootstrap import chaves
from app.bootstrap.chaves import empty_keys, exigir_chaveiro, held_keys, new_log_key
from app.settings.lugares import Lugar
from core.kernel.errors import EnvironmentFault, UserFacingError
from core.kernel.identity.keystore import LOG_KEY, PlainKeyStore, VaultKeyStore
from core.kernel.identity.keystore_choice import KeyMode
from core.kernel.identity.os_keyring import OsKeyStore
from core.kernel.ids import SeededIds

NO = "ab" * 16
IDS = SeededIds("chaves")


class Chaveiro:
    """An operating system's store in memory."""

    def __init__(self) -> None:
        self.kept: dict[tuple[str, str], str] = {}

    def get_password(self, service: str, username: str) -> str | None:
        return self.kept.get((service, username))

    def set_password(self, service: str, username: str, password: str) -> None:
        self.kept[service, username] = password

    def delete_password(self, service: str, username: str) -> None:
        del self.kept[service, username]


@pytest.fixture
def lugar(tmp_path: Path) -> Lugar:
    settings = tmp_path / "ajustes"
    settings.mkdir()
    return Lugar(tmp_path / "dados", None, settings)


@pytest.fixture
def chaveiro(monkeypatch: pytest.MonkeyPatch) -> Chaveiro:
    backend = Chaveiro()
    monkeypatch.setattr(chaves, "find_backend", lambda: backend)
    return backend


@pytest.mark.parametrize(
    ("modo", "kind"),
    [
        (KeyMode.SENHA, VaultKeyStore),
        (KeyMode.SEM_SENHA, PlainKeyStore),
        (KeyMode.CHAVEIRO, OsKeyStore),
    ],
)
def test_what_was_put_is_found_again(
    lugar: Lugar, chaveiro: Chaveiro, modo: KeyMode, kind: type
) -> None:
    assert held_keys(lugar, NO, IDS, b"senha") is None
    wanted = new_log_key(lugar, IDS, modo, b"senha")
    assert wanted.find(NO) is None
    wanted.make(NO).put(LOG_KEY, b"chave")
    for found in (held_keys(lugar, NO, IDS, b"senha"), wanted.find(NO)):
        assert found is not None
        assert type(found) is kind
        assert found.get(LOG_KEY) == b"chave"
    assert (held_keys(lugar, "cd" * 16, IDS, b"senha") is None) is (kind is OsKeyStore)


def test_the_system_is_not_asked_where_there_is_a_file(
    lugar: Lugar, monkeypatch: pytest.MonkeyPatch
) -> None:
    empty_keys(lugar, NO, IDS, KeyMode.SENHA, b"senha").put(LOG_KEY, b"chave")

    def woken() -> None:
        raise AssertionError("asked")

    monkeypatch.setattr(chaves, "find_backend", woken)
    locked = held_keys(lugar, NO, IDS, None)
    assert locked is not None
    assert locked.is_locked
    with pytest.raises(UserFacingError, match=r"chaves\.senha_errada"):
        held_keys(lugar, NO, IDS, b"outra")


def test_without_a_system_store_the_wish_for_one_is_refused(
    lugar: Lugar, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(chaves, "find_backend", lambda: None)
    for refused in (
        exigir_chaveiro,
        lambda: empty_keys(lugar, NO, IDS, KeyMode.CHAVEIRO, b"senha"),
    ):
        with pytest.raises(EnvironmentFault, match=r"chaves\.sem_chaveiro"):
            refused()
    assert list(lugar.configuracao.iterdir()) == []
