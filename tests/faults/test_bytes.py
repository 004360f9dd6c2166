"""A flipped byte anywhere that a reader looks is found; in the log's bytes the event is named.

This flips bytes of a closed SQLite file in which every table that this installation keeps for
itself has rows, and runs the verification that ``verificar`` runs. What may pass unseen is what
nobody reads: bytes outside cells, pointers and heads (``tests/support/sqlite_pages.py`` says which
and why), the layout of the schema's text, two numbers of the file header; and another spelling of
the very same value. Each is held to that: all rows read afterwards are the rows of before.
"""

from __future__ import annotations

import random
import sqlite3
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Column, Float, Integer, LargeBinary, Table, insert

from core.kernel.errors import UserFacingError
from core.kernel.store import schema
from core.kernel.store import tables as kernel_tables
from core.kernel.store.sqlite import SqliteDatabase
from core.kernel.store.statement import Statement
from core.kernel.verification.report import Report
from core.kernel.verification.verifier import verify_file
from tests.support.founded import Founded, found
from tests.support.sqlite_pages import (
    FREE_LEAF,
    FREE_TRUNK,
    UNUSED,
    PageMap,
    everything_read,
    map_file,
)

SEED = 20261130
SHARES = 4
# The schema's own counter and the number of the SQLite that wrote last: any value is a good one.
NUMBERS = {*range(40, 44), *range(96, 100)}


@dataclass
class Specimen:
    """A small office's file, to be damaged again and again."""

    office: Founded
    source: Path
    target: Path
    pages: PageMap

    def verify(self, data: bytes) -> Report | str:
        """The report, or the code of the refusal."""
        self.target.write_bytes(data)
        try:
            return verify_file(self.target, self.office.scope)
        except UserFacingError as refusal:
            return refusal.code

    def flipped(self, offset: int, bit: int) -> bytes:
        """The file with one bit turned."""
        data = bytearray(self.pages.data)
        data[offset] ^= 1 << bit
        return bytes(data)


@pytest.fixture(scope="module")
def specimen(tmp_path_factory: pytest.TempPathFactory) -> Specimen:
    folder = tmp_path_factory.mktemp("bytes")
    database = SqliteDatabase(folder / "dados")
    office = found(database, folder / "ajustes")
    office.work()
    fill_local_tables(office)
    specimen = Specimen(office, database.path, folder / "x.sqlite", map_file(database.path))
    report = specimen.verify(specimen.pages.data)
    assert isinstance(report, Report)
    assert (report.achados, report.nao_comparadas) == ([], [])
    return specimen


def local_tables(office: Founded) -> list[Table]:
    """Every table whose rows nothing in the log vouches for."""
    everything = (*kernel_tables.metadata.tables.values(), *office.tables)
    return [table for table in everything if table.info["classe"] == "local"]


def fill_local_tables(office: Founded) -> None:
    """Three rows in each empty one, one of them long; free pages, where a long row has gone."""
    writer = office.database.open_writer(checkpoints=True)
    writer.begin()
    for table in local_tables(office):
        writer.cursor.execute(f"SELECT count(*) FROM {table.name}")
        if writer.cursor.fetchone()[0]:
            continue  # the founding or the work of the day has made its rows
        into = Statement(insert(table), [column.name for column in table.columns])
        for n in range(3):
            into.run(
                writer.cursor, "sqlite", {column.name: value(column, n) for column in table.columns}
            )
    writer.cursor.execute("DELETE FROM d1a_rascunhos WHERE versao = 2")
    writer.commit()
    writer.close()


def value(column: Column[Any], n: int) -> object:
    """A value such as the program could have written."""
    told: dict[str, object] = {
        "consumidor": "Z-9", "fase": "react", "estado": "pendente", "resposta": f'"{n}"',
        "deprecated": 0, "verificada": 1, "sequence_number": 1 + n,
    }  # fmt: skip
    if column.name in told:
        return told[column.name]
    if isinstance(column.type, LargeBinary):
        return bytes([n + 1]) * (column.type.length or 40)
    if isinstance(column.type, Float):
        return n + 0.25
    if isinstance(column.type, Integer):
        return n
    return f"{column.name} {n} " + ("palavra " * 1_200 if n == 2 and not column.primary_key else "")


