"""Any order, any split, anything twice: offices that hold the same show the same.

A seeded driver, since random search alone misses what needs a long story; and the controls that
show that it would find the faults it is there for.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import pytest

from core.sync.importing.marks import Marks
from tests.support.office import encerrado, entrou, pedido, retirado
from tests.support.postos import Posto

ACTS = 14


def act(rng: random.Random, posto: Posto, n: int) -> None:
    """Something that a counter does."""
    kind = rng.randrange(4)
    if kind == 0:
        posto.publica(entrou(n))
    elif kind == 3 and n > 2:
        posto.publica(rng.choice((retirado, encerrado))(rng.randrange(1, n)))
    else:
        posto.publica(pedido(n, titulo=f"pedido {n}"))


def story(rng: random.Random, postos: list[Posto]) -> list[Path]:
    """Acts, partial and full exports, imports in any order and twice; all bundles that were made."""
    pool: list[Path] = []
    for n in range(1, ACTS):
        posto = rng.choice(postos)
        act(rng, posto, n)
        if rng.random() < 0.6:
            reader = rng.choice([None, *(one for one in postos if one is not posto)])
            pool.append(posto.exporta(reader))
        if pool and rng.random() < 0.6:
            rng.choice(postos).importa(rng.choice(pool))
    return pool


def meet(postos: list[Posto]) -> None:
    """Everybody gives everybody everything, until nobody has anything new."""
    for _ in range(4):
        sizes = [posto.linhas("SELECT count(*) FROM event_log") for posto in postos]
        for giver in postos:
            bundle = giver.exporta()
            for taker in postos:
                if taker is not giver:
                    taker.importa(bundle)
        if sizes == [posto.linhas("SELECT count(*) FROM event_log") for posto in postos]:
            return
    pytest.fail("offices that go on telling each other something")


@pytest.mark.parametrize("seed", [1, 2])
def test_offices_that_met_show_the_same(tres: list[Posto], seed: int) -> None:
    """I1, I2, I3, I8."""
    rng = random.Random(seed)
    pool = story(rng, tres)
    meet(tres)
    pictures = {posto.retrato() for posto in tres}
    assert len(pictures) == 1
    rng.shuffle(pool)
    for posto in tres:
        before = posto.linhas("SELECT * FROM event_log ORDER BY 1")
        for bundle in pool[:3]:
            posto.importa(bundle)
        assert posto.linhas("SELECT * FROM event_log ORDER BY 1") == before
        assert posto.escritorio.verify().achados == []
        assert posto.linhas("SELECT count(*) FROM kernel_pendencias") == [(0,)]


def whole(posto: Posto, rng: random.Random, pieces: list[Path]) -> bytes:
    rng.shuffle(pieces)
    for piece in pieces:
        posto.importa(piece)
    return posto.retrato()


def pieces_of(norte: Posto, sul: Posto) -> list[Path]:
    """One story of two offices, cut into bundles as it grew."""
    made: list[Path] = []
    norte.publica(entrou(1), pedido(1))
    made.append(norte.exporta())
    sul.publica(pedido(2), pedido(3))
    made.append(sul.exporta())
    norte.importa(made[-1])
    sul.importa(made[0])
    norte.publica(encerrado(1), pedido(4))
    made.append(norte.exporta(sul))
    sul.importa(made[-1])
    sul.publica(retirado(4), entrou(2))
    made.append(sul.exporta(norte))
    norte.importa(made[-1])
    norte.publica(pedido(5))
    made.append(norte.exporta(sul))
    sul.importa(made[-1])
    return made


@pytest.mark.parametrize("seed", range(3))
def test_any_permutation_of_the_pieces_gives_the_same(tres: list[Posto], seed: int) -> None:
    norte, sul, leste = tres
    pieces = pieces_of(norte, sul)
    assert whole(leste, random.Random(seed), pieces) == norte.retrato()
    assert leste.escritorio.verify().achados == []


def at_once(norte: Posto, sul: Posto) -> tuple[bytes, bytes]:
    """Both end one request in their own way, not knowing of each other; then they meet."""
    norte.publica(pedido(1))
    sul.importa(norte.exporta())
    norte.publica(encerrado(1))
    sul.publica(retirado(1))
    ours, theirs = norte.exporta(), sul.exporta()
    norte.importa(theirs)
    sul.importa(ours)
    return norte.retrato(), sul.retrato()


def test_two_acts_at_once_end_the_same_on_both(tres: list[Posto]) -> None:
    first, second = at_once(*tres[:2])
    assert first == second


def test_control_where_the_first_to_arrive_wins_they_part(
    tres: list[Posto], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without folding again in the order of the set, what came first shows."""
    nothing: Callable[..., None] = lambda *_args: None  # noqa: E731 # said where it is used
    monkeypatch.setattr(Marks, "write", nothing)
    first, second = at_once(*tres[:2])
    assert first != second
