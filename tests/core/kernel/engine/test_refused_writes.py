"""What the database refuses of a colony parks one event, wherever the refusal comes to light."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import msgspec
import pytest

from core.kernel.colony import ApplyDb, Colony
from core.kernel.event import Event
from tests.support.office import Office, demanda, pedido
from tests.support.toy_colonies import T1, _t1_feito

FEITO = "brinquedo.pedido_feito"
BAD = 13


def _without_moment(event: Event, db: ApplyDb) -> None:
    broken = msgspec.structs.replace(event, timestamp=None)
    _t1_feito(broken, db)  # the column refuses it


def _at_once() -> Colony:
    def apply(event: Event, db: ApplyDb) -> None:
        is_bad = event.payload["demanda_id"] == demanda(BAD)
        (_without_moment if is_bad else _t1_feito)(event, db)

    return replace(T1, apply={**T1.apply, FEITO: apply})


def _held_back() -> Colony:
    def apply(event: Event, db: ApplyDb) -> None:
        db.memory.append(event)

    def flush(db: ApplyDb) -> None:
        for event in db.memory:
            is_bad = event.payload["demanda_id"] == demanda(BAD)
            (_without_moment if is_bad else _t1_feito)(event, db)
        db.memory.clear()

    return replace(
        T1, publica=(), memory=lambda _db: [], flush=flush, apply={**T1.apply, FEITO: apply}
    )


@pytest.mark.parametrize("make", [_at_once, _held_back])
def test_one_refused_row_parks_its_event_alone(office: Office, make: Callable[[], Colony]) -> None:
    colony = make()
    source = replace(T1, id="T-0", prefixo="t0", apply={}, tables=(), dobra_coluna={})
    office.colonies = (source, replace(colony, publica=()))
    engine = office.engine()
    engine.publicar("T-0", *(pedido(n) for n in range(20)))
    engine.aguardar_ocioso()
    rows = office.rows("SELECT demanda_id FROM t1_pedidos ORDER BY demanda_id")
    assert rows == sorted((demanda(n),) for n in range(20) if n != BAD)
    assert office.rows("SELECT count(*) FROM dead_letter_queue") == [(1,)]
    assert office.rows("SELECT count(*) FROM event_log") == [(20,)]
