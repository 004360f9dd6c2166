"""Reading the log: ranges by chunks, types merged in log order, parts that are not there."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from core.kernel.header import event_hash
from core.kernel.store.database import Reader
from core.kernel.store.log_read import (
    TypedScan,
    count_after,
    header_of,
    read_many,
    read_one,
    read_range,
)
from core.kernel.store.tables import PARTS_PER_EVENT
from tests.support.office import Office, encerrado, entrou, pedido, retirado
from tests.support.toy_colonies import T1

FEITO, ENCERRADO = "brinquedo.pedido_feito", "brinquedo.pedido_encerrado"
ENTROU = "brinquedo.conselheiro_entrou"


@pytest.fixture
def reader(office: Office) -> Iterator[Reader]:
    """A log of 40 events: 20 requests, 10 ended, 5 withdrawn, 5 councillors."""
    office.colonies = (T1,)
    engine = office.engine()
    for n in range(20):
        new = [pedido(n, titulo=f"Pedido {n}", texto_bruto="restrito")]
        new += [encerrado(n)] if n % 2 else []
        new += [retirado(n)] if n % 4 == 0 else []
        new += [entrou(n)] if n % 4 == 1 else []
        engine.publicar("T-1", *new)
    office.stop()
    opened = office.database.open_reader()
    yield opened
    opened.close()


def positions(reader: Reader, *types: str) -> list[int]:
    """Positions of these types, the slow way."""
    everything = read_range(reader.cursor, reader.dialect, 0, 99)
    return [event.sequence_number for event in everything if event.tipo in types]


def test_a_range_is_the_same_in_any_chunk(reader: Reader) -> None:
    whole = list(read_range(reader.cursor, reader.dialect, 0, 1 << 40))
    assert [event.sequence_number for event in whole] == list(range(1, 41))
    for chunk in (1, 3, 40, 41):
        assert list(read_range(reader.cursor, reader.dialect, 0, 40, chunk)) == whole
    assert list(read_range(reader.cursor, reader.dialect, 10, 12)) == whole[10:12]
    assert read_one(reader.cursor, reader.dialect, 7) == whole[6]
    assert read_one(reader.cursor, reader.dialect, 41) is None


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=40)
@given(
    types=st.sets(st.sampled_from([FEITO, ENCERRADO, ENTROU, "brinquedo.nada"]), min_size=1),
    after=st.integers(0, 45),
    limit=st.integers(1, 45),
)
def test_types_come_merged_in_log_order(
    reader: Reader, types: set[str], after: int, limit: int
) -> None:
    expected = [n for n in positions(reader, *types) if n > after]
    scan = TypedScan(sorted(types), after)
    found: list[int] = []
    while chunk := scan.positions(reader.cursor, reader.dialect, limit):
        assert len(chunk) <= limit
        found += chunk
    assert found == expected
    assert count_after(reader.cursor, reader.dialect, sorted(types), after) == len(expected)
    events = TypedScan(sorted(types), after).chunk(reader.cursor, reader.dialect, 99)
    assert [event.sequence_number for event in events] == expected


def test_scattered_positions_come_whole_and_in_order(reader: Reader) -> None:
    wanted = [1, 2, 5, 6, 30, 33, 40]
    events = read_many(reader.cursor, reader.dialect, wanted)
    assert [event.sequence_number for event in events] == wanted
    assert events == [read_one(reader.cursor, reader.dialect, n) for n in wanted]
    assert read_many(reader.cursor, reader.dialect, []) == []


def test_a_part_that_is_gone_is_named_and_its_fields_are_not_there(
    office: Office, reader: Reader
) -> None:
    writer = office.database.open_writer(checkpoints=False)
    writer.begin()
    first = PARTS_PER_EVENT
    writer.cursor.execute(
        f"DELETE FROM event_parts WHERE nome = 'restrita.texto' AND parte_id < {2 * first}"
    )
    writer.commit()
    writer.close()
    reader.refresh()
    event = read_one(reader.cursor, reader.dialect, 1)
    assert event is not None
    assert event.publico() == event.payload
    assert event.ausentes == ("restrita.texto",)
    assert "texto_bruto" not in event.payload
    assert event.payload["titulo"] == "Pedido 0"


def test_what_came_from_restricted_parts_is_no_public_knowledge(
    office: Office, reader: Reader
) -> None:
    event = read_one(reader.cursor, reader.dialect, 1)
    assert event is not None
    assert "texto_bruto" in event.payload
    assert set(event.payload) - set(event.publico()) == set(event.restritos)
    assert "texto_bruto" in event.restritos
    assert "titulo" not in event.restritos


def test_a_header_is_found_by_its_hash(reader: Reader) -> None:
    for event in read_range(reader.cursor, reader.dialect, 0, 3):
        raw = header_of(reader.cursor, reader.dialect, event.event_hash)
        assert raw is not None
        assert event_hash(raw).hex() == event.event_hash
    assert header_of(reader.cursor, reader.dialect, "00" * 32) is None
