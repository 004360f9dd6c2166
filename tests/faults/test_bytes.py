"""A flipped byte anywhere that a reader looks is found; in the log's bytes the event is named.

This flips bytes of a closed SQLite file and runs the verification that ``verificar`` runs. What
may pass unseen is listed: bytes that no reader ever looks at (the gaps inside a page, the layout
of the schema's text) and values of rows that are this installation's alone, which nothing in the
log vouches for.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from pathlib import Path

import pytest

from core.kernel.errors import UserFacingError
from core.kernel.store.sqlite import SqliteDatabase
from core.kernel.verification.report import Report
from core.kernel.verification.verifier import verify_file
from tests.support.founded import Founded, found
from tests.support.sqlite_pages import UNUSED, PageMap, map_file

SEED = 20261130
# Rows that belong to one machine: their kinds and states are checked, their words cannot be.
LOCAL = {
    "kernel_comandos", "kernel_copias", "kernel_escrita", "kernel_instalacao", "kernel_posicoes",
    "kernel_saida", "registry_schemas", "t3_trabalhos",
}  # fmt: skip
LOG = {
    "event_log", "event_parts", "event_assuntos", "kernel_titulares", "kernel_feeds",
    "kernel_checkpoints", "kernel_rede",
}  # fmt: skip
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
    specimen = Specimen(office, database.path, folder / "x.sqlite", map_file(database.path))
    report = specimen.verify(specimen.pages.data)
    assert isinstance(report, Report)
    assert report.achados == []
    return specimen


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


def test_a_flip_anywhere_a_reader_looks_is_damage(specimen: Specimen) -> None:
    """A seeded sample over all used bytes, and again as much over everything but cells."""
    chance = random.Random(SEED)
    kinds = specimen.pages.kind
    used = [offset for offset, kind in enumerate(kinds) if kind != UNUSED]
    structure = [offset for offset in used if kinds[offset] not in {"célula", "transbordo"}]
    unseen: list[tuple[str, str, int]] = []
    for offset in chance.sample(used, 300) + chance.sample(structure, 300):
        report = specimen.verify(specimen.flipped(offset, chance.randrange(8)))
        if isinstance(report, Report) and report.ok:
            unseen.append((specimen.pages.owner_of(offset), kinds[offset], offset))
    excused = [
        place
        for place in unseen
        if (place[0] in LOCAL and place[1] == "célula")
        or (place[0] == "sqlite_master" and specimen.pages.data[place[2]] in b" \n\t")
        or place[2] in NUMBERS
    ]
    assert unseen == excused
    assert not {owner for owner, _kind, _offset in unseen} & LOG
    assert len(excused) < 30


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
    import sqlite3

    specimen.target.unlink(missing_ok=True)
    connection = sqlite3.connect(specimen.target)
    connection.execute("CREATE TABLE folha (x)")
    connection.close()
    report = specimen.verify(specimen.target.read_bytes())
    assert isinstance(report, Report)
    assert [finding.codigo for finding in report.achados] == ["banco.sem_esquema"]
