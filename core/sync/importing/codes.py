"""What an import alone finds, beside the reasons that every verifier knows (``core.sync.reasons``).

They compare a bundle with what this office holds, so no other verifier can say them. The sentences
stand under ``motivo`` as well.
"""

from __future__ import annotations

from typing import Final

from core.kernel.clock_claims import ODDITIES, Oddity
from core.kernel.engine.suspension import CRITICAL_UNKNOWN
from core.sync.reasons import CLASSES, FEED_REFUSED, WAITING, WITHOUT_EFFECT

TOLD: Final = "A"
"""Told to a person; the event has its effect (sync.md 4, row 48)."""

REPEATED: Final = "evento.repetido"
RETAINED: Final = "evento.retido"
FOREIGN_ERASURE: Final = "evento.eliminacao_alheia"
WRONG_RECEIPT: Final = "evento.recibo_divergente"
DRAW: Final = "evento.sorteio_divergente"
CLOCKS: Final[dict[Oddity, str]] = {one: f"evento.relogio_{one}" for one in ODDITIES}
"""What is odd about a claimed moment: told, and that is all."""
OWN_AHEAD: Final = "feed.proprio_adiante"
BEHIND: Final = "feed.atras"
NOT_KEPT: Final = "anexo.recusado"
"""The store of this office did not take an attachment."""
FORKED: Final = "feed.bifurcado"
GAP: Final = "feed.lacuna"
WAITS: Final = "evento.espera"
POSTPONED: Final = "evento.adiado"
CRITICAL: Final = CRITICAL_UNKNOWN
"""Postponed, and decisions depend on it."""
CONTENT: Final = "evento.conteudo"
LEAF: Final = "folha.invalida"
BEYOND: Final = "folha.alem_do_selo"

LOCAL_CLASSES: Final[dict[str, str]] = {
    REPEATED: WITHOUT_EFFECT,
    RETAINED: WAITING,
    CRITICAL: WAITING,
    FOREIGN_ERASURE: WITHOUT_EFFECT,
    WRONG_RECEIPT: WITHOUT_EFFECT,
    DRAW: WITHOUT_EFFECT,
    OWN_AHEAD: FEED_REFUSED,
    BEHIND: WITHOUT_EFFECT,
    NOT_KEPT: WITHOUT_EFFECT,
    **dict.fromkeys(CLOCKS.values(), TOLD),
}
ALL_CLASSES: Final[dict[str, str]] = {**CLASSES, **LOCAL_CLASSES}

UNKNOWN: Final = (POSTPONED, CRITICAL)
UNJUDGED: Final = frozenset({CONTENT, RETAINED, *UNKNOWN})
"""What this program cannot, or cannot yet, judge: such an event counts for nothing."""

APPLIED: Final = "aplicado"
WITHOUT: Final = "sem_efeito"
LATER: Final = "adiado"
CONTESTED: Final = "contestado"
PENDING: Final = "pendente"

ALARMS: Final = frozenset({FORKED, OWN_AHEAD, BEHIND, WRONG_RECEIPT, DRAW, LEAF, "parte.invalida"})
"""What a person has to be told, whatever else the import came to."""
