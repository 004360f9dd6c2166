from __future__ import annotations

import pytest

from app.services.escrita import SemEscrita
from core.kernel.colony import Decisao


def test_an_office_opened_for_reading_writes_nothing() -> None:
    with pytest.raises(RuntimeError):
        SemEscrita().executar("D-1a", lambda _context: Decisao(None))
    with pytest.raises(RuntimeError):
        SemEscrita().local(lambda _cursor, _dialect: None)
