"""Bad bundles, first half: container, manifest, signature, inventory, network, contents."""

from __future__ import annotations

import base64
import zlib
from collections.abc import Iterator
from typing import Any

from tests.packaging.auditor.cenarios import ALFA, BETA, bom, feed_de, pacote, rede_de_dois
from tests.packaging.auditor.construtor import Campo, minisig, recipiente
from tests.packaging.auditor.dobras import campos_do, com_entrada, com_manifesto
from tests.packaging.auditor.registro import (
    No,
    Rede,
    chave,
    rotulo,
)

Caso = tuple[str, bytes, str]  # (name, bytes, expected code)


def _mente(lugar: int, delta: int) -> bytes:
    """Container and manifest agree on a size that the data do not have."""
    p = bom()
    certo = len(campos_do(bom())[lugar].conteudo)
    p.dobrar_manifesto = lambda m: m.replace(
        f'"tamanho":{certo}}}'.encode(), f'"tamanho":{certo + delta}}}'.encode()
    )

    def mentir(campos: list[Campo]) -> list[Campo]:
        campos[lugar].local = campos[lugar].central = {"tamanho": certo + delta}
        return campos

    p.dobrar_campos = mentir
    return p.montar()


def arquivo() -> Iterator[Caso]:
    b = bom().montar()
    yield "vazio", b"", "pacote.vazio"
    yield "texto", b"isto nao e um pacote", "pacote.nao_e_zip"
    yield "zip vazio", b"PK\x05\x06" + bytes(18), "pacote.nao_e_zip"
    yield "age", b"age-encryption.org/v1\n-> X25519 abc\n", "pacote.cifrado"
    yield "lixo antes", b"x" + b, "pacote.nao_e_zip"
    yield "lixo depois", b + b"x", "pacote.cortado"
    yield "so o comeco", b[:10], "pacote.cortado"
    yield "lixo no meio", b[: -22 - 46] + b"x" + b[-22 - 46 :], "pacote.perfil"
    campos = campos_do(bom())
    for nome, fim in (
        ("fim disco", {"disco": 1}),
        ("fim disco do diretorio", {"disco_dir": 1}),
        ("fim entradas diferem", {"n": 1}),
        ("fim posicao", {"posicao": 1}),
        ("fim comentario", {"comentario": 1}),
        ("fim entradas a mais", {"n": len(campos) + 1, "total": len(campos) + 1}),
        ("fim entradas a menos", {"n": len(campos) - 1, "total": len(campos) - 1}),
    ):
        yield nome, recipiente(campos, **fim), "pacote.perfil"
    yield "uma entrada", recipiente(campos[:1]), "manifesto.ausente"
    yield "entradas demais", recipiente(campos, n=20_001, total=20_001), "pacote.limites"


def entradas() -> Iterator[Caso]:
    for campo, valor in (
        ("versao", 45),
        ("bits", 1),
        ("bits", 8),
        ("bits", 0x800),
        ("metodo", 12),
        ("hora", 1),
        ("data", 0),
        ("crc", 7),
        ("comprimido", 3),
        ("tamanho", 3),
        ("nome", 3),
        ("extra", 1),
    ):
        yield f"local {campo} {valor}", com_entrada(2, local={campo: valor}), "pacote.perfil"
    for campo, valor in (
        ("feito", 0x314),
        ("versao", 45),
        ("bits", 1),
        ("metodo", 12),
        ("hora", 1),
        ("data", 0),
        ("crc", 7),
        ("extra", 1),
        ("comentario", 1),
        ("disco", 1),
        ("internos", 1),
        ("externos", 0xA1FF0000),
        ("posicao", 0),
    ):
        yield f"central {campo} {valor}", com_entrada(2, central={campo: valor}), "pacote.perfil"
    metodo = {"local": {"metodo": 12}, "central": {"metodo": 12}}
    yield "metodo desconhecido", com_entrada(2, **metodo), "pacote.perfil"
    for nome in (
        b"../x",
        b"/abs",
        b"C:\\x",
        b"feeds\\x",
        b"rede/rede-1.json\0",
        b"CON",
        b"nul.txt",
        b"rede/rede-1.json ",
        b"rede/rede-1.json.",
        b"Rede/rede-1.json",
        b"rede/rede-0.json",
        b"rede/rede-01.json",
        b"rede/rede-10000.json",
        b"rede/",
        b"",
        b"anexos/00/" + b"11" * 32,
        "rede/rede-é.json".encode(),
        b"\xff\xfe",
        b"manifesto.json",
        b"pacote.zip",
        b"feeds/" + b"ab" * 16 + b"-e0/consistencia-" + b"9" * 200 + b"-8.txt",
    ):
        yield f"nome {nome!r}", com_entrada(-1, nome=nome), "pacote.nome"
    campos = campos_do(bom())
    yield "nome repetido", recipiente([*campos, campos[-1]]), "pacote.nome"
    yield "fora de ordem", recipiente([*campos[:2], campos[3], campos[2]]), "pacote.nome"
    yield "manifesto em segundo", recipiente([campos[1], campos[0]]), "manifesto.ausente"
    yield "sem minisig", recipiente([campos[0], *campos[2:]]), "manifesto.ausente"
    yield "manifesto maiusculo", com_entrada(0, nome=b"Manifesto.json"), "manifesto.ausente"


