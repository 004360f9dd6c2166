"""The engine's thread: faults of the environment, stopping, bugs."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import CancelledError, ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import psycopg
import pytest

from core.kernel.colony import Authority, Context, Decisao, Reaction
from core.kernel.engine.cycle import BATCH_STEPS
from core.kernel.engine.engine import Engine
from core.kernel.engine.loop import RETRY_S
from core.kernel.errors import EnvironmentFault, UserFacingError
from core.kernel.event import Event, NewEvent
from core.kernel.store.postgres import PostgresDatabase, plain_url
from core.kernel.store.sqlite import SqliteDatabase
from tests.support.office import Office, demanda, pedido
from tests.support.toy_colonies import T1, T2, T3


class Pauses:
    """Takes the place of waiting: remembers the seconds, acts at a given try, and can hold on."""

    def __init__(self, mend: Callable[[], None], at: int) -> None:
        self.seconds: list[float] = []
        self.stopped = threading.Event()
        self._mend = mend
        self._at = at

    def __call__(self, seconds: float) -> None:
        self.seconds.append(seconds)
        self.stopped.set()
        if len(self.seconds) == self._at:
            self._mend()


@pytest.fixture
def blocker(office: Office) -> Iterator[tuple[Callable[[], None], Callable[[], None]]]:
    """(block, free): another program holds the database's write lock."""
    if isinstance(office.database, SqliteDatabase):
        other: Any = sqlite3.connect(
            office.database.path, isolation_level=None, check_same_thread=False
        )
        yield lambda: other.execute("BEGIN IMMEDIATE"), lambda: other.execute("ROLLBACK")
    else:
        assert isinstance(office.database, PostgresDatabase)
        other = psycopg.connect(plain_url(office.database.url), autocommit=True)

        def block() -> None:
            other.execute("BEGIN")
            other.execute("SELECT * FROM kernel_escrita FOR UPDATE")

        yield block, lambda: other.execute("ROLLBACK")
    other.close()


def impatient(engine: Engine) -> None:
    """Do not wait two seconds for a lock that is known to be held."""
    if engine.writer.dialect == "sqlite":
        engine.writer.cursor.execute("PRAGMA busy_timeout=1")
    else:
        engine.writer.cursor.execute("SET lock_timeout = 1")


def test_a_locked_database_parks_nothing_and_is_tried_again(
    office: Office, blocker: tuple[Callable[[], None], Callable[[], None]]
) -> None:
    block, free = blocker
    office.colonies = (T1, T2)
    pauses = Pauses(free, at=6)
    engine = office.engine(inline=False, pause=pauses)
    engine.aguardar_ocioso()
    engine.call(lambda: impatient(engine)).result()
    states: list[str] = []
    engine.on_state = lambda state: states.append(state.estado)
    block()
    future = engine.executar("T-1", lambda _c: Decisao(None, (pedido(1),)))
    with pytest.raises(EnvironmentFault) as fault:
        future.result(timeout=30)
    assert fault.value.code == "banco.ocupado"
    _until_well(engine)
    assert pauses.seconds == [0.5, 1.0, 2.0, 30.0, 30.0, 30.0]
    assert pauses.seconds[:4] == list(RETRY_S)
    assert "parado" in states
    assert states[-1] == "em_dia"
    assert office.events() == []  # answered with the fault: nothing was written
    assert office.rows("SELECT * FROM dead_letter_queue") == []
    assert engine.publicar("T-1", pedido(1)).sequence_number == 1


def _until_well(engine: Engine) -> None:
    """Wait until the engine is idle, through its faults."""
    with engine._wake:
        assert engine._wake.wait_for(
            lambda: engine._fault is None and not engine._is_busy(), timeout=30
        )


def test_a_full_disk_answers_the_command_and_writes_nothing(sqlite_office: Office) -> None:
    office = sqlite_office
    office.colonies = (T1, T2, T3)
    engine = office.engine()
    engine.publicar("T-1", pedido(1))
    engine.aguardar_ocioso(trabalhos=True)
    before = office.events()
    writer = engine.writer.cursor
    writer.execute("PRAGMA page_count")
    pages = writer.fetchone()[0]
    writer.execute(f"PRAGMA max_page_count={pages}")
    published = 0

    def fill() -> None:
        nonlocal published
        for n in range(2, 500):
            engine.publicar("T-1", pedido(n, titulo="palavra " * 50))
            published += 1

    with pytest.raises(EnvironmentFault) as fault:
        fill()
    assert fault.value.code == "banco.disco_cheio"
    assert engine.state().estado == "parado"
    assert engine.state().fault is fault.value
    feitos = [e for e in office.events() if e.tipo == "brinquedo.pedido_feito"]
    assert len(feitos) == 1 + published
    assert len(before) >= 1
    writer.execute(f"PRAGMA max_page_count={pages + 5000}")
    engine.publicar("T-1", pedido(900))
    engine.aguardar_ocioso(trabalhos=True)
    assert engine.state().estado == "em_dia"
    assert office.rows("SELECT * FROM dead_letter_queue") == []
    assert office.rows("SELECT count(*) FROM t3_resumos WHERE palavras IS NULL") == [(0,)]
    live = office.dump()
    engine.reconstruir().result()
    assert office.dump() == live


