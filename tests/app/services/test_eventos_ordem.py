"""The log by another column than arrival, up to a limit."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from app.services import eventos_ordem
from app.services.eventos import EventFilter, EventosService, EventRow
from app.services.eventos_ordem import em_outra_ordem


@pytest.mark.parametrize(
    ("column", "key"),
    [
        ("tipo", lambda row: row.tipo),
        ("quando", lambda row: row.quando_ms),
        ("assunto", lambda row: (row.papel, row.assunto or "")),
        ("carimbo", lambda row: row.carimbo),
    ],
)
def test_all_stand_by_the_column_and_alike_ones_by_arrival(
    eventos: EventosService, column: str, key: Callable[[EventRow], Any]
) -> None:
    ids = eventos.list_ids(EventFilter(), newest_first=False)
    for falls in (False, True):
        found = em_outra_ordem(eventos, ids, column, is_descendente=falls)
        assert found is not None
        rows = eventos.page(ids)
        assert list(found) == [row.numero for row in sorted(rows, key=key, reverse=falls)]


def test_more_than_the_limit_stay_as_they_are(
    eventos: EventosService, monkeypatch: pytest.MonkeyPatch
) -> None:
    ids = eventos.list_ids(EventFilter())
    monkeypatch.setattr(eventos_ordem, "ORDENAVEIS", len(ids))
    assert em_outra_ordem(eventos, ids, "tipo", is_descendente=False) is not None
    monkeypatch.setattr(eventos_ordem, "ORDENAVEIS", len(ids) - 1)
    assert em_outra_ordem(eventos, ids, "tipo", is_descendente=False) is None
