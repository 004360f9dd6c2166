"""What every colony does: twice is once, rebuild is live, public is public, erased is gone."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from typing_extensions import override

from core.kernel.colony import Colony
from core.kernel.engine.runtime import ColonyRuntime
from core.kernel.engine.stepping import Stepper
from core.kernel.errors import UserFacingError
from core.kernel.event import Event, NewEvent
from core.kernel.registry import Contract
from core.kernel.store.canonical_dump import dump_projections
from core.kernel.store.sqlite import SqliteDatabase
from core.kernel.subject_rights import SubjectRights
from tests.conformidade.conjuntos import (
    Conjunto,
    every_colony,
    make_template,
    running,
    streams,
    uuid_of,
)
from tests.core.contracts.payload_strategies import sample
from tests.support.office import Office, conselheiro

MARKER = "ZulmiraMarcadissima"
PESSOA = "33333333-0000-4000-8000-00000000abcd"

# A failing stream is short as it is: shrinking it would replay whole offices for minutes.
examples = settings(
    max_examples=10, phases=[Phase.generate], suppress_health_check=list(HealthCheck)
)


@pytest.fixture(scope="session")
def conformity_template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_template(tmp_path_factory.mktemp("conformidade"))


class TwiceStepper(Stepper):
    """A bus that delivers everything twice in a row."""

    @override
    def apply(self, runtime: ColonyRuntime, event: Event) -> None:
        super().apply(runtime, event)
        super().apply(runtime, event)

    @override
    def react(self, runtime: ColonyRuntime, event: Event) -> None:
        super().react(runtime, event)
        super().react(runtime, event)


def deliver(office: Office, events: list[NewEvent], **more: Any) -> None:
    """Publish one by one, let everything follow; nothing may be parked."""
    engine = office.engine(**more)
    for event in events:
        engine.publicar("FONTE", event)
    engine.aguardar_ocioso(trabalhos=True)
    assert office.rows("SELECT consumidor, fase, tipo, erro FROM dead_letter_queue") == []


def rebuilt(office: Office) -> bytes:
    engine = office.engines[-1]
    engine.reconstruir().result()
    engine.aguardar_ocioso(trabalhos=True)
    assert office.rows("SELECT consumidor, fase, tipo, erro FROM dead_letter_queue") == []
    return office.dump()


@every_colony
@examples
@given(data=st.data())
def test_rebuild_equals_live(
    conformity_template: Path, group: Conjunto, colony: Colony, data: st.DataObject
) -> None:
    events = data.draw(streams(group, colony.consome))
    with running(conformity_template, group) as office:
        deliver(office, events)
        live = office.dump()
        assert rebuilt(office) == live


@every_colony
@examples
@given(data=st.data())
def test_delivered_twice_equals_once(
    conformity_template: Path, group: Conjunto, colony: Colony, data: st.DataObject
) -> None:
    events = data.draw(streams(group, colony.consome))
    with running(conformity_template, group) as office:
        deliver(office, events, stepper=TwiceStepper)
        live, published = office.dump(), len(office.events())
        office.restart().aguardar_ocioso(trabalhos=True)
        assert rebuilt(office) == live
        assert len(office.events()) == published


@every_colony
@examples
@given(data=st.data())
def test_public_columns_need_public_parts_only(
    conformity_template: Path, group: Conjunto, colony: Colony, data: st.DataObject
) -> None:
    events = data.draw(streams(group, colony.consome))
    with running(conformity_template, group) as office:
        deliver(office, events)
        live = _public(office)
        office.stop()
        assert isinstance(office.database, SqliteDatabase)
        with sqlite3.connect(office.database.path) as copy:
            copy.execute("DELETE FROM event_parts WHERE nome LIKE 'restrita.%'")
        copy.close()
        office.engine()
        rebuilt(office)
        assert _public(office) == live


def _public(office: Office) -> bytes:
    reader = office.database.open_reader()
    try:
        return dump_projections(reader.cursor, reader.dialect, office.colonies, public_only=True)
    finally:
        reader.close()


@every_colony
def test_erasing_a_person_leaves_no_trace(
    conformity_template: Path, group: Conjunto, colony: Colony
) -> None:
    events = [
        event
        for tipo in colony.consome
        if (event := _about_person(group, group.registry.contract(tipo))) is not None
    ]
    with running(conformity_template, group) as office:
        deliver(office, events)
        assert isinstance(office.database, SqliteDatabase)
        if events:
            assert _files_with(office.database.folder, PESSOA)
            rights = SubjectRights(office.engines[-1])
            actor = {"conta_id": conselheiro(90), "papel": "operador"}
            rights.eliminar(PESSOA, "LGPD art. 18, VI", "a pedido", actor, conselheiro(91))
            office.engines[-1].aguardar_ocioso(trabalhos=True)
            live = office.dump()
            assert rebuilt(office) == live
        for mark in (PESSOA, MARKER):
            assert _files_with(office.database.folder, mark) == []
        assert MARKER.encode() not in b"".join(office.log)


def _about_person(group: Conjunto, contract: Contract) -> NewEvent | None:
    """An event whose person parts name the person, marked wherever the contract lets a text stand."""
    roles = {info.titular for info in contract.campos.values() if info.titular}
    if not roles:
        return None
    payload = sample(contract)
    for name, info in contract.campos.items():
        if info.identifica:
            payload[name] = PESSOA
        elif info.titular:
            marked = {**payload, name: MARKER}
            try:
                group.registry.validate(contract.tipo, contract.versao, marked)
            except UserFacingError:
                continue
            payload = marked
        elif name.endswith("_id") and isinstance(payload[name], str) and len(payload[name]) == 36:
            payload[name] = uuid_of(name, 1)
    people = dict.fromkeys(roles, PESSOA)
    return NewEvent(contract.tipo, payload, sujeito="pessoa", titulares=people)


def _files_with(folder: Path, mark: str) -> list[str]:
    return [path.name for path in folder.iterdir() if mark.encode() in path.read_bytes()]