def test_a_disk_that_fills_at_commit_acknowledges_nothing(office: Office) -> None:
    """The command had its receipt, but not yet its COMMIT."""
    office.colonies = (T1,)
    engine = office.engine()
    real = engine.writer.commit

    def full() -> None:
        engine.writer.rollback()
        raise EnvironmentFault("banco.disco_cheio", onde="teste")

    engine.writer.commit = full  # type: ignore[method-assign] # the fault under test
    with pytest.raises(EnvironmentFault):
        engine.publicar("T-1", pedido(1))
    engine.writer.commit = real  # type: ignore[method-assign] # mended
    assert office.events() == []
    assert engine.publicar("T-1", pedido(2)).sequence_number == 1
    assert office.rows("SELECT demanda_id FROM t1_pedidos") == [(demanda(2),)]


def test_a_read_only_database_stops_with_its_reason(office: Office) -> None:
    office.colonies = (T1,)
    engine = office.engine()
    engine.publicar("T-1", pedido(1))
    sqlite = engine.writer.dialect == "sqlite"
    on = "PRAGMA query_only=ON" if sqlite else "SET default_transaction_read_only = on"
    off = "PRAGMA query_only=OFF" if sqlite else "SET default_transaction_read_only = off"
    engine.writer.cursor.execute(on)
    with pytest.raises(EnvironmentFault) as fault:
        engine.publicar("T-1", pedido(2))
    assert fault.value.code == "banco.somente_leitura"
    assert engine.state().estado == "parado"
    engine.writer.cursor.execute(off)
    assert engine.publicar("T-1", pedido(3)).sequence_number == 2


def test_a_rollback_drops_memory_structures(office: Office) -> None:
    office.colonies = (T1, T2)
    engine = office.engine()
    engine.publicar("T-1", pedido(1))
    (runtime,) = (r for r in engine.cycle.stepper.runtimes if r.id == "T-2")

    def fail_later() -> None:
        engine.cycle.begin()
        runtime.db.memory.add("nunca gravado")
        raise RuntimeError("depois de mudar a memória")

    with pytest.raises(RuntimeError):
        engine.call(fail_later).result()
    engine.aguardar_ocioso()
    assert runtime.db.memory == {demanda(1)}


# -- stopping and bugs -----------------------------------------------------------------------


def test_stopping_answers_everything_that_waits(office: Office) -> None:
    office.colonies = (T1,)
    gate, inside = threading.Event(), threading.Event()
    engine = office.engine(inline=False)

    def slow(_context: Context) -> Decisao:
        inside.set()
        assert gate.wait(30)
        return Decisao("gravado", (pedido(1),))

    first = engine.executar("T-1", slow)
    assert inside.wait(30)
    queued = [engine.executar("T-1", lambda _c: Decisao(None)) for _ in range(5)]
    task = engine.call(lambda: None)
    engine.inbox.close()
    gate.set()
    engine.stop()
    assert first.result().resposta == "gravado"
    for future in queued:
        with pytest.raises(UserFacingError) as refused:
            future.result(timeout=10)
        assert refused.value.code == "motor.encerrado"
    with pytest.raises(CancelledError):
        task.result(timeout=10)
    with pytest.raises(UserFacingError):
        engine.publicar("T-1", pedido(2))
    with pytest.raises(UserFacingError):
        engine.call(lambda: None).result()
    engine.stop()  # a second time does nothing
    assert len(office.events()) == 1


def test_a_bug_in_the_loop_stops_visibly_and_does_not_end_the_thread(office: Office) -> None:
    office.colonies = (T1,)
    mended = threading.Event()
    pauses = Pauses(mended.set, at=2)
    engine = office.engine(inline=False, pause=pauses)
    engine.aguardar_ocioso()
    real = engine.cycle.stepper.first_behind

    def broken() -> Any:
        if not mended.is_set():
            raise KeyError("defeito do programa")
        return real()

    engine.cycle.stepper.first_behind = broken  # type: ignore[method-assign] # the bug under test
    future = engine.executar("T-1", lambda _c: Decisao(None, (pedido(1),)))
    assert pauses.stopped.wait(30)
    assert future.done()
    _until_well(engine)
    assert pauses.seconds == [0.5, 1.0]
    assert b'"codigo":"motor.erro_interno"' in b"".join(office.log)
    engine.publicar("T-1", pedido(2))
    assert engine._thread is not None
    assert engine._thread.is_alive()


