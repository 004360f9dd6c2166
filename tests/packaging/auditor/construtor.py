"""The bundle around a registry: manifest, signature, container; made from FORMATO.md alone.

Each stage can be bent by a test, down to single fields of the container's headers.
"""

from __future__ import annotations

import hashlib
import struct
import zlib
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from tests.packaging.auditor.registro import Feed, No, Rede, b64, jcs, resumo


def minisig(manifesto: bytes, rede: str, no: No, comentario: str | None = None) -> bytes:
    texto = comentario or (
        f"civico/pacote/v1 rede:{rede[:8]} no:{no.no} manifesto:{resumo(manifesto).hex()}"
    )
    id_ = resumo(b"civico/transporte/v1\n", no.transporte.publica)[:8]
    assinatura = no.transporte.assinar(hashlib.blake2b(manifesto).digest())
    geral = no.transporte.assinar(assinatura + texto.encode())
    return (
        "untrusted comment: civico/pacote/v1\n"
        f"{b64(b'ED' + id_ + assinatura)}\n"
        f"trusted comment: {texto}\n"
        f"{b64(geral)}\n"
    ).encode()


@dataclass
class Campo:
    """One entry of the container, every header field open to a test."""

    nome: bytes
    conteudo: bytes
    metodo: int = 8
    dados: bytes | None = None
    local: dict[str, Any] = field(default_factory=dict)
    central: dict[str, Any] = field(default_factory=dict)

    def comprimidos(self) -> bytes:
        if self.dados is not None:
            return self.dados
        if self.metodo == 0:
            return self.conteudo
        motor = zlib.compressobj(9, zlib.DEFLATED, -15)
        return motor.compress(self.conteudo) + motor.flush()

    def cabecalhos(self, posicao: int) -> tuple[bytes, bytes]:
        comprimidos = self.comprimidos()
        comuns = {
            "versao": 20,
            "bits": 0,
            "metodo": self.metodo,
            "hora": 0,
            "data": 0x21,
            "crc": zlib.crc32(self.conteudo),
            "comprimido": len(comprimidos),
            "tamanho": len(self.conteudo),
            "nome": len(self.nome),
            "extra": 0,
        }
        local = struct.pack("<HHHHHIIIHH", *{**comuns, **self.local}.values())
        no_diretorio = {"feito": 20, **comuns, "comentario": 0, "disco": 0, "internos": 0}
        no_diretorio |= {"externos": 0, "posicao": posicao, **self.central}
        central = struct.pack("<HHHHHHIIIHHHHHII", *no_diretorio.values())
        return b"PK\x03\x04" + local + self.nome, b"PK\x01\x02" + central + self.nome


def _entrada(nome: bytes, conteudo: bytes) -> Campo:
    """Deflate where it helps and keeps within 200:1."""
    campo = Campo(nome, conteudo)
    menor = len(campo.comprimidos())
    campo.metodo = 8 if menor < len(conteudo) <= 200 * menor else 0
    return campo


def recipiente(campos: list[Campo], **fim: Any) -> bytes:
    corpo, diretorio = b"", b""
    for campo in campos:
        local, central = campo.cabecalhos(len(corpo))
        corpo += local + campo.comprimidos()
        diretorio += central
    valores = {
        "disco": 0,
        "disco_dir": 0,
        "n": len(campos),
        "total": len(campos),
        "bytes": len(diretorio),
        "posicao": len(corpo),
        "comentario": 0,
        **fim,
    }
    return corpo + diretorio + b"PK\x05\x06" + struct.pack("<HHHHIIH", *valores.values())


def faixa(feed: Feed, de: int = 0, ate: int | None = None) -> dict[str, Any]:
    fim = len(feed.folhas) if ate is None else ate
    return {"ate": fim, "de": de, "epoca": feed.epoca, "no": feed.no.no}


@dataclass
class Pacote:
    """A bundle in the making; the hooks bend one stage each."""

    rede: Rede
    quem: No
    faixas: list[dict[str, Any]]
    conteudos: dict[str, bytes]
    campos: dict[str, Any] = field(default_factory=dict)
    dobrar_manifesto: Callable[[bytes], bytes] = bytes  # before it is signed
    dobrar_minisig: Callable[[bytes], bytes] = bytes
    dobrar_campos: Callable[[list[Campo]], list[Campo]] = list

    def manifesto(self) -> bytes:
        itens = sorted(self.conteudos.items(), key=lambda par: par[0].encode())
        faixas = sorted(self.faixas, key=lambda f: (f["no"], f["epoca"]))
        campos = {
            "v": 1,
            "tipo": "civico/pacote",
            "classe": "publico",
            "demonstracao": False,
            "modo": "completo" if all(f["de"] == 0 for f in faixas) else "incremental",
            "rede": self.rede.nome,
            "rede_versao": len(self.rede.documentos),
            "no": self.quem.no,
            "criado_em": "2026-11-30T18:00:00.000Z",
            "programa": "construtor de testes",
            "destinatarios": [],
            "feeds": faixas,
            "arquivos": [
                {"nome": nome, "sha256": resumo(dados).hex(), "tamanho": len(dados)}
                for nome, dados in itens
            ],
            **self.campos,
        }
        return jcs({nome: valor for nome, valor in campos.items() if valor != "FALTA"})

    def montar(self) -> bytes:
        manifesto = self.dobrar_manifesto(self.manifesto())
        assinado = self.dobrar_minisig(minisig(manifesto, self.rede.nome, self.quem))
        itens = sorted(self.conteudos.items(), key=lambda par: par[0].encode())
        campos = [
            _entrada(nome.encode(), dados)
            for nome, dados in (
                ("manifesto.json", manifesto),
                ("manifesto.json.minisig", assinado),
                *itens,
            )
        ]
        return recipiente(self.dobrar_campos(campos))
