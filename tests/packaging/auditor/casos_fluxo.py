"""Bad bundles, second half: notes, proofs, events, parts, attachments, evidence, draws."""

from __future__ import annotations

from collections.abc import Iterator

from tests.packaging.auditor.cenarios import (
    ALFA,
    BETA,
    bom,
    feed_de,
    pacote,
    rede_de_dois,
)
from tests.packaging.auditor.construtor import Pacote, faixa
from tests.packaging.auditor.dobras import com_conteudo, sempre
from tests.packaging.auditor.registro import (
    No,
    Rede,
    b64,
    chave,
    nota,
    raiz,
    resumo,
    rotulo,
)

# (name, bytes, code of the first feed that is refused, codes of the findings in order)
Caso = tuple[str, bytes, str, tuple[str, ...]]
PASTA = f"feeds/{ALFA.no}-e0/"
PARTES = f"partes/{ALFA.no}-e0.jsonl"


def notas() -> Iterator[Caso]:
    rede = rede_de_dois()
    feed = feed_de(ALFA, rede, 8)

    def com(dados: bytes) -> bytes:
        return com_conteudo(f"{PASTA}checkpoint", sempre(dados))

    certa = feed.nota()
    for nome, dados, codigo in (
        ("crlf", certa.replace(b"\n", b"\r\n"), "feed.nota"),
        ("zero à esquerda", certa.replace(b"\n8\n", b"\n08\n"), "feed.nota"),
        ("base64 torto", certa.replace(b"=\n\n", b"\n\n"), "feed.nota"),
        ("raiz curta", nota(feed.origem, 8, bytes(31), ALFA.log), "feed.nota"),
        ("tamanho 0 com raiz", nota(feed.origem, 0, bytes(32), ALFA.log), "feed.nota"),
        (
            "17 assinaturas",
            certa + b"".join(b"\xe2\x80\x94 t%d YWJjZGVm\n" % i for i in range(16)),
            "feed.nota",
        ),
        (
            "16 assinaturas",
            certa + b"".join(b"\xe2\x80\x94 t%d YWJjZGVm\n" % i for i in range(15)),
            "",
        ),
        ("vazia", b"", "feed.nota"),
        ("outro tamanho", feed.nota(7), "feed.nota_manifesto"),
        (
            "tamanho enorme",
            certa.replace(b"\n8\n", b"\n" + b"8" * 40 + b"\n"),
            "feed.nota_manifesto",
        ),
        ("de outro fluxo", feed_de(BETA, rede, 8).nota(), "feed.nota_manifesto"),
        ("de outra época", feed_de(ALFA, rede, 8, 1).nota(), "feed.nota_manifesto"),
        ("chave de ninguém", feed.nota(chave_=chave("ninguem")), "feed.nota_chave"),
        ("chave do outro nó", feed.nota(chave_=BETA.log), "feed.nota_chave"),
        ("nome de outro", feed.nota(nome="outro/nome"), "feed.nota_chave"),
        (
            "raiz trocada sem assinar",
            certa.replace(b64(raiz(feed.hashes)).encode(), b64(rotulo("x")).encode()),
            "feed.nota_assinatura",
        ),
        ("outra raiz assinada", nota(feed.origem, 8, rotulo("x"), ALFA.log), "feed.raiz"),
    ):
        yield f"nota {nome}", com(dados), codigo, ()
    quem, texto = feed.origem, certa[: certa.index(b"\n\n") + 1]
    id_ = resumo(quem.encode(), b"\n\x01", ALFA.log.publica)[:4]
    s = ALFA.log.assinar(texto)
    s_mais_l = int.from_bytes(s[32:], "little") + 2**252 + 27742317777372353535851937790883648493
    for nome, assinatura in (
        ("R de ordem baixa", b"\x01" + bytes(31) + s[32:]),
        ("R não reduzido", (2**255 - 18).to_bytes(32, "little") + s[32:]),
        ("S + L", s[:32] + s_mais_l.to_bytes(32, "little")),
        ("curta", s[:63]),
        ("longa", s + b"\0"),
    ):
        linha = f"\n— {quem} {b64(id_ + assinatura)}\n".encode()
        yield f"assinatura {nome}", com(texto + linha), "feed.nota_assinatura", ()


