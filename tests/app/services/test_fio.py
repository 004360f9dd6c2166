"""Screens that would make the window wait are refused; workers and others are not."""

from __future__ import annotations

import types
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest

from app.services.fio import FioDaJanela
from core.kernel.colony import Context, Decisao
from tests.support.vivo import Vivo

SOURCE = "def ask(work):\n    return work()\n"


def _screen() -> Callable[[Callable[[], object]], object]:
    """A function that lives in ``widgets``."""
    module = types.ModuleType("widgets.ensaio.screen")
    exec(SOURCE, module.__dict__)  # a module of that name, without a file
    found: Callable[[Callable[[], object]], object] = module.__dict__["ask"]
    return found


def test_only_screens_in_the_thread_that_paints() -> None:
    fio, ask = FioDaJanela(), _screen()
    ask(fio.exigir_fora)
    fio.vigiar()
    fio.exigir_fora()
    with pytest.raises(RuntimeError, match=r"widgets\.ensaio\.screen asks the store"):
        ask(fio.exigir_fora)
    with ThreadPoolExecutor(1) as pool:
        assert pool.submit(ask, fio.exigir_fora).result() is None


def test_every_door_of_the_store_is_watched(vivo: Vivo) -> None:
    services, ask = vivo.servicos, _screen()
    services.fio.vigiar()

    def never(_context: Context) -> Decisao:
        raise AssertionError

    doors: list[Callable[[], object]] = [
        services.demandas.listar,
        services.eventos.options,
        services.demandas.abrir_rascunho,
        lambda: services.demandas._escrita.executar("D-1a", never),
        services.saude.overview,
        services.transparencia.painel,
    ]
    for door in doors:
        with pytest.raises(RuntimeError, match="thread that paints"):
            ask(door)
    assert services.demandas.listar()
