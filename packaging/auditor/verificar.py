#!/usr/bin/env python3
"""Confere um pacote assinado do Formigueiro, sem o Formigueiro: ``python3 verificar.py ARQUIVO``.

One file, Python 3.9 or newer, nothing but the standard library. It was written from the texts
FORMATO.md (beside this file), formato-v1.md and rede-e-notas-v1.md, by other hands than the
program's, and imports nothing of the program: two readings of one text that agree on a bundle say
more than one. Section numbers in the comments are those of FORMATO.md; "formato" and "rede" are
the two other texts.

Exit codes: 0 accepted, 4 refused or accepted in part, 2 wrong usage, 3 the file cannot be read.

Sections: 1 words  2 Ed25519  3 strict JSON and base64  4 tree  5 container  6 manifest
7 network  8 notes  9 headers and parts  10 feeds  11 attachments and evidence  12 draws
13 the whole check  14 the proof of one act  15 report and command line.
"""

from __future__ import annotations

import argparse
import base64
import binascii
import hashlib
import hmac
import json
import re
import struct
import sys
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple, NoReturn, Protocol

# --------------------------------------------------------------------------- 1. words and limits

FRASES = {
    "pacote.vazio": "O arquivo está vazio.",
    "pacote.grande": "O arquivo é maior do que um pacote pode ser.",
    "pacote.cifrado": "O arquivo está cifrado: só o escritório destinatário o abre.",
    "pacote.nao_e_zip": "O arquivo não é um pacote.",
    "pacote.cortado": "O arquivo está cortado ou tem algo a mais no fim.",
    "pacote.perfil": "A estrutura do arquivo não é a de um pacote.",
    "pacote.nome": "O pacote tem um arquivo de nome não permitido, repetido ou fora de ordem.",
    "pacote.limites": "O pacote passa de um limite de tamanho.",
    "pacote.compressao": "O conteúdo do pacote está danificado.",
    "pacote.restrito_aberto": "O pacote diz ser restrito, mas não está cifrado.",
    "pacote.restrito_exposto": "O pacote público traz dados restritos. Avise quem o exportou.",
    "manifesto.ausente": "O pacote não tem manifesto ou assinatura.",
    "manifesto.assinatura_forma": "A assinatura do manifesto não tem a forma esperada.",
    "manifesto.json": "O manifesto não está escrito na forma exigida.",
    "manifesto.versao": "O pacote foi feito por um programa mais novo: atualize o programa.",
    "manifesto.campos": "O manifesto tem um campo ausente, a mais ou inválido.",
    "manifesto.inventario": "Os arquivos do pacote não são os que o manifesto lista.",
    "manifesto.soma": "Um arquivo do pacote foi alterado depois da assinatura.",
    "manifesto.remetente": (
        "Quem exportou o pacote não está na rede ou não tem chave de transporte."
    ),
    "manifesto.assinatura": "A assinatura do manifesto não confere.",
    "partes.forma": "Uma lista de partes do pacote não está escrita na forma exigida.",
    "rede.outra": "O pacote é de outra rede.",
    "rede.invalida": "O documento da rede não confere.",
    "feed.desconhecido": "O autor deste fluxo não está na rede.",
    "feed.arquivos": "Faltam ou sobram arquivos deste fluxo.",
    "feed.nota": "A nota assinada deste fluxo não tem a forma exigida.",
    "feed.nota_manifesto": "A nota assinada não é deste fluxo ou deste tamanho.",
    "feed.nota_chave": "A nota foi assinada por uma chave que não é do autor.",
    "feed.nota_assinatura": "A assinatura da nota não confere.",
    "feed.consistencia": "A prova de consistência não confere.",
    "feed.eventos": "A quantidade de eventos não é a que o manifesto diz.",
    "feed.raiz": "Os eventos não são os que o autor assinou.",
    "feed.selo": "Os eventos não são os que a raiz da rede selou.",
    "folha.invalida": "O cabeçalho do evento não segue o formato: fica sem efeito.",
    "folha.alem_do_selo": ("O evento está além do fim que a raiz da rede selou: fica sem efeito."),
    "parte.invalida": "Uma parte não é a que o autor selou: foi descartada.",
    "anexo.sem_compromisso": "Nenhum evento nomeia este anexo: foi descartado.",
    "evidencia.invalida": "Uma evidência não prova nada: foi descartada.",
    "evidencia.valida": "Há prova de que um autor assinou duas histórias.",
}
NAO_PROVA = (
    "que os fatos são verdadeiros;",
    "que nada foi calado depois da última nota;",
    "que as horas estão certas (são alegações de quem registrou);",
    "que o conjunto de um sorteio era honesto antes de publicado;",
    "que quem opera o computador não escolheu o momento de sortear.",
)

MIB = 1024 * 1024
ARQUIVO_MAX = 512 * MIB
ENTRADAS_MAX = 20_000
SOMA_MAX = 2048 * MIB
EVENTOS_MAX = 200_000
LINHA_EVENTO_MAX = 8192
LINHA_PARTE_MAX = 525_312
RAZAO_MAX = 200
INTEIRO_MAX = 2**53 - 1
EPOCA_MAX = 999_999_999
ACHADOS_MAX = 1000
BLOCO = 256 * 1024

MANIFESTO = "manifesto.json"
MINISIG = "manifesto.json.minisig"


class Recusa(Exception):
    """R: the whole file is refused."""

    def __init__(self, codigo: str, onde: str | None = None) -> None:
        super().__init__(codigo)
        self.codigo = codigo
        self.onde = onde


class RecusaFluxo(Exception):
    """F: one feed is refused."""

    def __init__(self, codigo: str) -> None:
        super().__init__(codigo)
        self.codigo = codigo


class Forma(ValueError):
    """Bytes that are not in the one form the texts allow."""


# ------------------------------------------------------------- 2. Ed25519 (RFC 8032, rede 1)

