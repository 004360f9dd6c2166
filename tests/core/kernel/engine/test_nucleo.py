"""The kernel's own publishers declare what the registry says they publish."""

from __future__ import annotations

from core.contracts.catalogo import MODELS
from core.kernel.engine.nucleo import N0A, N0D, NUCLEO
from core.kernel.registry import Registry


def test_every_kernel_type_has_its_publisher() -> None:
    registry = Registry(MODELS)
    ids = {colony.id for colony in NUCLEO}
    declared = {tipo for colony in NUCLEO for tipo in colony.publica}
    produced = {tipo for tipo in registry.tipos() if ids & set(registry.contract(tipo).origem)}
    assert declared == produced
    for colony in NUCLEO:
        assert all(colony.id in registry.contract(tipo).origem for tipo in colony.publica)


def test_they_keep_nothing() -> None:
    assert (N0A.id, N0D.id) == ("N-0a", "N-0d")
    assert all(not colony.tables and not colony.apply for colony in NUCLEO)
