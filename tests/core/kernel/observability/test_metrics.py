from __future__ import annotations

from core.kernel.observability.metrics import Metric, process_metrics, render, table_metrics
from core.kernel.observability.telemetry import Telemetry
from tests.support.office import Office, entrou, pedido


def test_the_text_is_prometheus() -> None:
    text = render(
        [
            Metric("a_total", "counter", "Conta.", [({"tipo": 'x"\\y\n'}, 2.0), ({}, 0.25)]),
            Metric("b", "gauge", "Vazio.", []),
        ]
    )
    assert text == (
        "# HELP a_total Conta.\n# TYPE a_total counter\n"
        'a_total{tipo="x\\"\\\\y\\n"} 2\na_total 0.25\n'
        "# HELP b Vazio.\n# TYPE b gauge\n"
    )


def test_tables_tell_events_and_lag(office: Office) -> None:
    engine = office.engine()
    engine.publicar("T-1", entrou(1))
    engine.publicar("T-1", pedido(1))
    engine.aguardar_ocioso(trabalhos=True)
    reader = office.database.open_reader()
    try:
        metrics = {m.name: m.samples for m in table_metrics(reader.cursor, reader.dialect)}
    finally:
        reader.close()
    assert metrics["formigueiro_eventos"] == [({}, len(office.events()))]
    lag = {labels["colonia"]: value for labels, value in metrics["formigueiro_colonia_atraso"]}
    assert {lag[c.id] for c in office.colonies} == {0}
    assert metrics["formigueiro_ultima_copia_segundos"] == [({}, 0)]


def test_counters_hold_only_committed_work(sqlite_office: Office) -> None:
    telemetry = Telemetry(sqlite_office.clock)
    engine = sqlite_office.engine()
    engine.publicar("T-1", pedido(1))
    event = sqlite_office.events()[0]
    telemetry.step("aplicado", "T-1", event, 1_500)
    telemetry.rolled_back()
    telemetry.step("aplicado", "T-1", event, 2_000_000)
    telemetry.committed()
    metrics = {m.name: m.samples for m in process_metrics(telemetry)}
    labels = {"fase": "aplicado", "colonia": "T-1", "tipo": "brinquedo.pedido_feito"}
    assert metrics["formigueiro_passos_total"] == [(labels, 1)]
    assert metrics["formigueiro_passos_segundos_total"] == [(labels, 0.002)]
    assert metrics["formigueiro_contagens_total"] == [({"de": "transacoes"}, 1)]
