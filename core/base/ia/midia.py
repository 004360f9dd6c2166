"""Of which kind a stored file is, by its first bytes: enough to choose a model."""

from __future__ import annotations

from typing import Final, Literal

Especie = Literal["imagem", "audio"]

_STARTS: Final[tuple[tuple[bytes, Especie], ...]] = (
    (b"\xff\xd8\xff", "imagem"),
    (b"\x89PNG\r\n\x1a\n", "imagem"),
    (b"OggS", "audio"),
    (b"fLaC", "audio"),
    (b"ID3", "audio"),
)


def especie_de(content: bytes) -> Especie | None:
    """The kind, of the forms in which the store keeps pictures and recordings; None for others."""
    head = content[:12]
    for start, kind in _STARTS:
        if head.startswith(start):
            return kind
    if head[:4] == b"RIFF" and head[8:12] in {b"WAVE", b"WEBP"}:
        return "audio" if head[8:12] == b"WAVE" else "imagem"
    if head[4:12] in {b"ftypM4A ", b"ftypM4B ", b"ftypmp42", b"ftypisom"}:
        return "audio"
    if len(head) > 1 and head[0] == 0xFF and head[1] & 0xE6 == 0xE2:
        return "audio"  # an MPEG frame, layer III
    return None
