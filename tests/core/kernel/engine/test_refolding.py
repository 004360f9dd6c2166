"""Refold of a key, rebuild and live state are the same rows."""

from __future__ import annotations

import threading
from dataclasses import replace

import pytest
from sqlalchemy import func, select

from core.kernel.colony import ApplyDb, Colony
from core.kernel.engine.refolding import RebuildCancelled
from core.kernel.errors import UserFacingError
from core.kernel.event import Event
from core.kernel.store.statement import Statement
from tests.support.faulty_colonies import Switch, failing_apply
from tests.support.office import Office, demanda, encerrado, entrou, pedido, retirado
from tests.support.toy_colonies import T1, T2, T3, pedidos

FEITO = "brinquedo.pedido_feito"


def busy_day(office: Office) -> None:
    engine = office.engine()
    for n in range(4):
        engine.publicar("T-1", entrou(n, n % 2))
    for n in range(20):
        engine.publicar("T-1", pedido(n, n % 2, titulo="a b c", nome="Fulana Marcada"))
        if n % 3 == 0:
            engine.publicar("T-1", encerrado(n // 2))
        if n % 7 == 0:
            engine.publicar("T-1", retirado(n))
    engine.aguardar_ocioso(trabalhos=True)


def mark(office: Office, colony_id: str, *keys: str) -> None:
    engine = office.engines[-1]

    def work() -> None:
        engine.cycle.begin()
        engine.cycle.refolder.mark(colony_id, keys)
        engine.cycle.commit()

    engine.call(work).result()
    engine.aguardar_ocioso()


def test_the_refold_of_a_key_equals_rebuild_equals_live(office: Office) -> None:
    busy_day(office)
    engine = office.engines[-1]
    live = office.dump()
    for colony_id in ("T-1", "T-3"):
        mark(office, colony_id, *(demanda(n) for n in range(20)))
    assert office.rows("SELECT * FROM kernel_redobra") == []
    assert office.dump() == live
    mark(office, "T-2", "*")
    assert office.dump() == live
    assert engine.reconstruir().result() > 0
    assert office.dump() == live
    assert engine.reconstruir("T-2").result() > 0
    assert office.dump() == live


def test_a_refold_repairs_only_its_key(office: Office) -> None:
    busy_day(office)
    engine = office.engines[-1]
    live = office.dump()

    def damage() -> None:
        engine.cycle.begin()
        engine.writer.cursor.execute("UPDATE t1_pedidos SET situacao = 'errada'")
        engine.cycle.commit()

    engine.call(damage).result()
    mark(office, "T-1", demanda(3))
    wrong = office.rows("SELECT count(*) FROM t1_pedidos WHERE situacao = 'errada'")
    assert wrong == [(19,)]
    mark(office, "T-1", *(demanda(n) for n in range(20)))
    assert office.dump() == live


def test_keys_that_one_event_ties_are_refolded_together(office: Office) -> None:
    """Folded for one key alone, the joining event would turn the other's row back."""

    def both(event: Event) -> frozenset[str]:
        if event.tipo == "brinquedo.sorteado":
            return frozenset({event.payload["demanda_id"], event.payload["conselheiro_id"]})
        key = "conselheiro_id" if event.tipo.endswith("entrou") else "demanda_id"
        return frozenset({event.payload[key]})

    tied: Colony = replace(
        T2,
        dobra=both,
        dobra_coluna={"t2_fila": "demanda_id", "t2_conselheiros": "conselheiro_id"},
    )
    office.colonies = (T1, tied)
    busy_day(office)
    live = office.dump()
    for n in range(20):
        mark(office, "T-2", demanda(n))
        assert office.dump() == live


def test_sums_that_keys_share_are_told_before_their_rows_go(office: Office) -> None:
    """What a row put into a sum can only be taken out while the row is there."""
    seen: list[tuple[frozenset[str], int]] = []

    def take_out(keys: frozenset[str], db: ApplyDb) -> None:
        row = db.one(Statement(select(func.count()).select_from(pedidos)))
        assert row is not None
        seen.append((keys, row[0]))

    office.colonies = (replace(T1, desconta=take_out), T2)
    busy_day(office)
    live = office.dump()
    mark(office, "T-1", demanda(3))
    assert seen == [(frozenset({demanda(3)}), 20)]
    mark(office, "T-1", "*")
    assert len(seen) == 1  # a whole fold starts from nothing
    assert office.dump() == live


def test_a_changed_version_or_subscription_is_refolded_before_anything_else(
    office: Office,
) -> None:
    busy_day(office)
    seen: list[str] = []
    inner = T1.apply[FEITO]

    def shout(event: Event, db: ApplyDb) -> None:
        seen.append(event.payload["demanda_id"])
        inner(event, db)

    office.stop()
    office.colonies = (replace(T1, apply={**T1.apply, FEITO: shout}), T2, T3)
    office.engine()
    assert seen == []
    office.stop()
    office.colonies = (replace(office.colonies[0], versao_projecao=2), T2, T3)
    office.engine()
    assert len(seen) == 20
    office.restart()
    assert len(seen) == 20
    office.stop()
    fewer = {tipo: fn for tipo, fn in T1.apply.items() if tipo != "brinquedo.sorteado"}
    office.colonies = (replace(office.colonies[0], apply={**fewer, FEITO: shout}), T2, T3)
    office.engine()
    assert len(seen) == 40
    assert office.rows("SELECT count(*) FROM t1_pedidos WHERE situacao = 'sorteado'") == [(0,)]


def test_progress_is_told_and_a_cancel_leaves_the_old_tables(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("core.kernel.engine.refolding.CHUNK", 5)
    busy_day(office)
    engine = office.engines[-1]
    live = office.dump()
    told: list[tuple[int, int]] = []
    done = engine.reconstruir(None, lambda n, total: told.append((n, total))).result()
    assert told[-1] == (done, done)
    assert [n for n, _total in told] == sorted(n for n, _total in told)
    assert len(told) > 3

    told.clear()
    cancelled = engine.reconstruir(
        None, lambda n, total: told.append((n, total)), lambda: len(told) >= 3
    )
    with pytest.raises(RebuildCancelled):
        cancelled.result()
    engine.aguardar_ocioso()
    assert len(told) == 3
    assert office.dump() == live
    engine.publicar("T-1", pedido(100))  # memory and positions are right after it
    engine.aguardar_ocioso(trabalhos=True)
    after = office.dump()
    engine.reconstruir().result()
    assert office.dump() == after


def test_a_second_rebuild_is_refused_while_one_runs(office: Office) -> None:
    office.colonies = (T1,)
    engine = office.engine(inline=False)
    engine.publicar("T-1", pedido(1))
    gate, inside = threading.Event(), threading.Event()

    def hold(_done: int, _total: int) -> None:
        inside.set()
        assert gate.wait(30)

    first = engine.reconstruir("T-1", hold)
    assert inside.wait(30)
    with pytest.raises(UserFacingError) as refused:
        engine.reconstruir().result()
    assert refused.value.code == "motor.reconstrucao_em_curso"
    gate.set()
    assert first.result() == 1
    assert engine.reconstruir().result() == 1
    with pytest.raises(UserFacingError) as unknown:
        engine.reconstruir("X-1").result()
    assert unknown.value.code == "motor.colonia_desconhecida"


def test_a_rebuild_of_a_colony_whose_apply_fails_parks_and_ends(office: Office) -> None:
    switch = Switch()
    office.colonies = (failing_apply(T1, FEITO, switch), T2)
    engine = office.engine()
    engine.publicar("T-1", pedido(1), pedido(2))
    engine.aguardar_ocioso()
    switch.failing.add(demanda(1))
    engine.reconstruir("T-1").result()
    engine.aguardar_ocioso()
    assert office.rows("SELECT demanda_id FROM t1_pedidos") == [(demanda(2),)]
    assert office.rows("SELECT fase, sequence_number FROM dead_letter_queue") == [("apply", 1)]
    switch.failing.clear()
    engine.reconstruir("T-1").result()
    engine.aguardar_ocioso()
    assert office.rows("SELECT count(*) FROM t1_pedidos") == [(2,)]
    assert office.rows("SELECT * FROM dead_letter_queue") == []


def test_stopping_cancels_a_rebuild(office: Office) -> None:
    office.colonies = (T1,)
    engine = office.engine(inline=False)
    engine.publicar("T-1", pedido(1))
    gate, inside = threading.Event(), threading.Event()

    def hold(_done: int, _total: int) -> None:
        inside.set()
        assert gate.wait(30)

    future = engine.reconstruir("T-1", hold)
    assert inside.wait(30)
    engine.inbox.close()
    gate.set()
    engine.stop()
    with pytest.raises(RebuildCancelled):
        future.result()
    assert office.rows("SELECT demanda_id FROM t1_pedidos") == [(demanda(1),)]


def test_a_rebuild_tells_which_types_changed(office: Office) -> None:
    office.colonies = (T1,)
    engine = office.engine()
    engine.publicar("T-1", pedido(1))
    told: list[frozenset[str]] = []
    engine.on_commit = told.append
    engine.reconstruir("T-1").result()
    assert told == [frozenset(T1.apply)]
