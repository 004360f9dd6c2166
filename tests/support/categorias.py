"""The colonies with their files, for tests that let them decide."""

from __future__ import annotations

from functools import cache

from app.settings.recursos import Recursos
from core.base.taxonomia.loading import Categorizacao, montar
from core.colonies.catalogo import Portas, build_colonies
from core.kernel.colony import Colony


@cache
def shipped_files() -> Categorizacao:
    """Taxonomy and model as they ship, loaded once for all tests."""
    return montar(*Recursos().categorization_files())


def real_colonies() -> tuple[Colony, ...]:
    """All colonies, able to decide."""
    return build_colonies(Portas(categorizacao=shipped_files))
