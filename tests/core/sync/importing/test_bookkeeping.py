"""Bundles are remembered: how often they came, how they ended, what of them waits."""

from __future__ import annotations

from core.sync.importing import bookkeeping
from tests.support.office import pedido
from tests.support.postos import Posto


def test_a_bundle_is_one_row_however_often_it_comes(tres: list[Posto]) -> None:
    norte, sul, _leste = tres
    norte.publica(pedido(1))
    bundle = norte.exporta()
    outcome = sul.importa(bundle)
    sul.escritorio.clock.advance(60_000)
    sul.importa(bundle)
    (seen,) = sul.le(bookkeeping.history)
    assert (seen.sha256, seen.no, seen.classe) == (outcome.sha256, norte.no, "publico")
    assert (seen.estado, seen.eventos, seen.vezes) == ("importado", outcome.novos, 2)
    assert seen.ultima_ms - seen.primeira_ms == 60_000
    assert sul.le(lambda c, d: bookkeeping.state_of(c, d, "ab" * 32)) is None


def test_what_waits_is_told_and_forgotten_when_it_came(tres: list[Posto]) -> None:
    norte, sul, leste = tres
    norte.publica(pedido(1))
    first = norte.exporta()
    sul.importa(first)
    norte.publica(pedido(2))
    second = norte.exporta(sul)
    leste.importa(second)
    (waits,) = leste.le(bookkeeping.waiting)
    assert (waits.no, waits.motivo) == (norte.no, "feed.lacuna")
    assert waits.falta == f"{norte.no}/0/{waits.seq}"
    leste.importa(first)
    assert leste.le(bookkeeping.waiting) == []
    assert {seen.vezes for seen in leste.le(bookkeeping.history)} == {1}
