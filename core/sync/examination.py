"""The feeds of a bundle whose manifest holds: events, parts, attachments, evidence (steps 10 to 14).

Nothing here refuses the file: a feed is refused whole, an event, part or attachment alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from core.kernel.identity.network import NetworkChain
from core.sync import limits, names
from core.sync.container import Container
from core.sync.evidence import Evidence, check_evidence, parse_evidence
from core.sync.feed_check import (
    BEYOND,
    CheckedFeed,
    check_feed_note,
    find_start,
    read_events,
    walk_parts,
)
from core.sync.manifest import FeedSpan, Manifest
from core.sync.part_lines import named_attachments
from core.sync.reasons import Refusal
from core.sync.report import BundleReport, FeedReport, Finding

Progress = Callable[[int, int], None]
"""Told how many events of how many were read; what it raises ends the verification."""

_TOLD_EVERY: Final = 2_000


@dataclass(frozen=True, slots=True)
class VerifiedBundle:
    """A bundle that holds, and what of it does. Made by ``verify_bundle`` alone.

    Args:
        container: its entries.
        manifest: what it says of itself.
        chain: its versions of the network document.
        feeds: those that were not refused.
        attachments: SHA-256 (hex) of those that an accepted part commits to.
        evidence: proofs of a fork, valid ones with their bytes.
    """

    container: Container
    manifest: Manifest
    chain: NetworkChain
    feeds: tuple[CheckedFeed, ...]
    attachments: tuple[str, ...]
    evidence: tuple[tuple[Evidence, bytes], ...]


class Examination:
    """Fills the report from step 10 on; ``run`` once.

    Args:
        container: whole and as listed.
        chain: verified.
        manifest: signed.
        report: to be filled.
    """

    def __init__(
        self, container: Container, chain: NetworkChain, manifest: Manifest, report: BundleReport
    ) -> None:
        self._container = container
        self._chain = chain
        self._manifest = manifest
        self._report = report
        self._done = 0
        self._total = sum(feed.ate - feed.de for feed in manifest.feeds)
        self._progress: Progress | None = None

    def run(self, progress: Progress | None) -> VerifiedBundle:
        """All feeds step by step; what of the bundle holds."""
        self._progress = progress
        report = self._report
        feeds = [self._events(span) for span in self._manifest.feeds]
        accepted: list[CheckedFeed] = []
        found: list[Finding] = []
        for feed, of_feed, tipos, own in feeds:
            report.feeds.append(of_feed)
            if feed is not None:
                accepted.append(feed)
                report.tipos.update(tipos)
                found += own
        for finding in found[: limits.MAX_FINDINGS]:
            report.add(finding)
        reports = {(item.no, item.epoca): item for item in report.feeds}
        named: set[tuple[str, int]] = set()
        for feed in accepted:
            named.update(self._parts(feed, reports[feed.span.no, feed.span.epoca]))
        attachments = self._attachments(named)
        evidence = self._evidence()
        return VerifiedBundle(
            self._container, self._manifest, self._chain, tuple(accepted), attachments, evidence
        )

    def _events(
        self, span: FeedSpan
    ) -> tuple[CheckedFeed | None, FeedReport, Counter[str], list[Finding]]:
        """Steps 10 and 11 of one feed."""
        of_feed = FeedReport(span.no, span.epoca, span.de, span.ate)
        own: list[Finding] = []
        tipos: Counter[str] = Counter()
        try:
            feed = check_feed_note(self._container, self._chain, span)
            of_feed.raiz = feed.checkpoint.root.hex()
            find_start(self._container, feed)
            for leaf in read_events(self._container, feed):
                self._read_one()
                of_feed.eventos += 1
                if leaf.fault is None:
                    if leaf.header is not None:
                        tipos[leaf.header.tipo] += 1
                    continue
                if leaf.fault == BEYOND:
                    of_feed.alem_do_selo += 1
                else:
                    of_feed.folhas_invalidas += 1
                if len(own) < limits.MAX_FINDINGS:
                    place = (span.no, span.epoca, leaf.seq, leaf.digest.hex())
                    own.append(Finding(leaf.fault, *place))
        except Refusal as refusal:
            of_feed.motivo = refusal.codigo
            return None, of_feed, tipos, own
        return feed, of_feed, tipos, own

    def _read_one(self) -> None:
        self._done += 1
        if self._progress is not None and self._done % _TOLD_EVERY == 0:
            self._progress(self._done, self._total)

    def _parts(self, feed: CheckedFeed, of_feed: FeedReport) -> set[tuple[str, int]]:
        """Step 12 of one feed; SHA-256 and size of the attachments that its parts name."""
        span = feed.span
        named: set[tuple[str, int]] = set()
        for part in walk_parts(self._container, feed):
            if part.is_sealed and part.header is not None:
                of_feed.partes += 1
                if part.header.anexos:
                    named.update(named_attachments(part.header, part.line))
                continue
            of_feed.partes_descartadas += 1
            of_event = part.line.event_hash.hex()
            self._report.add(
                Finding("parte.invalida", span.no, span.epoca, part.seq, of_event, part.line.nome)
            )
        return named

    def _attachments(self, named: set[tuple[str, int]]) -> tuple[str, ...]:
        """Step 13."""
        accepted: list[str] = []
        for entry in self._container.entries:
            if not entry.nome.startswith(names.ATTACHMENTS):
                continue
            sha256 = entry.nome.rpartition("/")[2]
            if (sha256, entry.size) in named:
                accepted.append(sha256)
                continue
            self._report.anexos_descartados += 1
            self._report.add(Finding("anexo.sem_compromisso", onde=entry.nome))
        self._report.anexos_aceitos = len(accepted)
        return tuple(accepted)

    def _evidence(self) -> tuple[tuple[Evidence, bytes], ...]:
        """Step 14."""
        valid: list[tuple[Evidence, bytes]] = []
        for entry in self._container.entries:
            if not entry.nome.startswith(names.EVIDENCE):
                continue
            raw = self._container.read(entry)
            evidence = parse_evidence(raw)
            if evidence is None or not check_evidence(evidence, self._chain):
                self._report.evidencias_invalidas += 1
                self._report.add(Finding("evidencia.invalida", onde=entry.nome))
                continue
            valid.append((evidence, raw))
            place = (evidence.no, evidence.epoca)
            self._report.add(Finding("evidencia.valida", *place, onde=entry.nome))
        self._report.evidencias_validas = len(valid)
        return tuple(valid)
