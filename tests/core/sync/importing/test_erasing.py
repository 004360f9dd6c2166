"""An erasure is carried out on what is here, of its own author's events alone."""

from __future__ import annotations

from core.kernel.event import Event
from core.sync.importing.erasing import Erasures
from core.sync.importing.marks import Marks
from tests.support.office import pedido
from tests.support.postos import Posto


def test_only_parts_of_the_same_author_go(tres: list[Posto]) -> None:
    norte, sul, _leste = tres
    norte.publica(pedido(1, titulo="fica"))
    sul.importa(norte.exporta())
    sul.publica(pedido(2, titulo="vai"))
    events = {e.payload.get("titulo"): e for e in sul.escritorio.events()}

    def erasure(of: Event) -> Event:
        named = {"event_hash": of.event_hash, "partes": ["publica.texto"]}
        return Event(
            **{name: getattr(of, name) for name in of.__struct_fields__ if name != "payload"},
            payload={"eventos": [named, {"event_hash": "ab" * 32, "partes": ["x"]}]},
        )

    with sul.aberto() as engine:
        cursor, dialect = engine.writer.cursor, engine.writer.dialect
        engine.cycle.begin()
        marks = Marks(engine.cycle.stepper.runtimes)
        erasures = Erasures(cursor, dialect, engine.cycle.stepper.runtimes)
        own = erasure(events["vai"])
        assert erasures.carry_out(own, marks) == 1
        foreign = erasure(events["fica"])
        foreign.no = sul.no
        assert erasures.carry_out(foreign, marks) == 0
        stays = events["fica"].event_hash
        assert erasures.gone(events["vai"].event_hash, sul.no) == {"publica.texto"}
        assert erasures.gone(stays, norte.no) == frozenset()
        assert erasures.foreign(stays, norte.no) == [foreign.sequence_number]
        engine.cycle.abort()
    assert {e.payload.get("titulo") for e in sul.escritorio.events()} >= {"fica", "vai"}
