"""The names that entries of a bundle may have, and what each kind may weigh (FORMATO.md 2.1)."""

from __future__ import annotations

import re
from typing import Final

from core.sync import limits

MANIFEST: Final = "manifesto.json"
MINISIG: Final = "manifesto.json.minisig"
FEEDS: Final = "feeds/"
PARTS: Final = "partes/"
ATTACHMENTS: Final = "anexos/"
EVIDENCE: Final = "evidencias/"
NETWORK: Final = "rede/"

_FEED: Final = r"[0-9a-f]{32}-e(?:0|[1-9][0-9]{0,8})"
_SIZE: Final = r"(?:0|[1-9][0-9]*)"
_KINDS: Final = tuple(
    (re.compile(pattern + r"\Z"), limit)
    for pattern, limit in (
        (r"manifesto\.json", limits.MAX_MANIFEST_BYTES),
        (r"manifesto\.json\.minisig", limits.MAX_MINISIG_BYTES),
        (r"anexos/([0-9a-f]{2})/\1[0-9a-f]{62}", limits.MAX_ATTACHMENT_BYTES),
        (r"evidencias/[0-9a-f]{64}\.json", limits.MAX_EVIDENCE_BYTES),
        (rf"feeds/{_FEED}/checkpoint", limits.MAX_NOTE_BYTES),
        (rf"feeds/{_FEED}/consistencia-{_SIZE}-{_SIZE}\.txt", limits.MAX_PROOF_BYTES),
        (rf"feeds/{_FEED}/eventos\.jsonl", limits.MAX_EVENTS_BYTES),
        (rf"partes/{_FEED}\.jsonl", limits.MAX_TOTAL_BYTES),
        (r"rede/rede-[1-9][0-9]{0,3}\.json", limits.MAX_DOCUMENT_BYTES),
        (r"rede/rede-[1-9][0-9]{0,3}\.sigs", limits.MAX_SIGNATURES_BYTES),
    )
)


def size_limit(nome: str) -> int | None:
    """The most bytes that the content of a name may have; None for a name that may not stand."""
    for pattern, limit in _KINDS:
        if pattern.match(nome) is not None:
            return limit
    return None


def feed_name(no: str, epoca: int) -> str:
    """``<no>-e<epoca>``."""
    return f"{no}-e{epoca}"


def feed_folder(no: str, epoca: int) -> str:
    """Where the files of a feed stand, with the last slash."""
    return f"{FEEDS}{feed_name(no, epoca)}/"


def parts_name(no: str, epoca: int) -> str:
    """Where the parts of a feed stand."""
    return f"{PARTS}{feed_name(no, epoca)}.jsonl"


def attachment_name(sha256: str) -> str:
    """Where an attachment stands."""
    return f"{ATTACHMENTS}{sha256[:2]}/{sha256}"


def document_names(versao: int) -> tuple[str, str]:
    """Where a version of the network document and its signatures stand."""
    return f"{NETWORK}rede-{versao}.json", f"{NETWORK}rede-{versao}.sigs"


def bundle_file_name(rede: str, no: str, epoca: int, span: tuple[int, int], sha256: str) -> str:
    """The name that a person sees: the content alone decides."""
    return f"civico_{rede[:8]}_{no}_e{epoca}_{span[0]}-{span[1]}_{sha256[:8]}.zip"
