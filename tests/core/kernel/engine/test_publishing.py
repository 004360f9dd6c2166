"""Publishing: refused before a row is written, and never twice under one identity."""

from __future__ import annotations

import unicodedata
from dataclasses import replace
from typing import Any

import pytest

from core.kernel.engine import publishing
from core.kernel.engine.publishing import MAX_DEPTH, Outgoing, normalised
from core.kernel.errors import UserFacingError
from core.kernel.event import Event, NewEvent, SealPoint
from tests.support.office import Office, demanda, pedido
from tests.support.toy_colonies import T1, T2

FEITO = "brinquedo.pedido_feito"


@pytest.mark.parametrize(
    ("payload", "code"),
    [
        ({"titulo": "\ud800"}, "selo.texto_invalido"),
        ({"extra": float("nan")}, "selo.numero_invalido"),
        ({"extra": float("inf")}, "selo.numero_invalido"),
        ({"extra": "x" * 10_000_000}, "selo.parte_grande"),
        ({"titulo": "x" * 10_000_000}, "registro.payload_invalido"),
        ({"extra": 2**60}, "selo.numero_invalido"),
    ],
)
def test_what_no_bytes_can_carry_is_refused_and_nothing_is_written(
    office: Office, payload: dict[str, Any], code: str
) -> None:
    office.colonies = (T1,)
    engine = office.engine()
    with pytest.raises(UserFacingError) as refused:
        engine.publicar("T-1", pedido(1), pedido(2, **payload))
    assert refused.value.code == code
    assert office.events() == []
    assert engine.publicar("T-1", pedido(3)).sequence_number == 1


def test_a_payload_of_depth_1000_is_refused(office: Office) -> None:
    office.colonies = (T1,)
    deep: Any = "fim"
    for _ in range(1000):
        deep = [deep]
    engine = office.engine()
    with pytest.raises(UserFacingError) as refused:
        engine.publicar("T-1", pedido(1, extra=deep))
    assert refused.value.code == "selo.profundidade"
    assert engine.state().estado == "em_dia"


def test_a_type_in_nfd_is_read_in_nfc(office: Office) -> None:
    tipo = "demanda.concluída"
    office.colonies = (replace(T1, publica=(*T1.publica, tipo)),)
    engine = office.engine()
    with pytest.raises(UserFacingError) as refused:
        engine.publicar("T-1", NewEvent(unicodedata.normalize("NFD", tipo), {}, demanda(1)))
    # Understood as the registered type: what is wrong is only the empty payload.
    assert refused.value.code == "registro.payload_invalido"
    assert refused.value.params["tipo"] == tipo
    eco = "brinquedo.pedido_feito"
    engine.publicar("T-1", NewEvent(unicodedata.normalize("NFD", eco), pedido(1).payload, "x"))
    assert office.events()[0].tipo == eco


def test_the_same_reaction_is_never_published_twice(office: Office) -> None:
    """As after a crash between publishing and noting it: the identity tells."""
    office.colonies = (T1, T2)
    engine = office.engine()
    engine.publicar("T-1", pedido(1))
    stepper = engine.cycle.stepper
    runtime = stepper.runtime("T-2")
    cause = office.events()[0]
    ligature = unicodedata.normalize("NFD", "praça")
    new = NewEvent(
        "brinquedo.sorteado",
        {"demanda_id": demanda(1), "conselheiro_id": demanda(9), "livres": []},
        sujeito=ligature,
    )
    for expected in (1, 0):
        engine.cycle.begin()
        assert len(stepper.publish_reaction(runtime, cause, [new])) == expected
        engine.cycle.commit()
    engine.cycle.begin()
    with pytest.raises(ValueError, match="identity"):
        stepper.publish_reaction(runtime, cause, [new, new])
    engine.cycle.abort()
    (drawn,) = [e for e in office.events() if e.tipo == "brinquedo.sorteado"]
    assert drawn.chave_derivacao == "T-2/brinquedo.sorteado/praça"


