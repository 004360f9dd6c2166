"""What the chips say can be kept and is forgiving of what was kept."""

from __future__ import annotations

from datetime import date

import pytest

from app.services.mapa_vistas import Caixa, FiltroDoMapa
from widgets.mapa.chosen import DATAS, Escolhido, box_from_text, box_text

TODAY = date(2026, 6, 1)


def test_what_is_kept_comes_back() -> None:
    chosen = Escolhido(("concluida",), 2, "3.1", "u", True, DATAS, "2026-05-01", "2026-05-31")
    assert Escolhido.from_text(chosen.to_text()) == chosen
    assert chosen.is_restricting
    assert not Escolhido(so_esta=True).is_restricting


@pytest.mark.parametrize("text", ["", "{}", "[]", '{"situacoes": 3}', '{"situacoes": [], "x": 1}'])
def test_what_is_no_choice_is_none(text: str) -> None:
    assert Escolhido.from_text(text) == Escolhido()


def test_presets_count_back_from_today() -> None:
    assert Escolhido().filtro(TODAY) == FiltroDoMapa()
    assert Escolhido(periodo="7d").filtro(TODAY).de == date(2026, 5, 26)
    dates = Escolhido(periodo=DATAS, desde="2026-05-01", ate="2026-05-31").filtro(TODAY)
    assert (dates.de, dates.ate) == (date(2026, 5, 1), date(2026, 5, 31))


def test_boxes() -> None:
    box = Caixa(-24.0, -47.0, -23.0, -46.0)
    assert box_from_text(box_text(box)) == box
    assert box_text(None) == ""
    for text in ("", "[1,2]", "[1,2,0,3]", '"x"', "[-99,0,1,1]", "[null,0,1,1]"):
        assert box_from_text(text) is None
