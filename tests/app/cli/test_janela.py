"""The window's start: a fault gives choices, and the choices lead somewhere."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

from app.cli import janela
from app.services.composicao import Servicos
from app.services.entrada_rede import EntradaDecidida
from app.services.falhas import Falha
from app.services.permissoes import Papel
from app.services.sessao import Conta
from tests.app.cli.test_socorro import surroundings
from tests.support.command_line import CommandLine
from tests.support.redes import Redes
from widgets.shell.opening_fault import Choice
from widgets.shell.single_window import SingleWindow


@pytest.fixture
def shown(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Names of the offices whose window was opened; each is closed at once."""
    names: list[str] = []

    def run(services: Servicos, single: SingleWindow | None = None, recado: str = "") -> int:
        assert recado == ""
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


def test_a_decided_joining_is_carried_out_between_two_windows(
    qtbot: QtBot, redes: Redes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The window closes, the office joins, and its window opens anew and says so."""
    centro, norte = redes.fundar("Centro"), redes.fundar("Norte")
    invitation, roots = centro.convidar(*norte.pedir(tmp_path))
    opened: list[tuple[str, str]] = []

    def run(services: Servicos, single: SingleWindow | None = None, recado: str = "") -> int:
        opened.append((services.sincronizacao.situacao().rede, recado))
        if len(opened) == 1:
            services.sessao.entrar(Conta("x", "Ana", frozenset({Papel.OPERADOR})))
            raw, told = services.entrada.ler_convite(invitation)
            assert told.is_entrada
            services.entrada.decidir(raw, roots, None)
        services.encerrar()
        return 0

    monkeypatch.setattr(janela, "run_desktop", run)
    with norte.aqui():
        assert janela.run_window(surroundings(CommandLine(norte.dados))) == 0
    network = centro.certo("rede", "mostrar").json["rede"]
    (before, nothing), (after, said) = opened
    assert (nothing, after) == ("", network)
    assert before != network
    assert said.startswith(f"Este escritório faz parte da rede {network[:8]}.")
    assert norte.certo("verificar").json["ok"] is True


def test_a_joining_that_fails_says_why_in_the_next_window(
    qtbot: QtBot, founded_cli: CommandLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []

    def run(services: Servicos, single: SingleWindow | None = None, recado: str = "") -> int:
        opened.append(recado)
        if len(opened) == 1:
            services.entrada.decidida = EntradaDecidida(b"{}", ())
        services.encerrar()
        return 0

    monkeypatch.setattr(janela, "run_desktop", run)
    assert janela.run_window(surroundings(founded_cli)) == 0
    assert opened[0] == ""
    assert opened[1].startswith("O arquivo não é um convite")