def blobs(specimen: Specimen, sql: str) -> list[tuple[int, bytes]]:
    reader = specimen.office.database.open_reader()
    try:
        reader.cursor.execute(sql)
        return [(row[0], bytes(row[1])) for row in reader.cursor.fetchall()]
    finally:
        reader.close()


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT sequence_number, header FROM event_log",
        # Salt and content stand side by side; alone, a content may stand elsewhere too.
        "SELECT parte_id / 32, CAST(salt || conteudo AS BLOB) FROM event_parts",
    ],
    ids=["header", "partes"],
)
def test_a_flip_in_the_logs_bytes_names_the_event(specimen: Specimen, sql: str) -> None:
    chance = random.Random(SEED)
    data = specimen.pages.data
    tried = 0
    for sequence, blob in blobs(specimen, sql):
        start = data.find(blob)
        if start < 0:
            continue  # long enough to go on in overflow pages: see the sample below
        for offset in {0, 31, 32, len(blob) - 1, chance.randrange(len(blob))}:
            report = specimen.verify(specimen.flipped(start + offset, chance.randrange(8)))
            assert isinstance(report, Report)
            first = report.primeiro_evento
            assert first is not None, (sequence, offset)
            assert first.sequence_number == sequence
            tried += 1
    assert tried > 40


def test_a_flip_in_overflow_pages_of_the_log_names_an_event(specimen: Specimen) -> None:
    chance = random.Random(SEED)
    places = [
        offset
        for offset, kind in enumerate(specimen.pages.kind)
        if kind == "transbordo" and specimen.pages.owner_of(offset) == "event_parts"
    ]
    assert places
    for offset in chance.sample(places, 30):
        report = specimen.verify(specimen.flipped(offset, chance.randrange(8)))
        assert isinstance(report, Report)
        assert report.primeiro_evento is not None, offset


def test_every_local_table_has_rows_in_the_specimen(specimen: Specimen) -> None:
    owners = set(specimen.pages.owner.values())
    assert {FREE_TRUNK, FREE_LEAF} <= owners
    for table in local_tables(specimen.office):
        cells = [
            offset
            for offset, kind in enumerate(specimen.pages.kind)
            if kind == "célula" and specimen.pages.owner_of(offset) == table.name
        ]
        assert cells, table.name


def is_excused(specimen: Specimen, offset: int, before: list[tuple[object, ...]]) -> bool:
    """What a flip may change unseen: nothing that is read.

    Pointers and heads steer later writes too, so there no flip is excused.
    """
    if offset in NUMBERS:
        return everything_read(specimen.target) == before
    is_value = specimen.pages.kind[offset] in {"célula", "transbordo"}
    return is_value and everything_read(specimen.target) == before


def strata_of(specimen: Specimen) -> list[tuple[str, str, list[int]]]:
    """Every kind of byte of every table and index: (owner, kind, offsets)."""
    found: dict[tuple[str, str], list[int]] = {}
    for offset, kind in enumerate(specimen.pages.kind):
        if kind != UNUSED:
            found.setdefault((specimen.pages.owner_of(offset), kind), []).append(offset)
    return [(*key, offsets) for key, offsets in sorted(found.items())]


def test_the_specimen_has_bytes_of_every_kind(specimen: Specimen) -> None:
    assert {kind for _owner, kind, _offsets in strata_of(specimen)} == {
        "cabeçalho do arquivo", "cabeçalho de página", "ponteiro de célula", "célula",
        "transbordo", "ponteiro de transbordo", "cabeça de bloco livre", "lista livre",
    }  # fmt: skip