P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P
RAIZ_DE_MENOS_1 = pow(2, (P - 1) // 4, P)
# y of the points of order 1, 2, 4 and 8, and the unreduced spellings of 0 and 1.
_ORDEM_8 = 0x7A03AC9277FDC74EC6CC392CFA53202A0F67100D760B3CBA4FD84D3D706A17C7
_Y_BAIXOS = (0, 1, P - 1, _ORDEM_8, P - _ORDEM_8, P, P + 1)
ORDEM_BAIXA = frozenset(
    (y | sinal << 255).to_bytes(32, "little") for y in _Y_BAIXOS for sinal in (0, 1)
)

Ponto = tuple[int, int, int, int]
NEUTRO: Ponto = (0, 1, 1, 0)


def _somar(a: Ponto, b: Ponto) -> Ponto:
    """Complete addition in extended coordinates (RFC 8032, 5.1.4)."""
    x1, y1, z1, t1 = a
    x2, y2, z2, t2 = b
    e = (y1 - x1) * (y2 - x2) % P
    f = (y1 + x1) * (y2 + x2) % P
    c = 2 * t1 * t2 * D % P
    d = 2 * z1 * z2 % P
    g, h, i, j = f - e, d - c, d + c, f + e
    return (g * h % P, i * j % P, h * i % P, g * j % P)


def _abrir(codigo: bytes) -> Ponto | None:
    """The point of a canonical encoding, or None."""
    y = int.from_bytes(codigo, "little")
    sinal, y = y >> 255, y & ((1 << 255) - 1)
    if y >= P:
        return None
    u, v = (y * y - 1) % P, (D * y * y + 1) % P
    x = u * pow(v, 3, P) * pow(u * pow(v, 7, P), (P - 5) // 8, P) % P
    if v * x * x % P == (-u) % P:
        x = x * RAIZ_DE_MENOS_1 % P
    if v * x * x % P != u or (x == 0 and sinal):
        return None
    if x & 1 != sinal:
        x = P - x
    return (x, y, 1, x * y % P)


def _fechar(p: Ponto) -> bytes:
    inverso = pow(p[2], P - 2, P)
    x, y = p[0] * inverso % P, p[1] * inverso % P
    return (y | (x & 1) << 255).to_bytes(32, "little")


def _base() -> Ponto:
    ponto = _abrir((4 * pow(5, P - 2, P) % P).to_bytes(32, "little"))
    assert ponto is not None
    return ponto


def chave_aceitavel(chave: bytes) -> bool:
    """May this key stand in a network document? (rede 1)."""
    return len(chave) == 32 and chave not in ORDEM_BAIXA and _abrir(chave) is not None


def assinatura_confere(chave: bytes, mensagem: bytes, assinatura: bytes) -> bool:
    """The strict rule: no low-order A or R, S < L, and R equal to the encoding of [S]B - [k]A."""
    if len(assinatura) != 64 or not chave_aceitavel(chave):
        return False
    r, s = assinatura[:32], int.from_bytes(assinatura[32:], "little")
    ponto = _abrir(chave)
    if s >= L or r in ORDEM_BAIXA or ponto is None:
        return False
    k = int.from_bytes(hashlib.sha512(r + chave + mensagem).digest(), "little") % L
    menos_a = (P - ponto[0], ponto[1], 1, P - ponto[3])
    base = _base()
    tabela = (NEUTRO, base, menos_a, _somar(base, menos_a))
    soma = NEUTRO
    for bit in range(max(s.bit_length(), k.bit_length()) - 1, -1, -1):
        soma = _somar(soma, soma)
        indice = (s >> bit & 1) | (k >> bit & 1) << 1
        if indice:
            soma = _somar(soma, tabela[indice])
    return _fechar(soma) == r


# ----------------------------------------------------- 3. strict JSON and base64 (formato 1.1)

CHAVE_JSON = re.compile(r"[a-z][a-z0-9_]{0,63}")
HEX64 = re.compile(r"[0-9a-f]{64}")
HEX32 = re.compile(r"[0-9a-f]{32}")
UUID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")
HORA = re.compile(r"([0-9]{4})-([0-9]{2})-([0-9]{2})T([0-9]{2}):([0-9]{2}):([0-9]{2})\.[0-9]{3}Z")
_escrever = json.JSONEncoder(
    ensure_ascii=False, allow_nan=False, sort_keys=True, separators=(",", ":")
).encode


def sha256(dados: bytes) -> bytes:
    return hashlib.sha256(dados).digest()


def _sem_decimais(texto: str) -> NoReturn:
    raise Forma(texto[:20])


def _inteiro(texto: str) -> int:
    if len(texto) > 17:
        raise Forma("inteiro")
    return int(texto)


def _percorrer(valor: object, nivel: int) -> None:
    """Depth, keys and the range of integers."""
    if isinstance(valor, (dict, list)) and nivel > 16:
        raise Forma("profundidade")
    if isinstance(valor, dict):
        for chave, item in valor.items():
            if not CHAVE_JSON.fullmatch(chave):
                raise Forma("chave")
            _percorrer(item, nivel + 1)
    elif isinstance(valor, list):
        for item in valor:
            _percorrer(item, nivel + 1)
    elif isinstance(valor, int) and not -INTEIRO_MAX <= valor <= INTEIRO_MAX:
        raise Forma("inteiro")


def ler_json(dados: bytes) -> Any:
    """The value of canonical ``civico-jcs/1`` bytes; whatever differs by one byte is refused."""
    try:
        valor = json.loads(
            dados.decode("utf-8"),
            parse_float=_sem_decimais,
            parse_constant=_sem_decimais,
            parse_int=_inteiro,
        )
        _percorrer(valor, 1)
        if _escrever(valor).encode("utf-8") != dados:
            raise Forma("escrita")
    except (ValueError, RecursionError) as erro:  # every Unicode and JSON error is a ValueError
        raise Forma(str(erro)[:60]) from None
    return valor


def objeto(valor: object, *campos: str, livres: tuple[str, ...] = ()) -> dict[str, Any]:
    """``valor`` as an object with exactly these keys, and perhaps the free ones."""
    if not isinstance(valor, dict) or not set(campos) <= set(valor) <= {*campos, *livres}:
        raise Forma("campos")
    return valor


def exigir(condicao: bool) -> None:
    if not condicao:
        raise Forma("valor")


def inteiro(valor: object, menor: int = 0, maior: int = INTEIRO_MAX) -> int:
    if not isinstance(valor, int) or isinstance(valor, bool) or not menor <= valor <= maior:
        raise Forma("inteiro")
    return valor


def texto(valor: object, forma: re.Pattern[str]) -> str:
    if not isinstance(valor, str) or not forma.fullmatch(valor):
        raise Forma("texto")
    return valor


def lista(valor: object, menor: int = 0, maior: int | None = None) -> list[Any]:
    if not isinstance(valor, list) or len(valor) < menor:
        raise Forma("lista")
    if maior is not None and len(valor) > maior:
        raise Forma("lista")
    return valor


def crescente(itens: list[Any]) -> None:
    """Strictly increasing: ordered and without repetition."""
    if any(a >= b for a, b in zip(itens, itens[1:])):
        raise Forma("ordem")


def hora_existe(valor: str) -> bool:
    """Is it a moment of the calendar, written as formato 3 says?"""
    achado = HORA.fullmatch(valor)
    if achado is None:
        return False
    ano, mes, dia, hora, minuto, segundo = map(int, achado.groups())
    bissexto = ano % 4 == 0 and (ano % 100 != 0 or ano % 400 == 0)
    dias = (31, 29 if bissexto else 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
    return (
        ano >= 1
        and 1 <= mes <= 12
        and 1 <= dia <= dias[mes - 1]
        and hora < 24
        and minuto < 60
        and segundo < 60
    )


def ler_base64(dados: bytes) -> bytes:
    """Standard base64 with padding, in the one canonical spelling."""
    try:
        valor = base64.b64decode(dados, validate=True)
    except (binascii.Error, ValueError):
        raise Forma("base64") from None
    if base64.b64encode(valor) != dados:
        raise Forma("base64")
    return valor


# ------------------------------------------------------------ 4. the tree of RFC 6962 (formato 6)


def no_da_arvore(esquerda: bytes, direita: bytes) -> bytes:
    return hashlib.sha256(b"\x01" + esquerda + direita).digest()


class Arvore:
    """A tree that grows leaf by leaf: only the roots of its full subtrees are kept."""

    def __init__(self, tamanho: int = 0, cheias: list[bytes] | None = None) -> None:
        self.tamanho = tamanho
        self.cheias = cheias or []  # largest first

    def juntar(self, folha: bytes) -> None:
        self.tamanho += 1
        resto = self.tamanho
        while resto % 2 == 0:
            folha = no_da_arvore(self.cheias.pop(), folha)
            resto //= 2
        self.cheias.append(folha)

    def raiz(self) -> bytes:
        if not self.cheias:
            return sha256(b"")
        raiz = self.cheias[-1]
        for cheia in reversed(self.cheias[:-1]):
            raiz = no_da_arvore(cheia, raiz)
        return raiz


def consistencia(
    de: int, ate: int, raiz_de: bytes, raiz_ate: bytes, prova: list[bytes]
) -> list[bytes]:
    """RFC 9162, 2.1.4.2, for 0 < de < ate; gives the full subtrees of ``de``, largest first."""
    if not 0 < de < ate or not prova or len(prova) > 63:
        raise Forma("prova")
    caminho = [raiz_de, *prova] if de & (de - 1) == 0 else prova
    fn, sn = de - 1, ate - 1
    while fn & 1:
        fn, sn = fn >> 1, sn >> 1
    cheias = [caminho[0]]
    antiga = nova = caminho[0]
    for c in caminho[1:]:
        if sn == 0:
            raise Forma("prova")
        if fn & 1 or fn == sn:
            cheias.append(c)
            antiga, nova = no_da_arvore(c, antiga), no_da_arvore(c, nova)
            while fn and not fn & 1:
                fn, sn = fn >> 1, sn >> 1
        else:
            nova = no_da_arvore(nova, c)
        fn, sn = fn >> 1, sn >> 1
    if sn or antiga != raiz_de or nova != raiz_ate or len(cheias) != bin(de).count("1"):
        raise Forma("prova")
    return cheias[::-1]


def inclusao(folha: bytes, indice: int, tamanho: int, raiz: bytes, prova: list[bytes]) -> bool:
    """RFC 9162, 2.1.3.2."""
    if not 0 <= indice < tamanho or len(prova) > 63:
        return False
    fn, sn, r = indice, tamanho - 1, folha
    for c in prova:
        if sn == 0:
            return False
        if fn & 1 or fn == sn:
            r = no_da_arvore(c, r)
            while fn and not fn & 1:
                fn, sn = fn >> 1, sn >> 1
        else:
            r = no_da_arvore(r, c)
        fn, sn = fn >> 1, sn >> 1
    return sn == 0 and r == raiz


# --------------------------------------------------------------- 5. the container (2, 8.1 - 8.3)

_FLUXO = r"([0-9a-f]{32})-e(0|[1-9][0-9]{0,8})"
# (form of the name, limit in bytes)
NOMES = (
    (re.compile(r"anexos/([0-9a-f]{2})/(\1[0-9a-f]{62})"), 64 * MIB),
    (re.compile(r"evidencias/([0-9a-f]{64})\.json"), 131_072),
    (re.compile(rf"feeds/{_FLUXO}/checkpoint"), 16_384),
    (
        re.compile(rf"feeds/{_FLUXO}/consistencia-(?:0|[1-9][0-9]*)-(?:0|[1-9][0-9]*)\.txt"),
        4096,
    ),
    (re.compile(rf"feeds/{_FLUXO}/eventos\.jsonl"), EVENTOS_MAX * (LINHA_EVENTO_MAX + 1)),
    (re.compile(rf"partes/{_FLUXO}\.jsonl"), SOMA_MAX),
    (re.compile(r"rede/rede-([1-9][0-9]{0,3})\.json"), MIB),
    (re.compile(r"rede/rede-([1-9][0-9]{0,3})\.sigs"), 16_384),
)
_LOCAL = struct.Struct("<4sHHHHHIIIHH")
_CENTRAL = struct.Struct("<4sHHHHHHIIIHHHHHII")
_FIM = struct.Struct("<4sHHHHIIH")


class Entrada(NamedTuple):
    nome: str
    metodo: int
    crc: int
    comprimido: int
    tamanho: int
    dados: int  # where its data begin


def _conferir(condicao: bool, codigo: str) -> None:
    if not condicao:
        raise Recusa(codigo)


def _limite_do_nome(nome: bytes, lugar: int, anterior: bytes) -> int:
    """The limit of the entry's kind, after its name and place were found right."""
    if lugar < 2:
        _conferir(nome == (MANIFESTO, MINISIG)[lugar].encode(), "manifesto.ausente")
        return (4 * MIB, 1024)[lugar]
    if len(nome) <= 255 and nome.isascii() and (lugar == 2 or nome > anterior):
        claro = nome.decode("ascii")
        for forma, limite in NOMES:
            if forma.fullmatch(claro):
                return limite
    raise Recusa("pacote.nome")


class Resumo(Protocol):
    """What :mod:`hashlib` makes."""

    def update(self, dados: bytes, /) -> None: ...


class Recipiente:
    """The entries of a file that keeps the strict ZIP profile, and their contents."""

    def __init__(self, arquivo: bytes) -> None:
        self.arquivo = arquivo
        self.entradas: list[Entrada] = []
        self._comeco()
        self._ler_diretorio()
        self.por_nome = {entrada.nome: entrada for entrada in self.entradas}

    def _comeco(self) -> None:
        """Step 1."""
        a = self.arquivo
        _conferir(len(a) > 0, "pacote.vazio")
        _conferir(len(a) <= ARQUIVO_MAX, "pacote.grande")
        _conferir(not a.startswith(b"age-encryption.org/v1\n"), "pacote.cifrado")
        _conferir(a.startswith(b"PK\x03\x04"), "pacote.nao_e_zip")
        _conferir(len(a) >= 22 and a[-22:-18] == b"PK\x05\x06", "pacote.cortado")

    def _ler_diretorio(self) -> None:
        """Steps 2 and 3."""
        a = self.arquivo
        _, disco, disco_dir, n, n_total, bytes_dir, inicio, comentario = _FIM.unpack(a[-22:])
        _conferir((disco, disco_dir, comentario) == (0, 0, 0) and n == n_total, "pacote.perfil")
        _conferir(inicio + bytes_dir + 22 == len(a), "pacote.perfil")
        _conferir(n <= ENTRADAS_MAX, "pacote.limites")
        _conferir(n >= 2, "manifesto.ausente")
        fim = inicio + bytes_dir
        onde, dados, soma, anterior = inicio, 0, 0, b""
        for lugar in range(n):
            nome, entrada, posicao = self._central(onde, fim)
            limite = _limite_do_nome(nome, lugar, anterior)
            soma += entrada.tamanho
            _conferir(entrada.tamanho <= limite and soma <= SOMA_MAX, "pacote.limites")
            if entrada.metodo == 8:
                razao = entrada.tamanho <= RAZAO_MAX * entrada.comprimido
                _conferir(entrada.tamanho >= 1 and razao, "pacote.limites")
            _conferir(posicao == dados, "pacote.perfil")
            entrada = self._local(entrada, nome, posicao)
            self.entradas.append(entrada)
            onde += 46 + len(nome)
            dados = entrada.dados + entrada.comprimido
            anterior = nome
        _conferir(onde == fim and dados == inicio, "pacote.perfil")

    def _central(self, onde: int, fim: int) -> tuple[bytes, Entrada, int]:
        _conferir(onde + 46 <= fim, "pacote.perfil")
        campos = _CENTRAL.unpack_from(self.arquivo, onde)
        assinatura, feito, versao, bits, metodo, hora, data, crc, comprimido, tamanho, n = campos[
            :11
        ]
        posicao = campos[16]
        fixos = (assinatura, feito, versao, bits, hora, data, *campos[11:16])
        _conferir(
            fixos == (b"PK\x01\x02", 20, 20, 0, 0, 0x21, 0, 0, 0, 0, 0)
            and metodo in (0, 8)
            and (metodo == 8 or comprimido == tamanho)
            and onde + 46 + n <= fim,
            "pacote.perfil",
        )
        nome = self.arquivo[onde + 46 : onde + 46 + n]
        claro = nome.decode("ascii", "replace")
        return nome, Entrada(claro, metodo, crc, comprimido, tamanho, 0), posicao

    def _local(self, entrada: Entrada, nome: bytes, onde: int) -> Entrada:
        cabecalho = _LOCAL.pack(
            b"PK\x03\x04",
            20,
            0,
            entrada.metodo,
            0,
            0x21,
            entrada.crc,
            entrada.comprimido,
            entrada.tamanho,
            len(nome),
            0,
        )
        dados = onde + 30 + len(nome)
        _conferir(self.arquivo[onde:dados] == cabecalho + nome, "pacote.perfil")
        return entrada._replace(dados=dados)

    def blocos(self, entrada: Entrada) -> Iterator[bytes]:
        """The content piece by piece, never more than ``tamanho`` + 1 bytes of it."""
        falta, crc = entrada.tamanho, 0
        for bloco in self._crus(entrada):
            falta -= len(bloco)
            if falta < 0:
                raise Recusa("pacote.compressao", entrada.nome)
            crc = zlib.crc32(bloco, crc)
            yield bloco
        if falta or crc != entrada.crc:
            raise Recusa("pacote.compressao", entrada.nome)

    def _crus(self, entrada: Entrada) -> Iterator[bytes]:
        fim = entrada.dados + entrada.comprimido
        pedacos = range(entrada.dados, fim, BLOCO)
        if entrada.metodo == 0:
            for i in pedacos:
                yield self.arquivo[i : min(i + BLOCO, fim)]
            return
        motor = zlib.decompressobj(-15)
        falta = entrada.tamanho
        try:
            for i in pedacos:
                pedaco = self.arquivo[i : min(i + BLOCO, fim)]
                while pedaco and not motor.eof:
                    bloco = motor.decompress(pedaco, min(MIB, max(falta, 0) + 1))
                    falta -= len(bloco)
                    yield bloco
                    pedaco = motor.unconsumed_tail
                if motor.eof and (motor.unused_data or i + BLOCO < fim):
                    raise Recusa("pacote.compressao", entrada.nome)
            while not motor.eof:
                bloco = motor.decompress(b"", min(MIB, max(falta, 0) + 1))
                if not bloco:
                    break
                falta -= len(bloco)
                yield bloco
        except zlib.error:
            raise Recusa("pacote.compressao", entrada.nome) from None
        if not motor.eof:
            raise Recusa("pacote.compressao", entrada.nome)

    def ler(self, entrada: Entrada) -> bytes:
        return b"".join(self.blocos(entrada))

    def soma(self, entrada: Entrada) -> str:
        """SHA-256 of the whole content, read to its end."""
        resumo = hashlib.sha256()
        for bloco in self.blocos(entrada):
            resumo.update(bloco)
        return resumo.hexdigest()

    def linhas(
        self, entrada: Entrada, limite: int, resumo: Resumo | None = None
    ) -> Iterator[tuple[bytes, bool]]:
        """Lines without their LF, and whether they had one; stops after one beyond ``limite``."""
        resto = b""
        for bloco in self.blocos(entrada):
            if resumo is not None:
                resumo.update(bloco)
            pedacos = (resto + bloco).split(b"\n")
            resto = pedacos.pop()
            for linha in pedacos:
                yield linha, True
            if len(resto) > limite:
                break
        if resto:
            yield resto, False


# ------------------------------------------------------------ 6. manifest and signature (3, 8.4)

PROGRAMA = re.compile(r"[ -~]{1,64}")
CAMPOS_MANIFESTO = (
    "v",
    "tipo",
    "classe",
    "demonstracao",
    "modo",
    "rede",
    "rede_versao",
    "no",
    "criado_em",
    "programa",
    "destinatarios",
    "feeds",
    "arquivos",
)


class Assinatura(NamedTuple):
    id: bytes
    assinatura: bytes
    comentario: bytes
    global_: bytes


def ler_minisig(dados: bytes) -> Assinatura:
    """The four lines, by their form alone."""
    linhas = dados.split(b"\n")
    comeco = b"trusted comment: "
    if (
        len(linhas) != 5
        or linhas[4]
        or linhas[0] != b"untrusted comment: civico/pacote/v1"
        or not linhas[2].startswith(comeco)
    ):
        raise Forma("minisig")
    primeira, segunda = ler_base64(linhas[1]), ler_base64(linhas[3])
    if len(primeira) != 74 or primeira[:2] != b"ED" or len(segunda) != 64:
        raise Forma("minisig")
    return Assinatura(primeira[2:10], primeira[10:], linhas[2][len(comeco) :], segunda)


def ler_manifesto(dados: bytes) -> dict[str, Any]:
    """The manifest, or the refusal that its bytes deserve."""
    try:
        valor = ler_json(dados)
        exigir(isinstance(valor, dict))
    except Forma:
        raise Recusa("manifesto.json", MANIFESTO) from None
    versao = valor.get("v")
    if isinstance(versao, int) and not isinstance(versao, bool) and versao != 1:
        raise Recusa("manifesto.versao", MANIFESTO)
    try:
        _campos_do_manifesto(valor)
    except Forma:
        raise Recusa("manifesto.campos", MANIFESTO) from None
    return dict(valor)


def _campos_do_manifesto(valor: object) -> None:
    m = objeto(valor, *CAMPOS_MANIFESTO, livres=("ext",))
    inteiro(m["v"], 1, 1)
    exigir(m["tipo"] == "civico/pacote" and m["classe"] in ("publico", "restrito"))
    exigir(isinstance(m["demonstracao"], bool) and isinstance(m.get("ext", {}), dict))
    texto(m["rede"], HEX64)
    inteiro(m["rede_versao"], 1)
    texto(m["no"], HEX32)
    exigir(hora_existe(texto(m["criado_em"], HORA)))
    texto(m["programa"], PROGRAMA)
    destinos = lista(m["destinatarios"], 1 if m["classe"] == "restrito" else 0, 64)
    crescente([texto(no, HEX32) for no in destinos])
    fluxos, eventos = [], 0
    for item in lista(m["feeds"], 1, 4096):
        f = objeto(item, "ate", "de", "epoca", "no")
        ate = inteiro(f["ate"], 1)
        eventos += ate - inteiro(f["de"], 0, ate)
        fluxos.append((texto(f["no"], HEX32), inteiro(f["epoca"], 0, EPOCA_MAX)))
    crescente(fluxos)
    exigir(eventos <= EVENTOS_MAX)
    completo = all(f["de"] == 0 for f in m["feeds"])
    exigir(m["modo"] == ("completo" if completo else "incremental"))
    for item in lista(m["arquivos"]):
        a = objeto(item, "nome", "sha256", "tamanho")
        exigir(isinstance(a["nome"], str))
        texto(a["sha256"], HEX64)
        inteiro(a["tamanho"], -INTEIRO_MAX)


def conferir_inventario(m: dict[str, Any], entradas: list[Entrada]) -> None:
    """Step 5."""
    certo = [(a["nome"], a["tamanho"]) for a in m["arquivos"]] == [
        (e.nome, e.tamanho) for e in entradas[2:]
    ]
    fluxos = {f"{f['no']}-e{f['epoca']}" for f in m["feeds"]}
    versoes = set()
    for arquivo in m["arquivos"] if certo else ():
        pasta, _, resto = arquivo["nome"].partition("/")
        if pasta in ("feeds", "partes"):
            certo = certo and re.split(r"[/.]", resto)[0] in fluxos
        elif pasta == "rede":
            versoes.add(resto)
        else:
            certo = certo and arquivo["sha256"] == re.sub(r"^../|\.json$", "", resto)
    n = m["rede_versao"]
    certo = certo and len(versoes) == 2 * n
    certo = certo and all(
        f"rede-{i}.{fim}" in versoes for i in range(1, n + 1) for fim in ("json", "sigs")
    )
    _conferir(certo, "manifesto.inventario")


# ------------------------------------------------------------------- 7. the network (4, rede 2)

IDADE = re.compile(r"age1[a-z0-9]{58}")
HEX128 = re.compile(r"[0-9a-f]{128}")
NOME_NO = re.compile("[^\x00-\x1f\x7f-\x9f\u2028\u2029]{1,80}")
Fluxo = tuple[str, int]


class Versao(NamedTuple):
    """One version of the network document, with what the checks ask of it."""

    limiar: int
    raizes: list[str]
    nos: dict[str, dict[str, Any]]
    selos: dict[Fluxo, tuple[int, str]]


def _chave(valor: object) -> str:
    chave = texto(valor, HEX64)
    exigir(chave_aceitavel(bytes.fromhex(chave)))
    return chave


def _ler_no(item: object, primeira: bool) -> dict[str, Any]:
    livres = (
        () if primeira else ("antes", "chave_transporte", "destinatario_age", "custodia", "nome")
    )
    no = objeto(item, "chave_log", "no", livres=livres)
    texto(no["no"], HEX32)
    _chave(no["chave_log"])
    exigir(("chave_transporte" in no) == ("destinatario_age" in no))
    if "chave_transporte" in no:
        _chave(no["chave_transporte"])
        texto(no["destinatario_age"], IDADE)
    if "antes" in no:
        antes = objeto(no["antes"], "epoca", "rede")
        inteiro(antes["epoca"], 0, EPOCA_MAX)
        texto(antes["rede"], HEX64)
    if "custodia" in no:
        declaracoes = lista(no["custodia"], 1, 256)
        for declaracao in declaracoes:
            exigir(declaracao == "*" or bool(texto(declaracao, UUID)))
        crescente(declaracoes)
    if "nome" in no:
        texto(no["nome"], NOME_NO)
    return no


def _ler_selos(valor: object) -> dict[Fluxo, tuple[int, str]]:
    selos: dict[Fluxo, tuple[int, str]] = {}
    for item in lista(valor, 1):
        s = objeto(item, "epoca", "no", "raiz", "tamanho")
        fluxo = (texto(s["no"], HEX32), inteiro(s["epoca"], 0, EPOCA_MAX))
        exigir(not selos or fluxo > max(selos))
        selos[fluxo] = (inteiro(s["tamanho"]), texto(s["raiz"], HEX64))
    return selos


def _ler_versao(dados: bytes, numero: int, anterior: bytes | None) -> Versao:
    """One document by itself: form, fields, keys of one purpose each."""
    comuns = ("v", "tipo", "versao", "anterior", "limiar", "raizes", "nos")
    valor = ler_json(dados)
    if numero == 1:
        d = objeto(valor, *comuns, "nonce")
        texto(d["nonce"], HEX64)
        exigir(d["anterior"] is None)
    else:
        d = objeto(valor, *comuns, livres=("selos",))
        exigir(anterior is not None and d["anterior"] == sha256(anterior).hex())
    inteiro(d["v"], 1, 1)
    exigir(d["tipo"] == "civico/rede")
    inteiro(d["versao"], numero, numero)
    raizes = []
    for item in lista(d["raizes"], 1):
        raiz = objeto(item, "alg", "chave")
        exigir(raiz["alg"] == "ed25519")
        raizes.append(_chave(raiz["chave"]))
    crescente(raizes)
    limiar = inteiro(d["limiar"], 1, 1 if numero == 1 else min(16, len(raizes)))
    nos = [_ler_no(item, numero == 1) for item in lista(d["nos"], 1)]
    crescente([no["no"] for no in nos])
    _uma_so_vez(nos, raizes)
    selos = _ler_selos(d["selos"]) if "selos" in d else {}
    return Versao(limiar, raizes, {no["no"]: no for no in nos}, selos)


def _uma_so_vez(nos: list[dict[str, Any]], raizes: list[str]) -> None:
    """No key has two purposes; no recipient and no declaration of custody stands twice."""
    registro = {no["chave_log"] for no in nos}
    exigir(len(registro) == len(nos))
    transporte = [no["chave_transporte"] for no in nos if "chave_transporte" in no]
    exigir(not registro & set(raizes))
    exigir(len(set(transporte)) == len(transporte))
    exigir(not set(transporte) & (registro | set(raizes)))
    for campo in ("destinatario_age", "custodia"):
        valores = [no[campo] for no in nos if campo in no]
        soltos = [v for valor in valores for v in (valor if campo == "custodia" else [valor])]
        exigir(len(set(soltos)) == len(soltos))


def _assinantes(dados: bytes, documento: bytes, raizes: set[str]) -> set[str]:
    """The root keys whose signatures in the file are right."""
    chaves, certas = [], set()
    for item in lista(ler_json(dados), 1, 16):
        s = objeto(item, "assinatura", "chave")
        chave = texto(s["chave"], HEX64)
        assinatura = bytes.fromhex(texto(s["assinatura"], HEX128))
        chaves.append(chave)
        if chave in raizes and assinatura_confere(bytes.fromhex(chave), documento, assinatura):
            certas.add(chave)
    crescente(chaves)
    return certas


class Rede:
    """All versions of the network document, the chain between them proven (rede 2.2)."""

    def __init__(self, nome: str) -> None:
        self.nome = nome
        self.versoes: list[Versao] = []
        self._ultimo: bytes | None = None
        self._conhecidos: set[str] = set()
        self._antes: dict[str, Any] = {}

    def acrescentar(self, documento: bytes, assinaturas: bytes) -> None:
        """The next version; :class:`Forma` where the chain breaks."""
        nova = _ler_versao(documento, len(self.versoes) + 1, self._ultimo)
        velha = self.versoes[-1] if self.versoes else nova
        for nome, no in nova.nos.items():
            if nome not in self._conhecidos:
                chave = bytes.fromhex(no["chave_log"])
                exigir(nome == sha256(b"civico/no/v1\n" + chave).hex()[:32])
            else:
                exigir(no.get("antes") == self._antes[nome])
        conhecidos = self._conhecidos | set(nova.nos)
        exigir(all(no in conhecidos for no, _ in nova.selos))
        exigir(all(nova.selos.get(fluxo) == selo for fluxo, selo in velha.selos.items()))
        certas = _assinantes(assinaturas, documento, {*nova.raizes, *velha.raizes})
        for versao in (velha, nova):
            exigir(len(certas & set(versao.raizes)) >= versao.limiar)
        self._conhecidos = conhecidos
        self._antes.update({no: i.get("antes") for no, i in nova.nos.items()})
        self._ultimo = documento
        self.versoes.append(nova)

    @property
    def atual(self) -> Versao:
        return self.versoes[-1]

    def rede_do_fluxo(self, no: str, epoca: int) -> str:
        antes = self.atual.nos.get(no, {}).get("antes")
        return str(antes["rede"]) if antes and epoca <= antes["epoca"] else self.nome

    def chaves_do_fluxo(self, no: str, epoca: int) -> list[bytes]:
        """The log keys whose notes count for this feed (4.2)."""
        desde = 0
        for i, versao in enumerate(self.versoes):
            if (no, epoca - 1) in versao.selos:
                desde = i
                break
        chaves = [v.nos[no]["chave_log"] for v in self.versoes[desde:] if no in v.nos]
        return [bytes.fromhex(chave) for chave in dict.fromkeys(chaves)]

    def impressoes(self) -> list[str]:
        """Fingerprints of the root keys of the genesis."""
        return [impressao_de(bytes.fromhex(chave)) for chave in self.versoes[0].raizes]


# ---------------------------------------------------------------- 8. signed notes (rede 3)

ORIGEM = re.compile(r"[0-9a-f]{8}/[0-9a-f]{32}/e(?:0|[1-9][0-9]{0,8})")
DECIMAL = re.compile(r"0|[1-9][0-9]*")
# White space by Unicode and the plus sign cannot stand in a key name (C2SP).
NOME_CHAVE = re.compile("[^\x00-\x20+\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+")


class Nota(NamedTuple):
    origem: str
    tamanho: str  # as written: it is only compared
    raiz: bytes
    texto: bytes  # what is signed
    linhas: list[tuple[str, bytes, bytes]]  # (key name, key id, signature)


def ler_nota(dados: bytes) -> Nota:
    """A note in its one form."""
    try:
        escrita = dados.decode("utf-8")
    except ValueError:
        raise Forma("utf-8") from None
    exigir(len(dados) <= 16_384 and escrita.endswith("\n"))
    linhas = escrita.split("\n")[:-1]
    exigir(5 <= len(linhas) <= 20 and not linhas[3])
    exigir(not any(c < " " for linha in linhas for c in linha))
    origem, tamanho = texto(linhas[0], ORIGEM), texto(linhas[1], DECIMAL)
    raiz = ler_base64(linhas[2].encode("utf-8"))
    exigir(len(raiz) == 32 and (tamanho != "0" or raiz == sha256(b"")))
    assinaturas = []
    for linha in linhas[4:]:
        pedacos = linha.split(" ")
        exigir(len(pedacos) == 3 and pedacos[0] == "—")
        valor = ler_base64(pedacos[2].encode("utf-8"))
        exigir(len(valor) > 4)
        assinaturas.append((texto(pedacos[1], NOME_CHAVE), valor[:4], valor[4:]))
    pares = [(nome, id_) for nome, id_, _ in assinaturas]
    exigir(len(set(pares)) == len(pares))
    assinado = "\n".join(linhas[:3]) + "\n"
    return Nota(origem, tamanho, raiz, assinado.encode("utf-8"), assinaturas)


def conferir_nota(nota: Nota, chaves: list[bytes]) -> None:
    """Is it good for one of the author's keys?"""
    ha_linha = False
    for chave in chaves:
        id_ = sha256(nota.origem.encode() + b"\n\x01" + chave)[:4]
        minhas = [s for nome, i, s in nota.linhas if nome == nota.origem and i == id_]
        ha_linha = ha_linha or bool(minhas)
        if minhas and all(assinatura_confere(chave, nota.texto, s) for s in minhas):
            return
    raise RecusaFluxo("feed.nota_assinatura" if ha_linha else "feed.nota_chave")


def origem_do_fluxo(rede: Rede, no: str, epoca: int) -> str:
    return f"{rede.rede_do_fluxo(no, epoca)[:8]}/{no}/e{epoca}"


# --------------------------------------------------- 9. headers and parts (formato 3 to 5, 7)
#
# A header has exactly 18 fields in one order and nothing in it is free of form, so that its whole
# grammar is one regular expression: what matches is canonical, what is not canonical cannot match.

_INT = "(?:0|[1-9][0-9]{0,15})"
_H64 = "[0-9a-f]{64}"
_UUID = UUID.pattern
_NOME = '(?:[^\x00-\x20"\\\\\x7f-\xa0\u2028\u2029]|\\\\["\\\\]){1,128}'
_DERIVADA = '(?:[^\x00-\x1f"\\\\\x7f-\x9f\u2028\u2029]|\\\\["\\\\]){1,512}'
_PAPEL = "[a-z][a-z0-9_]{0,63}"
_NOME_PARTE = (
    rf"(?:(?:publica|restrita)\.(?:(?:nucleo|texto|midia|pessoa)(?:\.{_PAPEL})?|anexos)"
    r"|restrita\.ator)"
)
_PARTE = (
    rf'\{{"classe":"(?:publica|restrita)","h":"{_H64}","nome":"{_NOME_PARTE}","tam":{_INT},'
    r'"titular":(?:null|"[0-9a-f]{32}")\}'
)
_MEIO_TIPO = r"[a-z0-9][a-z0-9!#$&^_.+-]{0,63}"
_ANEXO = (
    rf'\{{"classe":"(?:publica|restrita)","h":"{_H64}","tam":{_INT},'
    rf'"tipo":"{_MEIO_TIPO}/{_MEIO_TIPO}"\}}'
)
_VERSAO = "(?:0|[1-9][0-9]{0,4})"
CABECALHO = re.compile(
    rf'\{{"anexos":\[((?:{_ANEXO}(?:,{_ANEXO}){{0,31}})?)\],'
    rf'"causa":(?:null|"{_H64}"),'
    rf'"chave_derivacao":(?:null|"{_DERIVADA}"),'
    rf'"correlacao_id":(?:null|"{_UUID}"),'
    r'"critico":(?:true|false),'
    r'"epoca":(0|[1-9][0-9]{0,8}),'
    rf'"event_id":"({_UUID})",'
    r'"no":"([0-9a-f]{32})",'
    rf'"origem":"{_NOME}",'
    rf'"partes":\[((?:{_PARTE}(?:,{_PARTE}){{0,31}})?)\],'
    rf'"prev":(?:null|"({_H64})"),'
    rf'"rede":"({_H64})",'
    rf'"regra_versao":({_INT}),'
    rf'"seq":({_INT}),'
    rf'"timestamp":"({HORA.pattern.replace("(", "(?:")})",'
    rf'"tipo":"({_NOME})",'
    r'"v":1,'
    rf'"versao_schema":"({_VERSAO}\.{_VERSAO}\.{_VERSAO})"\}}'
)
_CADA_PARTE = re.compile(
    rf'"classe":"([a-z]+)","h":"({_H64})","nome":"([a-z0-9_.]+)","tam":([0-9]+),'
    r'"titular":(null|"[0-9a-f]{32}")'
)
_CADA_ANEXO = re.compile(rf'"classe":"([a-z]+)","h":"({_H64})","tam":([0-9]+)')
_LETRA = r'[^"\\\x00-\x1f]*'
LINHA_PARTE = re.compile(
    rf'\{{"event_hash":"({_H64})","nome":"({_NOME_PARTE})",'
    rf'"parte":"({_LETRA}(?:\\(?:["\\bfnrt]|u00(?:0[0-7bef]|1[0-9a-f])){_LETRA})*)",'
    rf'"salt":"({_H64})"\}}'
)


class Cabecalho(NamedTuple):
    rede: str
    no: str
    epoca: int
    seq: int
    prev: str | None
    event_id: str
    tipo: str
    timestamp: str
    partes: str  # as written: most events are never asked for them
    anexos: str


def _partes_certas(escritas: str) -> bool:
    anterior = ""
    titulares: dict[str, str] = {}
    for classe, _, nome, tam, titular in _CADA_PARTE.findall(escritas):
        pedacos = nome.split(".")
        if pedacos[0] != classe or nome <= anterior or not 2 <= int(tam) <= 262_144:
            return False
        if (len(pedacos) == 3) != (titular != "null"):
            return False
        if len(pedacos) == 3 and titulares.setdefault(pedacos[2], titular) != titular:
            return False  # one role has one label in an event
        anterior = nome
    return True


def ler_cabecalho(dados: bytes) -> Cabecalho:
    """Step 3 of formato 7, on the bytes."""
    if len(dados) > LINHA_EVENTO_MAX:
        raise Forma("tamanho")
    try:
        achado = CABECALHO.fullmatch(dados.decode("utf-8"))
    except ValueError:
        raise Forma("utf-8") from None
    if achado is None:
        raise Forma("cabecalho")
    anexos, epoca, event_id, no, partes, prev, rede, regra, seq, hora, tipo, _ = achado.groups()
    if (
        int(seq) > INTEIRO_MAX
        or int(regra) > 2**31 - 1
        or (prev is None) != (seq == "0")
        or not hora_existe(hora)
        or (partes and not _partes_certas(partes))
        or (anexos and any(int(t) > 64 * MIB for _, _, t in _CADA_ANEXO.findall(anexos)))
    ):
        raise Forma("cabecalho")
    if "\\" in tipo:
        tipo = re.sub(r"\\(.)", r"\1", tipo)
    return Cabecalho(rede, no, int(epoca), int(seq), prev, event_id, tipo, hora, partes, anexos)


def compromisso_da_parte(sal: bytes, conteudo: bytes) -> str:
    return sha256(b"civico/parte/v1\n" + sal + conteudo).hex()


def compromisso_do_anexo(sal: bytes, soma: bytes) -> str:
    return sha256(b"civico/anexo/v1\n" + sal + soma).hex()


# ------------------------------------------------------------------------- 10. feeds (4.2, 5, 8)


class Posicao(NamedTuple):
    """What is remembered of an event for its parts."""

    seq: int
    valido: bool
    partes: str  # as its header writes them
    anexos: str


class Sorteio(NamedTuple):
    """A draw as the bundle tells it."""

    fluxo: Fluxo
    seq: int
    event_hash: str
    timestamp: str
    prev: str | None
    conteudo: bytes | None


@dataclass
class Resultado:
    """What the report says of one feed, and what later steps need."""

    no: str
    epoca: int
    de: int
    ate: int
    raiz: str | None = None
    codigo: str | None = None
    eventos: int = 0
    folhas_invalidas: int = 0
    alem_do_selo: int = 0
    partes: int = 0
    partes_descartadas: int = 0
    nota: Nota | None = None
    raizes_pedidas: dict[int, bytes] = field(default_factory=dict)

    @property
    def fluxo(self) -> Fluxo:
        return (self.no, self.epoca)

    @property
    def nome(self) -> str:
        return f"{self.no}-e{self.epoca}"


def _ler_consistencia(dados: bytes) -> list[bytes]:
    linhas = dados.split(b"\n")
    exigir(len(linhas) <= 65 and not linhas.pop() and len(linhas) >= 1)
    resumos = [ler_base64(linha) for linha in linhas]
    exigir(all(len(resumo) == 32 for resumo in resumos))
    return resumos


def _arquivos_do_fluxo(r: Resultado, nomes: set[str]) -> None:
    """Exactly the files that section 5 asks for."""
    pasta = f"feeds/{r.nome}/"
    devidos = {f"{pasta}checkpoint"}
    if r.de < r.ate:
        devidos.add(f"{pasta}eventos.jsonl")
    if 0 < r.de < r.ate:
        devidos.add(f"{pasta}consistencia-{r.de}-{r.ate}.txt")
    if {nome for nome in nomes if nome.startswith(pasta)} != devidos:
        raise RecusaFluxo("feed.arquivos")


def conferir_fluxo(
    r: Resultado, recipiente: Recipiente, rede: Rede, nomes: set[str], pedidas: set[int]
) -> None:
    """Step 10 for one feed; ``pedidas`` are the older sizes whose roots somebody asks for."""
    if r.no not in rede.atual.nos:
        raise RecusaFluxo("feed.desconhecido")
    _arquivos_do_fluxo(r, nomes)
    pasta = f"feeds/{r.nome}/"
    try:
        nota = ler_nota(recipiente.ler(recipiente.por_nome[f"{pasta}checkpoint"]))
    except Forma:
        raise RecusaFluxo("feed.nota") from None
    if nota.origem != origem_do_fluxo(rede, r.no, r.epoca) or nota.tamanho != str(r.ate):
        raise RecusaFluxo("feed.nota_manifesto")
    conferir_nota(nota, rede.chaves_do_fluxo(r.no, r.epoca))
    r.raiz, r.nota = nota.raiz.hex(), nota
    arvore = Arvore()
    raizes = {0: sha256(b""), r.ate: nota.raiz}
    if 0 < r.de < r.ate:
        prova = recipiente.por_nome[f"{pasta}consistencia-{r.de}-{r.ate}.txt"]
        try:
            raiz_de, *caminho = _ler_consistencia(recipiente.ler(prova))
            arvore = Arvore(r.de, consistencia(r.de, r.ate, raiz_de, nota.raiz, caminho))
        except Forma:
            raise RecusaFluxo("feed.consistencia") from None
        raizes[r.de] = raiz_de
    selo = rede.atual.selos.get(r.fluxo)
    if r.de < r.ate:
        eventos = recipiente.por_nome[f"{pasta}eventos.jsonl"]
        interesse = pedidas | ({selo[0]} if selo else set())
        _juntar_eventos(r, recipiente, eventos, arvore, raizes, interesse)
        if arvore.raiz() != nota.raiz:
            raise RecusaFluxo("feed.raiz")
    if selo and r.de <= selo[0] <= r.ate and raizes[selo[0]].hex() != selo[1]:
        raise RecusaFluxo("feed.selo")
    r.raizes_pedidas = {n: raizes[n] for n in pedidas if n in raizes}


def _juntar_eventos(
    r: Resultado,
    recipiente: Recipiente,
    entrada: Entrada,
    arvore: Arvore,
    raizes: dict[int, bytes],
    interesse: set[int],
) -> None:
    quantos, com_lf = 0, True
    for linha, com_lf in recipiente.linhas(entrada, LINHA_EVENTO_MAX):  # noqa: B007 - the last
        quantos += 1
        if quantos > r.ate - r.de:
            break
        arvore.juntar(sha256(b"\x00" + linha))
        if arvore.tamanho in interesse:
            raizes[arvore.tamanho] = arvore.raiz()
    if quantos != r.ate - r.de or not com_lf:
        raise RecusaFluxo("feed.eventos")


class Conferencia:
    """Steps 11 to 14: everything that refuses nothing, and the counts of the report."""

    def __init__(self, recipiente: Recipiente, rede: Rede, restrito: bool) -> None:
        self.recipiente = recipiente
        self.rede = rede
        self.restrito = restrito
        self.achados: list[dict[str, Any]] = []
        self.tipos: dict[str, int] = {}
        self.anexos = {"aceitos": 0, "descartados": 0}
        self.evidencias = {"validas": 0, "invalidas": 0}
        self.nomeados: dict[str, set[int]] = {}
        self.posicoes: dict[Fluxo, dict[str, Posicao]] = {}
        self.sorteios: dict[str, Sorteio] = {}
        self.ids: dict[str, str] = {}  # event_id of the events that draws name in prev

    def achar(
        self,
        codigo: str,
        fluxo: Fluxo | None = None,
        seq: int | None = None,
        event_hash: str | None = None,
        onde: str | None = None,
    ) -> None:
        if len(self.achados) < ACHADOS_MAX:
            no, epoca = fluxo or (None, None)
            self.achados.append(
                {
                    "codigo": codigo,
                    "classe": "L",
                    "frase": FRASES[codigo],
                    "no": no,
                    "epoca": epoca,
                    "seq": seq,
                    "event_hash": event_hash,
                    "onde": onde,
                }
            )

    def eventos(self, r: Resultado) -> None:
        """Step 11 for one accepted feed."""
        posicoes = self.posicoes.setdefault(r.fluxo, {})
        entrada = self.recipiente.por_nome.get(f"feeds/{r.nome}/eventos.jsonl")
        if entrada is None:
            return
        rede = self.rede.rede_do_fluxo(r.no, r.epoca)
        selo = self.rede.atual.selos.get(r.fluxo)
        fim = selo[0] if selo else r.ate
        seq, anterior, id_anterior = r.de, None, ""
        for linha, _ in self.recipiente.linhas(entrada, LINHA_EVENTO_MAX):
            event_hash = sha256(b"\x00" + linha).hex()
            c = self._cabecalho(linha, (rede, r.no, r.epoca, seq), anterior)
            r.eventos += 1
            if c is None:
                r.folhas_invalidas += 1
                posicoes.setdefault(event_hash, Posicao(seq, False, "", ""))
                self.achar("folha.invalida", r.fluxo, seq, event_hash)
            else:
                posicoes[event_hash] = Posicao(seq, True, c.partes, c.anexos)
                if seq >= fim:
                    r.alem_do_selo += 1
                    self.achar("folha.alem_do_selo", r.fluxo, seq, event_hash)
                else:
                    self.tipos[c.tipo] = self.tipos.get(c.tipo, 0) + 1
                    if c.tipo == "conselheiro.sorteado":
                        self.sorteios[event_hash] = Sorteio(
                            r.fluxo, seq, event_hash, c.timestamp, anterior, None
                        )
                        if anterior and id_anterior:
                            self.ids[anterior] = id_anterior
            anterior, id_anterior = event_hash, c.event_id if c else ""
            seq += 1

    def _cabecalho(
        self, linha: bytes, lugar: tuple[str, str, int, int], anterior: str | None
    ) -> Cabecalho | None:
        try:
            c = ler_cabecalho(linha)
        except Forma:
            return None
        if (c.rede, c.no, c.epoca, c.seq) != lugar or (anterior and c.prev != anterior):
            return None
        return c

    def partes(self, r: Resultado) -> None:
        """Step 12 for one accepted feed."""
        entrada = self.recipiente.por_nome.get(f"partes/{r.nome}.jsonl")
        if entrada is None:
            return
        posicoes = self.posicoes[r.fluxo]
        ultima = (-1, "")
        for linha, _ in self.recipiente.linhas(entrada, LINHA_PARTE_MAX):
            achado = LINHA_PARTE.fullmatch(linha.decode("utf-8"))
            assert achado is not None  # step 9 has read it
            event_hash, nome, escrita, sal = achado.groups()
            posicao = posicoes.get(event_hash)
            conteudo = (json.loads(f'"{escrita}"') if "\\" in escrita else escrita).encode("utf-8")
            no_lugar = posicao is not None and posicao.valido and (posicao.seq, nome) > ultima
            if posicao is not None and no_lugar:
                ultima = (posicao.seq, nome)
            if (
                posicao is not None
                and no_lugar
                and self._cumpre(posicao, nome, bytes.fromhex(sal), conteudo)
            ):
                r.partes += 1
                self._usar(posicao, event_hash, nome, conteudo)
            else:
                r.partes_descartadas += 1
                seq = posicao.seq if posicao else None
                self.achar("parte.invalida", r.fluxo, seq, event_hash, nome)

    def _cumpre(self, posicao: Posicao, nome: str, sal: bytes, conteudo: bytes) -> bool:
        """Is this the part that the header committed to?"""
        return any(
            n == nome and int(tam) == len(conteudo) and h == compromisso_da_parte(sal, conteudo)
            for _, h, n, tam, _ in _CADA_PARTE.findall(posicao.partes)
        )

    def _usar(self, posicao: Posicao, event_hash: str, nome: str, conteudo: bytes) -> None:
        """The names of attachments and the numbers of draws, out of an accepted part."""
        if nome == "publica.nucleo" and event_hash in self.sorteios:
            sorteio = self.sorteios[event_hash]
            self.sorteios[event_hash] = sorteio._replace(conteudo=conteudo)
        classe, _, grupo = nome.partition(".")
        if grupo != "anexos" or (classe == "restrita" and not self.restrito):
            return
        try:
            itens = _ler_anexos(conteudo)
        except Forma:
            return
        selados = _CADA_ANEXO.findall(posicao.anexos)
        for i, sal, soma in itens:
            if i < len(selados):
                c, h, tam = selados[i]
                if c == classe and h == compromisso_do_anexo(sal, bytes.fromhex(soma)):
                    self.nomeados.setdefault(soma, set()).add(int(tam))

    def conferir_anexos(self) -> None:
        """Step 13."""
        for entrada in self.recipiente.entradas[2:]:
            if not entrada.nome.startswith("anexos/"):
                continue
            if entrada.tamanho in self.nomeados.get(entrada.nome[-64:], ()):
                self.anexos["aceitos"] += 1
            else:
                self.anexos["descartados"] += 1
                self.achar("anexo.sem_compromisso", onde=entrada.nome)

    def conferir_evidencias(self) -> None:
        """Step 14."""
        for entrada in self.recipiente.entradas[2:]:
            if not entrada.nome.startswith("evidencias/"):
                continue
            try:
                fluxo = ler_evidencia(self.recipiente.ler(entrada), self.rede)
            except (Forma, RecusaFluxo):
                self.evidencias["invalidas"] += 1
                self.achar("evidencia.invalida", onde=entrada.nome)
            else:
                self.evidencias["validas"] += 1
                self.achar("evidencia.valida", fluxo, onde=entrada.nome)


# ----------------------------------------------------- 11. attachments and evidence (6, 7)


def _ler_anexos(conteudo: bytes) -> list[tuple[int, bytes, str]]:
    """The list of ``<classe>.anexos``: (place in the header, salt, SHA-256)."""
    itens = []
    for item in lista(objeto(ler_json(conteudo), "anexos")["anexos"]):
        a = objeto(item, "i", "sal", "sha256")
        sal = bytes.fromhex(texto(a["sal"], HEX64))
        itens.append((inteiro(a["i"]), sal, texto(a["sha256"], HEX64)))
    crescente([i for i, _, _ in itens])
    return itens


def ler_evidencia(dados: bytes, rede: Rede) -> Fluxo:
    """Who signed two histories; an exception where the evidence proves nothing."""
    e = objeto(ler_json(dados), "v", "tipo", "no", "epoca", "lados")
    inteiro(e["v"], 1, 1)
    exigir(e["tipo"] == "civico/evidencia")
    fluxo = (texto(e["no"], HEX32), inteiro(e["epoca"], 0, EPOCA_MAX))
    lados = [objeto(lado, "cabecalho", "nota", "prova") for lado in lista(e["lados"], 2, 2)]
    notas, chaves = [], rede.chaves_do_fluxo(*fluxo)
    for lado in lados:
        exigir(isinstance(lado["nota"], str))
        notas.append(ler_nota(lado["nota"].encode("utf-8")))
        lado["prova"] = [bytes.fromhex(texto(h, HEX64)) for h in lista(lado["prova"], 0, 63)]
    exigir(lados[0]["nota"] < lados[1]["nota"])
    for nota in notas:
        exigir(nota.origem == origem_do_fluxo(rede, *fluxo))
        conferir_nota(nota, chaves)
    if all(lado["cabecalho"] is None and not lado["prova"] for lado in lados):
        exigir(notas[0].tamanho == notas[1].tamanho and notas[0].raiz != notas[1].raiz)
        return fluxo
    folhas, lugares = [], []
    for lado, nota in zip(lados, notas):
        exigir(isinstance(lado["cabecalho"], str))
        cabecalho = lado["cabecalho"].encode("utf-8")
        lugares.append(ler_cabecalho(cabecalho).seq)
        folhas.append(sha256(b"\x00" + cabecalho))
        exigir(len(nota.tamanho) <= 16)
        tamanho = int(nota.tamanho)
        exigir(inclusao(folhas[-1], lugares[-1], tamanho, nota.raiz, lado["prova"]))
    exigir(lugares[0] == lugares[1] and folhas[0] != folhas[1])
    return fluxo


# ------------------------------------------------------------------------------- 12. draws


def semente(evento_base: str, hora: str) -> str:
    mensagem = f"{evento_base}:{hora}".encode()
    return hmac.new(b"d6a-sorteio", mensagem, hashlib.sha256).hexdigest()


def ordenar(elegiveis: list[str], seed: str) -> list[str]:
    """Fisher-Yates; the n-th step takes its number from SHA-256(seed:n)."""
    ordem, n = list(elegiveis), len(elegiveis)
    for i in range(n - 1, 0, -1):
        resumo = hashlib.sha256(f"{seed}:{n - 1 - i}".encode()).hexdigest()
        j = int(resumo[:8], 16) % (i + 1)
        ordem[i], ordem[j] = ordem[j], ordem[i]
    return ordem


def soma_da_ordem(ordem: list[str]) -> str:
    return hashlib.sha256(json.dumps(ordem, separators=(",", ":")).encode()).hexdigest()


def refazer_sorteio(s: Sorteio, id_base: str | None) -> tuple[str, list[str]]:
    """("confere" | "difere" | "sem_dados", what differs)."""
    if s.conteudo is None:
        return "sem_dados", []
    try:
        dito = json.loads(s.conteudo)
        elegiveis, base = dito["elegiveis"], dito["seed_base_event_id"]
        exigir(isinstance(elegiveis, list) and len(elegiveis) > 0 and isinstance(base, str))
        exigir(all(isinstance(i, str) and UUID.fullmatch(i) for i in elegiveis))
    except (ValueError, KeyError, TypeError, RecursionError):
        return "sem_dados", []
    seed = semente(base, s.timestamp)
    ordem = ordenar(elegiveis, seed)
    esperado = {
        "seed_publico": seed,
        "lista_elegiveis_hash": soma_da_ordem(ordem),
        "conselheiro_id": ordem[0],
        "posicao_sorteada": 0,
        "total_elegiveis": len(elegiveis),
        "timestamp": s.timestamp,
    }
    # What its contract lets it leave out contradicts nothing; false is no zero.
    diferencas = [
        campo
        for campo, valor in esperado.items()
        if dito.get(campo) is not None
        and (type(dito[campo]) is not type(valor) or dito[campo] != valor)
    ]
    if elegiveis != sorted(set(elegiveis)):
        diferencas.append("elegiveis")
    if id_base is not None and base != id_base:
        diferencas.append("seed_base_event_id")
    return ("difere" if diferencas else "confere"), diferencas


def refazer_sorteios(c: Conferencia) -> dict[str, Any]:
    conta = {"confere": 0, "difere": 0, "sem_dados": 0}
    itens = []
    for s in c.sorteios.values():
        veredito, diferencas = refazer_sorteio(s, c.ids.get(s.prev or ""))
        conta[veredito] += 1
        itens.append(
            {
                "no": s.fluxo[0],
                "epoca": s.fluxo[1],
                "seq": s.seq,
                "event_hash": s.event_hash,
                "resultado": veredito,
                "diferencas": diferencas,
            }
        )
    return {**conta, "itens": itens}


# ------------------------------------------------------------------------ 13. the whole check


def _manifesto_e_assinatura(recipiente: Recipiente) -> tuple[bytes, dict[str, Any], Assinatura]:
    """Step 4."""
    dados = recipiente.ler(recipiente.entradas[0])
    escrita = recipiente.ler(recipiente.entradas[1])
    try:
        assinatura = ler_minisig(escrita)
    except Forma:
        raise Recusa("manifesto.assinatura_forma", MINISIG) from None
    return dados, ler_manifesto(dados), assinatura


def _ler_rede(
    recipiente: Recipiente, m: dict[str, Any], somas: dict[str, str], esperada: str | None
) -> Rede:
    """Step 6."""
    nomes = [(f"rede/rede-{i}.json", f"rede/rede-{i}.sigs") for i in range(1, m["rede_versao"] + 1)]
    for nome in (nome for par in nomes for nome in par):
        if recipiente.soma(recipiente.por_nome[nome]) != somas[nome]:
            raise Recusa("manifesto.soma", nome)
    if somas["rede/rede-1.json"] != m["rede"] or esperada not in (None, m["rede"]):
        raise Recusa("rede.outra", "rede/rede-1.json")
    rede = Rede(m["rede"])
    try:
        for par in nomes:
            rede.acrescentar(*(recipiente.ler(recipiente.por_nome[nome]) for nome in par))
    except Forma:
        raise Recusa("rede.invalida", nomes[len(rede.versoes)][0]) from None
    return rede


def _conferir_remetente(
    dados: bytes, m: dict[str, Any], assinatura: Assinatura, rede: Rede
) -> None:
    """Step 7."""
    escrita = rede.atual.nos.get(m["no"], {}).get("chave_transporte")
    if escrita is None:
        raise Recusa("manifesto.remetente")
    chave = bytes.fromhex(escrita)
    comentario = (
        f"civico/pacote/v1 rede:{m['rede'][:8]} no:{m['no']} manifesto:{sha256(dados).hex()}"
    ).encode()
    _conferir(
        assinatura.comentario == comentario
        and assinatura.id == sha256(b"civico/transporte/v1\n" + chave)[:8]
        and assinatura_confere(chave, hashlib.blake2b(dados).digest(), assinatura.assinatura)
        and assinatura_confere(chave, assinatura.assinatura + comentario, assinatura.global_),
        "manifesto.assinatura",
    )


def _falha_da_linha(linha: bytes, com_lf: bool, partes: bool, publico: bool) -> str | None:
    if len(linha) > (LINHA_PARTE_MAX if partes else LINHA_EVENTO_MAX):
        return "pacote.limites"
    if not partes:
        return None
    try:
        achado = LINHA_PARTE.fullmatch(linha.decode("utf-8")) if com_lf else None
    except ValueError:
        achado = None
    if achado is None:
        return "partes.forma"
    return "pacote.restrito_exposto" if publico and achado[2].startswith("restrita.") else None


def _soma_e_linhas(
    recipiente: Recipiente, entrada: Entrada, publico: bool
) -> tuple[str, str | None]:
    """The sum of an entry of lines, and the first thing wrong with a line."""
    partes = entrada.nome.startswith("partes/")
    limite = LINHA_PARTE_MAX if partes else LINHA_EVENTO_MAX
    resumo = hashlib.sha256()
    for linha, com_lf in recipiente.linhas(entrada, limite, resumo):
        codigo = _falha_da_linha(linha, com_lf, partes, publico)
        if codigo:
            return recipiente.soma(entrada), codigo
    return resumo.hexdigest(), None


def _conferir_entradas(recipiente: Recipiente, m: dict[str, Any], somas: dict[str, str]) -> None:
    """Step 9."""
    for entrada in recipiente.entradas[2:]:
        if entrada.nome.startswith("rede/"):
            continue
        if entrada.nome.endswith(".jsonl"):
            soma, codigo = _soma_e_linhas(recipiente, entrada, m["classe"] == "publico")
        else:
            soma, codigo = recipiente.soma(entrada), None
        if soma != somas[entrada.nome]:
            raise Recusa("manifesto.soma", entrada.nome)
        if codigo:
            raise Recusa(codigo, entrada.nome)


def _motivo(codigo: str, classe: str) -> dict[str, Any]:
    return {"codigo": codigo, "classe": classe, "frase": FRASES[codigo]}


def _do_fluxo(r: Resultado) -> dict[str, Any]:
    return {
        "no": r.no,
        "epoca": r.epoca,
        "de": r.de,
        "ate": r.ate,
        "raiz": r.raiz,
        "veredito": "recusado" if r.codigo else "aceito",
        "motivo": _motivo(r.codigo, "F") if r.codigo else None,
        "eventos": r.eventos,
        "folhas_invalidas": r.folhas_invalidas,
        "alem_do_selo": r.alem_do_selo,
        "partes": r.partes,
        "partes_descartadas": r.partes_descartadas,
    }


@dataclass
class Pedido:
    """What the auditor brings along."""

    rede: str | None = None
    decifrado: bool = False
    notas: list[Nota] = field(default_factory=list)


def _fluxos(
    recipiente: Recipiente, m: dict[str, Any], rede: Rede, pedido: Pedido
) -> list[Resultado]:
    """Step 10 for all feeds."""
    nomes = set(recipiente.por_nome)
    resultados = []
    for f in m["feeds"]:
        r = Resultado(f["no"], f["epoca"], f["de"], f["ate"])
        origem = origem_do_fluxo(rede, r.no, r.epoca)
        pedidas = {int(n.tamanho) for n in pedido.notas if n.origem == origem}
        try:
            conferir_fluxo(r, recipiente, rede, nomes, pedidas)
        except RecusaFluxo as recusa:
            r.codigo = recusa.codigo
        resultados.append(r)
    return resultados


def _notas_anteriores(resultados: list[Resultado], pedido: Pedido) -> list[dict[str, Any]]:
    """Each note of an earlier visit against the bundle: same history, another, or not shown."""
    vistas = []
    for nota in pedido.notas:
        veredito = "sem_prova"
        for r in resultados:
            if r.codigo is None and r.nota is not None and r.nota.origem == nota.origem:
                raiz = r.raizes_pedidas.get(int(nota.tamanho))
                if raiz is not None:
                    veredito = "confere" if raiz == nota.raiz else "difere"
        vistas.append({"origem": nota.origem, "tamanho": int(nota.tamanho), "resultado": veredito})
    return vistas


def _relatorio_vazio(soma: str, tamanho: int) -> dict[str, Any]:
    return {
        "formato": "civico/relatorio-pacote/v1",
        "veredito": "recusado",
        "saida": 4,
        "arquivo": {"sha256": soma, "tamanho": tamanho},
        "motivo": None,
        "manifesto": None,
        "raizes": [],
        "feeds": [],
        "tipos": {},
        "anexos": {"aceitos": 0, "descartados": 0},
        "evidencias": {"validas": 0, "invalidas": 0},
        "achados": [],
    }


CAMPOS_NO_RELATORIO = (
    "classe",
    "criado_em",
    "demonstracao",
    "destinatarios",
    "modo",
    "no",
    "programa",
    "rede",
    "rede_versao",
)


def _passos(arquivo: bytes, pedido: Pedido, relatorio: dict[str, Any]) -> None:
    """Steps 1 to 14, into ``relatorio``; :class:`Recusa` where the file is refused."""
    recipiente = Recipiente(arquivo)
    dados, m, assinatura = _manifesto_e_assinatura(recipiente)
    conferir_inventario(m, recipiente.entradas)
    somas = {a["nome"]: a["sha256"] for a in m["arquivos"]}
    rede = _ler_rede(recipiente, m, somas, pedido.rede)
    _conferir_remetente(dados, m, assinatura, rede)
    relatorio["manifesto"] = {campo: m[campo] for campo in CAMPOS_NO_RELATORIO}
    relatorio["raizes"] = rede.impressoes()
    _conferir(m["classe"] == "publico" or pedido.decifrado, "pacote.restrito_aberto")
    _conferir_entradas(recipiente, m, somas)
    resultados = _fluxos(recipiente, m, rede, pedido)
    c = Conferencia(recipiente, rede, m["classe"] == "restrito")
    aceitos = [r for r in resultados if r.codigo is None]
    for r in aceitos:
        c.eventos(r)
    for r in aceitos:
        c.partes(r)
    c.conferir_anexos()
    c.conferir_evidencias()
    inteiro_aceito = len(aceitos) == len(resultados)
    relatorio.update(
        veredito="aceito" if inteiro_aceito else "aceito_em_parte",
        saida=0 if inteiro_aceito else 4,
        feeds=[_do_fluxo(r) for r in resultados],
        tipos=c.tipos,
        anexos=c.anexos,
        evidencias=c.evidencias,
        achados=c.achados,
        sorteios=refazer_sorteios(c),
    )
    if pedido.notas:
        relatorio["notas_anteriores"] = _notas_anteriores(resultados, pedido)
        if any(nota["resultado"] == "difere" for nota in relatorio["notas_anteriores"]):
            relatorio["saida"] = 4


def conferir(arquivo: bytes, pedido: Pedido | None = None) -> dict[str, Any]:
    """The report on the bytes of one bundle."""
    relatorio = _relatorio_vazio(sha256(arquivo).hex(), len(arquivo))
    try:
        _passos(arquivo, pedido or Pedido(), relatorio)
    except Recusa as recusa:
        relatorio["motivo"] = {**_motivo(recusa.codigo, "R"), "onde": recusa.onde}
    return relatorio


# ------------------------------------------------------------ 14. the proof of one act (12)

FRASES_PROVA = {
    "prova.forma": "O arquivo não é a prova de um ato.",
    "prova.nota": "A nota da prova não confere com a chave que ela traz.",
    "prova.cabecalho": "O cabeçalho da prova não segue o formato ou não é deste fluxo.",
    "prova.inclusao": "O evento não está no registro que a nota assina.",
    "prova.parte": "Uma parte da prova não é a que o autor selou.",
    "prova.chave": "A chave da prova não é a do papel.",
}
PROVA_MAX = 16 * MIB
ATO_MAX = 12 * MIB


class RecusaProva(Exception):
    """The proof shows nothing."""


class Prova(NamedTuple):
    indice: int
    caminho: list[bytes]
    ato: dict[str, Any]
    nota: bytes


def ler_prova(dados: bytes) -> Prova:
    """The parts of a ``.tlog-proof``, in its one form."""
    cabeca, fim, nota = dados.partition(b"\n\n")
    linhas = cabeca.split(b"\n")
    exigir(len(dados) <= PROVA_MAX and bool(fim) and 3 <= len(linhas) <= 66)
    exigir(linhas[0] == b"c2sp.org/tlog-proof@v1")
    exigir(linhas[1][:6] == b"extra " and linhas[2][:6] == b"index ")
    escrito = ler_base64(linhas[1][6:])
    exigir(len(escrito) <= ATO_MAX)
    ato = objeto(ler_json(escrito), "cabecalho", "chave", "partes", "tipo", "v")
    inteiro(ato["v"], 1, 1)
    exigir(ato["tipo"] == "civico/ato" and isinstance(ato["cabecalho"], str))
    texto(ato["chave"], HEX64)
    for parte in lista(ato["partes"]):
        objeto(parte, "nome", "parte", "salt")
        exigir(isinstance(parte["nome"], str) and parte["nome"].startswith("publica."))
        exigir(isinstance(parte["parte"], str))
        texto(parte["salt"], HEX64)
    crescente([parte["nome"] for parte in ato["partes"]])
    try:
        numero = linhas[2][6:].decode("ascii")
    except ValueError:
        raise Forma("index") from None
    exigir(DECIMAL.fullmatch(numero) is not None and len(numero) <= 16)
    indice = inteiro(int(numero))
    caminho = [ler_base64(linha) for linha in linhas[3:]]
    exigir(all(len(item) == 32 for item in caminho))
    return Prova(indice, caminho, ato, nota)


def _passos_da_prova(dados: bytes, impressao: str | None) -> dict[str, Any]:
    try:
        prova = ler_prova(dados)
    except Forma:
        raise RecusaProva("prova.forma") from None
    chave = bytes.fromhex(prova.ato["chave"])
    try:
        nota = ler_nota(prova.nota)
        conferir_nota(nota, [chave])
        exigir(len(nota.tamanho) <= 16 and int(nota.tamanho) <= INTEIRO_MAX)
    except (Forma, RecusaFluxo):
        raise RecusaProva("prova.nota") from None
    folha = prova.ato["cabecalho"].encode("utf-8")
    try:
        cabecalho = ler_cabecalho(folha)
        exigir(cabecalho.seq == prova.indice)
        exigir(nota.origem == f"{cabecalho.rede[:8]}/{cabecalho.no}/e{cabecalho.epoca}")
    except Forma:
        raise RecusaProva("prova.cabecalho") from None
    carimbo, tamanho = sha256(b"\x00" + folha), int(nota.tamanho)
    if not inclusao(carimbo, prova.indice, tamanho, nota.raiz, prova.caminho):
        raise RecusaProva("prova.inclusao")
    seladas = {nome: (h, int(tam)) for _, h, nome, tam, _ in _CADA_PARTE.findall(cabecalho.partes)}
    for parte in prova.ato["partes"]:
        conteudo, sal = parte["parte"].encode("utf-8"), bytes.fromhex(parte["salt"])
        selo = (compromisso_da_parte(sal, conteudo), len(conteudo))
        if seladas.get(parte["nome"]) != selo:
            raise RecusaProva("prova.parte")
    if impressao is not None and so_letras(impressao) != so_letras(impressao_de(chave)):
        raise RecusaProva("prova.chave")
    return {
        "no": cabecalho.no,
        "epoca": cabecalho.epoca,
        "seq": cabecalho.seq,
        "tamanho": tamanho,
        "event_hash": carimbo.hex(),
        "tipo": cabecalho.tipo,
        "timestamp": cabecalho.timestamp,
        "impressao": impressao_de(chave),
        "partes": [parte["nome"] for parte in prova.ato["partes"]],
    }


def conferir_prova(dados: bytes, impressao: str | None = None) -> dict[str, Any]:
    """The report on the bytes of one ``.tlog-proof``."""
    relatorio: dict[str, Any] = {
        "formato": "civico/relatorio-prova/v1",
        "veredito": "recusado",
        "saida": 4,
        "motivo": None,
        "ato": None,
    }
    try:
        ato = _passos_da_prova(dados, impressao)
    except RecusaProva as recusa:
        codigo = str(recusa)
        return {**relatorio, "motivo": {"codigo": codigo, "frase": FRASES_PROVA[codigo]}}
    return {**relatorio, "veredito": "aceito", "saida": 0, "ato": ato}


def impressao_de(chave: bytes) -> str:
    """A key's fingerprint, as people compare it."""
    letras = base64.b32encode(sha256(chave)).decode()[:26]
    return "-".join(letras[i : i + 4] for i in range(0, 26, 4))


def so_letras(impressao: str) -> str:
    return re.sub(r"[\s\-–—.·]+", "", impressao).upper().replace("0", "O").replace("1", "I")


def prova_em_palavras(relatorio: dict[str, Any], dados: bytes) -> str:
    """The report on a proof for a person, with what the act's parts say."""
    if relatorio["motivo"]:
        motivo = relatorio["motivo"]
        return f"NÃO CONFERE\n{motivo['frase']} ({motivo['codigo']})"
    ato = relatorio["ato"]
    linhas = [
        "CONFERE",
        (
            f"Evento {ato['event_hash']}: {visivel(ato['tipo'])}, seq {ato['seq']},"
            f" diz ser de {ato['timestamp']}"
        ),
        f"Está entre os {ato['tamanho']} que o nó {ato['no']}, época {ato['epoca']}, assinou",
        f"Chave do registro: {ato['impressao']}  (compare com o seu papel)",
    ]
    for parte in ler_prova(dados).ato["partes"]:
        linhas += ["", f"{visivel(parte['nome'])}:", visivel(parte["parte"])]
    return "\n".join(linhas)


# ------------------------------------------------------------- 15. report and command line


def visivel(valor: object) -> str:
    """Text from the bundle, with nothing in it that moves a cursor or turns the reading order."""
    return "".join(c if c.isprintable() else f"\\u{ord(c):04x}" for c in str(valor))


def _linhas_do_manifesto(relatorio: dict[str, Any]) -> Iterator[str]:
    m = relatorio["manifesto"]
    if m is None:
        return
    yield f"Rede: {m['rede']} (versão {m['rede_versao']} do documento)"
    for impressao in relatorio["raizes"]:
        yield f"Chave-raiz: {impressao}  (compare com o seu papel)"
    yield f"Entregue pelo nó {m['no']}, pacote {m['classe']}, {m['modo']}, de {m['criado_em']}"
    if m["demonstracao"]:
        yield "ATENÇÃO: é um pacote de demonstração, com dados inventados."


def _linhas_dos_fluxos(relatorio: dict[str, Any]) -> Iterator[str]:
    for f in relatorio["feeds"]:
        yield ""
        faixa = f"eventos {f['de']} a {f['ate'] - 1}" if f["de"] < f["ate"] else "só a nota"
        yield f"Fluxo {f['no']}, época {f['epoca']}, {faixa}: {f['veredito']}"
        if f["raiz"]:
            yield f"  raiz assinada: {f['raiz']}"
        if f["motivo"]:
            yield f"  {f['motivo']['frase']} ({f['motivo']['codigo']})"
        else:
            yield f"  {f['eventos']} eventos, {f['partes']} partes públicas conferidas"
            if f["folhas_invalidas"] or f["alem_do_selo"] or f["partes_descartadas"]:
                yield (
                    f"  sem efeito: {f['folhas_invalidas']} inválidos, {f['alem_do_selo']} além do"
                    f" selo, {f['partes_descartadas']} partes descartadas"
                )


def _linhas_dos_sorteios(relatorio: dict[str, Any]) -> Iterator[str]:
    s = relatorio.get("sorteios")
    if not s:
        return
    yield ""
    yield (
        f"Sorteios refeitos: {s['confere']} conferem, {s['difere']} diferem,"
        f" {s['sem_dados']} sem os dados públicos para refazer"
    )
    for item in s["itens"]:
        if item["resultado"] == "difere":
            campos = ", ".join(item["diferencas"])
            yield f"  DIFERE: evento {item['event_hash']} (seq {item['seq']}): {campos}"
    for nota in relatorio.get("notas_anteriores", ()):
        sentido = {
            "confere": "é a mesma história",
            "difere": "É OUTRA HISTÓRIA: guarde este pacote e a nota, são a prova",
            "sem_prova": "este pacote não alcança esse tamanho",
        }[nota["resultado"]]
        yield f"Nota anterior {nota['origem']}, tamanho {nota['tamanho']}: {sentido}"


def em_palavras(relatorio: dict[str, Any]) -> str:
    """The report for a person."""
    vereditos = {
        "aceito": "CONFERE",
        "aceito_em_parte": "CONFERE EM PARTE",
        "recusado": "NÃO CONFERE",
    }
    linhas = [vereditos[relatorio["veredito"]]]
    if relatorio["motivo"]:
        motivo = relatorio["motivo"]
        onde = f" em {motivo['onde']}" if motivo["onde"] else ""
        linhas.append(f"{motivo['frase']} ({motivo['codigo']}{onde})")
    diferem = relatorio.get("sorteios", {}).get("difere", 0)
    if relatorio["achados"] or diferem:
        quantos = len(relatorio["achados"])
        linhas.append(f"Pergunte sobre: {quantos} achados, {diferem} sorteios que diferem (abaixo)")
    linhas.append(f"SHA-256 do arquivo: {relatorio['arquivo']['sha256']}")
    linhas += _linhas_do_manifesto(relatorio)
    linhas += _linhas_dos_fluxos(relatorio)
    if relatorio["tipos"]:
        linhas += ["", "Eventos com efeito:"]
        linhas += [f"  {n:>7}  {visivel(t)}" for t, n in sorted(relatorio["tipos"].items())]
    linhas += _linhas_dos_sorteios(relatorio)
    if relatorio["achados"]:
        linhas += ["", f"Achados ({len(relatorio['achados'])}, no máximo {ACHADOS_MAX}):"]
        for a in relatorio["achados"]:
            lugar = " ".join(
                f"{campo}={visivel(a[campo])}"
                for campo in ("no", "epoca", "seq", "event_hash", "onde")
                if a[campo] is not None
            )
            linhas.append(f"  {a['frase']} ({a['codigo']}) {lugar}")
    linhas += ["", "O que um pacote que confere não prova:", *(f"  - {s}" for s in NAO_PROVA)]
    return "\n".join(linhas)


def _ler_arquivo(caminho: Path) -> tuple[bytes | None, dict[str, Any]]:
    """The bytes, or for a file beyond the limit the report on it."""
    tamanho = caminho.stat().st_size
    if tamanho <= ARQUIVO_MAX:
        return caminho.read_bytes(), {}
    resumo = hashlib.sha256()
    with caminho.open("rb") as entrada:
        while bloco := entrada.read(MIB):
            resumo.update(bloco)
    relatorio = _relatorio_vazio(resumo.hexdigest(), tamanho)
    relatorio["motivo"] = {**_motivo("pacote.grande", "R"), "onde": None}
    return None, relatorio


def _argumentos() -> argparse.ArgumentParser:
    leitor = argparse.ArgumentParser(
        prog="verificar.py",
        description="Confere um pacote assinado do Formigueiro. Saída 0: confere; 4: não confere.",
    )
    leitor.add_argument("arquivo", type=Path, help="o pacote (.zip), ou com --prova a prova")
    leitor.add_argument(
        "--prova", action="store_true", help="o arquivo é a prova de um ato (.tlog-proof)"
    )
    leitor.add_argument(
        "--impressao", metavar="IMPRESSAO", help="com --prova: a impressão da chave, do papel"
    )
    leitor.add_argument("--json", action="store_true", help="relatório em JSON")
    leitor.add_argument("--rede", metavar="HEX", help="a rede esperada, 64 algarismos hex")
    leitor.add_argument(
        "--nota",
        type=Path,
        action="append",
        default=[],
        help="nota (checkpoint) guardada numa visita anterior; pode repetir",
    )
    leitor.add_argument(
        "--decifrado",
        action="store_true",
        help="o arquivo saiu de um .restrito.zip.age já decifrado: pacote restrito é aceito",
    )
    return leitor


def _mostrar_prova(dados: bytes, opcoes: argparse.Namespace) -> int:
    relatorio = conferir_prova(dados, opcoes.impressao)
    if opcoes.json:
        print(json.dumps(relatorio, ensure_ascii=False, indent=2, sort_keys=True))
    else:
        print(prova_em_palavras(relatorio, dados))
    return int(relatorio["saida"])


def main(argumentos: list[str] | None = None) -> int:
    leitor = _argumentos()
    opcoes = leitor.parse_args(argumentos)
    if opcoes.rede is not None and not HEX64.fullmatch(opcoes.rede):
        leitor.error("--rede pede 64 algarismos hex minúsculos")
    if opcoes.impressao is not None and not opcoes.prova:
        leitor.error("--impressao só vem com --prova")
    if hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(encoding="utf-8", errors="backslashreplace")
    try:
        notas = [ler_nota(caminho.read_bytes()) for caminho in opcoes.nota]
        arquivo, relatorio = _ler_arquivo(opcoes.arquivo)
    except Forma:
        print("verificar.py: a nota anterior não tem a forma exigida", file=sys.stderr)
        return 3
    except (OSError, MemoryError) as erro:
        print(f"verificar.py: não se pôde ler: {visivel(erro)}", file=sys.stderr)
        return 3
    if opcoes.prova:
        return _mostrar_prova(arquivo or b"", opcoes)
    if arquivo is not None:
        relatorio = conferir(arquivo, Pedido(opcoes.rede, opcoes.decifrado, notas))
    if opcoes.json:
        print(json.dumps(relatorio, ensure_ascii=False, indent=2, sort_keys=True))
    else:
        print(em_palavras(relatorio))
    return int(relatorio["saida"])


if __name__ == "__main__":
    sys.exit(main())