def compressao() -> Iterator[Caso]:
    campos = campos_do(bom())
    lugar = next(i for i, campo in enumerate(campos) if campo.nome.endswith(b"eventos.jsonl"))
    certo = campos[lugar]
    dados = certo.comprimidos()
    for nome, outro in (
        ("cortados", dados[:-1]),
        ("um a mais", dados + b"\0"),
        ("trocados", dados[:40] + b"\xff\xff\xff" + dados[43:]),
        ("nada", b""),
        ("bloco reservado", b"\x07" + dados[1:]),
    ):
        esperado = "pacote.compressao" if outro else "pacote.limites"
        yield f"dados {nome}", com_entrada(lugar, dados=outro), esperado
    for delta in (-1, 1):
        tamanho = {"tamanho": len(certo.conteudo) + delta}
        bruto = com_entrada(lugar, local=tamanho, central=tamanho)
        yield f"tamanho {delta:+}", bruto, "manifesto.inventario"
        yield f"tamanho {delta:+}, no manifesto também", _mente(lugar, delta), "pacote.compressao"
    crc = {"crc": zlib.crc32(certo.conteudo) ^ 1}
    yield "crc", com_entrada(lugar, local=crc, central=crc), "pacote.compressao"
    yield (
        "crc do manifesto",
        com_entrada(0, local={"crc": 1}, central={"crc": 1}),
        "pacote.compressao",
    )
    yield (
        "crc do minisig",
        com_entrada(1, local={"crc": 1}, central={"crc": 1}),
        "pacote.compressao",
    )
    yield "bomba", com_entrada(lugar, conteudo=bytes(3_000_000)), "pacote.limites"
    mente = {"tamanho": 100}
    bomba = com_entrada(lugar, conteudo=bytes(3_000_000), local=mente, central=mente)
    yield "bomba que mente", bomba, "manifesto.inventario"
    yield (
        "manifesto grande",
        com_entrada(0, conteudo=rotulo("x") * 131_073, metodo=0),
        "pacote.limites",
    )
    vazio = {"conteudo": b"", "metodo": 8}
    yield "deflate de nada", com_entrada(lugar, **vazio), "pacote.limites"
    fixo = zlib.compressobj(9, zlib.DEFLATED, -15, 9, zlib.Z_FIXED)
    outro = fixo.compress(certo.conteudo) + fixo.flush()
    yield "huffman fixo", com_entrada(lugar, dados=outro), ""
    crus = zlib.compressobj(0, zlib.DEFLATED, -15)
    outro = crus.compress(certo.conteudo) + crus.flush()
    yield "deflate sem comprimir", com_entrada(lugar, dados=outro), ""
    yield "metodo 0", com_entrada(lugar, metodo=0), ""


def _manifesto_bruto(bruto: Any) -> bytes:
    p = bom()
    p.dobrar_manifesto = bruto
    return p.montar()


