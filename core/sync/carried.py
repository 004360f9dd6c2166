"""What else a file that came on a stick may be, so that whoever offers it as a bundle is led on.

The content decides, never the name (sync.md 4, row 69). Nothing is verified here: whoever takes the
file does that.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final, Literal

from core.kernel.canonical import CanonicalError, decode_canonical
from core.sync.entry_files import MAX_FILE, MAX_LINE

Kind = Literal["pedido", "entrada", "convite", "versao"]
_KINDS: Final[dict[str, Kind]] = {
    "civico/pedido": "pedido",
    "civico/entrada": "entrada",
    "civico/convite": "convite",
    "civico/versao": "versao",
}


def kind_of(path: Path) -> Kind | None:
    """What it says that it is; None for anything else, a bundle among it.

    Raises:
        OSError: it cannot be read.
    """
    with path.open("rb") as file:
        if file.read(1) != b"{":
            return None
        content = b"{" + file.read(MAX_FILE)
    line, _, _ = content.partition(b"\n")
    try:
        value = decode_canonical(line, MAX_LINE)
    except CanonicalError:
        return None
    tipo = value.get("tipo") if isinstance(value, dict) else None
    return _KINDS.get(tipo) if isinstance(tipo, str) else None
