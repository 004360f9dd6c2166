"""An import marks what it touched, by the colony's own fold keys."""

from __future__ import annotations

import pytest

from core.kernel.colony import EVERYTHING
from core.sync.importing import marks as module
from core.sync.importing.marks import Marks
from tests.support.office import Office, demanda, pedido


def test_every_subscribed_colony_is_marked_by_its_own_key(sqlite_office: Office) -> None:
    engine = sqlite_office.engine()
    engine.publicar("T-1", pedido(1))
    event = next(e for e in sqlite_office.events() if e.tipo == "brinquedo.pedido_feito")
    marks = Marks(engine.cycle.stepper.runtimes)
    marks.touch(event)
    engine.cycle.begin()
    marks.write(engine.cycle.refolder, engine.writer)
    engine.cycle.commit()
    assert sqlite_office.rows("SELECT colonia, chave FROM kernel_redobra ORDER BY 1") == [
        ("T-1", demanda(1)), ("T-2", EVERYTHING), ("T-3", demanda(1))
    ]  # fmt: skip
    assert marks.types == {"brinquedo.pedido_feito"}


def test_many_keys_and_a_key_that_cannot_be_told_mark_the_whole_colony(
    sqlite_office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    engine = sqlite_office.engine()
    engine.publicar("T-1", *(pedido(n) for n in range(1, 6)))
    events = [e for e in sqlite_office.events() if e.tipo == "brinquedo.pedido_feito"]
    monkeypatch.setattr(module, "MAX_KEYS", 3)

    def written(*touched: object) -> set[tuple[str, str]]:
        marks = Marks(engine.cycle.stepper.runtimes)
        for event in touched:
            marks.touch(event)  # type: ignore[arg-type] # events of the log
        engine.cycle.begin()
        marks.write(engine.cycle.refolder, engine.writer)
        found = {
            (c, k) for c, held in engine.cycle.refolder._marked.items() for k in held
        }  # what it marked in this transaction
        engine.cycle.abort()
        engine.cycle.begin()
        engine.cycle.abort()
        return found

    assert ("T-1", EVERYTHING) in written(*events)
    broken = events[0]
    broken.payload = {}
    assert ("T-1", EVERYTHING) in written(broken)
