"""Signs checkpoints of the own feed: at closing, and before whatever leaves the office.

Never without having recomputed the root from the stored header bytes, and never against what was
signed before. A locked key store leaves the checkpoint owed. Runs in the engine's thread.
Source: sync.md 2.4; design.md 6 (Keys).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from sqlalchemy import bindparam, insert, select

from core.kernel.engine.cycle import Cycle
from core.kernel.errors import UserFacingError
from core.kernel.header import event_hash
from core.kernel.identity.checkpoint import TreeHead, decide_from_leaves
from core.kernel.identity.keystore import KeyStore
from core.kernel.identity.node import NodeIdentity, sign_with_store
from core.kernel.store import tables as t
from core.kernel.store.database import Writer
from core.kernel.store.statement import Statement

CHUNK: Final = 2_000
_C = t.kernel_checkpoints
_LAST: Final = Statement(
    select(_C.c.tamanho, _C.c.raiz)
    .where(_C.c.no == bindparam("k_no"), _C.c.epoca == bindparam("k_epoca"))
    .order_by(_C.c.tamanho.desc())
    .limit(1)
)
_SIGNED: Final = Statement(insert(_C), [column.name for column in _C.columns])
_HEADERS: Final = Statement(
    select(t.event_log.c.seq, t.event_log.c.header)
    .where(
        t.event_log.c.no == bindparam("k_no"),
        t.event_log.c.epoca == bindparam("k_epoca"),
        t.event_log.c.seq >= bindparam("de"),
    )
    .order_by(t.event_log.c.seq)
    .limit(bindparam("limite"))
)


class Notary:
    """The own feed's checkpoints.

    Args:
        guard: brings the guard to the head; called before anything is signed (decision 8).
    """

    def __init__(
        self,
        cycle: Cycle,
        writer: Writer,
        identity: NodeIdentity,
        keys: KeyStore,
        guard: Callable[[], None],
    ) -> None:
        self._cycle = cycle
        self._writer = writer
        self._identity = identity
        self._keys = keys
        self._guard = guard

    def owes(self) -> bool:
        """Whether events were committed since the last checkpoint."""
        tail = self._cycle.committed_tail
        if tail is None:  # after a rollback: read again
            self._cycle.begin()
            self._cycle.commit()
            tail = self._cycle.committed_tail
        if tail is None or tail.size == 0:
            return False
        last = self._last(tail.no, tail.epoca)
        return last is None or last.size < tail.size

    def sign(self) -> bool:
        """Sign the committed head; False where there is nothing new or the keys are locked.

        Raises:
            IntegrityFault: ``ponto.*``: the stored events are not what they were; nothing signed.
            EnvironmentFault: guard or database cannot be written.
        """
        if self._keys.is_locked or not self.owes():
            return False
        self._cycle.begin()
        try:
            tail = self._cycle.stepper.publisher.tail
            checkpoint = decide_from_leaves(
                self._identity.origin(tail.epoca),
                tail.frontier,
                self._leaves(tail.no, tail.epoca),
                self._last(tail.no, tail.epoca),
            )
            self._guard()
            note = sign_with_store(self._identity, checkpoint, self._keys)
            _SIGNED.run(
                self._writer.cursor,
                self._writer.dialect,
                {
                    "no": bytes.fromhex(tail.no),
                    "epoca": tail.epoca,
                    "tamanho": checkpoint.size,
                    "raiz": checkpoint.root,
                    "nota": note,
                },
            )
        except UserFacingError:
            self._cycle.abort()
            raise
        except Exception as error:
            fault = self._cycle.fault(error)
            self._cycle.abort()
            raise fault or error from error
        self._cycle.commit()
        return True

    def _last(self, no: str, epoca: int) -> TreeHead | None:
        params = {"k_no": bytes.fromhex(no), "k_epoca": epoca}
        row = _LAST.run(self._writer.cursor, self._writer.dialect, params).fetchone()
        return None if row is None else TreeHead(row[0], bytes(row[1]))

    def _leaves(self, no: str, epoca: int) -> Iterator[bytes]:
        """Leaf hashes from the stored header bytes, not from the hash column."""
        start = 0
        while True:
            params = {"k_no": bytes.fromhex(no), "k_epoca": epoca, "de": start, "limite": CHUNK}
            rows = _HEADERS.run(self._writer.cursor, self._writer.dialect, params).fetchall()
            for _seq, raw in rows:
                yield event_hash(bytes(raw))
            if len(rows) < CHUNK:
                return
            start = rows[-1][0] + 1
