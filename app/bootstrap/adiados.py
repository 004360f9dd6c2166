"""After an upgrade: events that an older program could only keep get their effect (sync.md 2.10)."""

from __future__ import annotations

from app.services.leitura import BancoLeitor
from core.kernel.clock import Clock
from core.kernel.engine.engine import Engine
from core.kernel.ids import Ids
from core.kernel.registry import Registry
from core.kernel.store.installation import Installation
from core.sync.importing.revealing import knows_postponed
from core.sync.importing.transaction import Place, reveal_postponed


def revelar_adiados(
    engine: Engine,
    leitor: BancoLeitor,
    registry: Registry,
    installation: Installation,
    clock: Clock,
    ids: Ids,
) -> int:
    """Judge what was postponed anew, where this program knows a type of it; how many have effect now.

    Raises:
        EnvironmentFault: nothing was written.
    """
    with leitor.ler() as (cursor, dialect):
        if not knows_postponed(cursor, dialect, registry):
            return 0
    place = Place(
        cycle=engine.cycle,
        writer=engine.writer,
        registry=registry,
        ids=ids,
        no=installation.no,
        rede=installation.rede,
        clock=clock,
    )
    count: int = engine.call(lambda: reveal_postponed(place)).result()
    engine.retomar()  # what they should have been answered with
    return count
