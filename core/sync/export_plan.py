"""What of every feed goes into a bundle, and the content of each of its entries.

Everything comes from one held reader; every content can be walked again and is the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial

from core.kernel.canonical import CanonicalError, decode_canonical
from core.kernel.errors import IntegrityFault, UserFacingError
from core.kernel.header import MAX_PART_BYTES, is_hash
from core.kernel.merkle import consistency_proof, root
from core.kernel.store import installation as facts
from core.kernel.store.attachments import Attachments
from core.kernel.store.database import Reader
from core.sync import limits, names
from core.sync.container_writer import Content, chunked
from core.sync.manifest import FeedSpan
from core.sync.proof import encode_lines
from core.sync.request import Request
from core.sync.stored_feeds import (
    StoredFeed,
    event_lines,
    evidence,
    leaf_hashes,
    part_lines,
    parts,
    stored_feeds,
)

Stage = Callable[[str, int, int], None]
"""Called with (stage, done, total); raises to stop."""


@dataclass(frozen=True, slots=True)
class Plan:
    """One feed of the bundle: from where, and the lines that prove it."""

    feed: StoredFeed
    de: int
    proof: tuple[bytes, ...]

    @property
    def span(self) -> FeedSpan:
        """What the manifest says of it."""
        return FeedSpan(self.feed.no, self.feed.epoca, self.de, self.feed.tamanho)


def make_plans(
    reader: Reader,
    request: Request | None,
    progress: Stage,
    ended: Sequence[StoredFeed] = (),
) -> list[Plan]:
    """What of every feed the reader lacks; a feed that it has otherwise is sent whole.

    Args:
        reader: held.
        request: the reader's signed word; None sends everything.
        progress: told of every feed.
        ended: own epochs up to where the root sealed them, in place of an earlier checkpoint.

    Raises:
        UserFacingError: ``pacote.nada_assinado``, ``pacote.grande_demais``.
        IntegrityFault: ``pacote.registro_divergente``: what is stored is not what was signed.
    """
    newest = {(feed.no, feed.epoca): feed for feed in stored_feeds(reader)}
    newest.update({(feed.no, feed.epoca): feed for feed in ended})
    feeds = [newest[key] for key in sorted(newest)]
    if not feeds:
        raise UserFacingError("pacote.nada_assinado")
    held = {(f.no, f.epoca): f for f in request.feeds} if request is not None else {}
    plans: list[Plan] = []
    for number, feed in enumerate(feeds):
        progress("lendo", number, len(feeds))
        hashes = leaf_hashes(reader, feed)
        if len(hashes) != feed.tamanho or root(hashes) != feed.raiz:
            raise IntegrityFault("pacote.registro_divergente", no=feed.no[:8], epoca=feed.epoca)
        has = held.get((feed.no, feed.epoca))
        start = 0
        if has is not None and 0 < has.tamanho <= feed.tamanho:
            start = has.tamanho if root(hashes[: has.tamanho]).hex() == has.raiz else 0
        proof: tuple[bytes, ...] = ()
        if 0 < start < feed.tamanho:
            proof = (root(hashes[:start]), *consistency_proof(hashes, start))
        plans.append(Plan(feed, start, proof))
    if sum(plan.feed.tamanho - plan.de for plan in plans) > limits.MAX_EVENTS:
        raise UserFacingError("pacote.grande_demais")
    return plans


def contents_of(
    reader: Reader, plans: Sequence[Plan], store: Attachments, restricted_of: str | None
) -> dict[str, Content]:
    """Every entry but manifest and signature, by name.

    Args:
        reader: held.
        plans: of this reader.
        store: the office's attachments.
        restricted_of: the node whose restricted parts go along; None for a public bundle.
    """
    found: dict[str, Content] = {}
    for plan in plans:
        feed, folder = plan.feed, names.feed_folder(plan.feed.no, plan.feed.epoca)
        found[f"{folder}checkpoint"] = partial(chunked, feed.nota)
        if plan.de == feed.tamanho:
            continue
        if plan.proof:
            nome = f"{folder}consistencia-{plan.de}-{feed.tamanho}.txt"
            found[nome] = partial(chunked, encode_lines(plan.proof))
        is_restricted = feed.no == restricted_of
        found[f"{folder}eventos.jsonl"] = partial(event_lines, reader, feed, plan.de)
        found[names.parts_name(feed.no, feed.epoca)] = partial(
            part_lines, reader, feed, plan.de, restricted=is_restricted
        )
        for sha256 in _attachments(reader, plan, is_restricted=is_restricted):
            if store.get(sha256) is not None:
                found[names.attachment_name(sha256)] = partial(_attachment, store, sha256)
    for sha256, raw in evidence(reader):
        found[f"{names.EVIDENCE}{sha256}.json"] = partial(chunked, raw)
    versions = facts.network_versions(reader.cursor, reader.dialect)
    for version, (raw, signatures) in enumerate(versions, start=1):
        document, beside = names.document_names(version)
        found[document] = partial(chunked, raw)
        found[beside] = partial(chunked, signatures)
    return found


def _attachments(reader: Reader, plan: Plan, *, is_restricted: bool) -> set[str]:
    """SHA-256 of the attachments that parts which go along name."""
    wanted = {"publica.anexos"} | ({"restrita.anexos"} if is_restricted else set())
    found: set[str] = set()
    for line in parts(reader, plan.feed, plan.de):
        if line.nome not in wanted:
            continue
        try:
            value = decode_canonical(line.content, MAX_PART_BYTES)
        except CanonicalError:
            continue
        items = value.get("anexos") if isinstance(value, dict) else None
        for item in items if isinstance(items, list) else ():
            sha256 = item.get("sha256") if isinstance(item, dict) else None
            if isinstance(sha256, str) and is_hash(sha256):
                found.add(sha256)
    return found


def _attachment(store: Attachments, sha256: str) -> Iterable[bytes]:
    content = store.get(sha256)
    if content is None:  # gone since it was looked at
        raise IntegrityFault("anexo.danificado", anexo=sha256[:12])
    return (content,)
