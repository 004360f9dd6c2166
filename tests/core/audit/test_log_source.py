"""Reading a stored log: types in order, a fixed head, and the event behind a hash."""

from __future__ import annotations

from core.audit.draw_audit import DrawAudit
from core.audit.log_source import StoredLog
from tests.support.office import Office
from tests.support.sorteios import SealedLog, Story


def write(office: Office, tell: str) -> None:
    writer = office.database.open_writer(checkpoints=True)
    log = SealedLog(writer)
    story = Story(log)
    if tell == "draws":
        story.territory({1: 2, 2: None})
        story.register(1, 1)
        story.announce(1, 1)
        story.withdraw(9)
        story.draw(1, 1, [1])
    else:
        story.refuse(1, 1)
    log.flush()
    writer.close()


def test_draws_are_judged_from_a_database(office: Office) -> None:
    write(office, "draws")
    reader = office.database.open_reader()
    source = StoredLog(reader.cursor, reader.dialect)
    (one,) = DrawAudit(source).run()
    assert one.is_right, one.findings
    assert one.rebuilt is not None
    before = next(iter(source.events(["demanda.retirada"])))
    assert (one.rebuilt.base, one.event.prev) == (before.event_id, before.event_hash)
    assert source.event_id_behind(before.event_hash) == before.event_id
    assert source.event_id_behind("00" * 32) is None
    reader.close()


def test_what_arrives_meanwhile_is_left_for_next_time(office: Office) -> None:
    write(office, "draws")
    reader = office.database.open_reader()
    source = StoredLog(reader.cursor, reader.dialect)
    write(office, "refusal")
    reader.refresh()
    assert list(source.events(["conselheiro.atribuicao_recusada"])) == []
    newer = StoredLog(reader.cursor, reader.dialect)
    assert len(list(newer.events(["conselheiro.atribuicao_recusada"]))) == 1
    assert newer.upto == source.upto + 1
    reader.close()


def test_progress_goes_up_to_the_head(sqlite_office: Office) -> None:
    write(sqlite_office, "draws")
    reader = sqlite_office.database.open_reader()
    told: list[tuple[int, int]] = []
    source = StoredLog(
        reader.cursor, reader.dialect, progress=lambda *how_far: told.append(how_far)
    )
    assert len(list(source.events(["territorio.importado"]))) == 1
    assert told == [(1, 5), (5, 5)]
    reader.close()


def test_a_header_that_does_not_hash_to_its_key_is_no_base(sqlite_office: Office) -> None:
    write(sqlite_office, "draws")
    writer = sqlite_office.database.open_writer(checkpoints=True)
    writer.begin()
    writer.cursor.execute(
        "UPDATE event_log SET header = CAST("
        "replace(CAST(header AS TEXT), '\"seq\":3', '\"seq\":7') AS BLOB) "
        "WHERE sequence_number = 4"
    )
    writer.commit()
    writer.close()
    reader = sqlite_office.database.open_reader()
    (one,) = DrawAudit(StoredLog(reader.cursor, reader.dialect)).run()
    assert [found.entrada for found in one.findings] == ["base_ausente"]
    reader.close()
