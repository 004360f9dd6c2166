"""Moderation from the command line, over a real office with accounts."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

from app.bootstrap.abertura import abrir, opened
from app.services.mensagens import Mensagens
from app.settings.lugares import place_of
from tests.app.cli.comandos.test_revisoes import PROTOCOL, RECURSOS, received
from tests.support.command_line import CommandLine

ROOT: Final = Path(__file__).resolve().parents[4]
TEXT = "O vizinho é um otário e fechou a rua"


@pytest.fixture
def office(founded_cli: CommandLine) -> CommandLine:
    path = founded_cli.folder.parent / "lista.txt"
    path.write_text("otário\n# nota\n", "utf-8")
    assert founded_cli("denylist", "carregar", str(path)).code == 0
    mensagens = Mensagens(RECURSOS.messages_toml())
    with opened(abrir(place_of(founded_cli.folder, None), mensagens, RECURSOS, inline=True)) as app:
        for n in (1, 2):
            app.engine.publicar("D-1a", received(n, TEXT))
            app.engine.aguardar_ocioso()
    return founded_cli


def queue(cli: CommandLine, who: tuple[str, ...], *words: str) -> list[dict[str, str]]:
    found: list[dict[str, str]] = cli(*who, "--json", "moderacao", "listar", *words).json["itens"]
    return found


def test_a_whole_shift_of_moderation(office: CommandLine, monkeypatch: pytest.MonkeyPatch) -> None:
    ana = office.account("Ana", "--papel", "moderador")
    bia = office.account("Bia", "--papel", "moderador")
    for name in ("FORMIGUEIRO_CONTA", "FORMIGUEIRO_CONTA_SENHA"):
        monkeypatch.delenv(name)
    first, second = queue(office, ana)
    assert first["protocolo"] == PROTOCOL.format(1)
    shown = office(*ana, "moderacao", "mostrar", first["item_id"][:13])
    assert TEXT in shown.out
    blocked = office(
        *ana, "moderacao", "decidir", first["item_id"], "--decisao", "bloqueado",
        "--vista", first["versao_vista"], "--motivo", "ofensa",
    )  # fmt: skip
    assert (blocked.code, "bloqueado" in blocked.out) == (0, True)
    late = office(*bia, "moderacao", "decidir", first["item_id"], "--decisao", "aprovado")
    assert late.code == 2
    assert "Alguém decidiu antes: o item já está bloqueado por Ana" in late.out
    back = office(*bia, "moderacao", "reverter", first["item_id"])
    assert "está aprovado" in back.out
    alone = office(*ana, "moderacao", "remover", second["item_id"], "--motivo", "ofensa")
    assert alone.code != 0
    gone = office(
        *ana, "moderacao", "remover", second["item_id"], "--motivo", "ofensa",
        "--segunda-conta", "Bia", "--segunda-senha-arquivo", bia[-1],
    )  # fmt: skip
    assert gone.code == 0, gone.err
    assert "sem conteúdo, para sempre" in gone.out
    assert queue(office, ana) == []
    assert [one["status"] for one in queue(office, ana, "--status", "removido")] == ["removido"]
    trail = office(*ana, "--json", "moderacao", "trilha").json
    assert trail["contagens"] == {"bloqueado": 1, "removido": 1}
    assert "reverti" in office(*ana, "moderacao", "trilha", "--moderador", "Bia").out
    checked = office("--json", "verificar")
    assert checked.code == 0, checked.err
    (act,) = checked.json["partes_eliminadas_por"]
    assert act["partes"] == checked.json["partes_eliminadas"] > 0
    assert f"evento {act['evento']}: " in office("verificar").out


def test_a_listing_asks_who_reads(office: CommandLine, monkeypatch: pytest.MonkeyPatch) -> None:
    assert office("moderacao", "listar").code == 0  # the first account has every role
    monkeypatch.delenv("FORMIGUEIRO_CONTA")
    assert "--conta" in office("moderacao", "listar").err


def test_two_moderators_in_two_processes_on_one_item(office: CommandLine) -> None:
    """One decides, the other is told what the first one did (peers.md 8)."""
    who = [office.account(name, "--papel", "moderador") for name in ("Ana", "Bia")]
    (item, _other) = queue(office, who[0])
    running = [
        subprocess.Popen(
            [sys.executable, "-m", "app", "--dados", str(office.folder), *account, "moderacao",
             "decidir", item["item_id"], "--decisao", decision, "--vista", item["versao_vista"]],
            cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, encoding="utf-8",
        )
        for account, decision in zip(who, ("aprovado", "bloqueado"), strict=True)
    ]  # fmt: skip
    outcomes = [process.communicate(timeout=120) for process in running]
    codes = [process.returncode for process in running]
    assert sorted(codes) == [0, 2], outcomes
    first = codes.index(0)
    decision, name = (("aprovado", "Ana"), ("bloqueado", "Bia"))[first]
    assert f"o item já está {decision} por {name}" in outcomes[1 - first][0]


KILLED: Final = """
import os, signal, sys
from pathlib import Path
from core.kernel.erasing import Eraser

def die(*_words):
    os.kill(os.getpid(), signal.SIGKILL)

setattr(Eraser, sys.argv.pop(1), die)
from app.cli.principal import main
sys.exit(main(sys.argv[1:], sys.stdout, sys.stderr))
"""


@pytest.mark.skipif(sys.platform == "win32", reason="SIGKILL")
@pytest.mark.parametrize(("point", "is_decided"), [("erase", False), ("copies", True)])
def test_a_kill_leaves_no_removal_half_done(
    office: CommandLine, point: str, *, is_decided: bool
) -> None:
    """Decision and erasure are one transaction; what they free is overwritten at the next start."""
    ana = office.account("Ana", "--papel", "moderador")
    bia = office.account("Bia", "--papel", "moderador")
    item = queue(office, ana)[0]
    words = (
        "--dados", str(office.folder), *ana, "moderacao", "remover", item["item_id"],
        "--motivo", "ofensa", "--segunda-conta", "Bia", "--segunda-senha-arquivo", bia[-1],
    )  # fmt: skip
    script = office.folder.parent / "morre.py"
    script.write_text(KILLED, "utf-8")
    died = subprocess.run(
        [sys.executable, str(script), point, *words],
        cwd=ROOT, env=os.environ | {"PYTHONPATH": str(ROOT)}, capture_output=True, check=False,
    )  # fmt: skip
    assert died.returncode == -signal.SIGKILL, died.stderr
    shown = office(*ana, "--json", "moderacao", "mostrar", item["item_id"]).json
    assert shown["status"] == ("removido" if is_decided else "pendente")
    assert (shown["trecho"] is None) == is_decided
    if not is_decided:
        assert office(*words[2:]).code == 0
    checked = office("--json", "verificar").json
    (act,) = checked["partes_eliminadas_por"]
    assert act["partes"] == checked["partes_eliminadas"] > 0
    rows = queue(office, ana)
    assert len(rows) == 1
    # The other demand quotes the same words: it goes too, and no file holds them any more.
    last = office(
        *ana, "moderacao", "remover", rows[0]["item_id"], "--motivo", "ofensa",
        "--segunda-conta", "Bia", "--segunda-senha-arquivo", bia[-1],
    )  # fmt: skip
    assert last.code == 0, last.err
    for path in office.folder.rglob("*"):
        if path.is_file():
            assert TEXT.encode() not in path.read_bytes(), path
