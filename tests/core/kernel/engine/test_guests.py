"""Several engines over one database: one reacts, the others append and apply, and one takes over."""

from __future__ import annotations

import threading

import psycopg
import pytest

from core.kernel.engine.engine import Engine
from core.kernel.errors import EnvironmentFault
from core.kernel.store.postgres import PostgresDatabase, plain_url
from tests.support.office import Office, demanda, entrou, pedido
from tests.support.toy_colonies import T1, T2


def test_a_guest_appends_and_applies_and_the_holder_reacts(office: Office) -> None:
    office.colonies = (T1, T2)
    holder = office.engine()
    holder.publicar("T-1", entrou(1))
    guest = office.engine()
    assert (holder.state().estado, guest.state().estado) == ("em_dia", "convidado")
    receipt = guest.publicar("T-1", pedido(1))
    guest.aguardar_ocioso()
    assert receipt.sequence_number == 2
    assert office.rows("SELECT demanda_id, conselheiro_id FROM t2_fila") == [(demanda(1), None)]
    holder.aguardar_ocioso()
    assert [e.tipo for e in office.events()][-1] == "brinquedo.sorteado"
    assert guest.publicar("T-1", pedido(2)).sequence_number == 4
    holder.aguardar_ocioso()
    assert [e.seq for e in office.events()] == list(range(len(office.events())))


def test_idle_engines_do_not_wake_each_other(office: Office) -> None:
    office.colonies = (T1, T2)
    holder, guest = office.engine(), office.engine()
    holder.publicar("T-1", pedido(1))
    before = office.rows("SELECT contador FROM kernel_escrita")
    for _ in range(3):
        guest.aguardar_ocioso()
        holder.aguardar_ocioso()
    assert office.rows("SELECT contador FROM kernel_escrita") == before
    if holder.writer.dialect == "sqlite":  # a server's notices may still be on their way
        assert not holder.writer.foreign_writes()
        assert not guest.writer.foreign_writes()


def test_the_running_holder_notices_what_a_guest_wrote(office: Office) -> None:
    office.colonies = (T1, T2)
    holder = office.engine(inline=False)
    holder.publicar("T-1", entrou(1))
    holder.aguardar_ocioso()
    drawn = threading.Event()
    holder.on_commit = lambda types: drawn.set() if "brinquedo.sorteado" in types else None
    guest = office.engine()
    guest.publicar("T-1", pedido(1))
    assert drawn.wait(30)


def test_a_guest_takes_over_when_the_holder_goes(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("core.kernel.engine.loop.TAKEOVER_S", 0.01)
    office.colonies = (T1, T2)
    holder = office.engine()
    holder.publicar("T-1", entrou(1))
    guest = office.engine(inline=False)
    guest.publicar("T-1", pedido(1))
    guest.aguardar_ocioso()
    assert guest.state().estado == "convidado"
    drawn = threading.Event()
    guest.on_commit = lambda types: drawn.set() if "brinquedo.sorteado" in types else None
    holder.stop()
    assert drawn.wait(30)
    guest.aguardar_ocioso()
    assert guest.state().estado == "em_dia"


def test_two_running_engines_append_one_gapless_log(office: Office) -> None:
    office.colonies = (T1, T2)
    engines = [office.engine(inline=False), office.engine(inline=False)]
    engines[0].publicar("T-1", *(entrou(n, n % 3) for n in range(6)))
    errors: list[BaseException] = []

    def write(engine: Engine, start: int) -> None:
        try:
            for n in range(start, start + 15):
                engine.publicar("T-1", pedido(n, n % 3))
        except BaseException as error:  # noqa: BLE001 # shown by the assertion
            errors.append(error)

    threads = [
        threading.Thread(target=write, args=(engine, 100 * place))
        for place, engine in enumerate(engines)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert errors == []
    for engine in reversed(engines):
        engine.call(lambda: None).result()
        engine.aguardar_ocioso()
    events = office.events()
    assert [e.sequence_number for e in events] == list(range(1, len(events) + 1))
    assert [e.prev for e in events] == [None, *(e.event_hash for e in events[:-1])]
    assert sum(e.tipo == "brinquedo.pedido_feito" for e in events) == 30
    assert sum(e.tipo == "brinquedo.sorteado" for e in events) == 6
    live = office.dump()
    engines[0].reconstruir().result()
    assert office.dump() == live


def test_a_holder_whose_session_died_becomes_a_guest_of_the_next(postgres_office: Office) -> None:
    office = postgres_office
    office.colonies = (T1, T2)
    holder = office.engine()
    holder.publicar("T-1", entrou(1))
    assert isinstance(office.database, PostgresDatabase)
    with psycopg.connect(plain_url(office.database.url), autocommit=True) as admin:
        admin.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
    other = office.engine()
    assert other.state().estado == "em_dia"
    with pytest.raises(EnvironmentFault):
        holder.publicar("T-1", pedido(1))
    assert holder.state().estado == "parado"
    holder.publicar("T-1", pedido(2))
    assert holder.state().estado == "convidado"
    other.aguardar_ocioso()
    assert [e.tipo for e in office.events()][-1] == "brinquedo.sorteado"


def test_each_engine_tells_its_listeners_what_the_other_wrote(office: Office) -> None:
    """Windows follow on_commit; an event of another workstation must reach them too."""
    office.colonies = (T1, T2)
    holder, guest = office.engine(), office.engine()
    told: dict[str, set[str]] = {"holder": set(), "guest": set()}
    holder.on_commit = told["holder"].update
    guest.on_commit = told["guest"].update
    guest.publicar("T-1", pedido(1))
    told["guest"].clear()
    holder.aguardar_ocioso()
    assert told["holder"] == {"brinquedo.pedido_feito"}
    holder.publicar("T-1", entrou(1))
    guest.aguardar_ocioso()
    assert told["guest"] == {"brinquedo.conselheiro_entrou", "brinquedo.sorteado"}


def test_the_holder_has_no_lag_after_a_guests_event_that_needs_no_reaction(office: Office) -> None:
    """What the guest applied and nobody reacts to is done: the lag goes back to 0."""
    office.colonies = (T1, T2)
    holder, guest = office.engine(), office.engine()
    guest.publicar("T-1", pedido(1))
    holder.aguardar_ocioso()
    positions = office.rows("SELECT aplicado_ate, reagido_ate FROM kernel_posicoes")
    assert (1, 1) in positions
    assert [both for both in positions if both[1] < both[0]] == []
