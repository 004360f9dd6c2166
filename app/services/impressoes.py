"""Fingerprints that two people compare: what one typed against what a file says.

No Qt, no SQL. Source: sync.md 2.7 (compared in person by two people).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from core.kernel.identity.fingerprint import is_whole_fingerprint, plain_fingerprint

Ouvida = Literal["incompleta", "mesma", "outra"]


def comparar(esperadas: Sequence[str], ouvida: str) -> Ouvida:
    """What somebody typed while another person read aloud.

    Args:
        esperadas: fingerprints of which it has to be one.
        ouvida: as typed; case and separators do not count.
    """
    if not is_whole_fingerprint(ouvida):
        return "incompleta"
    typed = plain_fingerprint(ouvida)
    return "mesma" if typed in {plain_fingerprint(one) for one in esperadas} else "outra"
