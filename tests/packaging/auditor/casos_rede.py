"""Bad bundles: inventory, network documents, contents of the entries."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tests.packaging.auditor.cenarios import ALFA, BETA, bom, feed_de, pacote, rede_de_dois
from tests.packaging.auditor.construtor import Campo, recipiente
from tests.packaging.auditor.dobras import campos_do, com_entrada, com_manifesto
from tests.packaging.auditor.registro import (
    Chave,
    No,
    Rede,
    assinar_documento,
    chave,
    jcs,
    resumo,
    rotulo,
    uuid_de,
)

Caso = tuple[str, bytes, str]  # (name, bytes, expected code)


def inventario() -> Iterator[Caso]:
    campos = campos_do(bom())
    yield "falta uma entrada", recipiente(campos[:-1]), "manifesto.inventario"
    mais = Campo(b"rede/rede-3.json", b"{}", 0)
    yield "entrada a mais", recipiente([*campos, mais]), "manifesto.inventario"
    p = bom()
    p.conteudos["partes/" + "ab" * 16 + "-e0.jsonl"] = b"\n"
    yield "partes de outro fluxo", p.montar(), "manifesto.inventario"
    p = bom()
    p.conteudos[f"feeds/{ALFA.no}-e1/checkpoint"] = b"x"
    yield "fluxo fora do manifesto", p.montar(), "manifesto.inventario"
    p = bom()
    p.conteudos["rede/rede-3.json"] = p.conteudos["rede/rede-2.json"]
    yield "versao da rede a mais", p.montar(), "manifesto.inventario"
    p = bom()
    del p.conteudos["rede/rede-1.sigs"]
    yield "versao da rede sem assinatura", p.montar(), "manifesto.inventario"
    yield "rede_versao longe", com_manifesto(rede_versao=2**53 - 1), "manifesto.inventario"
    p = bom()
    p.conteudos["anexos/ab/" + "ab" * 32] = b"outra coisa"
    yield "anexo de outra soma", p.montar(), "manifesto.inventario"
    p = bom()
    p.conteudos["evidencias/" + "ab" * 32 + ".json"] = b"{}"
    yield "evidencia de outra soma", p.montar(), "manifesto.inventario"
    for i, campo in enumerate(campos[2:], 2):
        torto = bytes([campo.conteudo[0] ^ 1]) + campo.conteudo[1:]
        yield f"soma de {campo.nome.decode()}", com_entrada(i, conteudo=torto), "manifesto.soma"


def _da_rede(rede: Rede) -> bytes:
    """alfa's bundle in a network; alfa's item must be in its newest version."""
    return pacote(rede, ALFA, (feed_de(ALFA, rede, 2), 0)).montar()


def redes() -> Iterator[Caso]:
    outra = Rede([chave("outra raiz")])
    outra.genese(No("gama"))
    outra.versao(ALFA.inteiro(), No("gama").inteiro())
    yield "rede de um manifesto de outra", com_manifesto(rede=outra.nome), "rede.outra"
    yield "outra rede inteira", _da_rede(outra), ""
    for nome, mais in (
        ("campo a mais", {"outro": 1}),
        ("limiar 0", {"limiar": 0}),
        ("limiar alto", {"limiar": 2}),
        ("anterior", {"anterior": "ab" * 32}),
        ("versao", {"versao": 3}),
        ("nonce", {"nonce": "ab" * 32}),
        ("raiz de ordem baixa", {"raizes": [{"alg": "ed25519", "chave": "01" + "00" * 31}]}),
        ("alg", {"raizes": [{"alg": "rsa", "chave": chave("raiz").hex}]}),
        (
            "selo de ninguem",
            {"selos": [{"epoca": 0, "no": "ab" * 16, "raiz": "cd" * 32, "tamanho": 1}]},
        ),
        ("selos vazios", {"selos": []}),
    ):
        yield f"rede {nome}", _da_rede(rede_de_dois(**mais)), "rede.invalida"
    for nome, itens in (
        ("no sem sua chave", [ALFA.inteiro(), {**BETA.inteiro(), "no": "ab" * 16}]),
        ("chave de ordem baixa", [ALFA.inteiro(), {**BETA.inteiro(), "chave_log": "00" * 32}]),
        ("transporte = registro", [{**ALFA.inteiro(), "chave_transporte": ALFA.log.hex}]),
        ("transporte = raiz", [{**ALFA.inteiro(), "chave_transporte": chave("raiz").hex}]),
        ("registro = raiz", [ALFA.inteiro(), {**ALFA.inteiro(), "chave_log": chave("raiz").hex}]),
        ("transporte sem age", [ALFA.item(chave_transporte=ALFA.transporte.hex)]),
        ("custodia em dois", [ALFA.inteiro(custodia=["*"]), BETA.inteiro(custodia=["*"])]),
        ("custodia vazia", [ALFA.inteiro(custodia=[])]),
        ("custodia torta", [ALFA.inteiro(custodia=["x"])]),
        ("custodia fora de ordem", [ALFA.inteiro(custodia=[uuid_de("unidade"), "*"])]),
        ("nome com controle", [ALFA.inteiro(nome="a\x07")]),
        ("nome vazio", [ALFA.inteiro(nome="")]),
        ("nos repetidos", [ALFA.inteiro(), ALFA.inteiro()]),
        ("sem nos", []),
        ("antes torto", [ALFA.inteiro(antes={"epoca": 0})]),
    ):
        rede = Rede([chave("raiz")])
        rede.genese(ALFA)
        rede.versao(*itens)
        yield f"rede {nome}", _da_rede(rede), "rede.invalida"
    yield from _correntes()


def _correntes() -> Iterator[Caso]:
    def tres(**mais: Any) -> Rede:
        selo = {"epoca": 3, "no": ALFA.no, "raiz": "cd" * 32, "tamanho": 1}
        rede = rede_de_dois(selos=[selo])
        antes = {"epoca": 0, "rede": "ef" * 32}
        gama = No("gama").inteiro(antes=antes)
        rede.versao(ALFA.inteiro(), BETA.inteiro(), gama, **{"selos": [selo], **mais})
        return rede

    yield "rede tres versoes", _da_rede(tres()), ""
    yield "rede selo que some", _da_rede(tres(selos="x")), "rede.invalida"
    selo = {"epoca": 3, "no": ALFA.no, "raiz": "cd" * 32, "tamanho": 2}
    yield "rede selo que muda", _da_rede(tres(selos=[selo])), "rede.invalida"
    rede = tres()
    selo |= {"tamanho": 1}
    rede.versao(ALFA.inteiro(), BETA.inteiro(), No("gama").inteiro(), selos=[selo])
    yield "rede antes que some", _da_rede(rede), "rede.invalida"
    estranho: list[Chave] = [chave("ninguem")]
    rede = rede_de_dois()
    rede.assinaturas[1] = assinar_documento(rede.documentos[1], estranho)
    yield "rede assinada por ninguem", _da_rede(rede), "rede.invalida"
    rede = rede_de_dois()
    rede.assinaturas[0] = rede.assinaturas[1]
    yield "rede assinatura de outra versao", _da_rede(rede), "rede.invalida"
    rede = rede_de_dois()
    rede.assinaturas[1] = b"[]"
    yield "rede sem assinaturas", _da_rede(rede), "rede.invalida"
    rede = rede_de_dois()
    rede.assinaturas[1] = assinar_documento(rede.documentos[1], [chave("raiz")] * 2)
    yield "rede assinatura repetida", _da_rede(rede), "rede.invalida"
    rede = rede_de_dois()
    rede.assinaturas[1] = assinar_documento(rede.documentos[1], [chave("raiz"), *estranho])
    yield "rede com assinatura de mais alguem", _da_rede(rede), ""
    rede = rede_de_dois()
    rede.raizes = [chave("raiz nova")]
    campos = {"anterior": resumo(rede.documentos[-1]).hex(), "limiar": 1}
    campos["nos"] = sorted([ALFA.inteiro(), BETA.inteiro()], key=lambda i: str(i["no"]))
    rede.acrescentar(campos, [chave("raiz nova")])
    yield "rede so pela raiz nova", _da_rede(rede), "rede.invalida"
    rede.assinaturas[2] = assinar_documento(rede.documentos[2], [chave("raiz")])
    yield "rede so pela raiz velha", _da_rede(rede), "rede.invalida"
    ambas = [chave("raiz"), chave("raiz nova")]
    rede.assinaturas[2] = assinar_documento(rede.documentos[2], ambas)
    yield "rede pelas duas raizes", _da_rede(rede), ""


def conteudos() -> Iterator[Caso]:
    p = bom()
    p.campos |= {"classe": "restrito", "destinatarios": [BETA.no]}
    yield "restrito aberto", p.montar(), "pacote.restrito_aberto"
    nome = f"partes/{ALFA.no}-e0.jsonl"
    certas = bom().conteudos[nome]
    for rotulo_, linhas, codigo in (
        (
            "parte restrita",
            certas.replace(b'"publica.nucleo"', b'"restrita.nucleo"', 1),
            "pacote.restrito_exposto",
        ),
        ("partes sem LF", certas[:-1], "partes.forma"),
        ("partes com espaco", certas.replace(b":", b": ", 1), "partes.forma"),
        ("partes nome", certas.replace(b'"publica.nucleo"', b'"publica.tudo"', 1), "partes.forma"),
        ("partes sal", certas[:-10] + b'zz"}\n', "partes.forma"),
        ("partes linha vazia", b"\n" + certas, "partes.forma"),
        ("partes utf-8", certas.replace(b'"parte":"', b'"parte":"\xff', 1), "partes.forma"),
        ("partes escape", certas.replace(b'"parte":"{', b'"parte":"\\u007b', 1), "partes.forma"),
        (
            "partes longas",
            certas + b"x" * 525_313 + rotulo("y").hex().encode() * 999,
            "pacote.limites",
        ),
    ):
        p = bom()
        p.conteudos[nome] = linhas
        yield rotulo_, p.montar(), codigo
    p = bom()
    ruido = b"".join(rotulo("ruido", i).hex().encode() for i in range(129))
    p.conteudos[f"feeds/{ALFA.no}-e0/eventos.jsonl"] = ruido + b"\n"
    yield "evento longo", p.montar(), "pacote.limites"
    p = bom()
    p.dobrar_manifesto = lambda m: jcs({"v": 1})
    yield "manifesto quase vazio", p.montar(), "manifesto.campos"


FAMILIAS = (
    inventario,
    redes,
    conteudos,
)
