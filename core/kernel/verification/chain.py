"""The hash chain alone, at close to the speed of reading it: hash, place, predecessor, root.

For ``make bench`` and for quick looks; ``verifier.py`` checks this and everything else.
"""

from __future__ import annotations

from hashlib import sha256
from typing import Final

import msgspec
from sqlalchemy import bindparam, select

from core.kernel.errors import IntegrityFault
from core.kernel.merkle import CompactRange
from core.kernel.store import tables as t
from core.kernel.store.database import Reader
from core.kernel.store.statement import Statement
from core.kernel.verification.report import Progress, Report, no_progress

CHUNK: Final = 2_000

_ROWS: Final = Statement(
    select(t.event_log.c.sequence_number, t.event_log.c.event_hash, t.event_log.c.header)
    .where(t.event_log.c.sequence_number > bindparam("depois"))
    .order_by(t.event_log.c.sequence_number)
    .limit(bindparam("limite"))
)


class _Link(msgspec.Struct, frozen=True, gc=False):
    """The few fields of a header that make the chain."""

    no: str
    epoca: int
    seq: int
    prev: str | None


_decode: Final = msgspec.json.Decoder(_Link).decode


def verify_chain(reader: Reader, progress: Progress = no_progress, total: int = 0) -> Report:
    """Recompute every hash and follow every feed; constant memory.

    Args:
        reader: a read-only connection; ``hold`` it first where others write.
        progress: called once a chunk.
        total: events in all, for ``progress``.

    Raises:
        IntegrityFault: ``banco.paginas_danificadas``: positions do not rise.
        Exception: the driver's, where rows cannot be read; ``Database.fault`` names it.
    """
    report = Report()
    feeds: dict[tuple[str, int], tuple[str | None, CompactRange]] = {}
    cursor, dialect = reader.cursor, reader.dialect
    position = 0
    while True:
        params = {"depois": position, "limite": CHUNK}
        rows = _ROWS.run(cursor, dialect, params).fetchall()
        if not rows:
            report.ramos = len(feeds)
            return report
        if not position < rows[0][0] <= rows[-1][0]:
            # A broken tree may lead in circles.
            raise IntegrityFault("banco.paginas_danificadas", detalhe="ordem")
        for sequence, stored, header in rows:
            position += 1
            if sequence != position:
                report.add("registro.lacuna", sequence, bytes(stored).hex(), esperado=position)
                position = sequence
            digest = sha256(b"\x00" + header).digest()
            if digest != stored:
                report.add("evento.hash_divergente", sequence, bytes(stored).hex())
            try:
                link = _decode(header)
            except msgspec.MsgspecError:
                report.add("cabecalho.campos", sequence, bytes(stored).hex())
                continue
            key = (link.no, link.epoca)
            last, tree = feeds.get(key) or (None, CompactRange())
            if link.prev != last or link.seq != tree.size:
                report.add("ramo.elo_quebrado", sequence, bytes(stored).hex(), seq=link.seq)
            tree.append(digest)
            feeds[key] = (digest.hex(), tree)
        report.eventos += len(rows)
        progress(report.eventos, total)
