"""Whether a draw comes out again of the very data that it publishes. Pure.

Of its own data alone, so that every office says the same whatever else it holds: who *could* be
drawn depends on what its author knew then, and is an auditor's question (``core.audit``). The
single-file verifier compares the same values (FORMATO.md 11). Source: sync.md 3.5, section 4 row 44.
"""

from __future__ import annotations

from typing import Final

from core.base.sorteio import em_ordem, sortear
from core.kernel.event import Payload

DRAW: Final = "conselheiro.sorteado"


def reproduces(said: Payload, timestamp: str, base: str | None) -> bool:
    """Whether winner, seed, order and place follow from pool, base and moment.

    A draw that publishes no pool (1.0.0) has nothing to be drawn again from: nothing contradicts it.

    Args:
        said: its public fields, valid by its contract.
        timestamp: of its header.
        base: id of the event that its header names in ``prev``; None where that is no event.
    """
    pool, published = said.get("elegiveis"), said.get("seed_base_event_id")
    if pool is None or published is None:
        return True
    if base is not None and published != base:
        return False
    try:
        if tuple(pool) != em_ordem(pool):
            return False
        drawn = sortear(pool, published, timestamp)
    except ValueError:  # one id twice
        return False
    expected = {
        "conselheiro_id": drawn.conselheiro_id,
        "seed_publico": drawn.seed_publico,
        "lista_elegiveis_hash": drawn.lista_elegiveis_hash,
        "posicao_sorteada": drawn.posicao_sorteada,
        "total_elegiveis": len(drawn.elegiveis),
        "timestamp": timestamp,
    }
    return all(said.get(field) in (None, value) for field, value in expected.items())
