"""A forge of bundles: sound ones, and any wrong one that a test wants, byte by byte.

Nothing of ``core.sync`` writes here: container, manifest and signature are put together again from
the text of FORMATO.md, so that reader and writer of the program are each held against a second
hand. Seeds are fixed; every byte is the same in every run.
"""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from core.kernel.canonical import encode_canonical, encode_jcs
from core.kernel.clock import format_timestamp
from core.kernel.header import (
    AttachmentEntry,
    Header,
    PartEntry,
    encode_header,
    event_hash,
)
from core.kernel.identity.names import feed_origin, network_id, node_id
from core.kernel.identity.network_document import (
    make_genesis,
    make_successor,
    parse_document,
    sign_document,
)
from core.kernel.identity.node_entry import NodeEntry
from core.kernel.identity.note import Checkpoint, sign_checkpoint
from core.kernel.merkle import consistency_proof, root
from core.kernel.parts import attachment_commitment, commitment
from tests.support.pacote_bytes import assinatura, linhas, public, seed, zip_de

AGE = ("age1" + "q" * 58, "age1" + "p" * 58, "age1" + "z" * 58)
MOMENT = "2026-11-30T12:00:00.000Z"
PROGRAM = "Formigueiro 1.0"


def no_of(name: str) -> str:
    """The node that has ``log-<name>``."""
    return node_id(public(f"log-{name}"))


def entry_of(name: str, number: int, **more: Any) -> NodeEntry:
    """The node's entry from version 2 on."""
    return NodeEntry(
        no=no_of(name),
        chave_log=public(f"log-{name}").hex(),
        chave_transporte=public(f"transporte-{name}").hex(),
        destinatario_age=AGE[number],
        **more,
    )


@dataclass
class Rede:
    """A network: its versions with their signatures."""

    documentos: list[tuple[bytes, bytes]] = field(default_factory=list)

    @classmethod
    def de(cls, *names: str) -> Rede:
        """Version 1 of the first node, version 2 with everybody."""
        genesis = make_genesis([public("raiz")], [public(f"log-{names[0]}")], seed("nonce"))
        rede = cls([(genesis, sign_document(genesis, [seed("raiz")]))])
        entries = [entry_of(name, n) for n, name in enumerate(names)]
        return rede.mais(nodes=sorted(entries, key=lambda entry: entry.no))

    def mais(self, *, signers: Sequence[str] = ("raiz",), **change: Any) -> Rede:
        """With one version more."""
        raw = make_successor(parse_document(self.documentos[-1][0]), **change)
        signed = sign_document(raw, [seed(name) for name in signers])
        return Rede([*self.documentos, (raw, signed)])

    @property
    def id(self) -> str:
        """64 hex."""
        return network_id(self.documentos[0][0])

    def arquivos(self) -> dict[str, bytes]:
        """As they stand in a bundle."""
        files: dict[str, bytes] = {}
        for version, (raw, signatures) in enumerate(self.documentos, start=1):
            files[f"rede/rede-{version}.json"] = raw
            files[f"rede/rede-{version}.sigs"] = signatures
        return files


@dataclass
class Parte:
    """A part to be sealed."""

    nome: str
    conteudo: bytes
    sal: bytes


