"""Long logs made quickly: sealed and appended by the product's own code, without an engine.

Every event is a valid link: hashes, salted parts, Merkle frontier, subjects, the feed's row. Only
the pragmas are those of a throw-away file, and nobody applies anything.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Final

from core.kernel.clock import SystemClock
from core.kernel.event import NewEvent
from core.kernel.ids import SystemIds
from core.kernel.registry import Registry
from core.kernel.sealing import Sealer
from core.kernel.store import log_append
from core.kernel.store.sqlite import SqliteDatabase
from tests.bench import colonies
from tests.support.office import TEST_NO, TEST_REDE, encerrado, entrou, retirado

CHUNK: Final = 1_000
SPACING_MS: Final = 40_000
_ORIGIN: Final = "B-1"


@dataclass(frozen=True, slots=True)
class Feed:
    """Whose log is made."""

    rede: str = TEST_REDE
    no: str = TEST_NO
    epoca: int = 0


def mixed_events(first: int) -> Iterator[NewEvent]:
    """For ever: mostly demands, now and then what comes later in a demand's life."""
    n = first
    while True:
        yield colonies.event(n)
        if n % 4 == 0:
            yield encerrado(n)
        if n % 10 == 0:
            yield entrou(n)
        if n % 20 == 0:
            yield retirado(n)
        n += 1


def plain_events(first: int) -> Iterator[NewEvent]:
    """For ever: only demands, for those who count them."""
    n = first
    while True:
        yield colonies.event(n)
        n += 1


def synthesize(folder: Path, count: int, events: Iterator[NewEvent], feed: Feed = Feed()) -> None:
    """Append ``count`` events to the founded office in ``folder``."""
    writer = SqliteDatabase(folder).open_writer(checkpoints=True)
    cursor, dialect = writer.cursor, writer.dialect
    for pragma in ("synchronous=OFF", "cache_size=-1000000", "wal_autocheckpoint=100000"):
        cursor.execute(f"PRAGMA {pragma}")
    clock, registry = SystemClock(), Registry(colonies.MODELS)
    sealer = Sealer(feed.rede, clock, SystemIds())
    begins_ms = clock.now_ms() - count * SPACING_MS
    done = 0
    while done < count:
        writer.begin()
        tail = log_append.load_tail(cursor, dialect, feed.no, feed.epoca)
        head = tail.feed_head()
        now_ms = begins_ms + done * SPACING_MS
        batch = log_append.Batch(tail, None, now_ms)
        for new in islice(events, min(CHUNK, count - done)):
            contract = registry.for_publishing(new.tipo)
            sealed = sealer.seal(
                new,
                contract,
                origem=_ORIGIN,
                regra_versao=1,
                feed=head,
                causa=None,
                chave_derivacao=f"comando/{new.sujeito}/0",
                correlacao_id=None,
                timestamp_ms=now_ms,
            )
            head = head.advanced(sealed.event_hash)
            batch.add(sealed, contract.assuntos(new.payload))
        done += len(batch.append(cursor, dialect))
        log_append.save_tail(cursor, dialect, tail)
        writer.commit()
    cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    writer.close()