def test_a_listener_that_fails_disturbs_nobody(office: Office) -> None:
    def broken(_what: object) -> None:
        raise RuntimeError("tela fechada")

    office.colonies = (T1,)
    engine = office.engine(inline=False)
    engine.on_commit = broken
    engine.on_state = broken
    assert engine.publicar("T-1", pedido(1)).sequence_number == 1
    assert engine.publicar("T-1", pedido(2)).sequence_number == 2
    engine.aguardar_ocioso()
    assert b'"fase":"ouvinte"' in b"".join(office.log)


def test_waiting_too_long_is_a_time_out(office: Office) -> None:
    office.colonies = (T1,)
    engine = office.engine(inline=False)
    gate = threading.Event()
    engine.call(lambda: gate.wait(30))
    with pytest.raises(TimeoutError):
        engine.aguardar_ocioso(timeout_s=0.01)
    gate.set()
    engine.aguardar_ocioso()


def test_the_lock_file_is_the_offices(sqlite_office: Office) -> None:
    sqlite_office.engine()
    assert isinstance(sqlite_office.database, SqliteDatabase)
    assert Path(sqlite_office.database.folder / "motor.trava").exists()


def never(_context: Context) -> Decisao:
    raise AssertionError


def test_an_inline_engine_refuses_another_thread_instead_of_never_answering(
    sqlite_office: Office,
) -> None:
    engine = sqlite_office.engine()
    with ThreadPoolExecutor(1) as pool:
        for ask in (
            lambda: engine.executar("T-1", never),
            lambda: engine.call(lambda: None),
        ):
            with pytest.raises(RuntimeError, match="hears only the thread"):
                pool.submit(ask).result(timeout=30)


def test_what_one_task_submits_is_answered_in_one_batch(sqlite_office: Office) -> None:
    engine = sqlite_office.engine()
    order: list[str] = []

    def noted(name: str) -> Callable[[Context], Decisao]:
        def decide(_context: Context) -> Decisao:
            order.append(name)
            return Decisao(None, ())

        return decide

    def both() -> None:
        for name in ("um", "dois"):
            engine.executar("T-1", noted(name))
        order.append("enviados")

    engine.call(both).result(timeout=30)
    assert order == ["enviados", "um", "dois"]


def test_a_patient_command_waits_for_all_that_follows_from_others(office: Office) -> None:
    order: list[str] = []

    def seen(event: Event, _context: Context) -> Sequence[NewEvent]:
        order.append(event.payload["demanda_id"])
        return ()

    reaction = Reaction(Authority.CUSTODIA, seen)
    office.colonies = (T1, replace(T2, react={**T2.react, "brinquedo.pedido_feito": reaction}))
    engine = office.engine(inline=False)
    many = range(10, 10 + 2 * BATCH_STEPS)

    def asking(name: str, *numbers: int) -> Callable[[Context], Decisao]:
        def decide(_context: Context) -> Decisao:
            order.append(name)
            return Decisao(None, tuple(pedido(n) for n in numbers))

        return decide

    gate, inside = threading.Event(), threading.Event()

    def first(context: Context) -> Decisao:
        inside.set()
        assert gate.wait(30)
        return asking("muitos", *many)(context)

    engine.executar("T-1", first)
    assert inside.wait(30)
    sent = [
        engine.executar("T-1", asking("paciente", 1), paciente=True),
        engine.executar("T-1", asking("outro", 2), paciente=True),
        engine.executar("T-1", asking("ato", 3)),
    ]
    gate.set()
    for future in sent:
        future.result(timeout=30)
    engine.aguardar_ocioso()
    assert order.index("ato") < order.index(demanda(many[-1]))
    order.remove("ato")
    told = [demanda(n) for n in (*many, 3)]
    assert order == ["muitos", *told, "paciente", demanda(1), "outro", demanda(2)]


def test_a_patient_command_is_answered_inline_and_refused_by_a_fault(
    sqlite_office: Office,
) -> None:
    sqlite_office.colonies = (T1, T2)
    engine = sqlite_office.engine()
    for n in (1, 2):
        sent = engine.executar("T-1", lambda _c, n=n: Decisao(n, (pedido(n),)), paciente=True)  # type: ignore[misc] # as above
        assert sent.result(timeout=30).resposta == n
    database = sqlite_office.database
    assert isinstance(database, SqliteDatabase)
    other = sqlite3.connect(database.path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    refused = engine.executar("T-1", never, paciente=True)
    other.execute("ROLLBACK")
    other.close()
    with pytest.raises(EnvironmentFault):
        refused.result(timeout=30)