@dataclass
class Feed:
    """A node's feed: raw leaves and the parts behind them."""

    nome: str
    rede: str
    epoca: int = 0
    folhas: list[bytes] = field(default_factory=list)
    partes: list[list[Parte]] = field(default_factory=list)
    anexos: dict[str, bytes] = field(default_factory=dict)

    @property
    def no(self) -> str:
        """32 hex."""
        return no_of(self.nome)

    @property
    def pasta(self) -> str:
        """Its folder in a bundle."""
        return f"feeds/{self.no}-e{self.epoca}/"

    def hashes(self) -> list[bytes]:
        """Event hashes."""
        return [event_hash(raw) for raw in self.folhas]

    def cabecalho(self, tipo: str = "teste.fato", **change: Any) -> Header:
        """The header of a next event without parts."""
        seq = len(self.folhas)
        label = hashlib.sha256(f"{self.nome}/{self.epoca}/{seq}".encode()).hexdigest()
        uuid = f"{label[:8]}-{label[8:12]}-4{label[13:16]}-8{label[17:20]}-{label[20:32]}"
        said: dict[str, Any] = {
            "anexos": (),
            "causa": None,
            "chave_derivacao": None,
            "correlacao_id": None,
            "critico": False,
            "epoca": self.epoca,
            "event_id": uuid,
            "no": self.no,
            "origem": "TST",
            "partes": (),
            "prev": self.hashes()[-1].hex() if seq else None,
            "rede": self.rede,
            "regra_versao": 1,
            "seq": seq,
            "timestamp": format_timestamp(1_780_000_000_000 + seq * 1_000),
            "tipo": tipo,
            "v": 1,
            "versao_schema": "1.0.0",
        }
        return Header(**{**said, **change})

    def mais(
        self,
        publico: Mapping[str, Any] | None = None,
        restrito: Mapping[str, Any] | None = None,
        anexo: bytes | None = None,
        texto: Mapping[str, Any] | None = None,
        **change: Any,
    ) -> Feed:
        """One event more, in place."""
        seq = len(self.folhas)
        rows: dict[str, bytes] = {}
        entries: list[AttachmentEntry] = []
        if publico is not None:
            rows["publica.nucleo"] = encode_jcs(dict(publico))
        if texto is not None:
            rows["publica.texto"] = encode_jcs(dict(texto))
        if restrito is not None:
            rows["restrita.texto"] = encode_jcs(dict(restrito))
        if anexo is not None:
            digest = hashlib.sha256(anexo)
            salt = self._salt(seq, "anexo")
            h = attachment_commitment(salt, digest.digest()).hex()
            entries.append(AttachmentEntry("publica", h, len(anexo), "image/png"))
            item = {"i": 0, "sal": salt.hex(), "sha256": digest.hexdigest()}
            rows["publica.anexos"] = encode_jcs({"anexos": [item]})
            self.anexos[digest.hexdigest()] = anexo
        parts = [Parte(nome, rows[nome], self._salt(seq, nome)) for nome in sorted(rows)]
        told = tuple(
            PartEntry(
                p.nome.partition(".")[0],
                commitment(p.sal, p.conteudo).hex(),
                p.nome,
                len(p.conteudo),
                None,
            )
            for p in parts
        )
        self.folha(encode_header(self.cabecalho(partes=told, anexos=tuple(entries), **change)))
        self.partes[-1] = parts
        return self

    def folha(self, raw: bytes) -> Feed:
        """Any bytes as the next leaf."""
        self.folhas.append(raw)
        self.partes.append([])
        return self

    def _salt(self, seq: int, what: str) -> bytes:
        return hashlib.sha256(f"{self.nome}/{self.epoca}/{seq}/{what}".encode()).digest()

    def nota(self, size: int | None = None, key: str | None = None, **change: Any) -> bytes:
        """The checkpoint over the first ``size`` leaves."""
        count = len(self.folhas) if size is None else size
        origin = feed_origin(self.rede, self.no, self.epoca)
        checkpoint = Checkpoint(origin, count, root(self.hashes()[:count]))
        return sign_checkpoint(replace(checkpoint, **change), seed(key or f"log-{self.nome}"))

    def copia(self) -> Feed:
        """An independent copy."""
        return replace(
            self, folhas=list(self.folhas), partes=list(self.partes), anexos=dict(self.anexos)
        )


def linha_de_parte(carimbo: bytes, parte: Parte) -> bytes:
    """The line of a part."""
    return encode_canonical(
        {
            "event_hash": carimbo.hex(),
            "nome": parte.nome,
            "parte": parte.conteudo.decode(),
            "salt": parte.sal.hex(),
        }
    )


