"""A tiny writer of what a bundle carries, made from FORMATO.md, formato-v1 and rede-e-notas-v1.

It shares no line with what reads bundles. Everything is derived from labels, so that the same call
always gives the same bytes. Keys, tree, network documents, events, feeds, notes, draws.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

NUCLEO = "publica.nucleo"


def resumo(*pedacos: bytes) -> bytes:
    return hashlib.sha256(b"".join(pedacos)).digest()


def rotulo(*nomes: object) -> bytes:
    """32 bytes that belong to a label."""
    return resumo("/".join(map(str, nomes)).encode())


def jcs(valor: object) -> bytes:
    return json.dumps(valor, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def b64(dados: bytes) -> str:
    return base64.b64encode(dados).decode()


def uuid_de(*nomes: object) -> str:
    h = rotulo("uuid", *nomes).hex()
    return f"{h[:8]}-{h[8:12]}-{h[12:16]}-{h[16:20]}-{h[20:32]}"


@dataclass
class Chave:
    semente: bytes

    @property
    def publica(self) -> bytes:
        return self._privada().public_key().public_bytes_raw()

    @property
    def hex(self) -> str:
        return self.publica.hex()

    def assinar(self, dados: bytes) -> bytes:
        return self._privada().sign(dados)

    def _privada(self) -> Ed25519PrivateKey:
        return Ed25519PrivateKey.from_private_bytes(self.semente)


def chave(*nomes: object) -> Chave:
    return Chave(rotulo("chave", *nomes))


# ------------------------------------------------------------------------------------- the tree


def raiz(folhas: list[bytes]) -> bytes:
    """The recursive definition of formato 6."""
    if len(folhas) < 2:
        return folhas[0] if folhas else resumo(b"")
    k = 1 << (len(folhas) - 1).bit_length() - 1
    return resumo(b"\x01", raiz(folhas[:k]), raiz(folhas[k:]))


def prova_de_inclusao(i: int, folhas: list[bytes]) -> list[bytes]:
    """PATH of RFC 6962, 2.1.1."""
    if len(folhas) == 1:
        return []
    k = 1 << (len(folhas) - 1).bit_length() - 1
    if i < k:
        return [*prova_de_inclusao(i, folhas[:k]), raiz(folhas[k:])]
    return [*prova_de_inclusao(i - k, folhas[k:]), raiz(folhas[:k])]


def prova_de_consistencia(m: int, folhas: list[bytes], inteira: bool = True) -> list[bytes]:
    """SUBPROOF of RFC 6962, 2.1.2."""
    if m == len(folhas):
        return [] if inteira else [raiz(folhas)]
    k = 1 << (len(folhas) - 1).bit_length() - 1
    if m <= k:
        return [*prova_de_consistencia(m, folhas[:k], inteira), raiz(folhas[k:])]
    return [*prova_de_consistencia(m - k, folhas[k:], False), raiz(folhas[:k])]


# ---------------------------------------------------------------------------------- the network


@dataclass
class No:
    """One office: its keys by name."""

    nome: str
    log: Chave = field(init=False)
    transporte: Chave = field(init=False)

    def __post_init__(self) -> None:
        self.log = chave(self.nome, "log")
        self.transporte = chave(self.nome, "transporte")

    @property
    def no(self) -> str:
        primeira = chave(self.nome, "log").publica
        return resumo(b"civico/no/v1\n", primeira).hex()[:32]

    def item(self, **mais: object) -> dict[str, Any]:
        return {"chave_log": self.log.hex, "no": self.no, **mais}

    def inteiro(self, **mais: object) -> dict[str, Any]:
        """The item from version 2 on, with the keys that travel."""
        idade = "age1" + rotulo(self.nome, "age").hex()[:58]
        return self.item(chave_transporte=self.transporte.hex, destinatario_age=idade, **mais)


@dataclass
class Rede:
    """All versions of a network document, signed."""

    raizes: list[Chave]
    documentos: list[bytes] = field(default_factory=list)
    assinaturas: list[bytes] = field(default_factory=list)

    def genese(self, *nos: No, **mais: object) -> None:
        self.acrescentar(
            {
                "anterior": None,
                "limiar": 1,
                "nonce": rotulo("nonce", *(no.nome for no in nos)).hex(),
                "nos": sorted((no.item() for no in nos), key=lambda i: str(i["no"])),
                **mais,
            }
        )

    def versao(self, *itens: dict[str, Any], **mais: object) -> None:
        self.acrescentar(
            {
                "anterior": resumo(self.documentos[-1]).hex(),
                "limiar": 1,
                "nos": sorted(itens, key=lambda i: str(i["no"])),
                **mais,
            }
        )

    def acrescentar(self, campos: dict[str, Any], assinantes: list[Chave] | None = None) -> None:
        comuns = {
            "v": 1,
            "tipo": "civico/rede",
            "versao": len(self.documentos) + 1,
            "raizes": [{"alg": "ed25519", "chave": c} for c in sorted(r.hex for r in self.raizes)],
        }
        documento = jcs({**comuns, **campos})
        self.documentos.append(documento)
        self.assinaturas.append(assinar_documento(documento, assinantes or self.raizes))

    @property
    def nome(self) -> str:
        return resumo(self.documentos[0]).hex()

    def entradas(self) -> dict[str, bytes]:
        pares = enumerate(zip(self.documentos, self.assinaturas, strict=True), 1)
        return {
            f"rede/rede-{i}.{fim}": dados
            for i, par in pares
            for fim, dados in zip(("json", "sigs"), par, strict=True)
        }


def assinar_documento(documento: bytes, chaves: list[Chave]) -> bytes:
    itens = [{"assinatura": c.assinar(documento).hex(), "chave": c.hex} for c in chaves]
    return jcs(sorted(itens, key=lambda i: i["chave"]))


# ----------------------------------------------------------------------------- events and parts


@dataclass
class Parte:
    nome: str
    conteudo: bytes
    sal: bytes

    @property
    def h(self) -> str:
        return resumo(b"civico/parte/v1\n", self.sal, self.conteudo).hex()

    def compromisso(self) -> dict[str, Any]:
        pedacos = self.nome.split(".")
        titular = rotulo("titular", self.nome).hex()[:32] if len(pedacos) == 3 else None
        return {
            "classe": pedacos[0],
            "h": self.h,
            "nome": self.nome,
            "tam": len(self.conteudo),
            "titular": titular,
        }

    def linha(self, event_hash: bytes) -> bytes:
        campos = {
            "event_hash": event_hash.hex(),
            "nome": self.nome,
            "parte": self.conteudo.decode(),
            "salt": self.sal.hex(),
        }
        return jcs(campos) + b"\n"


@dataclass
class Evento:
    """What an event says, before it has a place in a feed."""

    tipo: str = "demanda.recebida"
    partes: list[Parte] = field(default_factory=list)
    anexos: list[tuple[str, bytes]] = field(default_factory=list)  # (class, content)
    campos: dict[str, Any] = field(default_factory=dict)
    dobrar: Callable[[bytes], bytes] = bytes  # bends the bytes of the header


def compor(
    tipo: str, i: int, conteudo: dict[str, Any], anexos: list[tuple[str, bytes]] | None = None
) -> Evento:
    """An event with a public part, a restricted one, and the part that names attachments."""
    partes = [
        Parte(NUCLEO, jcs(conteudo), rotulo("sal", tipo, i)),
        Parte("restrita.texto", jcs({"relato": f"segredo {i}"}), rotulo("sal restrito", tipo, i)),
    ]
    nomes = [
        {"i": n, "sal": rotulo("sal anexo", tipo, i, n).hex(), "sha256": resumo(dados).hex()}
        for n, (_, dados) in enumerate(anexos or [])
    ]
    if nomes:
        lista = jcs({"anexos": nomes})
        partes.append(Parte("publica.anexos", lista, rotulo("sal lista", tipo, i)))
    return Evento(tipo, sorted(partes, key=lambda p: p.nome), anexos or [])


@dataclass
class Feed:
    """One feed as its author wrote it."""

    no: No
    rede: str
    epoca: int = 0
    folhas: list[bytes] = field(default_factory=list)
    eventos: list[Evento] = field(default_factory=list)

    @property
    def hashes(self) -> list[bytes]:
        return [resumo(b"\x00", folha) for folha in self.folhas]

    @property
    def nome(self) -> str:
        return f"{self.no.no}-e{self.epoca}"

    @property
    def origem(self) -> str:
        return f"{self.rede[:8]}/{self.no.no}/e{self.epoca}"

    def acrescentar(self, *eventos: Evento) -> Feed:
        anterior = self.hashes[-1] if self.folhas else None
        for evento in eventos:
            seq = len(self.folhas)
            campos = {
                "v": 1,
                "rede": self.rede,
                "no": self.no.no,
                "epoca": self.epoca,
                "seq": seq,
                "prev": anterior.hex() if anterior else None,
                "event_id": uuid_de(self.nome, seq),
                "tipo": evento.tipo,
                "versao_schema": "1.0.0",
                "regra_versao": 0,
                "critico": False,
                "timestamp": f"2026-11-{1 + seq // 86400:02}T12:{seq // 60 % 60:02}:{seq % 60:02}.000Z",
                "origem": "D-1a",
                "correlacao_id": None,
                "causa": None,
                "chave_derivacao": None,
                "partes": [parte.compromisso() for parte in evento.partes],
                "anexos": [
                    {
                        "classe": classe,
                        "h": resumo(
                            b"civico/anexo/v1\n",
                            rotulo("sal anexo", evento.tipo, seq, n),
                            resumo(dados),
                        ).hex(),
                        "tam": len(dados),
                        "tipo": "image/png",
                    }
                    for n, (classe, dados) in enumerate(evento.anexos)
                ],
                **evento.campos,
            }
            folha = evento.dobrar(jcs(campos))
            self.folhas.append(folha)
            self.eventos.append(evento)
            anterior = resumo(b"\x00", folha)
        return self

    def nota(self, tamanho: int | None = None, **mais: Any) -> bytes:
        n = len(self.folhas) if tamanho is None else tamanho
        return nota(self.origem, n, raiz(self.hashes[:n]), **{"chave_": self.no.log, **mais})

    def consistencia(self, de: int, ate: int) -> bytes:
        hashes = self.hashes[:ate]
        linhas = [raiz(hashes[:de]), *prova_de_consistencia(de, hashes)]
        return b"".join(b64(linha).encode() + b"\n" for linha in linhas)

    def entradas(self, de: int = 0, ate: int | None = None) -> dict[str, bytes]:
        fim = len(self.folhas) if ate is None else ate
        pasta = f"feeds/{self.nome}/"
        entradas = {f"{pasta}checkpoint": self.nota(fim)}
        if de < fim:
            entradas[f"{pasta}eventos.jsonl"] = b"".join(f + b"\n" for f in self.folhas[de:fim])
        if 0 < de < fim:
            entradas[f"{pasta}consistencia-{de}-{fim}.txt"] = self.consistencia(de, fim)
        trechos = zip(self.hashes[de:fim], self.eventos[de:fim], strict=True)
        linhas = [
            parte.linha(event_hash)
            for event_hash, evento in trechos
            for parte in evento.partes
            if parte.nome.startswith("publica.")
        ]
        if linhas:
            entradas[f"partes/{self.nome}.jsonl"] = b"".join(linhas)
        for evento in self.eventos[de:fim]:
            for _, dados in evento.anexos:
                soma = resumo(dados).hex()
                entradas[f"anexos/{soma[:2]}/{soma}"] = dados
        return entradas


def nota(origem: str, tamanho: int, raiz_: bytes, chave_: Chave, nome: str | None = None) -> bytes:
    assinado = f"{origem}\n{tamanho}\n{b64(raiz_)}\n"
    quem = nome or origem
    id_ = resumo(quem.encode(), b"\n\x01", chave_.publica)[:4]
    linha = f"— {quem} {b64(id_ + chave_.assinar(assinado.encode()))}\n"
    return f"{assinado}\n{linha}".encode()


# ------------------------------------------------------------------------------------- the draw


def sorteio(base: str, hora: str, elegiveis: list[str]) -> dict[str, Any]:
    """The payload of an honest draw (specification of the draw, 4.1 to 4.4)."""
    seed = hmac.new(b"d6a-sorteio", f"{base}:{hora}".encode(), hashlib.sha256).hexdigest()
    ordem = sorted(elegiveis)
    n = len(ordem)
    for passo, i in enumerate(range(n - 1, 0, -1)):
        j = int(hashlib.sha256(f"{seed}:{passo}".encode()).hexdigest()[:8], 16) % (i + 1)
        ordem[i], ordem[j] = ordem[j], ordem[i]
    texto = "[" + ",".join(f'"{i}"' for i in ordem) + "]"
    return {
        "conselheiro_id": ordem[0],
        "demanda_id": uuid_de("demanda", base),
        "unidade_civica_id": uuid_de("unidade", base),
        "metodo_sorteio": "fisher_yates",
        "seed_publico": seed,
        "lista_elegiveis_hash": resumo(texto.encode()).hex(),
        "posicao_sorteada": 0,
        "total_elegiveis": n,
        "timestamp": hora,
        "elegiveis": sorted(elegiveis),
        "seed_base_event_id": base,
    }