@pytest.mark.parametrize("share", range(SHARES))
def test_a_flip_anywhere_a_reader_looks_is_damage(specimen: Specimen, share: int) -> None:
    """A seeded sample of every kind of byte in every table and index, local ones the most."""
    chance = random.Random(SEED + share)
    before = everything_read(specimen.source)
    local = {table.name for table in local_tables(specimen.office)}
    unseen: list[tuple[str, str, int]] = []
    tried = excused = 0
    for owner, kind, offsets in strata_of(specimen)[share::SHARES]:
        wanted = 8 if owner in local and kind == "célula" else 1
        for offset in chance.sample(offsets, min(wanted, len(offsets))):
            tried += 1
            report = specimen.verify(specimen.flipped(offset, chance.randrange(8)))
            if isinstance(report, Report) and report.ok:
                if is_excused(specimen, offset, before):
                    excused += 1
                else:
                    unseen.append((owner, kind, offset))
    assert unseen == []
    assert tried > 50
    assert excused <= tried // 20


def test_every_byte_of_the_file_header_is_looked_at(specimen: Specimen) -> None:
    chance = random.Random(SEED)
    for offset in range(100):
        bit = chance.randrange(8)
        report = specimen.verify(specimen.flipped(offset, bit))
        is_seen = not (isinstance(report, Report) and report.ok)
        assert is_seen or offset in NUMBERS, (offset, bit)


def test_a_byte_that_nobody_reads_changes_nothing(specimen: Specimen) -> None:
    chance = random.Random(SEED)
    pages = specimen.pages
    before = everything_read(specimen.source)
    places: dict[bool, list[int]] = {True: [], False: []}
    for offset, kind in enumerate(pages.kind):
        if kind == UNUSED:
            places[pages.owner_of(offset) in {FREE_LEAF, FREE_TRUNK}].append(offset)
    for offset in chance.sample(places[True], 15) + chance.sample(places[False], 45):
        report = specimen.verify(specimen.flipped(offset, chance.randrange(8)))
        assert isinstance(report, Report)
        assert report.ok, offset
        assert everything_read(specimen.target) == before


def test_every_bit_of_the_schemas_version_is_looked_at(specimen: Specimen) -> None:
    """A number that looks newer or older would send a person after another program."""
    data = specimen.pages.data
    stored = schema.SCHEMA_VERSION.encode()
    places = [
        offset
        for offset in range(len(data))
        if specimen.pages.owner_of(offset) == "alembic_version"
        and data.startswith(stored, offset)
        and specimen.pages.kind[offset] == "célula"
    ]
    assert len(places) == 1
    for offset in range(places[0], places[0] + len(stored)):
        for bit in range(8):
            report = specimen.verify(specimen.flipped(offset, bit))
            assert isinstance(report, Report)
            assert not report.ok, (offset, bit)


@pytest.mark.parametrize("share", [0.0, 0.001, 0.3, 0.7, 0.999])
def test_a_file_that_was_cut_off_is_damage(specimen: Specimen, share: float) -> None:
    data = specimen.pages.data
    report = specimen.verify(data[: int(len(data) * share)])
    assert isinstance(report, Report)
    assert not report.ok


@pytest.mark.parametrize("content", [b"x", b"isto e um texto\n" * 999, bytes(8192)])
def test_a_file_that_is_no_database_is_damage(specimen: Specimen, content: bytes) -> None:
    report = specimen.verify(content)
    assert isinstance(report, Report)
    assert [finding.codigo for finding in report.achados][-1] in {
        "banco.nao_e_banco", "banco.danificado", "banco.sem_esquema",
    }  # fmt: skip


def test_the_database_of_another_program_is_no_office(specimen: Specimen) -> None:
    specimen.target.unlink(missing_ok=True)
    connection = sqlite3.connect(specimen.target)
    connection.execute("CREATE TABLE folha (x)")
    connection.close()
    report = specimen.verify(specimen.target.read_bytes())
    assert isinstance(report, Report)
    assert [finding.codigo for finding in report.achados] == ["banco.sem_esquema"]