@dataclass
class Pacote:
    """A bundle about to be written: change anything, then ``bytes``."""

    rede: Rede
    remetente: str
    arquivos: dict[str, bytes]
    manifesto: dict[str, Any]

    @classmethod
    def de(
        cls,
        rede: Rede,
        remetente: str,
        *feeds: Feed,
        de: Mapping[str, int] | None = None,
        classe: str = "publico",
        destinatarios: Sequence[str] = (),
        demonstracao: bool = False,
    ) -> Pacote:
        """A sound bundle of these feeds; ``de`` says from where, by the feed's name."""
        files = rede.arquivos()
        spans: list[dict[str, Any]] = []
        for feed in sorted(feeds, key=lambda item: (item.no, item.epoca)):
            start, size = (de or {}).get(feed.nome, 0), len(feed.folhas)
            spans.append({"ate": size, "de": start, "epoca": feed.epoca, "no": feed.no})
            files[f"{feed.pasta}checkpoint"] = feed.nota()
            hashes = feed.hashes()
            if start < size:
                files[f"{feed.pasta}eventos.jsonl"] = linhas(feed.folhas[start:])
            if 0 < start < size:
                proof = [root(hashes[:start]), *consistency_proof(hashes, start)]
                files[f"{feed.pasta}consistencia-{start}-{size}.txt"] = linhas(
                    [base64.b64encode(item) for item in proof]
                )
            lines = [
                linha_de_parte(hashes[seq], parte)
                for seq in range(start, size)
                for parte in feed.partes[seq]
                if classe == "restrito" or parte.nome.startswith("publica.")
            ]
            if lines:
                files[f"partes/{feed.no}-e{feed.epoca}.jsonl"] = linhas(lines)
            for sha256, content in feed.anexos.items():
                files[f"anexos/{sha256[:2]}/{sha256}"] = content
        manifest = {
            "v": 1,
            "tipo": "civico/pacote",
            "classe": classe,
            "demonstracao": demonstracao,
            "modo": "incremental" if any(s["de"] for s in spans) else "completo",
            "rede": rede.id,
            "rede_versao": len(rede.documentos),
            "no": no_of(remetente),
            "criado_em": MOMENT,
            "programa": PROGRAM,
            "destinatarios": sorted(no_of(name) for name in destinatarios),
            "feeds": spans,
        }
        return cls(rede, remetente, files, manifest)

    def com(self, nome: str, change: bytes | Callable[[bytes], bytes] | None) -> Pacote:
        """Another content for a file, or None to leave it out; before signing."""
        files = dict(self.arquivos)
        if change is None:
            del files[nome]
        else:
            files[nome] = change if isinstance(change, bytes) else change(files[nome])
        return replace(self, arquivos=files)

    def dizendo(self, **change: Any) -> Pacote:
        """Other fields in the manifest; None takes a field out."""
        said = {**self.manifesto, **change}
        return replace(self, manifesto={k: v for k, v in said.items() if v is not None})

    def lista(self) -> list[dict[str, Any]]:
        """What ``arquivos`` of the manifest must say."""
        return [
            {
                "nome": nome,
                "sha256": hashlib.sha256(self.arquivos[nome]).hexdigest(),
                "tamanho": len(self.arquivos[nome]),
            }
            for nome in sorted(self.arquivos)
        ]

    def bytes_do_manifesto(self) -> bytes:
        """Canonical, with the list of files unless the test says another."""
        return encode_canonical({"arquivos": self.lista(), **self.manifesto})

    def entradas(
        self, manifesto: bytes | None = None, minisig: bytes | None = None
    ) -> list[tuple[str, bytes]]:
        """All entries in their order."""
        raw = self.bytes_do_manifesto() if manifesto is None else manifesto
        signature = self.assinatura(raw) if minisig is None else minisig
        first = [("manifesto.json", raw), ("manifesto.json.minisig", signature)]
        return first + [(nome, self.arquivos[nome]) for nome in sorted(self.arquivos)]

    def assinatura(self, raw: bytes, key: str | None = None, **change: Any) -> bytes:
        """The minisign file of a manifest."""
        return assinatura(
            raw,
            key or f"transporte-{self.remetente}",
            self.rede.id,
            no_of(self.remetente),
            **change,
        )

    def bytes(self) -> bytes:
        """The whole file."""
        return zip_de(self.entradas())


def cadeia(nome: str, rede: Rede, quantos: int = 7, *, epoca: int = 0) -> Feed:
    """A feed of plain facts with public and restricted parts."""
    feed = Feed(nome, rede.id, epoca)
    for n in range(quantos):
        feed.mais({"numero": n, "texto": f"fato {n} de {nome}"}, {"segredo": f"só aqui {nome} {n}"})
    return feed


def alterado(raw: bytes, change: Callable[[dict[str, Any]], object]) -> bytes:
    """JSON bytes with something changed in them, canonical again."""
    value = json.loads(raw)
    change(value)
    return encode_canonical(value)
