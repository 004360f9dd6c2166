"""The operating system's store: used where it really keeps a secret, otherwise told apart."""

from __future__ import annotations

import sys
from types import ModuleType

import pytest

from core.kernel.errors import EnvironmentFault, IntegrityFault
from core.kernel.identity.os_keyring import OsKeyStore, find_backend


class Backend:
    """A store with a will of its own: ``fault`` is raised, ``is_forgetful`` keeps nothing."""

    def __init__(self, priority: float = 5, *, is_forgetful: bool = False) -> None:
        self.priority = priority
        self.is_forgetful = is_forgetful
        self.fault: Exception | None = None
        self.kept: dict[tuple[str, str], str] = {}

    def _answer(self) -> None:
        if self.fault is not None:
            raise self.fault

    def get_password(self, service: str, username: str) -> str | None:
        self._answer()
        return self.kept.get((service, username))

    def set_password(self, service: str, username: str, password: str) -> None:
        self._answer()
        if not self.is_forgetful:
            self.kept[service, username] = password

    def delete_password(self, service: str, username: str) -> None:
        self._answer()
        self.kept.pop((service, username), None)


def use(monkeypatch: pytest.MonkeyPatch, backend: Backend) -> None:
    module = ModuleType("keyring")
    module.__dict__["get_keyring"] = lambda: backend
    monkeypatch.setitem(sys.modules, "keyring", module)


def test_a_store_that_keeps_is_found_and_left_clean(monkeypatch: pytest.MonkeyPatch) -> None:
    backend = Backend()
    use(monkeypatch, backend)
    assert find_backend() is backend
    assert backend.kept == {}


@pytest.mark.parametrize("priority", [-1, 0, 0.5])
def test_a_store_that_only_pretends_is_none(
    monkeypatch: pytest.MonkeyPatch, priority: float
) -> None:
    use(monkeypatch, Backend(priority))
    assert find_backend() is None


def test_a_store_that_forgets_or_fails_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    use(monkeypatch, Backend(is_forgetful=True))
    assert find_backend() is None
    failing = Backend()
    failing.fault = RuntimeError("no D-Bus session")
    use(monkeypatch, failing)
    assert find_backend() is None


def test_a_library_that_fails_or_is_missing_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    module = ModuleType("keyring")
    monkeypatch.setitem(sys.modules, "keyring", module)
    assert find_backend() is None
    monkeypatch.setitem(sys.modules, "keyring", None)
    assert find_backend() is None


def test_keeps_secrets_as_text_under_the_installations_name() -> None:
    backend = Backend()
    OsKeyStore("formigueiro/a", backend).put("log", b"\x00\xff")
    assert backend.kept == {("formigueiro/a", "log"): "AP8="}
    assert OsKeyStore("formigueiro/a", backend).get("log") == b"\x00\xff"
    assert not OsKeyStore("formigueiro/b", backend).has("log")
    assert OsKeyStore("formigueiro/a", backend).warnings == ()
    assert not OsKeyStore("formigueiro/a", backend).is_locked


def test_a_store_that_does_not_answer_is_the_environments_fault() -> None:
    backend = Backend()
    backend.fault = RuntimeError("person closed the prompt")
    store = OsKeyStore("formigueiro/a", backend)
    for call in (lambda: store.has("log"), lambda: store.put("log", b"x")):
        with pytest.raises(EnvironmentFault) as fault:
            call()
        assert fault.value.code == "chaves.chaveiro_indisponivel"
        assert fault.value.params == {"motivo": "RuntimeError"}


def test_a_secret_counts_only_when_it_can_be_read_back() -> None:
    with pytest.raises(EnvironmentFault):
        OsKeyStore("formigueiro/a", Backend(is_forgetful=True)).put("log", b"x")


def test_foreign_content_is_not_taken_for_a_key() -> None:
    backend = Backend()
    backend.kept["formigueiro/a", "log"] = "not base64 é"
    with pytest.raises(IntegrityFault) as fault:
        OsKeyStore("formigueiro/a", backend).get("log")
    assert fault.value.code == "chaves.chaveiro_danificado"


def test_a_secret_is_taken_back() -> None:
    backend = Backend()
    store = OsKeyStore("formigueiro/a", backend)
    store.put("log", b"chave")
    store.forget("log")
    store.forget("log")
    assert backend.kept == {}
    store.put("log", b"chave")
    backend.fault = RuntimeError("trancado")
    with pytest.raises(EnvironmentFault, match=r"chaves\.chaveiro_indisponivel"):
        store.forget("log")
