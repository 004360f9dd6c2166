"""Local effects: after COMMIT, at least once, by key, never on a rebuild."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from tests.support.office import Office, demanda, pedido
from tests.support.toy_colonies import T1, t3

SAIDA = "SELECT chave, estado, tentativas FROM kernel_saida ORDER BY chave"


class Printer:
    """Takes notices; jams while it is told to."""

    def __init__(self) -> None:
        self.done: list[str] = []
        self.jams = 0

    def __call__(self, dados: Mapping[str, Any]) -> None:
        if self.jams > 0:
            self.jams -= 1
            raise OSError("sem papel")
        self.done.append(dados["demanda_id"])


class Seconds:
    """A monotonic clock that moves only when told to."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


def prepared(office: Office) -> Printer:
    printer = Printer()
    office.colonies = (T1, replace(t3(), jobs={}))
    office.executors = {"avisar": printer}
    return printer


def test_an_effect_is_done_once_after_its_commit(office: Office) -> None:
    printer = prepared(office)
    engine = office.engine()
    engine.publicar("T-1", pedido(1), pedido(2))
    engine.aguardar_ocioso(trabalhos=True)
    office.restart().aguardar_ocioso(trabalhos=True)
    assert printer.done == [demanda(1), demanda(2)]
    assert office.rows(SAIDA) == [
        (f"aviso/{demanda(1)}", "feito", 1),
        (f"aviso/{demanda(2)}", "feito", 1),
    ]


def test_an_effect_without_its_executor_waits_for_one(office: Office) -> None:
    printer = prepared(office)
    office.executors = {}
    office.engine().publicar("T-1", pedido(1))
    assert office.rows(SAIDA) == [(f"aviso/{demanda(1)}", "pendente", 0)]
    office.executors = {"avisar": printer}
    office.restart().aguardar_ocioso(trabalhos=True)
    assert printer.done == [demanda(1)]


def test_a_rebuild_does_nothing_again(office: Office) -> None:
    printer = prepared(office)
    engine = office.engine()
    engine.publicar("T-1", pedido(1))
    engine.aguardar_ocioso(trabalhos=True)
    engine.reconstruir().result()
    engine.aguardar_ocioso(trabalhos=True)
    assert printer.done == [demanda(1)]


def test_a_failing_executor_rests_and_is_given_up_after_five(office: Office) -> None:
    printer, seconds = prepared(office), Seconds()
    printer.jams = 100
    engine = office.engine(monotonic=seconds)
    engine.publicar("T-1", pedido(1))
    engine.aguardar_ocioso(trabalhos=True)
    assert office.rows(SAIDA) == [(f"aviso/{demanda(1)}", "pendente", 1)]
    engine.aguardar_ocioso(trabalhos=True)  # not asked again at once
    assert printer.jams == 99
    for _ in range(4):
        seconds.now += 30
        engine.aguardar_ocioso(trabalhos=True)
    assert office.rows(SAIDA) == [(f"aviso/{demanda(1)}", "falhou", 5)]
    seconds.now += 300
    engine.aguardar_ocioso(trabalhos=True)
    assert printer.jams == 95


def test_one_failure_delays_nothing_else(office: Office) -> None:
    printer, seconds = prepared(office), Seconds()
    printer.jams = 1
    engine = office.engine(monotonic=seconds)
    engine.publicar("T-1", pedido(1))
    engine.aguardar_ocioso(trabalhos=True)
    engine.publicar("T-1", pedido(2))
    engine.aguardar_ocioso(trabalhos=True)
    assert printer.done == [demanda(2)]
    engine.reprocessar().result()
    engine.aguardar_ocioso(trabalhos=True)
    assert printer.done == [demanda(2), demanda(1)]


def test_what_was_done_and_not_recorded_is_done_again(office: Office) -> None:
    """At least once: a crash between the doing and its record repeats it."""
    printer = prepared(office)
    engine = office.engine(inline=False)
    engine._effects.record = lambda: None  # type: ignore[method-assign] # the crash
    engine.publicar("T-1", pedido(1))
    engine.call(lambda: None).result()
    engine.stop()
    office.engines.clear()
    assert printer.done == [demanda(1)]
    assert office.rows(SAIDA) == [(f"aviso/{demanda(1)}", "pendente", 0)]
    office.engine().aguardar_ocioso(trabalhos=True)
    assert printer.done == [demanda(1), demanda(1)]


def test_the_running_effect_is_recorded_when_the_office_closes(office: Office) -> None:
    printer = prepared(office)
    engine = office.engine()
    engine.publicar("T-1", pedido(1))
    engine.stop()
    office.engines.clear()
    assert printer.done == [demanda(1)]
    assert office.rows(SAIDA) == [(f"aviso/{demanda(1)}", "feito", 1)]