def arquivos() -> Iterator[Caso]:
    def sem(p: Pacote, nome: str) -> bytes:
        del p.conteudos[nome]
        return p.montar()

    def mais(p: Pacote, nome: str) -> bytes:
        p.conteudos[nome] = b"x"
        return p.montar()

    yield "sem checkpoint", sem(bom(), f"{PASTA}checkpoint"), "feed.arquivos", ()
    yield "sem eventos", sem(bom(), f"{PASTA}eventos.jsonl"), "feed.arquivos", ()
    prova = f"feeds/{BETA.no}-e0/consistencia-3-7.txt"
    yield "sem prova", sem(bom(), prova), "feed.arquivos", ()
    yield "prova a mais", mais(bom(), f"{PASTA}consistencia-3-8.txt"), "feed.arquivos", ()
    muito = f"{PASTA}consistencia-{'9' * 60}-8.txt"
    yield "prova de nome longo", mais(bom(), muito), "feed.arquivos", ()
    rede = rede_de_dois()
    feed = feed_de(ALFA, rede, 8)
    p = pacote(rede, ALFA, (feed, 8))
    yield "só a nota", p.montar(), "", ()
    yield "só a nota e eventos", mais(p, f"{PASTA}eventos.jsonl"), "feed.arquivos", ()
    yield "sem partes", sem(bom(), PARTES), "", ("anexo.sem_compromisso",)
    p = bom()
    p.conteudos[PARTES] = b""
    yield "partes vazias", p.montar(), "", ("anexo.sem_compromisso",)
    rede = Rede([chave("raiz")])
    rede.genese(ALFA, BETA)
    rede.versao(ALFA.inteiro())
    p = pacote(rede, ALFA, (feed_de(ALFA, rede, 2), 0), (feed_de(BETA, rede, 2), 0))
    yield "nó que saiu", p.montar(), "feed.desconhecido", ()
    p = pacote(rede, ALFA, (feed_de(No("gama"), rede, 2), 0))
    yield "nó que nunca esteve", p.montar(), "feed.desconhecido", ()


