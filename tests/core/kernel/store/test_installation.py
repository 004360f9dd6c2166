"""The facts of one installation."""

from __future__ import annotations

from dataclasses import replace

import pytest

from core.kernel.errors import IntegrityFault
from core.kernel.store import installation as facts
from tests.support.founded import Founded


def test_facts_are_read_as_they_were_written_and_changed(founded: Founded) -> None:
    writer = founded.database.open_writer(checkpoints=True)
    writer.begin()
    before = facts.read(writer.cursor, writer.dialect)
    assert before == founded.office.installation
    facts.set_fact(writer.cursor, writer.dialect, "chave_raiz_confirmada", "1")
    facts.set_fact(writer.cursor, writer.dialect, "epoca", "3")
    facts.open_feed(writer.cursor, writer.dialect, before.no, 3)
    after = facts.read(writer.cursor, writer.dialect)
    assert after == replace(before, chave_raiz_confirmada=True, epoca=3)
    facts.add_network_version(writer.cursor, writer.dialect, 2, b"doc", b"sig")
    versions = facts.network_versions(writer.cursor, writer.dialect)
    assert (len(versions), versions[1]) == (2, (b"doc", b"sig"))
    writer.rollback()
    writer.close()


def test_a_missing_fact_is_damage(founded: Founded) -> None:
    founded.sql("DELETE FROM kernel_instalacao WHERE chave = 'instancia'")
    reader = founded.database.open_reader()
    with pytest.raises(IntegrityFault) as fault:
        facts.read(reader.cursor, reader.dialect)
    reader.close()
    assert fault.value.code == "instalacao.incompleta"
