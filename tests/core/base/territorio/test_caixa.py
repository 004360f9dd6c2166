"""The box around units and all below them."""

from __future__ import annotations

import shapely

from core.base.territorio.caixa import caixa_de
from core.base.territorio.unidade import Territorio, Unidade


def unit(name: str, parent: str | None = None) -> Unidade:
    return Unidade(name, "teste", 2, None, name, name, parent)


TERRITORY = Territorio(
    (unit("cidade"), unit("norte", "cidade"), unit("sul", "cidade"), unit("fora")),
    {
        "norte": shapely.to_wkb(shapely.box(-46.0, -23.0, -45.0, -22.0)),
        "sul": shapely.to_wkb(shapely.box(-46.5, -24.0, -45.5, -23.0)),
    },
)


def test_a_unit_without_an_outline_takes_those_below_it() -> None:
    assert caixa_de(TERRITORY, ["cidade"]) == {
        "sul": -24.0, "oeste": -46.5, "norte": -22.0, "leste": -45.0
    }  # fmt: skip
    assert caixa_de(TERRITORY, ["norte"]) == {
        "sul": -23.0, "oeste": -46.0, "norte": -22.0, "leste": -45.0
    }  # fmt: skip


def test_without_outlines_there_is_no_box() -> None:
    assert caixa_de(TERRITORY, ["fora"]) is None
    assert caixa_de(TERRITORY, []) is None
