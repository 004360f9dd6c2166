"""The write-ahead log of a killed process, damaged: no acknowledged event goes without a word."""

from __future__ import annotations

import random
import shutil
from dataclasses import replace
from pathlib import Path

from core.kernel.identity.guard_file import GuardFile
from core.kernel.store.sqlite import FILE_NAME, SqliteDatabase
from core.kernel.verification.verifier import verify_database
from tests.support.founded import Founded
from tests.support.office import entrou, pedido

SEED = 20261130
TRIED = 120


def test_a_flip_in_the_log_of_a_killed_process_is_seen(
    founded_sqlite: Founded, tmp_path: Path
) -> None:
    engine = founded_sqlite.engine()
    engine.publicar("T-1", entrou(1))
    for n in range(1, 5):
        engine.publicar("T-1", pedido(n))
    engine.aguardar_ocioso(trabalhos=True)
    founded_sqlite.write_guard()
    killed = tmp_path / "morto"
    killed.mkdir()
    # What the disk holds at this moment is what a killed process leaves.
    for name in (FILE_NAME, f"{FILE_NAME}-wal"):
        shutil.copy(tmp_path / "dados" / name, killed / name)
    size = len(founded_sqlite.events())
    engine.stop()
    guard = tmp_path / "guarda de então"
    guard.mkdir()
    shutil.copy(founded_sqlite.guard.path, guard / founded_sqlite.guard.path.name)
    scope = replace(founded_sqlite.scope, guard=GuardFile(guard / founded_sqlite.guard.path.name))

    def verified(raw: bytes) -> tuple[bool, int]:
        folder = tmp_path / "exemplar"
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(killed, folder)
        (folder / f"{FILE_NAME}-wal").write_bytes(raw)
        report = verify_database(SqliteDatabase(folder), scope)
        return report.ok, report.eventos

    log = (killed / f"{FILE_NAME}-wal").read_bytes()
    assert verified(log) == (True, size)
    chance = random.Random(SEED)
    for offset in sorted(chance.sample(range(len(log)), TRIED)):
        raw = bytearray(log)
        raw[offset] ^= 1 << chance.randrange(8)
        is_well, events = verified(bytes(raw))
        assert not is_well or events == size, offset
        assert not is_well or offset > len(log) * 3 // 4, offset
