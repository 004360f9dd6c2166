"""The mark of tests that need the extra ``ia``: skipped, and said so, where it is missing."""

from __future__ import annotations

from typing import Final

import pytest

from app.ia.modelos import has_extra

REASON: Final = "falta o extra ia (pip install -r requirements-ia.txt); .ci/run instala e roda"
COM_EXTRA: Final = [pytest.mark.ia, pytest.mark.skipif(not has_extra(), reason=REASON)]
