"""The consequence stands in the button, and the reason is asked where the log needs one."""

from __future__ import annotations

from tests.widgets.conselheiros.test_columns import DESK, ONE
from widgets.conselheiros import consequences as c


def test_each_act_says_what_follows() -> None:
    assert c.name_of(ONE) == "Ana da Praça"
    out = c.of_inativar(ONE)
    assert (out.act, out.is_reason_needed) == ("Tirar dos sorteios", True)
    assert not c.of_reativar(ONE).is_danger
    assert "sortear de novo" in c.of_mandato(ONE).act
    free = c.of_liberar(DESK)
    assert "BCDF-000012-47" in free.title
    assert "conta como recusa" in free.text
