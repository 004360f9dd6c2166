from __future__ import annotations

from tests.support.office import demanda
from tests.widgets.conftest import Ui
from tests.widgets.moderacao.conftest import DECIDED, linha
from widgets.moderacao.columns import (
    catch_columns,
    protocol_of,
    queue_columns,
    reason_of,
    trail_columns,
)


def test_the_queue_says_what_why_and_which(ui: Ui) -> None:
    one = linha(1)
    found = {
        column.key: column.text(one)
        for column in queue_columns(ui.context.moments, {demanda(1)}.__contains__)
    }
    assert found["tipo"] == "✓ texto"
    assert found["motivo"] == reason_of(one) == "zurrapa, CPF"
    assert found["demanda"] == protocol_of(one) == "BCDF-000001-47"
    assert found["situacao"] == "espera decisão"


def test_the_trail_names_the_demand(ui: Ui) -> None:
    columns = trail_columns(ui.context.moments, lambda: {demanda(1): "BCDF-000001-47"})
    found = {column.key: column.text(DECIDED) for column in columns}
    assert (found["demanda"], found["decisao"], found["motivo"]) == (
        "BCDF-000001-47",
        "bloqueado",
        "ofensa",
    )


def test_a_catch_is_shown_with_its_place() -> None:
    keys = ["novo", "demanda", "termos", "lugar", "onde"]
    assert [column.key for column in catch_columns()] == keys
