"""What is held of a feed: size, root at any size, notes; written once."""

from __future__ import annotations

from core.kernel.merkle import root
from core.sync.importing.holding import Holding
from tests.support.office import pedido
from tests.support.postos import Posto


def test_roots_and_places_of_what_is_held(tres: list[Posto]) -> None:
    norte, sul, _leste = tres
    norte.publica(*(pedido(n) for n in range(1, 8)))
    sul.importa(norte.exporta())

    def look(cursor: object, dialect: object) -> None:
        holding = Holding(cursor, dialect)  # type: ignore[arg-type] # a reader's
        feed = holding.feed(norte.no, 0)
        hashes = list(holding.leaf_hashes(norte.no, 0, 0, feed.size))
        assert len(hashes) == feed.size == feed.before >= 7
        assert feed.tree.root() == root(hashes) == holding.root_at(norte.no, 0, feed.size)
        for size in (0, 1, 5):
            assert holding.root_at(norte.no, 0, size) == root(hashes[:size])
            assert holding.root_at(norte.no, 0, size) == root(hashes[:size])  # remembered
        assert holding.altura_at(norte.no, 0, feed.size - 1) == feed.altura
        assert holding.altura_at(norte.no, 0, feed.size) == 0
        assert holding.position(norte.no, 0, feed.size) is None
        newest = holding.newest_note(norte.no, 0)
        assert newest is not None
        assert newest[0] == feed.size
        assert holding.note_at(norte.no, 0, feed.size) == newest[1]
        assert holding.note_at(norte.no, 0, 1) is None
        unknown = holding.feed("ab" * 16, 3)
        assert (unknown.size, unknown.last_hash, unknown.before) == (0, None, 0)

    sul.le(look)
