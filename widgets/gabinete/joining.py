"""Two windows on one report: what each wrote, put together so that neither loses anything."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from app.services.midias import MAX_POR_DEMANDA

FILES: Final = "midias"
"""Where a draft keeps its files."""


def joined(mine: Mapping[str, Any], other: Mapping[str, Any]) -> dict[str, Any]:
    """Both texts and all files, the other window's first; of kind and fields those of this window where it has."""
    texts = [str(other.get("texto") or ""), str(mine.get("texto") or "")]
    if texts[1].strip() in texts[0]:
        text = texts[0]
    elif texts[0].strip() in texts[1]:
        text = texts[1]
    else:
        text = "\n\n".join(texts)
    files = {one["sha256"]: one for kept in (other, mine) for one in kept.get(FILES) or ()}
    own = {name: value for name, value in dict(mine.get("campos") or {}).items() if value}
    return {
        "texto": text,
        "tipo": mine.get("tipo") or other.get("tipo") or "",
        "campos": {**dict(other.get("campos") or {}), **own},
        **({FILES: list(files.values())[:MAX_POR_DEMANDA]} if files else {}),
    }
