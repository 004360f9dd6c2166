from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.base.midia.formatos import (
    FORMATOS,
    LIMITES_MIB,
    MAX_POR_DEMANDA,
    conferir_quantidade,
    conferir_tamanho,
    de_mime,
    reconhecer,
)
from core.kernel.errors import UserFacingError
from tests.support import midias

MIB = 1024 * 1024


def refused(content: bytes) -> str:
    with pytest.raises(UserFacingError) as caught:
        reconhecer(content)
    return caught.value.code


@pytest.mark.parametrize(
    ("content", "name"),
    [
        (midias.jpeg(), "JPEG"),
        (midias.png(), "PNG"),
        (midias.encoded(midias.quadrants(), "WEBP"), "WEBP"),
        (midias.encoded(midias.quadrants(), "GIF"), "GIF"),
        (midias.encoded(midias.quadrants(), "TIFF"), "TIFF"),
        (midias.encoded(midias.quadrants(64, 64), "HEIF"), "HEIF"),
        *((midias.sound(name), name) for name in ("WAV", "MP3", "OGG", "M4A", "FLAC")),
        (midias.pdf(), "PDF"),
        ("Buraco na rua São João".encode(), "TEXTO"),
        ("Buraco na rua São João".encode("cp1252"), "TEXTO"),
        ("Buraco".encode("utf-16"), "TEXTO"),
        (b"\xff\xfb\x90\x64" + bytes(200), "MP3"),
    ],
)
def test_the_bytes_say_what_a_file_is(content: bytes, name: str) -> None:
    assert reconhecer(content).nome == name


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"", "midia.vazia"),
        (b"MZ\x90\x00" + bytes(500), "midia.programa"),
        (b"\x7fELF" + bytes(500), "midia.programa"),
        (b"#!/bin/sh\nrm -rf /\n", "midia.programa"),
        (b"\x1a\x45\xdf\xa3" + bytes(100), "midia.video"),
        (b"RIFF\x00\x00\x00\x00AVI " + bytes(100), "midia.video"),
        (b"\x00\x00\x00\x14ftypqt  " + bytes(100), "midia.video"),
        (b"\x00\x00\x00\x18ftypavif\x00\x00\x00\x00mif1" + bytes(100), "midia.tipo_recusado"),
        (b"PK\x03\x04" + bytes(100), "midia.tipo_recusado"),
        (b"   \n\n", "midia.tipo_recusado"),
        (bytes(100), "midia.tipo_recusado"),
        (b"\x81\x8d\x8f" * 9, "midia.tipo_recusado"),
        (b"%PDF-1.7\n1 0 obj", "midia.pdf_cortado"),
    ],
)
def test_what_is_refused_says_why(content: bytes, code: str) -> None:
    assert refused(content) == code


@pytest.mark.parametrize(
    ("head", "limit"),
    [(b"\xff\xd8\xff", 10), (b"fLaC", 5), (b"%PDF-", 20), (b"palavras ", 5)],
)
def test_each_kind_has_its_size(head: bytes, limit: int) -> None:
    fits = head.ljust(limit * MIB - 5, b"a") + b"%%EOF"
    assert reconhecer(fits).especie in LIMITES_MIB
    assert refused(head.ljust(limit * MIB + 1, b"a")).endswith("_grande")


def test_ten_a_demand() -> None:
    conferir_quantidade(MAX_POR_DEMANDA)
    with pytest.raises(UserFacingError) as caught:
        conferir_quantidade(MAX_POR_DEMANDA + 1)
    assert (caught.value.code, caught.value.params) == ("midia.demais", {"limite": 10})


def test_a_size_can_be_asked_before_the_bytes_are_read() -> None:
    with pytest.raises(UserFacingError, match="grande"):
        conferir_tamanho(FORMATOS[0], 10 * MIB + 1)


def test_stored_types_are_known_again() -> None:
    assert {de_mime(f.mime_limpo) for f in FORMATOS} <= set(FORMATOS)
    assert de_mime("image/svg+xml") is None


@settings(deadline=None, max_examples=300)
@given(st.binary(max_size=300))
def test_any_bytes_are_a_format_or_a_refusal(content: bytes) -> None:
    try:
        assert reconhecer(content) in FORMATOS
    except UserFacingError as refusal:
        is_ours = refusal.code.startswith("midia.")
    else:
        is_ours = True
    assert is_ours


@settings(deadline=None, max_examples=200)
@given(
    st.sampled_from([b"RIFF", b"\x00\x00\x00\x18ftyp", b"\xff\xfb", b"ID3", b"\xff\xfe", b"%PDF-"]),
    st.binary(max_size=120),
)
def test_any_bytes_behind_a_known_head(head: bytes, rest: bytes) -> None:
    try:
        assert reconhecer(head + rest) in FORMATOS
    except UserFacingError as refusal:
        is_ours = refusal.code.startswith("midia.")
    else:
        is_ours = True
    assert is_ours
