from __future__ import annotations

from tests.support.vivo import Vivo
from widgets.demandas.spec import spec


def test_everybody_who_is_signed_in_may_read_demands(vivo: Vivo) -> None:
    found = spec(vivo.servicos)
    assert (found.key, found.word, found.manual) == ("demandas", "Demandas", "demandas")
    assert found.acts == frozenset()
    assert len(found.pictures) == 6
