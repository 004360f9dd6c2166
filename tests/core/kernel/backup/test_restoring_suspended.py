"""What is not understood yet is not sealed: a restore waits for a newer program."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.core.kernel.backup.test_restoring import Backup, leftovers, refusal
from tests.support.founded import Founded
from tests.support.office import pedido


@pytest.fixture
def backup(founded_sqlite: Founded, tmp_path: Path) -> Backup:
    founded_sqlite.work()
    founded_sqlite.write_guard()
    return Backup(founded_sqlite, tmp_path / "copias")


def test_nothing_is_sealed_while_decisions_are_held_back(backup: Backup) -> None:
    """A newer program restores the very copy (sync.md 2.10: such a node does not seal)."""
    office = backup.office
    office.append(pedido(60))
    _set_unknown(office, "evento.adiado_critico")
    copy = backup.copy()
    before = office.open().installation
    assert refusal(backup, copy).code == "restaurar.decisoes_suspensas"
    assert office.open().installation == before
    assert leftovers(office.settings.parent) == []
    _set_unknown(office, "evento.adiado")
    assert backup.restore(backup.copy()).installation.epoca == before.epoca + 1


def _set_unknown(office: Founded, motivo: str) -> None:
    """The newest event is one that this program does not know."""
    writer = office.database.open_writer(checkpoints=False)
    writer.begin()
    writer.cursor.execute("DELETE FROM kernel_sem_efeito")
    writer.cursor.execute(
        "INSERT INTO kernel_sem_efeito (sequence_number, estado, motivo) "
        f"SELECT max(sequence_number), 'adiado', '{motivo}' FROM event_log"
    )
    writer.commit()
    writer.close()
