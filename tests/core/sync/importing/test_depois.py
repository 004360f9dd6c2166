"""What is done once an import is committed and applied."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from core.kernel.engine import cycle
from core.kernel.errors import EnvironmentFault
from tests.support.office import entrou, pedido
from tests.support.postos import Posto


def _carried(posto: Posto) -> Path:
    bundle = posto.pasta / "levado.zip"
    bundle.write_bytes(posto.exporta().read_bytes())
    return bundle


def _counting(posto: Posto, seen: list[int]) -> Callable[[], None]:
    """Notes how many of the office's rows are folded whenever it is called."""

    def tidy() -> None:
        seen.append(len(posto.linhas("SELECT 1 FROM t1_pedidos")))

    return tidy


def test_after_what_was_taken_in_the_store_is_tidied_and_after_nothing_else(
    tres: list[Posto],
) -> None:
    norte, sul, _leste = tres
    norte.publica(entrou(1), pedido(1))
    bundle = _carried(norte)
    seen: list[int] = []
    with sul.aberto() as engine:
        importer = replace(sul.importador(engine), depois=_counting(sul, seen))
        assert importer.import_bundle(bundle, ensaio=True).novos > 0
        engine.aguardar_ocioso()
        assert seen == []
        assert importer.import_bundle(bundle).estado == "importado"
        engine.aguardar_ocioso()
        assert seen == [1]
        importer.import_bundle(bundle)
        engine.aguardar_ocioso()
        assert seen == [1]


def test_the_store_is_tidied_only_once_the_colonies_know_what_came(
    tres: list[Posto], monkeypatch: pytest.MonkeyPatch
) -> None:
    """An import's rows are applied in batches after it: until then no table says what was removed."""
    norte, sul, _leste = tres
    norte.publica(*(pedido(n) for n in range(1, 8)))
    bundle = _carried(norte)
    monkeypatch.setattr(cycle, "UNHURRIED_STEPS", 2)
    seen: list[int] = []
    with sul.aberto() as engine:
        replace(sul.importador(engine), depois=_counting(sul, seen)).import_bundle(bundle)
        engine.aguardar_ocioso()
    assert seen == [7]


def test_what_waited_and_goes_in_by_another_import_is_tidied_after_as_well(
    tres: list[Posto],
) -> None:
    norte, sul, leste = tres
    norte.publica(pedido(1))
    first = norte.exporta()
    sul.importa(first)
    norte.publica(pedido(2))
    second = norte.exporta(sul)
    seen: list[int] = []
    with leste.aberto() as engine:
        importer = replace(leste.importador(engine), depois=_counting(leste, seen))
        assert importer.import_bundle(second).estado == "pendente"
        assert importer.import_bundle(first).resolvidos != []
        engine.aguardar_ocioso()
    assert seen[-1] == 2


def test_a_disk_that_refuses_then_undoes_nothing(tres: list[Posto]) -> None:
    norte, sul, _leste = tres
    norte.publica(pedido(1))

    def refuse() -> None:
        raise EnvironmentFault("anexo.nao_apagado", anexo="x", detalhe="cheio")

    with sul.aberto() as engine:
        importer = replace(sul.importador(engine), depois=refuse)
        assert importer.import_bundle(_carried(norte)).estado == "importado"
        engine.aguardar_ocioso()
        assert engine.state().fault is None
    assert len(sul.linhas("SELECT 1 FROM t1_pedidos")) == 1