@pytest.mark.parametrize("room", [1, 5_000])
@pytest.mark.parametrize("forgets", [False, True])
def test_an_answer_is_known_from_memory_or_from_the_log(
    office: Office, monkeypatch: pytest.MonkeyPatch, *, room: int, forgets: bool
) -> None:
    monkeypatch.setattr(publishing, "MAX_ANSWERS", room)
    office.colonies = (T1, T2)
    engine = office.engine()
    stepper = engine.cycle.stepper
    runtime = stepper.runtime("T-2")
    causes: list[Event] = []
    for n in range(1, 4):
        engine.publicar("T-1", pedido(n))
        causes.append(office.events()[-1])
    payload = {"demanda_id": demanda(1), "conselheiro_id": demanda(9), "livres": []}
    for expected in (1, 0):
        for cause in causes:
            engine.cycle.begin()
            new = NewEvent("brinquedo.sorteado", payload, sujeito=demanda(1))
            assert len(stepper.publish_reaction(runtime, cause, [new])) == expected
            engine.cycle.commit()
            if forgets:
                engine.cycle.forget()
    assert len([e for e in office.events() if e.tipo == "brinquedo.sorteado"]) == 3


def test_what_was_rolled_back_may_be_published(office: Office) -> None:
    office.colonies = (T1, T2)
    engine = office.engine()
    engine.publicar("T-1", pedido(1))
    stepper = engine.cycle.stepper
    cause = office.events()[-1]
    payload = {"demanda_id": demanda(1), "conselheiro_id": demanda(9), "livres": []}
    new = NewEvent("brinquedo.sorteado", payload, sujeito=demanda(1))
    for end in (engine.cycle.abort, engine.cycle.commit):
        engine.cycle.begin()
        assert len(stepper.publish_reaction(stepper.runtime("T-2"), cause, [new])) == 1
        end()


def test_preparing_writes_nothing_and_fits_the_end_of_the_log(office: Office) -> None:
    office.colonies = (T1,)
    engine = office.engine()
    publisher = engine.cycle.stepper.publisher
    engine.cycle.begin()
    outgoing = [Outgoing(pedido(1), "comando/a/0"), Outgoing(pedido(2), "comando/a/1")]
    prepared = publisher.prepare(T1, outgoing, None)
    assert publisher.tail.head == 0
    events = publisher.append(prepared)
    assert [e.seq for e in events] == [0, 1]
    assert events[1].prev == events[0].event_hash
    engine.cycle.commit()
    assert MAX_DEPTH == 64


def test_nfc_leaves_plain_payloads_as_they_are() -> None:
    plain = {"a": "x", "n": 1, "nada": None}
    assert normalised(plain) is plain
    assert normalised({"a": unicodedata.normalize("NFD", "ção")}) == {"a": "ção"}
    accented = {"a": "ção"}
    assert normalised(accented) is accented
    nested = {"a": [{"b": "ção", "c": (1, "x")}]}
    assert normalised(nested) is nested


def test_nfc_reaches_whatever_is_nested() -> None:
    loose = unicodedata.normalize("NFD", "ção")
    assert normalised({"a": [{"b": (loose,)}], "n": 1}) == {"a": [{"b": ["ção"]}], "n": 1}
    assert normalised({"a": [{loose: "x"}]}) == {"a": [{"ção": "x"}]}
    # What no JSON can carry is named later on; the rest is mended all the same.
    assert normalised({"a": [2**80, loose]}) == {"a": [2**80, "ção"]}
    half = {"a": ["\ud800"]}
    assert normalised(half) is half


def test_an_event_may_tell_where_it_stands(office: Office) -> None:
    """Each of several sees the header of its own: the one before it, and its time."""
    office.colonies = (T1,)
    engine = office.engine()
    engine.publicar("T-1", pedido(1))
    seen: list[SealPoint] = []

    def place(point: SealPoint) -> dict[str, Any]:
        seen.append(point)
        return {"titulo": point.prev_event_id}

    engine.publicar("T-1", *(replace(pedido(n), at_seal=place) for n in (2, 3)))
    first, *others = office.events()
    assert [event.prev for event in others] == [point.prev for point in seen]
    assert [event.payload["titulo"] for event in others] == [first.event_id, others[0].event_id]
    assert [event.timestamp for event in others] == [point.timestamp for point in seen]


def test_who_decides_a_command_is_not_always_who_the_catalogue_names(office: Office) -> None:
    office.colonies = (replace(T1, id="T-9"),)
    engine = office.engine()
    payload = {"demanda_id": demanda(7)}
    engine.publicar("T-9", pedido(1), NewEvent("brinquedo.pedido_encerrado", payload, demanda(7)))
    assert [event.origem for event in office.events()] == ["T-9", "T-1"]
