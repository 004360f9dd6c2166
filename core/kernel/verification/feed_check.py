"""What must hold of feeds: chain, place, height, stored ends, signed checkpoints.

The height and depth columns order folds, so they are recomputed; a cause is looked for among the
latest events first and in the log's index otherwise. Source: design.md 3 (fold order), sync.md 2.4.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from typing import Any, Final

from sqlalchemy import bindparam, select

from core.kernel.errors import IntegrityFault
from core.kernel.header import Header
from core.kernel.identity.names import feed_origin
from core.kernel.identity.network import NetworkChain
from core.kernel.identity.note import verify_note
from core.kernel.merkle import CompactRange
from core.kernel.store import tables as t
from core.kernel.store.database import Reader
from core.kernel.store.log_append import Place, cause_of, depth_below
from core.kernel.store.log_read import UNREADABLE
from core.kernel.store.statement import Statement
from core.kernel.verification.report import Report
from core.kernel.verification.walk import LogRecord

REMEMBERED: Final = 20_000
# Its height also counts the heads that it acknowledges.
RECEIPT: Final = "recibo.importacao"

_FEEDS: Final = Statement(select(*t.kernel_feeds.columns))
_CHECKPOINTS: Final = Statement(
    select(*t.kernel_checkpoints.columns).order_by(
        t.kernel_checkpoints.c.no, t.kernel_checkpoints.c.epoca, t.kernel_checkpoints.c.tamanho
    )
)
_EFFECT: Final = Statement(
    select(t.event_efeitos.c.sequence_number).where(
        t.event_efeitos.c.causa == bindparam("causa"),
        t.event_efeitos.c.chave_derivacao == bindparam("chave"),
        t.event_efeitos.c.sequence_number == bindparam("sequencia"),
    )
)
_STATES: Final = frozenset({"aberta", "selada"})

Key = tuple[bytes, int]


@dataclass(slots=True)
class _Feed:
    """A feed as recomputed so far."""

    tree: CompactRange = field(default_factory=CompactRange)
    last: bytes | None = None
    # After a bad header the stored hash may be the right one: the next event decides.
    other: bytes | None = None
    altura: int = 0
    is_sound: bool = True
    due: deque[tuple[int, bytes]] = field(default_factory=deque)


class FeedCheck:
    """Follows every feed through the log.

    Args:
        reader: causes are probed through it.
        report: where findings go.
        own: this installation's ``no``.
    """

    def __init__(self, reader: Reader, report: Report, own: str | None) -> None:
        self._reader = reader
        self._report = report
        self._own = None if own is None else bytes.fromhex(own)
        self._feeds: dict[Key, _Feed] = {}
        self._places: dict[bytes, Place] = {}
        self._older: dict[bytes, Place] = {}
        # Rows that all events ask of the index of effects; exact while nothing else was found.
        self.effects = 0

    def expect_checkpoints(self, chain: NetworkChain | None) -> None:
        """Read all signed notes; their roots are compared as the feeds pass their sizes."""
        rows = _CHECKPOINTS.run(self._reader.cursor, self._reader.dialect).fetchall()
        for no, epoca, tamanho, raiz, nota in rows:
            feed = self._feeds.setdefault((bytes(no), epoca), _Feed())
            feed.due.append((tamanho, bytes(raiz)))
            fault = _note_fault(chain, bytes(no).hex(), epoca, (tamanho, bytes(raiz)), bytes(nota))
            if fault is not None:
                self._report.add(
                    "ponto.nota_invalida", no=bytes(no).hex(), epoca=epoca, motivo=fault
                )
            if tamanho == 0:
                self._pass_checkpoint((bytes(no), epoca), feed)

    def check(self, record: LogRecord, header: Header | None, digest: bytes) -> None:
        """Place one event; ``header`` is None where it cannot be believed."""
        if type(record.event_hash) is not bytes or type(record.no) is not bytes:
            self._report.add("evento.linha_ilegivel", record.sequence_number, campo="event_hash")
            return
        key: Key = (record.no, record.epoca)
        feed = self._feeds.get(key)
        if feed is None:
            feed = self._feeds[key] = _Feed()
        if not feed.tree.size:
            feed.altura = self._reached_before(key)
        leaf = record.event_hash
        if record.tipo == UNREADABLE and record.no != self._own:
            leaf = digest  # kept under a key of its own
        elif header is None:
            feed.is_sound = False
            feed.other = digest
        else:
            self._link(record, header, feed)
            self._height(record, header, feed)
            feed.other = None
        feed.tree.append(leaf)
        feed.last = leaf
        if isinstance(record.altura, int):
            feed.altura = record.altura
        self._remember(record)
        self._pass_checkpoint(key, feed)

    def _link(self, record: LogRecord, header: Header, feed: _Feed) -> None:
        prev = None if header.prev is None else bytes.fromhex(header.prev)
        if header.seq == feed.tree.size and prev in (feed.last, feed.other or feed.last):
            return
        feed.is_sound = False
        self._report.add(
            "ramo.elo_quebrado",
            record.sequence_number,
            record.event_hash.hex(),
            seq=header.seq,
            esperado=feed.tree.size,
        )

    def _height(self, record: LogRecord, header: Header, feed: _Feed) -> None:
        """The columns altura and profundidade as ``log_append.Batch`` gives them."""
        cause = self._cause(record.causa)
        if record.causa is not None and cause is None:
            if record.no == self._own:
                self._add("evento.causa_ausente", record)
            return
        if cause is not None and record.chave_derivacao is not None:
            self._effect(record, cause)
        altura = 1 + max(feed.altura, cause.altura if cause else 0)
        profundidade = depth_below(cause, record.correlacao_id)
        is_height = record.altura == altura or (
            header.tipo == RECEIPT and isinstance(record.altura, int) and record.altura > altura
        )
        if not is_height:
            self._add("evento.coluna_divergente", record, campo="altura")
        elif record.profundidade != profundidade:
            self._add("evento.coluna_divergente", record, campo="profundidade")
        elif record.no == self._own and record.criado_em_ms != record.timestamp_ms:
            self._add("evento.coluna_divergente", record, campo="criado_em_ms")

    def _effect(self, record: LogRecord, cause: Place) -> None:
        """The row that keeps an answer from being published again."""
        self.effects += 1
        params = {
            "causa": cause.sequence_number,
            "chave": record.chave_derivacao,
            "sequencia": record.sequence_number,
        }
        if _EFFECT.run(self._reader.cursor, self._reader.dialect, params).fetchone() is None:
            self._add("indice.efeito_ausente", record)

    def _reached_before(self, key: Key) -> int:
        """An epoch begins above what the one before it reached (``log_append.load_tail``)."""
        earlier = [
            (other[1], feed.altura)
            for other, feed in self._feeds.items()
            if other[0] == key[0] and other[1] < key[1] and feed.tree.size
        ]
        return max(earlier, default=(0, 0))[1]

    def _cause(self, causa: bytes | None) -> Place | None:
        if causa is None:
            return None
        known = self._places.get(causa) or self._older.get(causa)
        return known or cause_of(self._reader.cursor, self._reader.dialect, causa)

    def _remember(self, record: LogRecord) -> None:
        if len(self._places) >= REMEMBERED:
            self._older, self._places = self._places, {}
        if isinstance(record.altura, int) and isinstance(record.profundidade, int):
            self._places[record.event_hash] = Place(
                record.sequence_number, record.altura, record.profundidade, record.correlacao_id
            )

    def _pass_checkpoint(self, key: Key, feed: _Feed) -> None:
        while feed.due and feed.due[0][0] <= feed.tree.size:
            size, root = feed.due.popleft()
            if size == feed.tree.size and root != feed.tree.root() and feed.is_sound:
                self._report.add(
                    "ponto.raiz_divergente", no=key[0].hex(), epoca=key[1], tamanho=size
                )

    # -- after the last event --------------------------------------------------------------

    def finish(self, chain: NetworkChain | None) -> None:
        """Compare the recomputed feeds with the stored rows, notes and seals."""
        rows = _FEEDS.run(self._reader.cursor, self._reader.dialect).fetchall()
        stored: dict[Key, tuple[Any, ...]] = {(bytes(row[0]), row[1]): row[2:] for row in rows}
        for key in sorted({*self._feeds, *stored}):
            feed = self._feeds.get(key) or _Feed()
            self._ends(key, feed, stored.get(key))
            for size, _root in feed.due:
                self._report.add("ponto.alem_do_ramo", no=key[0].hex(), epoca=key[1], tamanho=size)
        self._report.ramos = len(stored)
        for seal in () if chain is None else chain.current.selos:
            row = stored.get((bytes.fromhex(seal.no), seal.epoca))
            if row is not None and row[0] < seal.tamanho:
                self._report.add("ramo.menor_que_selo", no=seal.no, epoca=seal.epoca)

    def _ends(self, key: Key, feed: _Feed, row: tuple[Any, ...] | None) -> None:
        where: dict[str, object] = {"no": key[0].hex(), "epoca": key[1]}
        if row is None:
            self._report.add("ramo.ausente", **where)
            return
        size, last, frontier, state = row
        if state not in _STATES:
            self._report.add("ramo.estado_invalido", **where)
        if size != feed.tree.size:
            self._report.add(
                "ramo.tamanho_divergente", **where, guardado=size, contado=feed.tree.size
            )
        elif (None if last is None else bytes(last)) != feed.last:
            self._report.add("ramo.ultimo_divergente", **where)
        elif bytes(frontier) != feed.tree.to_bytes() and feed.is_sound:
            self._report.add("ramo.raiz_divergente", **where)

    def _add(self, codigo: str, record: LogRecord, /, **params: object) -> None:
        self._report.add(codigo, record.sequence_number, record.event_hash.hex(), **params)


def _note_fault(
    chain: NetworkChain | None, no: str, epoca: int, head: tuple[int, bytes], note: bytes
) -> str | None:
    """Why a stored note is not what it says, or None; any key the node ever had may have signed."""
    if chain is None:
        return None
    entry = chain.current.node(no)
    rede = chain.rede if entry is None else entry.network_of(epoca, chain.rede)
    fault: str | None = "nota.chave_desconhecida"
    for key in chain.log_keys(no, epoca):
        try:
            signed = verify_note(note, key, feed_origin(rede, no, epoca))
        except IntegrityFault as error:
            fault = error.code
            continue
        return None if (signed.size, signed.root) == head else "ponto.nota_divergente"
    return fault