def manifesto() -> Iterator[Caso]:
    for nome, dobrar in (
        ("bom", lambda m: b"\xef\xbb\xbf" + m),
        ("utf-16", lambda m: m.decode().encode("utf-16")),
        ("espaco", lambda m: m.replace(b":", b": ", 1)),
        ("chave repetida", lambda m: m[:-1] + b',"v":1}'),
        ("fora de ordem", lambda m: b'{"v":1,' + m[1:].replace(b',"v":1', b"")),
        ("NaN", lambda m: m.replace(b'"v":1', b'"v":NaN')),
        ("1e400", lambda m: m.replace(b'"v":1', b'"v":1e400')),
        ("decimal", lambda m: m.replace(b'"v":1', b'"v":1.0')),
        ("cinco mil algarismos", lambda m: m.replace(b'"v":1', b'"v":' + b"1" * 5000)),
        ("2^53", lambda m: m.replace(b'"v":1', b'"v":9007199254740992')),
        ("menos zero", lambda m: m.replace(b'"de":0', b'"de":-0')),
        ("fundo", lambda m: b"[" * 100_000),
        (
            "fundo em ext",
            lambda m: m.replace(b'"feeds"', b'"ext":' + b"[" * 99 + b"]" * 99 + b',"feeds"'),
        ),
        ("escape", lambda m: m.replace(b"construtor", b"\\u0063onstrutor")),
        ("LF no fim", lambda m: m + b"\n"),
        ("lista", lambda m: b"[]"),
        ("nada", lambda m: b" "),
        ("utf-8 torto", lambda m: m.replace(b"construtor", b"\xff")),
        ("chave com acento", lambda m: m[:-1] + ',"é":1}'.encode()),
    ):
        yield f"manifesto json {nome}", _manifesto_bruto(dobrar), "manifesto.json"
    yield "manifesto v 2", com_manifesto(v=2, tipo="outro"), "manifesto.versao"
    for nome, campos in (
        ("v texto", {"v": "1"}),
        ("v verdadeiro", {"v": True}),
        ("sem v", {"v": "FALTA"}),
        ("a mais", {"outro": 1}),
        ("a menos", {"modo": "FALTA"}),
        ("tipo", {"tipo": "civico/pedido"}),
        ("classe", {"classe": "secreto"}),
        ("demonstracao", {"demonstracao": 0}),
        ("modo", {"modo": "completo"}),
        ("rede", {"rede": "AB" * 32}),
        ("rede_versao 0", {"rede_versao": 0}),
        ("no", {"no": "ab"}),
        ("hora", {"criado_em": "2026-02-30T10:00:00.000Z"}),
        ("hora sem milissegundos", {"criado_em": "2026-02-03T10:00:00Z"}),
        ("programa vazio", {"programa": ""}),
        ("programa acento", {"programa": "é"}),
        ("programa longo", {"programa": "x" * 65}),
        ("destinatarios repetidos", {"destinatarios": [ALFA.no, ALFA.no]}),
        ("destinatarios demais", {"destinatarios": [f"{i:032x}" for i in range(65)]}),
        ("restrito a ninguem", {"classe": "restrito"}),
        ("sem feeds", {"feeds": []}),
        ("ate 0", {"feeds": [{"ate": 0, "de": 0, "epoca": 0, "no": ALFA.no}]}),
        ("de maior", {"feeds": [{"ate": 1, "de": 2, "epoca": 0, "no": ALFA.no}]}),
        ("de negativo", {"feeds": [{"ate": 1, "de": -1, "epoca": 0, "no": ALFA.no}]}),
        ("eventos demais", {"feeds": [{"ate": 200_001, "de": 0, "epoca": 0, "no": ALFA.no}]}),
        ("ext lista", {"ext": []}),
        (
            "arquivo a mais",
            {"arquivos": [{"nome": "x", "sha256": "ab" * 32, "tamanho": 1, "y": 1}]},
        ),
        ("soma maiuscula", {"arquivos": [{"nome": "x", "sha256": "AB" * 32, "tamanho": 1}]}),
    ):
        yield f"manifesto campos {nome}", com_manifesto(**campos), "manifesto.campos"
    yield "manifesto com ext", com_manifesto(ext={"qualquer": [1, {"coisa": None}]}), ""
    yield "demonstracao", com_manifesto(demonstracao=True), ""


def _sem_resumo_previo(s: bytes) -> bytes:
    linhas = s.split(b"\n")
    linhas[1] = base64.b64encode(b"Ed" + base64.b64decode(linhas[1])[2:])
    return b"\n".join(linhas)


def minisigs() -> Iterator[Caso]:
    def bruto(dobrar: Any) -> bytes:
        p = bom()
        p.dobrar_minisig = dobrar
        return p.montar()

    rede = rede_de_dois().nome
    for nome, dobrar in (
        ("Ed", _sem_resumo_previo),
        (
            "primeira linha",
            lambda s: s.replace(b"untrusted comment: civico", b"untrusted comment: x"),
        ),
        ("sem LF", lambda s: s[:-1]),
        ("cinco linhas", lambda s: s + b"\n"),
        ("crlf", lambda s: s.replace(b"\n", b"\r\n")),
        ("base64 torto", lambda s: s.replace(b"\ntrusted", b"=\ntrusted")),
        ("terceira linha", lambda s: s.replace(b"\ntrusted comment", b"\nTrusted comment")),
        ("vazio", lambda s: b""),
        ("global curta", lambda s: s[: s[:-1].rindex(b"\n") + 1] + b"YWJj\n"),
    ):
        yield f"minisig {nome}", bruto(dobrar), "manifesto.assinatura_forma"
    for nome, dobrar in (
        ("comentario", lambda s: s.replace(b"no:", b"No:")),
        ("de outro no", lambda s: minisig(b"{}", rede, BETA)),
        ("de outro manifesto", lambda s: minisig(b"{}", rede, ALFA)),
        ("assinatura", lambda s: s[:60] + (b"A" if s[60:61] != b"A" else b"B") + s[61:]),
        ("global", lambda s: s[:-20] + (b"A" if s[-20:-19] != b"A" else b"B") + s[-19:]),
        ("id", lambda s: s[:41] + (b"A" if s[41:42] != b"A" else b"B") + s[42:]),
    ):
        yield f"minisig {nome}", bruto(dobrar), "manifesto.assinatura"
    p = bom()
    p.quem = No("gama")
    yield "remetente fora da rede", p.montar(), "manifesto.remetente"
    genese = Rede([chave("raiz")])
    genese.genese(ALFA)
    p = pacote(genese, ALFA, (feed_de(ALFA, genese, 2), 0))
    yield "remetente sem chave de transporte", p.montar(), "manifesto.remetente"


FAMILIAS = (
    arquivo,
    entradas,
    compressao,
    manifesto,
    minisigs,
)
