"""Appending: a batch is the same as its events one by one, and what comes back is what is stored."""

from __future__ import annotations

import pytest

from core.kernel.errors import IntegrityFault
from core.kernel.event import Event, NewEvent
from core.kernel.ids import uuid_bytes
from core.kernel.merkle import root
from core.kernel.sealed import SealedEvent
from core.kernel.sealing import Sealer
from core.kernel.store import log_append
from core.kernel.store.database import Writer
from core.kernel.store.log_append import STORY, Batch, Place
from core.kernel.store.log_read import read_range
from tests.support.office import TEST_NO, TEST_REDE, Office, demanda, encerrado, pedido, unidade

ACTOR = {"conta_id": demanda(77), "papel": "atendente"}
TABLES = (
    "event_log", "event_parts", "event_assuntos", "event_efeitos", "kernel_titulares",
    "kernel_feeds",
)  # fmt: skip


def people(n: int) -> NewEvent:
    """A request by a known person: five parts, one of them under a label."""
    made = pedido(n, titulo="Calçada", texto_bruto="é aqui", cidadao_id=demanda(500), nome="Zé")
    return NewEvent(made.tipo, made.payload, made.sujeito, ator=ACTOR)


def sealed(
    office: Office, writer: Writer, *events: NewEvent
) -> list[tuple[SealedEvent, list[str]]]:
    """Sealed one after the other at the end of the feed."""
    sealer = Sealer(TEST_REDE, office.clock, office.ids)
    head = log_append.load_tail(writer.cursor, writer.dialect, TEST_NO, 0).feed_head()
    batch: list[tuple[SealedEvent, list[str]]] = []
    for new in events:
        contract = office.registry.for_publishing(new.tipo)
        one = sealer.seal(
            new,
            contract,
            origem="T-1",
            regra_versao=1,
            feed=head,
            causa=None,
            chave_derivacao=f"comando/x/{len(batch)}",
            correlacao_id=None,
        )
        head = head.advanced(one.event_hash)
        batch.append((one, contract.assuntos(new.payload)))
    return batch


def append(
    office: Office,
    writer: Writer,
    *batches: list[tuple[SealedEvent, list[str]]],
    cause: Place | None = None,
) -> list[Event]:
    """Append batches in the open transaction and save the tail."""
    tail = log_append.load_tail(writer.cursor, writer.dialect, TEST_NO, 0)
    events: list[Event] = []
    for batch in batches:
        rows = Batch(tail, cause, office.clock.now_ms())
        for one in batch:
            rows.add(*one)
        events += rows.append(writer.cursor, writer.dialect)
    log_append.save_tail(writer.cursor, writer.dialect, tail)
    return events


def contents(writer: Writer) -> list[list[tuple[object, ...]]]:
    """Every row of every table an append writes."""
    found = []
    for table in TABLES:
        writer.cursor.execute(f"SELECT * FROM {table} ORDER BY 1, 2")
        found.append([tuple(map(_plain, row)) for row in writer.cursor.fetchall()])
    return found


def _plain(value: object) -> object:
    return bytes(value) if isinstance(value, memoryview) else value


def test_a_batch_is_the_same_as_one_by_one(office: Office) -> None:
    writer = office.database.open_writer(checkpoints=False)
    writer.begin()
    batch = sealed(office, writer, people(1), pedido(2), encerrado(1))
    one_by_one = append(office, writer, *[[one] for one in batch])
    expected = contents(writer)
    writer.rollback()
    writer.begin()
    assert append(office, writer, batch) == one_by_one
    assert contents(writer) == expected
    writer.rollback()
    writer.close()


def test_what_handlers_get_is_what_the_log_gives_back(office: Office) -> None:
    writer = office.database.open_writer(checkpoints=False)
    writer.begin()
    live = append(office, writer, sealed(office, writer, people(1), pedido(2, titulo=None)))
    writer.commit()
    assert office.events() == live
    assert [event.sequence_number for event in live] == [1, 2]
    assert live[0].ator == ACTOR
    assert live[0].payload["titulo"] == "Calçada"
    assert live[1].prev == live[0].event_hash
    writer.close()


