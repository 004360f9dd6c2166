"""Mapa before it is built."""

from __future__ import annotations

from tests.support.vivo import Vivo
from widgets.mapa.spec import spec


def test_everybody_may_open_it(vivo: Vivo) -> None:
    found = spec(vivo.servicos)
    assert (found.key, found.word, found.acts, found.manual) == (
        "mapa",
        "Mapa",
        frozenset(),
        "mapa",
    )
    assert [view.name for view in found.pictures] == ["mapa", "mapa-escolhida", "mapa-perto"]
    assert found.offers == {"escolher"}
