from __future__ import annotations

from tests.widgets.conftest import Ui
from tests.widgets.moderacao.conftest import Bench


def test_every_act_has_a_key_of_its_own(ui: Ui, bench: Bench) -> None:
    assert bench.screen.key == "moderacao"
    known = [one for one in ui.context.actions.all() if one.scope == "moderacao"]
    keys = [key for one in known for key in one.keys]
    assert len(keys) == len(set(keys)) == 15
    assert {"A", "B", "X", "P", "Z"} <= set(keys)