def test_the_saved_tail_is_where_the_next_one_begins(office: Office) -> None:
    writer = office.database.open_writer(checkpoints=False)
    writer.begin()
    first = append(office, writer, sealed(office, writer, pedido(1), pedido(2), pedido(3)))
    writer.commit()
    writer.begin()
    tail = log_append.load_tail(writer.cursor, writer.dialect, TEST_NO, 0)
    hashes = [bytes.fromhex(event.event_hash) for event in first]
    assert (tail.head, tail.size, tail.last_hash) == (3, 3, hashes[-1])
    assert (tail.last_event_id, tail.last_altura) == (first[-1].event_id, 3)
    assert tail.frontier.root() == root(hashes)
    second = append(
        office, writer, sealed(office, writer, encerrado(1)), cause=Place(2, 9, 4, None)
    )
    # Of another correlation than its cause: another story begins.
    assert (second[0].altura, second[0].profundidade, second[0].seq) == (10, STORY, 3)
    digest = bytes.fromhex(second[0].event_hash)
    assert log_append.cause_of(writer.cursor, writer.dialect, digest) == Place.of(second[0])
    writer.rollback()
    writer.close()


def test_an_event_is_found_by_hash_id_and_identity(office: Office) -> None:
    engine = office.engine()
    engine.publicar("T-1", pedido(1))
    engine.aguardar_ocioso(trabalhos=True)
    outcome = next(event for event in office.events() if event.causa is not None)
    assert outcome.causa is not None
    assert outcome.chave_derivacao is not None
    office.stop()
    reader = office.database.open_reader()
    cursor, dialect = reader.cursor, reader.dialect
    number, key = outcome.sequence_number, outcome.chave_derivacao
    causa = log_append.find_hash(cursor, dialect, bytes.fromhex(outcome.causa))
    assert causa is not None
    assert log_append.find_hash(cursor, dialect, bytes.fromhex(outcome.event_hash)) == number
    assert log_append.find_event_id(cursor, dialect, outcome.event_id) == number
    assert log_append.find_identity(cursor, dialect, TEST_NO, causa, key) == number
    assert log_append.find_identity(cursor, dialect, "00" * 16, causa, key) is None
    assert log_append.find_identity(cursor, dialect, TEST_NO, causa, key + "x") is None
    assert log_append.find_identity(cursor, dialect, TEST_NO, number, key) is None
    assert log_append.find_hash(cursor, dialect, bytes(32)) is None
    assert log_append.find_event_id(cursor, dialect, demanda(1)) is None
    assert log_append.cause_of(cursor, dialect, bytes(32)) is None
    reader.close()


def test_subjects_are_indexed_and_a_malformed_one_is_refused(office: Office) -> None:
    writer = office.database.open_writer(checkpoints=False)
    writer.begin()
    ((one, subjects),) = sealed(office, writer, pedido(1, 4))
    with pytest.raises(ValueError, match="UUID"):
        append(office, writer, [(one, ["não é"])])
    writer.rollback()
    writer.begin()
    append(office, writer, [(one, subjects)])
    about = {row[0] for row in contents(writer)[2]}
    assert about == {uuid_bytes(demanda(1)), uuid_bytes(unidade(4))}
    writer.rollback()
    writer.close()


def test_a_feed_that_does_not_fit_the_log_is_named(office: Office) -> None:
    writer = office.database.open_writer(checkpoints=False)
    writer.begin()
    with pytest.raises(IntegrityFault) as missing:
        log_append.load_tail(writer.cursor, writer.dialect, TEST_NO, 7)
    assert missing.value.code == "instalacao.ramo_danificado"
    append(office, writer, sealed(office, writer, pedido(1)))
    writer.cursor.execute("UPDATE kernel_feeds SET tamanho = 3")
    with pytest.raises(IntegrityFault) as wrong:
        log_append.load_tail(writer.cursor, writer.dialect, TEST_NO, 0)
    assert wrong.value.code == "instalacao.ramo_danificado"
    writer.rollback()
    assert list(read_range(writer.cursor, writer.dialect, 0, 9)) == []
    writer.close()


def test_depth_counts_reactions_of_one_correlation_and_the_changes_of_it() -> None:
    one, other = b"a" * 16, b"b" * 16
    assert log_append.depth_below(None, one) == 0
    assert log_append.depth_below(Place(1, 1, 4, one), one) == 5
    assert log_append.depth_below(Place(1, 1, 4, one), other) == STORY
    assert log_append.depth_below(Place(1, 1, STORY + 7, other), other) == STORY + 8
    assert log_append.depth_below(Place(1, 1, STORY + 7, other), one) == 2 * STORY
    assert log_append.depth_below(Place(1, 1, 0, None), None) == 1
