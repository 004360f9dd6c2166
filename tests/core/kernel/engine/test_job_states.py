"""What Saúde shows of slow work."""

from __future__ import annotations

import threading

from core.kernel.engine.job_states import JobState
from tests.support.office import START_MS, Office, demanda, pedido
from tests.support.toy_colonies import T1, t3


def test_waiting_running_and_done(office: Office) -> None:
    gate, started = threading.Event(), threading.Event()

    def work(_dados: object) -> int:
        started.set()
        assert gate.wait(30)
        return 1

    office.colonies = (T1, t3(work))
    engine = office.engine()
    engine.publicar("T-1", pedido(1), pedido(2), pedido(3))
    assert started.wait(30)
    states = engine.trabalhos()
    assert states[0] == JobState("T-3", "contar", demanda(1), "em_curso", START_MS)
    assert [s.estado for s in states] == ["em_curso", "em_curso", "esperando"]
    gate.set()
    engine.aguardar_ocioso(trabalhos=True)
    assert engine.trabalhos() == []
