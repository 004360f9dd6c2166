from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.base.ia.midia import especie_de


@pytest.mark.parametrize(
    ("head", "kind"),
    [
        (b"\xff\xd8\xff\xe0", "imagem"),
        (b"\x89PNG\r\n\x1a\n", "imagem"),
        (b"RIFF\x00\x00\x00\x00WEBP", "imagem"),
        (b"RIFF\x00\x00\x00\x00WAVE", "audio"),
        (b"OggS", "audio"),
        (b"fLaC", "audio"),
        (b"ID3\x04", "audio"),
        (b"\xff\xfb\x90", "audio"),
        (b"\x00\x00\x00\x20ftypM4A ", "audio"),
        (b"%PDF-1.7", None),
        (b"texto", None),
        (b"", None),
        (b"\xff", None),
    ],
)
def test_kinds(head: bytes, kind: str | None) -> None:
    assert especie_de(head) == kind


@given(st.binary(max_size=20))
def test_any_bytes_have_a_kind_or_none(content: bytes) -> None:
    assert especie_de(content) in {"imagem", "audio", None}
