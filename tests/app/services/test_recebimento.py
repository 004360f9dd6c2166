"""Who may take a bundle in, and how its events are counted."""

from __future__ import annotations

from pathlib import Path
from typing import cast

import pytest

from app.services.permissoes import Ato, Papel, exigir
from app.services.recebimento import (
    DECISOES,
    DEMANDAS,
    SORTEIOS,
    Recebedor,
    RecebimentoService,
    primeiras,
)
from core.contracts.catalogo import MODELS
from core.kernel.errors import UserFacingError
from core.kernel.registry import Registry
from widgets.sincronizacao.spec import SAMPLE_IMPORT


def test_only_the_operator_takes_anything_in() -> None:
    def moderator(ato: Ato) -> dict[str, str]:
        exigir({"papel": Papel.MODERADOR.value}, ato)
        raise AssertionError

    service = RecebimentoService(cast("Recebedor", None), moderator)
    for act in (
        lambda: service.ensaiar(Path("x")),
        lambda: service.importar(Path("x")),
        lambda: service.liberar("ab"),
        lambda: service.descartar("ab"),
    ):
        with pytest.raises(UserFacingError, match=r"conta\.sem_permissao"):
            act()


def test_every_counted_type_is_in_the_registry() -> None:
    known = set(Registry(MODELS).tipos())
    assert known >= DECISOES | DEMANDAS | SORTEIOS
    assert SAMPLE_IMPORT.quantos(DEMANDAS) == 31
    assert SAMPLE_IMPORT.quantos(DECISOES) == 9


def test_long_lists_say_how_many_more_there_are() -> None:
    assert primeiras(["a", "b"], 2) == ["a", "b"]
    assert primeiras(["a", "b", "c"], 1) == ["a", "… e mais 2"]
