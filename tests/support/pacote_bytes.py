"""Container and signature of a bundle, put together from the text of FORMATO.md alone.

Keys follow from names, so that every byte is the same in every run.
"""

from __future__ import annotations

import base64
import hashlib
import struct
import zlib
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from core.crypto import ed25519


def seed(name: str) -> bytes:
    """A private key that follows from its name."""
    return hashlib.sha256(f"forja/{name}".encode()).digest()


def public(name: str) -> bytes:
    """Its public key."""
    return ed25519.public_key(seed(name))


def linhas(items: Sequence[bytes]) -> bytes:
    """Each with its LF."""
    return b"".join(item + b"\n" for item in items)


def assinatura(
    raw: bytes,
    key: str,
    rede: str,
    no: str,
    *,
    alg: bytes = b"ED",
    livre: bytes = b"civico/pacote/v1",
    confiavel: bytes | None = None,
) -> bytes:
    """A minisign file, written from the text of FORMATO.md 3.1."""
    secret, key_id = seed(key), hashlib.sha256(b"civico/transporte/v1\n" + public(key)).digest()[:8]
    said = confiavel
    if said is None:
        digest = hashlib.sha256(raw).hexdigest()
        said = f"civico/pacote/v1 rede:{rede[:8]} no:{no} manifesto:{digest}".encode()
    signed = ed25519.sign(secret, hashlib.blake2b(raw).digest() if alg == b"ED" else raw)
    lines = [
        b"untrusted comment: " + livre,
        base64.b64encode(alg + key_id + signed),
        b"trusted comment: " + said,
        base64.b64encode(ed25519.sign(secret, signed + said)),
    ]
    return linhas(lines)


def zip_de(
    entries: Sequence[tuple[str, bytes]],
    *,
    stored: bool = False,
    local: Mapping[str, Any] | None = None,
    central: Mapping[str, Any] | None = None,
    fim: Mapping[str, Any] | None = None,
    onde: str = "",
    dados: Callable[[bytes], bytes] | None = None,
    nome_central: str | None = None,
) -> bytes:
    """A container, from the tables of FORMATO.md 2; fields of the entry ``onde`` may be wrong.

    Args:
        entries: names and contents in order.
        stored: no compression anywhere.
        local: fields of the local header to replace.
        central: fields of the directory's record to replace.
        fim: fields of the end record to replace.
        onde: name of the entry that is wrong.
        dados: changes that entry's data.
        nome_central: its name in the directory.
    """
    out, directory = bytearray(), bytearray()
    for nome, content in entries:
        is_it = nome == onde
        packer = zlib.compressobj(6, zlib.DEFLATED, -15)
        data = packer.compress(content) + packer.flush()
        method = 8
        if stored or len(data) >= len(content) or len(content) > 200 * len(data):
            data, method = content, 0
        told = {"packed": len(data), "size": len(content), "crc": zlib.crc32(content)}
        if is_it and dados is not None:
            data = dados(data)
            told["packed"] = len(data)
        raw_name = nome.encode("utf-8")
        base = {
            "mark": b"PK\x03\x04", "made": 20, "need": 20, "flags": 0, "method": method, "time": 0,
            "date": 0x21, **told, "name": len(raw_name), "extra": 0, "comment": 0, "disk": 0,
            "internal": 0, "external": 0, "offset": len(out),
        }  # fmt: skip
        here = {**base, **(local or {})} if is_it else base
        there = {**base, "mark": b"PK\x01\x02", **((central or {}) if is_it else {})}
        listed = raw_name
        if is_it and nome_central is not None:
            listed = nome_central.encode("utf-8")
            there["name"] = len(listed)
        out += struct.pack(
            "<4sHHHHHIIIHH",
            *(here[k] for k in ("mark", "need", "flags", "method", "time", "date", "crc")),
            *(here[k] for k in ("packed", "size", "name", "extra")),
        )
        out += raw_name + data
        directory += struct.pack(
            "<4sHHHHHHIIIHHHHHII",
            *(there[k] for k in ("mark", "made", "need", "flags", "method", "time", "date", "crc")),
            *(there[k] for k in ("packed", "size", "name", "extra", "comment", "disk")),
            *(there[k] for k in ("internal", "external", "offset")),
        )
        directory += listed
    end = {
        "mark": b"PK\x05\x06", "disk": 0, "start_disk": 0, "here": len(entries),
        "count": len(entries), "length": len(directory), "start": len(out), "comment": 0,
        **(fim or {}),
    }  # fmt: skip
    return bytes(out + directory) + struct.pack("<4sHHHHIIH", *end.values())
