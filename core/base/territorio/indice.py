"""A territory as one file, so that start-up reads no GeoJSON, and a reader's answer.

Bytes: the line ``civico/indice-territorio/v1``, SHA-256 of all that follows (32 bytes), length of
the table (8 bytes, little endian), the table as JSON, then the WKB of every outline, in the
table's order. It is a cache: damaged or of another version it is thrown away and built anew from
the units. Never a pickle: it also carries what a process that read a stranger's file answers.
"""

from __future__ import annotations

import hashlib
from typing import Final

import msgspec

from core.base.territorio.unidade import Territorio, Unidade
from core.kernel.errors import IntegrityFault

_MAGICO: Final = b"civico/indice-territorio/v1\n"
_CABECA: Final = len(_MAGICO) + 32 + 8

_Linhas = list[tuple[Unidade, int]]


def gravar_indice(territorio: Territorio) -> bytes:
    """The territory's bytes; equal territories in equal order give equal bytes."""
    linhas: _Linhas = []
    contornos: list[bytes] = []
    for unidade in territorio.unidades:
        wkb = territorio.geometrias.get(unidade.unidade_civica_id, b"")
        linhas.append((unidade, len(wkb)))
        contornos.append(wkb)
    tabela = msgspec.json.encode(linhas)
    corpo = b"".join((len(tabela).to_bytes(8, "little"), tabela, *contornos))
    return b"".join((_MAGICO, hashlib.sha256(corpo).digest(), corpo))


def abrir_indice(dados: bytes) -> Territorio:
    """The territory of ``gravar_indice``.

    Raises:
        IntegrityFault: ``territorio.indice_danificado``: cut, changed or of another version.
    """
    vista = memoryview(dados)
    corpo = vista[len(_MAGICO) + 32 :]
    if len(dados) < _CABECA or bytes(vista[: len(_MAGICO)]) != _MAGICO:
        raise IntegrityFault("territorio.indice_danificado")
    if hashlib.sha256(corpo).digest() != bytes(vista[len(_MAGICO) : len(_MAGICO) + 32]):
        raise IntegrityFault("territorio.indice_danificado")
    lugar = 8 + int.from_bytes(corpo[:8], "little")
    try:
        linhas = msgspec.json.decode(corpo[8:lugar], type=_Linhas)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise IntegrityFault("territorio.indice_danificado") from error
    geometrias: dict[str, bytes] = {}
    for unidade, tamanho in linhas:
        if tamanho < 0 or lugar + tamanho > len(corpo):
            raise IntegrityFault("territorio.indice_danificado")
        if tamanho:
            geometrias[unidade.unidade_civica_id] = bytes(corpo[lugar : lugar + tamanho])
            lugar += tamanho
    if lugar != len(corpo):
        raise IntegrityFault("territorio.indice_danificado")
    return Territorio(tuple(unidade for unidade, _ in linhas), geometrias)
