"""That this office left its network of one for another: a mark beside the guard.

A copy from before that would go on in the old network, where nobody takes its events any more. The
database that knows better may be lost when the copy is restored, so the mark lies with the keys.
Source: sync.md 2.12; FORMATO.md 4.1 (``antes``).
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from core.kernel.canonical import CanonicalError, decode_canonical, encode_canonical
from core.kernel.identity.durable_file import read_private, write_private

MARK_FILE: Final = "rede-deixada.json"
_LIMIT: Final = 4_096


def mark_left(settings_folder: Path, no: str, rede: str) -> None:
    """Remember the network that the node left, 64 hex.

    Raises:
        EnvironmentFault: ``arquivo.recusado``.
    """
    raw = encode_canonical({"no": no, "rede": rede})
    write_private(settings_folder / MARK_FILE, raw + b"\n", code="arquivo.recusado")


def has_left(settings_folder: Path, no: str, rede: str) -> bool:
    """Whether the node is known to have left that network; a mark that is damaged says nothing.

    Raises:
        EnvironmentFault: ``arquivo.recusado``.
    """
    raw = read_private(settings_folder / MARK_FILE, _LIMIT, code="arquivo.recusado")
    try:
        value = None if raw is None else decode_canonical(raw.rstrip(b"\n"), _LIMIT)
    except CanonicalError:
        return False
    return value == {"no": no, "rede": rede}
