"""The file beside a copy."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from core.kernel.backup.manifest import (
    Manifest,
    file_sha256,
    manifest_path,
    read_manifest,
    write_manifest,
)
from core.kernel.errors import IntegrityFault

ONE = Manifest(
    arquivo="x.copia", criada_em="2026-05-28T20:26:40.000Z", origem="sqlite", esquema="0001",
    rede="ab" * 32, no="cd" * 16, epoca=0, eventos=3, tamanho=3, raiz="ef" * 32, bytes=4096,
    sha256="12" * 32, anexos=0,
)  # fmt: skip


def test_what_was_written_is_read(tmp_path: Path) -> None:
    copy = tmp_path / "x.copia"
    assert read_manifest(copy) is None
    write_manifest(copy, ONE)
    assert read_manifest(copy) == ONE
    assert manifest_path(copy).read_bytes().startswith(b'{"anexos":0,"arquivo":"x.copia"')


@pytest.mark.parametrize("content", [b"", b"{}", b"\xff", b"[" * 99_999])
def test_a_damaged_one_is_said_so(tmp_path: Path, content: bytes) -> None:
    copy = tmp_path / "x.copia"
    manifest_path(copy).write_bytes(content)
    with pytest.raises(IntegrityFault) as fault:
        read_manifest(copy)
    assert fault.value.code == "copia.manifesto_danificado"


def test_the_digest_is_the_files(tmp_path: Path) -> None:
    path = tmp_path / "x"
    path.write_bytes(b"y" * 3_000_000)
    assert file_sha256(path) == hashlib.sha256(b"y" * 3_000_000).hexdigest()
