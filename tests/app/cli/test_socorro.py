"""First aid from the opening page: the acts run, and say what came of them."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

from app.cli import socorro
from app.cli.ambiente import Ambiente, build_ambiente
from app.cli.analisador import build_parser
from app.services.mensagens import Mensagens
from app.settings.recursos import Recursos
from tests.support.command_line import CommandLine


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    said: list[str] = []
    monkeypatch.setattr(
        socorro, "tell", lambda title, text, _more="": said.append(f"{title} {text}")
    )
    return said


def surroundings(cli: CommandLine) -> Ambiente:
    recursos = Recursos()
    args = build_parser((), "0").parse_args(["--dados", str(cli.folder)])
    return build_ambiente(args, recursos, Mensagens(recursos.messages_toml()))


def test_a_whole_office_verifies(qtbot: QtBot, founded_cli: CommandLine, told: list[str]) -> None:
    socorro.verify(surroundings(founded_cli), QObject())
    assert len(told) == 1
    assert told[0].startswith("O registro confere.")


def test_a_damaged_one_does_not(qtbot: QtBot, founded_cli: CommandLine, told: list[str]) -> None:
    (founded_cli.folder / "formigueiro.sqlite").write_bytes(b"lixo" * 5_000)
    socorro.verify(surroundings(founded_cli), QObject())
    assert told[0].startswith("O registro não confere.")


def test_a_copy_takes_the_place_of_a_damaged_office(
    qtbot: QtBot, founded_cli: CommandLine, told: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    copy = Path(founded_cli("copia", "criar", "--json").json["arquivo"])
    (founded_cli.folder / "formigueiro.sqlite").write_bytes(b"lixo" * 5_000)
    monkeypatch.setattr(socorro, "pick_file", lambda *_: copy)
    monkeypatch.setattr(socorro, "confirm", lambda *_: False)
    assert not socorro.restore(surroundings(founded_cli), QObject())
    monkeypatch.setattr(socorro, "confirm", lambda *_: True)
    assert socorro.restore(surroundings(founded_cli), QObject())
    assert told[-1].startswith("A cópia foi restaurada.")
    assert founded_cli("verificar").code == 0


def test_what_goes_wrong_is_a_sentence(
    qtbot: QtBot,
    founded_cli: CommandLine,
    told: list[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    rubbish = tmp_path / "lixo.copia"
    rubbish.write_bytes(b"lixo" * 5_000)
    monkeypatch.setattr(socorro, "pick_file", lambda *_: rubbish)
    monkeypatch.setattr(socorro, "confirm", lambda *_: True)
    assert not socorro.restore(surroundings(founded_cli), QObject())
    assert "Nada foi alterado" in told[-1]
    assert founded_cli("verificar").code == 0
