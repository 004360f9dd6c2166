"""What the engine says of itself, and that it never names a person."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import Any

import msgspec
import pytest

from core.kernel.clock import ManualClock
from core.kernel.colony import Context, Decisao
from core.kernel.errors import UserFacingError
from core.kernel.event import Event, NewEvent
from core.kernel.observability.metrics import process_metrics, render, table_metrics
from core.kernel.observability.telemetry import Telemetry, describe_fault
from tests.support.faulty_colonies import (
    Switch,
    failing_apply,
    failing_deadline,
    failing_react,
)
from tests.support.office import START_MS, Office, demanda, entrou, pedido
from tests.support.toy_colonies import T1, T2, t3

FEITO = "brinquedo.pedido_feito"
NOME = "Zulmira Marcadíssima"
FONE = "+55 48 99999-4242"
TEXTO = f"Sou {NOME}, ligue {FONE}"
MARKS = (NOME, "Marcad", "99999-4242", "4242")


def lines(office: Office) -> list[dict[str, Any]]:
    return [msgspec.json.decode(line) for line in b"".join(office.log).splitlines()]


def test_every_publish_and_step_is_one_line(office: Office) -> None:
    office.colonies = (T1, T2)
    engine = office.engine()
    office.log.clear()
    engine.publicar("T-1", entrou(1))
    engine.publicar("T-1", pedido(1))
    engine.aguardar_ocioso()
    steps = [(line["fase"], line["colonia"], line["sequencia"]) for line in lines(office)]
    assert sorted(steps) == [
        ("aplicado", "T-1", 2),
        ("aplicado", "T-1", 3),
        ("aplicado", "T-2", 1),
        ("aplicado", "T-2", 2),
        ("aplicado", "T-2", 3),
        ("publicado", "T-1", 1),
        ("publicado", "T-1", 2),
        ("publicado", "T-2", 3),
        ("reagido", "T-2", 1),
        ("reagido", "T-2", 2),
    ]
    drawn = office.events()[2]
    line = next(x for x in lines(office) if (x["fase"], x["sequencia"]) == ("publicado", 3))
    assert (line["tipo"], line["event_id"]) == (drawn.tipo, drawn.event_id)
    assert line["correlacao_id"] == drawn.correlacao_id
    assert line["duracao_us"] >= 0
    assert line["em"] == "2026-05-28T20:26:40.000Z"


def test_a_rolled_back_step_is_not_told_as_done(office: Office) -> None:
    switch = Switch({demanda(1)})
    office.colonies = (T1, failing_react(T2, FEITO, switch))
    engine = office.engine()
    office.log.clear()
    engine.publicar("T-1", pedido(1))
    engine.aguardar_ocioso()
    told = [(x["fase"], x["colonia"], x.get("sequencia")) for x in lines(office)]
    assert told.count(("publicado", "T-1", 1)) == 1
    assert ("reagido", "T-2", 1) not in told
    (fault,) = [x for x in lines(office) if x["nivel"] == "erro"]
    assert fault["falha"].startswith("RuntimeError em faulty_colonies.py:")


def _raises_with_text(dados: Mapping[str, Any]) -> int:
    raise ValueError(f"não entendi: {dados} {TEXTO}")


def _command(_context: Context) -> Decisao:
    raise ZeroDivisionError(TEXTO)


def test_nothing_of_a_person_reaches_logs_metrics_dead_letters_or_refusals(
    office: Office, caplog: pytest.LogCaptureFixture
) -> None:
    """A marked person stands in payloads and in the text of every exception that a colony raises."""
    caplog.set_level(logging.DEBUG)
    switch = Switch({demanda(n) for n in range(1, 5)})
    office.colonies = (
        failing_apply(T1, FEITO, switch),
        failing_react(T2, FEITO, switch),
        failing_deadline(t3(_raises_with_text), switch),
    )
    telemetries: list[Telemetry] = []
    engine = office.engine()
    telemetries.append(engine._telemetry)
    for n in range(1, 4):
        engine.publicar("T-1", pedido(n, titulo=TEXTO, texto_bruto=TEXTO, nome=NOME))
    engine.aguardar_ocioso(trabalhos=True)
    office.clock.advance(4 * 86_400_000)
    for _ in range(5):
        engine.reprocessar().result()
    engine.aguardar_ocioso(trabalhos=True)
    refusals: list[UserFacingError] = []
    for bad in ({"demanda_id": TEXTO}, {"titulo": TEXTO * 1000}, {"nome": 7, "titulo": NOME}):
        with pytest.raises(UserFacingError) as refused:
            engine.publicar("T-1", NewEvent(FEITO, {**pedido(9).payload, **bad}, sujeito=NOME))
        refusals.append(refused.value)
    with pytest.raises(ZeroDivisionError):
        engine.executar("T-1", _command).result()

    reader = office.database.open_reader()
    try:
        metrics = render(
            [*table_metrics(reader.cursor, reader.dialect), *process_metrics(telemetries[0])]
        )
    finally:
        reader.close()
    heard = {
        "log": b"".join(office.log).decode(),
        "logging": caplog.text,
        "metrics": metrics,
        "dead letters": str(office.rows("SELECT * FROM dead_letter_queue")),
        "refusals": str([(error.code, error.params, str(error)) for error in refusals]),
    }
    assert heard["dead letters"].count("RuntimeError") >= 3
    assert "ValueError" in heard["log"]
    for where, text in heard.items():
        for mark in MARKS:
            assert mark not in text, f"{mark!r} stands in {where}"


def test_a_fault_is_described_without_its_text() -> None:
    def fail(error: Exception) -> str:
        with pytest.raises(type(error)) as caught:
            raise error
        return describe_fault(caught.value)

    assert fail(ValueError(TEXTO)).startswith("ValueError em test_telemetry.py:")
    coded = UserFacingError("registro.payload_invalido", campo="titulo", motivo=TEXTO)
    assert fail(coded).startswith(
        "UserFacingError registro.payload_invalido campo=titulo em test_telemetry.py:"
    )
    assert describe_fault(ValueError(TEXTO)) == "ValueError em ?"


def test_counters_hold_committed_work_only() -> None:
    telemetry = Telemetry(ManualClock(START_MS))
    event = Event(
        1, "", "", 0, 0, "id", FEITO, "1.0.0", 1, False, "", "", "c", None, None, 1, None, {}
    )
    telemetry.step("aplicado", "T-1", event, 5_000)
    telemetry.rolled_back()
    telemetry.step("aplicado", "T-1", event, 7_000)
    assert telemetry.steps == {}
    telemetry.committed()
    assert telemetry.steps == {("aplicado", "T-1", FEITO): [1, 7_000]}
    telemetry.late("trabalho", "T-3", event)
    assert telemetry.counts == {"transacoes": 1, "tempo_esgotado_trabalho": 1}
