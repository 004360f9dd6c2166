from __future__ import annotations

from pathlib import Path

import pytest

from app.bootstrap.guarda import GuardKeeper
from core.kernel.errors import EnvironmentFault
from core.kernel.identity.guard_file import GUARD_FILE, GuardFile, GuardRecord
from core.kernel.merkle import EMPTY_ROOT, root
from core.kernel.store.installation import Installation
from tests.support.office import TEST_NO, TEST_REDE, Office, pedido

INSTALLATION = Installation(TEST_REDE, TEST_NO, 0, "ef" * 16, True, False)


def test_a_flush_brings_the_guard_to_the_head(sqlite_office: Office, tmp_path: Path) -> None:
    file = GuardFile(tmp_path / GUARD_FILE)
    file.adopt(GuardRecord(INSTALLATION.instancia, TEST_NO, 0, 0, EMPTY_ROOT))
    engine = sqlite_office.engine()
    keeper = GuardKeeper(engine.cycle, file, INSTALLATION)
    engine.publicar("T-1", pedido(1), pedido(2))
    keeper.flush()
    record = file.read().record
    assert record is not None
    events = sqlite_office.events()
    assert record.tamanho == len(events)
    assert record.raiz == root([bytes.fromhex(event.event_hash) for event in events])
    keeper.flush()  # nothing new, nothing written


def test_a_refusing_disk_stops_only_what_asked(sqlite_office: Office, tmp_path: Path) -> None:
    engine = sqlite_office.engine()
    keeper = GuardKeeper(engine.cycle, GuardFile(tmp_path / "nao-existe" / "x"), INSTALLATION)
    engine.publicar("T-1", pedido(1))
    keeper.tick()
    with pytest.raises(EnvironmentFault):
        keeper.flush()
    assert engine.publicar("T-1", pedido(2)).sequence_number > 1
