"""The window's start: a fault gives choices, and the choices lead somewhere."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

from app.cli import janela
from app.services.composicao import Servicos
from app.services.falhas import Falha
from tests.app.cli.test_socorro import surroundings
from tests.support.command_line import CommandLine
from widgets.shell.opening_fault import Choice
from widgets.shell.single_window import SingleWindow


@pytest.fixture
def shown(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Names of the offices whose window was opened; each is closed at once."""
    names: list[str] = []

    def run(services: Servicos, single: SingleWindow | None = None) -> int:
        names.append(services.escritorio.nome)
        services.encerrar()
        if single is not None:
            single.close()
        return 0

    monkeypatch.setattr(janela, "run_desktop", run)
    return names


def answers(monkeypatch: pytest.MonkeyPatch, *choices: Choice) -> list[Falha]:
    """Answer the opening page; the faults it was shown with."""
    faults: list[Falha] = []
    left = iter(choices)

    def ask(falha: Falha, *_: object) -> Choice:
        faults.append(falha)
        return next(left)

    monkeypatch.setattr(janela, "ask_after_opening_fault", ask)
    return faults


def test_an_office_opens(qtbot: QtBot, founded_cli: CommandLine, shown: list[str]) -> None:
    assert janela.run_window(surroundings(founded_cli)) == 0
    assert shown == ["Regional Jardim São João"]


def test_a_missing_office_is_explained_and_another_opened(
    qtbot: QtBot,
    founded_cli: CommandLine,
    tmp_path: Path,
    shown: list[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    faults = answers(monkeypatch, Choice.TENTAR, Choice.OUTRA_PASTA)
    monkeypatch.setattr(janela, "pick_folder", lambda *_: founded_cli.folder)
    assert janela.run_window(surroundings(CommandLine(tmp_path / "nada"))) == 0
    assert [fault.codigo for fault in faults] == ["banco.nao_existe"] * 2
    assert shown == ["Regional Jardim São João"]


def test_first_aid_comes_back_to_the_page(
    qtbot: QtBot, founded_cli: CommandLine, shown: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (founded_cli.folder / "formigueiro.sqlite").write_bytes(b"lixo" * 5_000)
    called: list[str] = []
    monkeypatch.setattr(janela, "verify", lambda *_: called.append("verificar"))
    monkeypatch.setattr(janela, "restore", lambda *_: called.append("restaurar"))
    faults = answers(monkeypatch, Choice.VERIFICAR, Choice.RESTAURAR, Choice.SAIR)
    assert janela.run_window(surroundings(founded_cli)) == 0
    assert called == ["verificar", "restaurar"]
    assert len(faults) == 3
    assert shown == []


def test_a_second_window_raises_the_first(
    qtbot: QtBot, founded_cli: CommandLine, shown: list[str]
) -> None:
    place = surroundings(founded_cli)
    owner = QObject()
    first = SingleWindow(str(place.lugar.configuracao), owner)
    assert first.listen()
    with qtbot.waitSignal(first.raise_requested):
        assert janela.run_window(place) == 0
    assert shown == []
    first.close()
