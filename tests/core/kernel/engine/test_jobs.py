"""Trabalhos: once, degraded where they fail, over restarts, never by a rebuild."""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import pytest

from core.kernel.colony import Colony, Context, Job
from core.kernel.event import NewEvent
from tests.support.office import Office, demanda, pedido
from tests.support.toy_colonies import T1, _t3_outcome, count_words, t3

Outcome = list[tuple[str, int | None]]


class Work:
    """Work that counts its runs and can be held back or made to fail."""

    def __init__(self, *, fails: bool = False, held: bool = False) -> None:
        self.runs: list[Mapping[str, Any]] = []
        self.fails = fails
        self.started = threading.Event()
        self.gate = threading.Event()
        if not held:
            self.gate.set()

    def __call__(self, dados: Mapping[str, Any]) -> int:
        self.runs.append(dados)
        self.started.set()
        assert self.gate.wait(30)
        if self.fails:
            raise RuntimeError("modelo ausente")
        return count_words(dados)


class Seconds:
    """A monotonic clock that moves only when told to."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def outcomes(office: Office) -> Outcome:
    return [
        (e.payload["demanda_id"], e.payload.get("palavras"))
        for e in office.events()
        if e.tipo == "brinquedo.resumido"
    ]


def test_the_outcome_is_caused_by_its_trigger(office: Office) -> None:
    office.colonies = (T1, t3())
    engine = office.engine()
    engine.publicar("T-1", pedido(1, titulo="um dois"))
    engine.aguardar_ocioso(trabalhos=True)
    trigger, outcome = office.events()
    assert outcome.causa == trigger.event_hash
    assert outcome.chave_derivacao == f"T-3/brinquedo.resumido/{demanda(1)}"
    assert outcomes(office) == [(demanda(1), 2)]


def test_an_exception_gives_the_degraded_outcome_once(office: Office) -> None:
    work = Work(fails=True)
    office.colonies = (T1, t3(work))
    engine = office.engine()
    engine.publicar("T-1", pedido(1))
    engine.aguardar_ocioso(trabalhos=True)
    office.restart().aguardar_ocioso(trabalhos=True)
    assert len(work.runs) == 1
    assert outcomes(office) == [(demanda(1), None)]
    assert office.rows("SELECT estado FROM t3_trabalhos") == [("feito",)]


def test_a_time_out_gives_the_degraded_outcome_and_a_late_result_is_dropped(
    office: Office,
) -> None:
    work, seconds = Work(held=True), Seconds()
    office.colonies = (T1, t3(work, timeout_s=30))
    engine = office.engine(monotonic=seconds)
    engine.publicar("T-1", pedido(1, titulo="um dois"))
    assert work.started.wait(30)
    seconds.now = 29.9
    engine.aguardar_ocioso()
    assert outcomes(office) == []
    seconds.now = 30.0
    engine.aguardar_ocioso(trabalhos=True)
    assert outcomes(office) == [(demanda(1), None)]
    work.gate.set()
    engine.publicar("T-1", pedido(2, titulo="um"))  # the freed place is used
    engine.aguardar_ocioso(trabalhos=True)
    assert outcomes(office) == [(demanda(1), None), (demanda(2), 1)]
    lines = b"".join(office.log)
    assert b'"falha":"tempo esgotado"' in lines


def test_an_open_row_survives_a_restart(office: Office) -> None:
    work = Work()
    office.colonies = (T1, replace(t3(work), jobs={}))
    engine = office.engine()
    engine.publicar("T-1", pedido(1, titulo="a b c"))
    assert office.rows("SELECT estado FROM t3_trabalhos") == [("aberto",)]
    assert work.runs == []
    office.colonies = (T1, t3(work))
    office.restart().aguardar_ocioso(trabalhos=True)
    assert outcomes(office) == [(demanda(1), 3)]


def test_a_rebuild_runs_no_trabalho(office: Office) -> None:
    work = Work()
    office.colonies = (T1, t3(work))
    engine = office.engine()
    engine.publicar("T-1", pedido(1, titulo="a b"))
    engine.aguardar_ocioso(trabalhos=True)
    live = office.dump()
    engine.reconstruir().result()
    engine.aguardar_ocioso(trabalhos=True)
    assert len(work.runs) == 1
    assert office.dump() == live


def test_work_for_another_nodes_event_is_not_done_here(office: Office) -> None:
    work = Work()
    office.colonies = (T1, t3(work))
    engine = office.engine()
    engine._own = "00" * 16  # who asks is not who authored
    engine.publicar("T-1", pedido(1))
    engine.aguardar_ocioso(trabalhos=True)
    assert work.runs == []
    assert office.rows("SELECT estado FROM t3_trabalhos") == [("dispensado",)]


def _silent(_s: str, _d: Mapping[str, Any], _r: Any, _c: Context) -> Sequence[NewEvent]:
    return ()


def _invalid(sujeito: str, _d: Mapping[str, Any], _r: Any, _c: Context) -> Sequence[NewEvent]:
    return (NewEvent("brinquedo.resumido", {"demanda_id": "x"}, sujeito=sujeito),)


@pytest.mark.parametrize("outcome", [_silent, _invalid])
def test_an_outcome_that_cannot_be_published_is_not_tried_in_a_circle(
    office: Office, outcome: Any
) -> None:
    work = Work()
    office.colonies = (T1, replace(t3(), jobs={"contar": Job(work, outcome)}))
    engine = office.engine()
    engine.publicar("T-1", pedido(1, titulo="a"))
    engine.aguardar_ocioso(trabalhos=True)
    engine.publicar("T-1", pedido(2, titulo="a"))
    engine.aguardar_ocioso(trabalhos=True)
    assert len(work.runs) == 2
    assert [job.estado for job in engine.trabalhos()] == ["falhou", "falhou"]
    engine.reprocessar().result()
    engine.aguardar_ocioso(trabalhos=True)
    assert len(work.runs) == 4


def test_a_trabalho_that_was_removed_by_an_upgrade_hurts_nobody(office: Office) -> None:
    office.colonies = (T1, replace(t3(), jobs={"outro": Job(count_words, _t3_outcome)}))
    engine = office.engine()
    engine.publicar("T-1", pedido(1))
    engine.aguardar_ocioso(trabalhos=True)
    assert engine.state().estado == "em_dia"
    assert [(job.trabalho, job.estado) for job in engine.trabalhos()] == [("contar", "esperando")]


def test_stopping_does_not_wait_for_ever(office: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("core.kernel.engine.jobs.GRACE_S", 0.0)
    work = Work(held=True)
    office.colonies = (T1, t3(work))
    engine = office.engine()
    engine.publicar("T-1", pedido(1, titulo="a b"))
    assert work.started.wait(30)
    engine.stop()
    work.gate.set()
    assert outcomes(office) == []
    office.engines.clear()
    office.engine().aguardar_ocioso(trabalhos=True)
    assert outcomes(office) == [(demanda(1), 2)]


def test_jobs_without_a_table_are_refused_at_once(office: Office) -> None:
    broken: Colony = replace(t3(), jobs_table=None)
    office.colonies = (broken,)
    with pytest.raises(ValueError, match="T-3"):
        office.engine()


def test_work_that_never_comes_back_does_not_eat_the_machine(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("core.kernel.engine.jobs.ABANDONED", 3)
    work, seconds = Work(held=True), Seconds()
    office.colonies = (T1, t3(work, timeout_s=1))
    engine = office.engine(monotonic=seconds)
    engine.publicar("T-1", *(pedido(n) for n in range(1, 10)))
    for _ in range(6):
        seconds.now += 1
        engine.aguardar_ocioso()
    assert len(work.runs) <= 4  # two at a time: three hang, and no more are started
    assert len(outcomes(office)) == 4
    assert [job.estado for job in engine.trabalhos()] == ["esperando"] * 5
    work.gate.set()
    office.restart().aguardar_ocioso(trabalhos=True)
    assert len(outcomes(office)) == 9
