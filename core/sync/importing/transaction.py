"""The import's one transaction: everything that a bundle brings, or nothing (sync.md 2.9).

Runs in the engine's thread, over its writing connection. It takes the verification's result alone
and decides everything anew inside the transaction, from what is held there.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from core.kernel.clock import Clock
from core.kernel.colony import EVERYTHING
from core.kernel.engine.cycle import Cycle
from core.kernel.engine.nucleo import N0A
from core.kernel.engine.publishing import Outgoing
from core.kernel.engine.suspension import critical_unknown
from core.kernel.event import NewEvent
from core.kernel.identity.network import NetworkChain
from core.kernel.ids import Ids
from core.kernel.registry import Registry
from core.kernel.store import installation as facts
from core.kernel.store.database import Writer
from core.kernel.store.log_read import read_one
from core.sync import names
from core.sync.examination import VerifiedBundle
from core.sync.feeds import check_note
from core.sync.importing import bookkeeping, codes
from core.sync.importing.arriving import FeedStream
from core.sync.importing.completing import Completer
from core.sync.importing.erasing import Erasures
from core.sync.importing.forks import Forks
from core.sync.importing.heights import RECEIPT, Heights
from core.sync.importing.holding import HeldFeed, Holding
from core.sync.importing.marks import Marks
from core.sync.importing.outcome import (
    IMPORTED,
    PARTLY,
    WAITING,
    FeedOutcome,
    ImportOutcome,
)
from core.sync.importing.revealing import Revealer
from core.sync.importing.ruling import Ruling
from core.sync.importing.settling import Around, Settler
from core.sync.importing.without_effect import WithoutEffect
from core.sync.reasons import Refusal

FEEDS_A_RECEIPT: Final = 1_000
"""A part holds 262,144 bytes."""


@dataclass(frozen=True, slots=True)
class Place:
    """The office that imports.

    Args:
        cycle: of its engine.
        writer: the engine's connection.
        registry: the types that this program knows.
        ids: identifiers of the receipt.
        no: 32 hex of this node.
        rede: 64 hex of its network.
        clock: the moment of the import.
    """

    cycle: Cycle
    writer: Writer
    registry: Registry
    ids: Ids
    no: str
    rede: str
    clock: Clock


def run_import(
    place: Place,
    bundle: VerifiedBundle,
    outcome: ImportOutcome,
    keep: Callable[[], None],
) -> None:
    """Do all of it and commit; a rehearsal (``outcome.ensaio``) ends with a rollback.

    Args:
        place: where.
        bundle: verified.
        outcome: to be filled.
        keep: has the file kept for later; called before the commit, only where something waits.

    Raises:
        Refusal: ``rede.bifurcada``: nothing is imported.
        EnvironmentFault: locked, disk full: nothing was written.
    """
    cycle = place.cycle
    cycle.begin()
    try:
        _Import(place, bundle, outcome).run(keep)
    except Exception as error:
        fault = cycle.fault(error)
        cycle.abort()
        raise fault or error from error
    if outcome.ensaio:
        cycle.abort()
        return
    cycle.commit()
    cycle.forget()


def reveal_postponed(place: Place) -> int:
    """Judge every postponed event anew and commit; how many have effect now.

    Raises:
        EnvironmentFault: nothing was written.
    """
    cycle, cursor, dialect = place.cycle, place.writer.cursor, place.writer.dialect
    cycle.begin()
    try:
        hidden = WithoutEffect(cursor, dialect)
        chain = NetworkChain.load(facts.network_versions(cursor, dialect), place.rede)
        marks = Marks(cycle.stepper.runtimes)
        forks = Forks(cursor, dialect, chain, Holding(cursor, dialect))
        ruling = Ruling(cursor, dialect, hidden, forks, marks)
        stepper = cycle.stepper
        erasures = Erasures(cursor, dialect, stepper.runtimes)
        revealer = Revealer(
            place.writer, place.registry, hidden, ruling, marks, stepper, place.clock, erasures
        )
        count = revealer.reveal_postponed()
        marks.write(cycle.refolder, place.writer)
    except Exception as error:
        fault = cycle.fault(error)
        cycle.abort()
        raise fault or error from error
    cycle.commit()
    cycle.forget()
    return count


class _Import:
    def __init__(self, place: Place, bundle: VerifiedBundle, outcome: ImportOutcome) -> None:
        self._place = place
        self._bundle = bundle
        self._outcome = outcome
        self._cursor, self._dialect = place.writer.cursor, place.writer.dialect
        held = NetworkChain.load(
            facts.network_versions(self._cursor, self._dialect), bundle.chain.rede
        )
        self._held_versions = len(held.documents)
        self._chain = _newest(held, bundle.chain)
        self._marks = Marks(place.cycle.stepper.runtimes)
        self._holding = Holding(self._cursor, self._dialect)
        self._forks = Forks(self._cursor, self._dialect, self._chain, self._holding)
        self._hidden = WithoutEffect(self._cursor, self._dialect)
        self._is_newly_forked = False
        runtimes = place.cycle.stepper.runtimes
        self._erasures = Erasures(self._cursor, self._dialect, runtimes)
        self._revealer = Revealer(
            place.writer,
            place.registry,
            self._hidden,
            Ruling(self._cursor, self._dialect, self._hidden, self._forks, self._marks),
            self._marks,
            place.cycle.stepper,
            place.clock,
            self._erasures,
        )
        self._settler = Settler(
            Around(
                cursor=self._cursor,
                dialect=self._dialect,
                registry=place.registry,
                chain=self._chain,
                tail=place.cycle.stepper.publisher.tail,
                holding=self._holding,
                forks=self._forks,
                hidden=self._hidden,
                marks=self._marks,
                erasures=self._erasures,
                now_ms=place.clock.now_ms(),
                outcome=outcome,
            )
        )

    def run(self, keep: Callable[[], None]) -> None:
        outcome = self._outcome
        before = critical_unknown(self._cursor, self._dialect)
        self._adopt_network()
        self._revealer.reveal_postponed()
        for evidence, raw in self._bundle.evidence:
            if self._forks.keep(evidence, raw):
                self._contest(evidence.no, evidence.epoca)
        streams = [self._examine(feed.span.no, feed.span.epoca) for feed in self._bundle.feeds]
        self._settle([stream for stream in streams if stream is not None])
        self._settler.flush()
        self._finish_feeds()
        if self._is_newly_forked:
            self._recompute()
        self._receipt()
        self._marks.write(self._place.cycle.refolder, self._place.writer)
        self._place.cycle.stepper.touched.update(self._marks.types)
        outcome.estados.update(self._settler.states)
        outcome.tipos.update(self._settler.types)
        outcome.criticos = self._settler.critical
        outcome.suspensos = critical_unknown(self._cursor, self._dialect)
        outcome.is_released = before > 0 and outcome.suspensos == 0
        outcome.revelados = self._revealer.revealed
        outcome.alarmes |= self._settler.alarms
        outcome.rede_versao = len(self._chain.documents)
        outcome.anexos = len(self._bundle.attachments) - outcome.recusados
        waits = [feed for feed in outcome.feeds if feed.espera_em is not None]
        outcome.estados[codes.PENDING] += sum(f.ate - (f.espera_em or 0) for f in waits)
        outcome.estados = +outcome.estados
        refused = [f for f in outcome.feeds if f.motivo and codes.ALL_CLASSES[f.motivo] == "F"]
        outcome.estado = PARTLY if refused else WAITING if waits else IMPORTED
        bookkeeping.record(
            self._cursor, self._dialect, self._bundle.manifest, outcome, self._place.clock.now_ms()
        )
        if waits and not outcome.ensaio:
            keep()

    # -- network and forks -----------------------------------------------------------------

    def _adopt_network(self) -> None:
        """Store newer versions; what a new seal cuts off loses its effect."""
        sources = self._bundle.container
        for version in range(self._held_versions + 1, len(self._chain.documents) + 1):
            raw, signatures = (
                sources.read(entry)
                for entry in map(sources.get, names.document_names(version))
                if entry is not None
            )
            facts.add_network_version(self._cursor, self._dialect, version, raw, signatures)
        for seal in self._chain.current.selos:
            self._lose(seal.no, seal.epoca, seal.tamanho, codes.WITHOUT, codes.BEYOND)

    def _contest(self, no: str, epoca: int) -> None:
        self._outcome.alarmes.add(codes.FORKED)
        start = self._forks.contested_from(no, epoca)
        if start is not None:
            self._is_newly_forked = True
            self._lose(no, epoca, start, codes.CONTESTED, codes.FORKED)

    def _lose(self, no: str, epoca: int, seq: int, estado: str, motivo: str) -> None:
        for sequence in self._hidden.hide_from(no, epoca, seq, estado, motivo):
            event = read_one(self._cursor, self._dialect, sequence)
            if event is not None:
                self._marks.lose(event)

    def _recompute(self) -> None:
        """Another fold order: every colony folds anew, and the next own event stands above all."""
        Heights(self._cursor, self._dialect, self._chain, self._forks).recompute()
        stepper = self._place.cycle.stepper
        for runtime in stepper.runtimes:
            if runtime.types:
                self._place.cycle.refolder.mark(runtime.id, [EVERYTHING])
        own = stepper.publisher.tail
        if own.size:
            own.last_altura = self._holding.altura_at(own.no, own.epoca, own.size - 1)

    # -- feeds -----------------------------------------------------------------------------

    def _examine(self, no: str, epoca: int) -> FeedStream | None:
        """Whether a feed may go in; its stream from the first event that is not held yet."""
        feed = next(f for f in self._bundle.feeds if (f.span.no, f.span.epoca) == (no, epoca))
        span = feed.span
        told = FeedOutcome(no, epoca, span.de, span.ate)
        self._outcome.feeds.append(told)
        held = self._holding.feed(no, epoca)
        try:
            check_note(feed.note, self._chain, no, epoca, span.ate)
        except Refusal as refusal:
            told.motivo = refusal.codigo
            return None
        if span.de > held.size:
            told.motivo, told.espera_em = codes.GAP, span.de
            told.falta = f"{no}/{epoca}/{span.de}"
            return None
        different = self._forks.first_difference(self._bundle.container, feed, held)
        if different is not None:
            self._refuse_fork(told, held, different)
            return None
        if no == self._place.no:
            if span.ate > held.size:
                told.motivo = codes.OWN_AHEAD
                self._outcome.alarmes.add(codes.OWN_AHEAD)
            return None
        if span.ate < held.size and no == self._bundle.manifest.no:
            told.motivo = codes.BEHIND
            self._outcome.alarmes.add(codes.BEHIND)
        stream = FeedStream(self._bundle.container, feed, self._chain)
        completer = Completer(
            self._cursor,
            self._dialect,
            self._place.registry,
            self._holding,
            self._hidden,
            self._revealer,
            self._marks,
            self._erasures,
        )
        completer.complete(stream, held)
        self._outcome.partes += completer.added
        return stream

    def _refuse_fork(self, told: FeedOutcome, held: HeldFeed, different: int) -> None:
        feed = next(
            f for f in self._bundle.feeds if (f.span.no, f.span.epoca) == (held.no, held.epoca)
        )
        told.motivo = codes.FORKED
        self._outcome.alarmes.add(codes.FORKED)
        raw = self._forks.prove(self._bundle.container, feed, held, different)
        if raw is not None and self._forks.keep_raw(raw):
            self._contest(held.no, held.epoca)

    def _settle(self, streams: Sequence[FeedStream]) -> None:
        """Event by event, a feed until it waits, until nobody can go on."""
        told = {(feed.no, feed.epoca): feed for feed in self._outcome.feeds}
        lacking: dict[tuple[str, int], str] = {}
        waiting = [stream for stream in streams if stream.next is not None]
        while waiting:
            moved = False
            for stream in waiting:
                held = self._holding.feed(*stream.key)
                while stream.next is not None:
                    lack = self._settler.lacks(held, stream.next)
                    if lack is not None:
                        lacking[stream.key] = lack
                        break
                    self._settler.settle(held, stream.next)
                    told[stream.key].novos += 1
                    stream.advance()
                    moved = True
            waiting = [stream for stream in waiting if stream.next is not None]
            if not moved:
                break
        for stream in waiting:
            if stream.next is not None:
                of_feed = told[stream.key]
                of_feed.motivo, of_feed.espera_em = codes.WAITS, stream.next.leaf.seq
                of_feed.falta = lacking[stream.key]

    def _finish_feeds(self) -> None:
        """Write the feeds, and the notes whose events are all here now."""
        self._holding.save()
        for feed in self._bundle.feeds:
            span = feed.span
            held = self._holding.feed(span.no, span.epoca)
            of_feed = next(
                f for f in self._outcome.feeds if (f.no, f.epoca) == (span.no, span.epoca)
            )
            is_refused = of_feed.motivo not in (None, codes.BEHIND)
            if is_refused or span.no == self._place.no or held.size < span.ate:
                continue
            root = feed.checkpoint.root
            self._holding.keep_note(span.no, span.epoca, span.ate, root, feed.note)

    # -- receipt ---------------------------------------------------------------------------

    def _receipt(self) -> None:
        """Say in the own feed what is held now, where something came that is no receipt."""
        moved = [
            self._holding.feed(feed.no, feed.epoca)
            for feed in self._outcome.feeds
            # Of an author with two stories nothing more is acknowledged (sync.md 2.11).
            if feed.novos and self._forks.contested_from(feed.no, feed.epoca) is None
        ]
        if not moved or not self._settler.is_news:
            return
        publisher = self._place.cycle.stepper.publisher
        tail = publisher.tail
        tail.last_altura = max(tail.last_altura, *(feed.altura for feed in moved))
        identity = self._place.ids.new_uuid()
        for start in range(0, len(moved), FEEDS_A_RECEIPT):
            feeds = [
                {
                    "no": feed.no,
                    "epoca": feed.epoca,
                    "tamanho": feed.size,
                    "raiz": feed.tree.root().hex(),
                }
                for feed in moved[start : start + FEEDS_A_RECEIPT]
            ]
            new = NewEvent(RECEIPT, {"feeds": feeds}, sujeito=self._place.no)
            key = f"comando/{identity}/{start}"
            (event,) = publisher.publish(N0A, [Outgoing(new, key)], None)
            self._outcome.recibo = event.event_hash


def _newest(held: NetworkChain, came: NetworkChain) -> NetworkChain:
    """The longer of two chains that agree as far as both go.

    Raises:
        Refusal: ``rede.bifurcada``.
    """
    pairs = zip(held.documents, came.documents, strict=False)
    for version, (ours, theirs) in enumerate(pairs, start=1):
        if ours.raw != theirs.raw:
            raise Refusal("rede.bifurcada", names.document_names(version)[0])
    return came if len(came.documents) > len(held.documents) else held
