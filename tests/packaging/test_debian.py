"""What a person without root is told, and what root's apt-get is asked to do."""

from __future__ import annotations

import shutil

import debian
import pytest


class FakeApt:
    """Records what apt-get is asked for; knows the names of one release."""

    def __init__(self, known: set[str], exit_code: int = 0) -> None:
        self.known = known
        self.exit_code = exit_code
        self.asked: list[tuple[str, ...]] = []

    def run(self, *arguments: str) -> int:
        self.asked.append(arguments)
        return self.exit_code

    def install(self, monkeypatch: pytest.MonkeyPatch, *, root: bool) -> None:
        monkeypatch.setattr(debian, "_apt", self.run)
        monkeypatch.setattr(debian, "_exists", self.known.__contains__)
        monkeypatch.setattr(debian, "can_install", lambda: root)
        monkeypatch.setattr(shutil, "which", lambda name: f"/usr/bin/{name}")


def test_without_root_one_command_is_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    apt = FakeApt({"libnss3", "libegl1"})
    apt.install(monkeypatch, root=False)
    with pytest.raises(debian.Unprepared) as told:
        debian.ensure(["libegl1", "libnss3"], "Faltam bibliotecas")
    assert "sudo apt-get update && sudo apt-get install -y libegl1 libnss3\n" in str(told.value)
    assert apt.asked == []


def test_root_installs_after_one_update(monkeypatch: pytest.MonkeyPatch) -> None:
    apt = FakeApt({"libnss3"})
    apt.install(monkeypatch, root=True)
    debian.ensure(["libnss3"], "Falta")
    assert apt.asked == [("update",), ("install", "--no-install-recommends", "libnss3")]


def test_names_that_a_newer_release_changed(monkeypatch: pytest.MonkeyPatch) -> None:
    FakeApt({"libasound2t64", "libnss3"}).install(monkeypatch, root=True)
    assert debian.current_names(["libasound2", "libnss3"]) == ["libasound2t64", "libnss3"]


def test_a_failing_apt_says_so_and_what_to_type(monkeypatch: pytest.MonkeyPatch) -> None:
    FakeApt({"libnss3"}, exit_code=100).install(monkeypatch, root=True)
    with pytest.raises(debian.Unprepared, match="não conseguiu instalar libnss3"):
        debian.ensure(["libnss3"], "Falta")
