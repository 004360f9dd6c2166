"""Writes that go ahead: answers find their question, faults find the light, and haste ends."""

from __future__ import annotations

from collections.abc import Iterator
from time import sleep

import psycopg
import pytest

from core.kernel.store.postgres import PostgresWriter, postgres_fault
from tests.support.founded import Founded

_NEW = "INSERT INTO coisas (n) VALUES (%s)"
_ALL = "SELECT n FROM coisas ORDER BY n"


@pytest.fixture
def writer(founded_postgres: Founded) -> Iterator[PostgresWriter]:
    """In a transaction that has a table of its own and is in haste."""
    writer = founded_postgres.database.open_writer(checkpoints=True)
    assert isinstance(writer, PostgresWriter)
    writer.begin()
    writer.cursor.execute("CREATE TEMPORARY TABLE coisas (n smallint PRIMARY KEY)")
    writer.hasten()
    yield writer
    writer.close()


def test_a_question_is_answered_between_writes_that_nobody_waits_for(
    writer: PostgresWriter,
) -> None:
    cursor = writer.cursor
    seen = []
    for n in range(50):
        cursor.execute(_NEW, (n,))
        cursor.executemany(_NEW, [(100 + n,), (200 + n,)])
        cursor.execute(_ALL)
        seen.append(len(cursor.fetchall()))
        cursor.execute("UPDATE coisas SET n = n + 1000 WHERE n < 0")
        cursor.execute("SELECT max(n) FROM coisas")
        assert cursor.fetchone() == (200 + n,)
    assert seen == [3 * (n + 1) for n in range(50)]


def test_an_answer_that_nobody_fetches_is_not_the_next_questions(writer: PostgresWriter) -> None:
    cursor = writer.cursor
    seen = []
    for n in range(20):
        cursor.execute("SELECT repeat('x', 100000)")  # more than the server holds back
        sleep(0.01)  # it has arrived when the next question is sent
        cursor.execute("SELECT %s::int", (n,))
        seen.append(cursor.fetchone())
    assert seen == [(n,) for n in range(20)]


def test_a_count_is_that_of_the_last_write(writer: PostgresWriter) -> None:
    cursor = writer.cursor
    cursor.executemany(_NEW, [(n,) for n in range(7)])
    cursor.execute("DELETE FROM coisas WHERE n < 5")
    cursor.execute("UPDATE coisas SET n = n + 10")
    assert cursor.rowcount == 2
    cursor.execute("UPDATE coisas SET n = n WHERE n > 99")
    assert cursor.rowcount == 0


def test_a_write_with_an_answer_is_a_question(writer: PostgresWriter) -> None:
    writer.cursor.execute(_NEW, (1,))
    writer.cursor.execute("INSERT INTO coisas (n) VALUES (2) RETURNING n")
    assert writer.cursor.fetchone() == (2,)


def _fail(writer: PostgresWriter, after: str) -> None:
    cursor = writer.cursor
    for statement in (_NEW, _NEW, _NEW):
        cursor.execute(statement, (1,))
    if after == "question":
        cursor.execute(_ALL)
        cursor.fetchall()
    elif after == "count":
        assert cursor.rowcount
    elif after == "commit":
        writer.commit()
    else:
        writer.settle()


@pytest.mark.parametrize("after", ["settle", "question", "count", "commit"])
def test_the_first_fault_comes_to_light_and_nothing_is_kept(
    writer: PostgresWriter, after: str
) -> None:
    with pytest.raises(psycopg.errors.UniqueViolation):
        _fail(writer, after)
    writer.rollback()
    writer.begin()
    writer.cursor.execute("SELECT to_regclass('coisas')")
    assert writer.cursor.fetchone() == (None,)


def test_what_follows_a_fault_is_no_silent_server() -> None:
    assert postgres_fault(psycopg.errors.PipelineAborted("pipeline aborted"), "aqui") is None


def test_haste_ends_with_the_transaction(writer: PostgresWriter) -> None:
    writer.cursor.execute(_NEW, (1,))
    writer.commit()
    writer.begin()
    with pytest.raises(psycopg.errors.UniqueViolation):
        writer.cursor.execute(_NEW, (1,))