def consistencias() -> Iterator[Caso]:
    rede = rede_de_dois()
    for n in (2, 3, 5, 8, 9, 17):
        for de in {1, 2, n // 2, n - 1} - {0, n}:
            p = pacote(rede, ALFA, (feed_de(ALFA, rede, n), de))
            yield f"de {de} a {n}", p.montar(), "", ()
    nome = f"feeds/{BETA.no}-e0/consistencia-3-7.txt"
    certa = bom().conteudos[nome]
    linhas = certa.splitlines(keepends=True)
    for rotulo_, dados in (
        ("vazia", b""),
        ("só a raiz", linhas[0]),
        ("cortada", b"".join(linhas[:-1])),
        ("sem LF", certa[:-1]),
        ("linha a mais", certa + linhas[0]),
        ("crlf", certa.replace(b"\n", b"\r\n")),
        ("trocada", b"".join([linhas[1], linhas[0], *linhas[2:]])),
        ("outra raiz", b64(rotulo("x")).encode() + b"\n" + b"".join(linhas[1:])),
        ("outra linha", b"".join([*linhas[:-1], b64(rotulo("x")).encode() + b"\n"])),
        ("curta", b"".join([*linhas[:-1], b64(bytes(31)).encode() + b"\n"])),
        ("65 linhas", linhas[0] * 65),
        ("linha vazia", certa + b"\n"),
        ("não base64", certa.replace(b"=", b"-")),
    ):
        yield f"prova {rotulo_}", com_conteudo(nome, sempre(dados)), "feed.consistencia", ()


def eventos() -> Iterator[Caso]:
    nome = f"{PASTA}eventos.jsonl"
    linhas = bom().conteudos[nome].splitlines(keepends=True)
    for rotulo_, dados, codigo in (
        ("um a menos", b"".join(linhas[:-1]), "feed.eventos"),
        ("o do meio a menos", b"".join(linhas[:3] + linhas[4:]), "feed.eventos"),
        ("último repetido", b"".join([*linhas, linhas[-1]]), "feed.eventos"),
        ("último no lugar de outro", b"".join([*linhas[:6], linhas[7], linhas[7]]), "feed.raiz"),
        ("sem LF", b"".join(linhas)[:-1], "feed.eventos"),
        ("linha vazia", b"".join(linhas) + b"\n", "feed.eventos"),
        ("vazio", b"", "feed.eventos"),
        ("reordenados", b"".join([linhas[1], linhas[0], *linhas[2:]]), "feed.raiz"),
        ("um byte", b"".join(linhas).replace(b'"seq":3', b'"seq":4', 1), "feed.raiz"),
        ("espaço", b"".join(linhas).replace(b'"seq":3', b'"seq": 3', 1), "feed.raiz"),
        ("crlf", b"".join(linhas).replace(b"\n", b"\r\n"), "feed.raiz"),
    ):
        yield f"eventos {rotulo_}", com_conteudo(nome, sempre(dados)), codigo, ()


def selos() -> Iterator[Caso]:
    feed = feed_de(ALFA, rede_de_dois(), 8)
    for tamanho, torta in (
        (0, False),
        (3, False),
        (5, True),
        (5, False),
        (8, True),
        (8, False),
        (9, True),
    ):
        certa = raiz(feed.hashes[:tamanho]) if tamanho <= 8 else bytes(32)
        hexa = (rotulo("x") if torta else certa).hex()
        selo = {"epoca": 0, "no": ALFA.no, "raiz": hexa, "tamanho": tamanho}
        rede = rede_de_dois(selos=[selo])
        assert rede.nome == feed.rede
        codigo = "feed.selo" if torta and tamanho <= 8 else ""
        alem = () if codigo else ("folha.alem_do_selo",) * max(0, 8 - tamanho)
        rotulo_ = f"selo em {tamanho}, {'torto' if torta else 'certo'}"
        yield rotulo_, pacote(rede, ALFA, (feed, 0)).montar(), codigo, alem
        if tamanho == 5:
            p = pacote(rede, ALFA, (feed, 5))
            yield f"{rotulo_}, no começo da faixa", p.montar(), codigo, alem
            p = pacote(rede, ALFA, (feed, 6))
            yield f"{rotulo_}, antes da faixa", p.montar(), "", ("folha.alem_do_selo",) * 2
        if tamanho == 8:
            p = pacote(rede, ALFA, (feed, 8))
            yield f"{rotulo_}, só a nota", p.montar(), codigo, ()


def chaves() -> Iterator[Caso]:
    """A lost key: version 3 seals epoch 0 and lists a new key; notes of epoch 1 need it."""
    velho, novo = No("alfa"), No("alfa")
    novo.log = chave("alfa", "log novo")
    rede = rede_de_dois()
    feed = feed_de(velho, rede, 3)
    selo = {"epoca": 0, "no": ALFA.no, "raiz": raiz(feed.hashes).hex(), "tamanho": 3}
    rede.versao(novo.inteiro(), BETA.inteiro(), selos=[selo])
    for nome, no, epoca, codigo in (
        ("época velha, chave velha", velho, 0, ""),
        ("época nova, chave nova", novo, 1, ""),
        ("época nova, chave velha", velho, 1, "feed.nota_chave"),
    ):
        p = pacote(rede, ALFA, (feed_de(no, rede, 3, epoca), 0))
        yield nome, p.montar(), codigo, ()
    outra = Rede([chave("raiz de beta")])
    outra.genese(BETA)
    rede = Rede([chave("raiz")])
    rede.genese(ALFA)
    rede.versao(ALFA.inteiro(), BETA.inteiro(antes={"epoca": 1, "rede": outra.nome}))
    for epoca, de_quem, codigo in (
        (0, outra, ""),
        (1, outra, ""),
        (2, rede, ""),
        (1, rede, "feed.nota_manifesto"),
        (2, outra, "feed.nota_manifesto"),
    ):
        p = pacote(rede, ALFA, (feed_de(BETA, de_quem, 2, epoca), 0))
        dela = "rede de antes" if de_quem is outra else "esta rede"
        yield f"época {epoca} de quem entrou, {dela}", p.montar(), codigo, ()


def em_parte() -> Iterator[Caso]:
    """One feed is refused, the other stands."""
    p = bom()
    p.conteudos[f"{PASTA}checkpoint"] = b"x"
    yield "um fluxo de dois", p.montar(), "feed.nota", ("anexo.sem_compromisso",)
    rede = rede_de_dois()
    p = pacote(rede, BETA, (feed_de(ALFA, rede, 4), 0))
    p.faixas = [faixa(feed_de(ALFA, rede, 4))]
    yield "fluxo de terceiro", p.montar(), "", ()


FAMILIAS = (
    notas,
    arquivos,
    consistencias,
    eventos,
    selos,
    chaves,
    em_parte,
)
