from __future__ import annotations

from app.bootstrap.medidas import Medidor
from core.kernel.clock import ManualClock
from core.kernel.observability.telemetry import Telemetry
from tests.support.office import START_MS, Office, pedido


def test_means_are_taken_at_most_once_a_second(sqlite_office: Office) -> None:
    sqlite_office.engine().publicar("T-1", pedido(1))
    event = sqlite_office.events()[0]
    clock = ManualClock(START_MS)
    telemetry = Telemetry(clock)
    measures = Medidor(telemetry, clock.now_ms)

    def apply(milliseconds: int) -> None:
        telemetry.step("aplicado", "T-1", event, milliseconds * 1_000_000)
        telemetry.committed()
        measures.sample()

    apply(2)
    apply(40)
    clock.advance(1_000)
    apply(50)
    [found] = measures.medidas()
    assert found.nome == "aplicacao-ms"
    assert found.unidade == "ms"
    assert found.pontos == ((START_MS, 2.0), (START_MS + 1_000, 45.0))


def test_a_clock_set_back_does_not_silence_them(sqlite_office: Office) -> None:
    sqlite_office.engine().publicar("T-1", pedido(1))
    event = sqlite_office.events()[0]
    clock = ManualClock(START_MS)
    telemetry = Telemetry(clock)
    measures = Medidor(telemetry, clock.now_ms)
    for _ in range(2):
        telemetry.step("aplicado", "T-1", event, 1)
        telemetry.committed()
        measures.sample()
        clock.advance(-3_600_000)
    assert len(measures.medidas()[0].pontos) == 2
