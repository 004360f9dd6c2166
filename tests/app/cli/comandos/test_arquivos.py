"""Files on the command line, over a real office."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

import pytest

from app.cli.comandos import arquivos
from core.kernel.engine.loop import Loop
from core.kernel.store.attachments import FOLDER, PARTIAL_GRACE_MS, AttachmentStore
from core.kernel.store.attachments_sweep import GRACE_MS
from tests.support import midias
from tests.support.command_line import CommandLine
from tests.support.morte_no_verbo import GRAVANDO, mata_o_verbo

WORDS = (
    "demandas", "registrar", "--texto", "Poste caído na esquina", "--ponto=-7.12,-34.86",
    "--papel", "atendente", "--consente", "tratamento", "--consente", "publicacao_texto", "--json",
)  # fmt: skip


@pytest.fixture
def photo(tmp_path: Path) -> Path:
    path = tmp_path / "poste.jpg"
    path.write_bytes(midias.upside(6))
    return path


def test_a_demand_with_photos_is_in_clean_form_when_the_verb_ends(
    founded_cli: CommandLine, photo: Path
) -> None:
    done = founded_cli(*WORDS, "--arquivo", str(photo))
    assert done.code == 0, done.err
    assert (done.json["arquivos"], done.json["arquivos_esperam"]) == (1, False)
    listed = founded_cli("demandas", "mostrar", done.json["protocolo"], "--json").json
    assert listed["normalizada"] is not None


def test_slow_work_that_goes_on_is_said(
    founded_cli: CommandLine, photo: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wait = Loop.aguardar_ocioso

    def slow(self: Loop, *, trabalhos: bool = False, timeout_s: float = 60.0) -> None:
        if trabalhos:
            raise TimeoutError
        wait(self, timeout_s=timeout_s)

    monkeypatch.setattr(Loop, "aguardar_ocioso", slow)
    words = [word for word in WORDS if word != "--json"]
    assert arquivos.STILL_WORKING in founded_cli(*words, "--arquivo", str(photo)).out


def test_a_refused_file_says_why_and_nothing_is_registered(
    founded_cli: CommandLine, photo: Path, tmp_path: Path
) -> None:
    bad = tmp_path / "foto.jpg"
    bad.write_bytes(b"MZ" + bytes(400))
    done = founded_cli(*WORDS[:-1], "--arquivo", str(photo), "--arquivo", str(bad))
    assert done.code != 0
    assert "foto.jpg: O arquivo é um programa" in done.err
    assert founded_cli("demandas", "listar", "--json").json["demandas"] == []


def test_what_nothing_uses_is_collected_after_a_day(founded_cli: CommandLine) -> None:
    store = AttachmentStore(founded_cli.folder / FOLDER)
    fresh, old = store.put(b"fresh"), store.put(b"old")
    path = next(one for one in (founded_cli.folder / FOLDER).rglob(f"*{old[-8:]}*"))
    past = time.time() - GRACE_MS / 1000 - 60
    os.utime(path, (past, past))
    done = founded_cli("arquivos", "recolher", "--json")
    assert done.code == 0, done.err
    assert done.json == {"removidos": 0, "sem_dono": 1}
    assert list(store.all()) == [fresh]
    assert "Apagados" in founded_cli("arquivos", "recolher").out


@pytest.mark.skipif(sys.platform == "win32", reason="SIGKILL")
def test_a_kill_between_file_and_transaction_loses_nothing_and_leaves_nothing_for_long(
    founded_cli: CommandLine, photo: Path
) -> None:
    """Killed while the file is written, then when it stands and no event names it (peers.md 4)."""
    store = AttachmentStore(founded_cli.folder / FOLDER)

    def killed(point: str) -> list[str]:
        mata_o_verbo(founded_cli.folder, point, *WORDS, "--arquivo", str(photo))
        assert founded_cli("demandas", "listar", "--json").json["demandas"] == []
        return list(store.all())

    assert killed(GRAVANDO) == []
    folder = founded_cli.folder / FOLDER
    assert len(list(folder.rglob("*.*"))) == 1
    (left,) = killed("app.services.demandas:DemandasService")
    assert founded_cli("arquivos", "recolher", "--json").json["sem_dono"] == 0
    # Half a file is left for a day: another process may be writing it.
    (half,) = folder.rglob("*.*")
    old = half.stat().st_mtime - PARTIAL_GRACE_MS / 1000 - 60
    os.utime(half, (old, old))
    assert founded_cli("arquivos", "recolher", "--json").json["sem_dono"] == 0
    assert list(folder.rglob("*.*")) == []
    past = time.time() - GRACE_MS / 1000 - 60
    os.utime(store.path(left), (past, past))
    assert founded_cli("arquivos", "recolher", "--json").json["sem_dono"] == 1
    done = founded_cli(*WORDS, "--arquivo", str(photo))
    assert done.code == 0, done.err
    assert list(store.all()) == [left]
    assert founded_cli("verificar").code == 0
