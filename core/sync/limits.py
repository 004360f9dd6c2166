"""Hard caps of a bundle (packaging/auditor/FORMATO.md 2.1; sync.md 2.6). Settings may only lower them."""

from __future__ import annotations

from typing import Final

MAX_FILE_BYTES: Final = 536_870_912
MAX_TOTAL_BYTES: Final = 2_147_483_648
MAX_ENTRIES: Final = 20_000
MAX_RATIO: Final = 200
MAX_EVENTS: Final = 200_000
MAX_FEEDS: Final = 4_096
MAX_RECIPIENTS: Final = 64
MAX_EVENT_LINE: Final = 8_192
MAX_PART_LINE: Final = 525_312
MAX_FINDINGS: Final = 1_000

MAX_MANIFEST_BYTES: Final = 4_194_304
MAX_MINISIG_BYTES: Final = 1_024
MAX_ATTACHMENT_BYTES: Final = 67_108_864
MAX_EVIDENCE_BYTES: Final = 131_072
MAX_NOTE_BYTES: Final = 16_384
MAX_PROOF_BYTES: Final = 4_096
MAX_EVENTS_BYTES: Final = 1_638_600_000
MAX_DOCUMENT_BYTES: Final = 1_048_576
MAX_SIGNATURES_BYTES: Final = 16_384
