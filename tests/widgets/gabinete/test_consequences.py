"""What cannot be undone says so, with the consequence in the button."""

from __future__ import annotations

from widgets.gabinete import consequences as c


def test_each_act_says_what_follows() -> None:
    for asked in (
        c.of_concluir(),
        c.of_recusar(is_iniciada=False),
        c.of_recusar(is_iniciada=True),
        c.of_desistir(),
        c.of_ratificar(3),
    ):
        assert "ão pode ser desfeito" in asked.text
        assert len(asked.act.split()) > 2
    assert len(c.of_recusar(is_iniciada=False).choices) == 3
    assert c.of_recusar(is_iniciada=True).choices == ()
    assert c.of_ratificar(1).text.startswith("Um morador diz")
