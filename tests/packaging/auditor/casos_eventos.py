"""Bad headers, parts, attachments, evidence and draws under notes that are right."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from tests.packaging.auditor.cenarios import (
    ALFA,
    BETA,
    FOTO,
    bom,
    evento,
    evento_sorteado,
    feed_de,
    pacote,
    rede_de_dois,
)
from tests.packaging.auditor.dobras import com_conteudo, sempre
from tests.packaging.auditor.registro import (
    Evento,
    Feed,
    Parte,
    Rede,
    chave,
    jcs,
    nota,
    prova_de_inclusao,
    resumo,
    rotulo,
)

# (name, bytes, code of the first feed that is refused, codes of the findings in order)
Caso = tuple[str, bytes, str, tuple[str, ...]]
PASTA = f"feeds/{ALFA.no}-e0/"
PARTES = f"partes/{ALFA.no}-e0.jsonl"


def _um_torto(dobrar: Callable[[bytes], bytes] = bytes, **campos: Any) -> bytes:
    """Five signed events, the third of them bent by its own author."""
    rede = rede_de_dois()
    feed = Feed(ALFA, rede.nome)
    for i in range(5):
        novo = evento(i)
        if i == 2:
            novo.dobrar, novo.campos = dobrar, campos
        feed.acrescentar(novo)
    return pacote(rede, ALFA, (feed, 0)).montar()


def folhas() -> Iterator[Caso]:
    torta = ("folha.invalida", "parte.invalida")
    for nome, dobrar in (
        ("espaço", lambda f: f.replace(b'"seq":2', b'"seq": 2')),
        ("decimal", lambda f: f.replace(b'"regra_versao":0', b'"regra_versao":0.0')),
        ("menos zero", lambda f: f.replace(b'"regra_versao":0', b'"regra_versao":-0')),
        ("2^53", lambda f: f.replace(b'"seq":2', b'"seq":9007199254740992')),
        ("escape", lambda f: f.replace(b"demanda.", b"\\u0064emanda.")),
        ("barra escapada", lambda f: f.replace(b'"causa":null', b'"causa":"\\/"')),
        ("ordem", lambda f: b'{"v":1,' + f[1:].replace(b'"v":1,', b"")),
        ("chave repetida", lambda f: f.replace(b'"v":1', b'"v":1,"v":1')),
        ("utf-8 torto", lambda f: f.replace(b"demanda.", b"\xff.")),
        ("substituto", lambda f: f.replace(b"demanda.", b"\xed\xa0\x80")),
        ("bom", lambda f: b"\xef\xbb\xbf" + f),
        ("vazia", lambda f: b""),
        ("cr no fim", lambda f: f + b"\r"),
    ):
        yield f"folha {nome}", _um_torto(dobrar), "", torta
    rede = rede_de_dois()
    parte = Parte("publica.nucleo", b"{}", bytes(32)).compromisso()
    anexo = {"classe": "publica", "h": "ab" * 32, "tam": 1, "tipo": "image/png"}
    papel = {**parte, "nome": "publica.texto.autor"}
    tortas: tuple[tuple[str, dict[str, Any]], ...] = (
        ("seq", {"seq": 3}),
        ("prev", {"prev": "ab" * 32}),
        ("prev nulo", {"prev": None}),
        ("rede", {"rede": "ab" * 32}),
        ("no", {"no": BETA.no}),
        ("epoca", {"epoca": 1}),
        ("v", {"v": 2}),
        ("campo a mais", {"outro": 1}),
        ("hora", {"timestamp": "2026-02-29T10:00:00.000Z"}),
        ("hora 24", {"timestamp": "2026-02-28T24:00:00.000Z"}),
        ("segundo 60", {"timestamp": "2026-02-28T23:59:60.000Z"}),
        ("ano 0", {"timestamp": "0000-02-28T23:59:59.000Z"}),
        ("versao_schema", {"versao_schema": "1.0"}),
        ("regra grande", {"regra_versao": 2**31}),
        ("critico", {"critico": None}),
        ("tipo vazio", {"tipo": ""}),
        ("tipo longo", {"tipo": "x" * 129}),
        ("tipo com espaço", {"tipo": "a b"}),
        ("tipo com bidi", {"tipo": "a\u2028b"}),
        ("tipo c1", {"tipo": "a\x85b"}),
        ("derivada vazia", {"chave_derivacao": ""}),
        ("derivada longa", {"chave_derivacao": "x" * 513}),
        ("derivada com aba", {"chave_derivacao": "a\tb"}),
        ("causa", {"causa": "x"}),
        ("correlacao", {"correlacao_id": "AB" * 16}),
        ("partes repetidas", {"partes": [parte, parte]}),
        ("partes classe", {"partes": [{**parte, "classe": "restrita"}]}),
        ("partes tam", {"partes": [{**parte, "tam": 1}]}),
        ("partes titular", {"partes": [{**parte, "titular": "ab" * 16}]}),
        ("partes papel sem titular", {"partes": [papel]}),
        ("partes nome", {"partes": [{**parte, "nome": "publica.ator"}]}),
        (
            "33 partes",
            {
                "partes": [
                    {**parte, "nome": f"publica.texto.p{i:02}", "titular": f"{i:032x}"}
                    for i in range(33)
                ]
            },
        ),
        ("33 anexos", {"anexos": [anexo] * 33}),
        ("anexo tam", {"anexos": [{**anexo, "tam": 64 * 2**20 + 1}]}),
        ("anexo tipo", {"anexos": [{**anexo, "tipo": "Image/png"}]}),
        ("anexo tipo com parâmetro", {"anexos": [{**anexo, "tipo": "text/plain;a=b"}]}),
    )
    for nome, campos in tortas:
        yield f"folha {nome}", _um_torto(**campos), "", torta
    boas: tuple[tuple[str, dict[str, Any]], ...] = (
        ("tipo com emoji e aspas", {"tipo": 'a"\\😀é'}),
        ("tipo de 128 emojis", {"tipo": "😀" * 128}),
        ("ano 9999", {"timestamp": "9999-12-31T23:59:59.999Z"}),
        ("bissexto", {"timestamp": "2024-02-29T10:00:00.000Z"}),
        ("derivada", {"chave_derivacao": 'D-6a/x y/"\\é' + "😀" * 40}),
        ("regra no limite", {"regra_versao": 2**31 - 1}),
        ("critico", {"critico": True}),
        ("tudo", {"causa": "ab" * 32, "correlacao_id": "ab" * 4 + "-abcd-abcd-abcd-" + "ab" * 6}),
    )
    for nome, campos in boas:
        yield f"folha boa: {nome}", _um_torto(**campos), "", ()
    yield from _primeira_de_faixa(rede)


def _primeira_de_faixa(rede: Rede) -> Iterator[Caso]:
    for nome, prev, achados in (
        ("qualquer", "ab" * 32, ()),
        ("nulo", None, ("folha.invalida", "parte.invalida")),
    ):
        feed = Feed(ALFA, rede.nome)
        for i in range(4):
            novo = evento(i)
            novo.campos = {"prev": prev} if i == 2 else {}
            feed.acrescentar(novo)
        yield f"primeira da faixa, prev {nome}", pacote(rede, ALFA, (feed, 2)).montar(), "", achados


def partes() -> Iterator[Caso]:
    linhas = bom().conteudos[PARTES].splitlines(keepends=True)
    uma = ("parte.invalida",)
    for nome, dados, achados in (
        ("conteúdo", [linhas[0].replace(b'vezes\\":0', b'vezes\\":9'), *linhas[1:]], uma),
        ("conteúdo maior", [linhas[0].replace(b'vezes\\":0', b'vezes\\":10'), *linhas[1:]], uma),
        ("sal", [linhas[0][:-10] + b'aaaaaaa"}\n', *linhas[1:]], uma),
        (
            "evento desconhecido",
            [b'{"event_hash":"' + b"ab" * 32 + linhas[0][79:], *linhas[1:]],
            uma,
        ),
        (
            "nome que o evento não tem",
            [linhas[0].replace(b"publica.nucleo", b"publica.texto"), *linhas[1:]],
            uma,
        ),
        ("torta e depois certa", [linhas[0][:-10] + b'aaaaaaa"}\n', *linhas], uma * 2),
        ("repetida", [linhas[0], *linhas], uma),
        ("fora de ordem", [linhas[1], linhas[0], *linhas[2:]], uma),
        ("a menos", linhas[1:-1], ()),
    ):
        yield f"parte {nome}", com_conteudo(PARTES, sempre(b"".join(dados))), "", achados


def anexos() -> Iterator[Caso]:
    perdido = ("anexo.sem_compromisso",)
    p = bom()
    soma = resumo(b"ninguem me nomeia").hex()
    p.conteudos[f"anexos/{soma[:2]}/{soma}"] = b"ninguem me nomeia"
    yield "anexo que ninguém nomeia", p.montar(), "", perdido
    p = bom()
    soma = resumo(FOTO).hex()
    del p.conteudos[f"anexos/{soma[:2]}/{soma}"]
    yield "anexo que não viajou", p.montar(), "", ()
    item: dict[str, Any] = {"i": 0, "sal": rotulo("sal anexo", "x", 0, 0).hex(), "sha256": soma}
    for nome, conteudo, tam, achados in (
        ("certo", {"anexos": [item]}, len(FOTO), ()),
        ("de outro tamanho", {"anexos": [item]}, 5, perdido),
        ("lugar que não há", {"anexos": [{**item, "i": 1}]}, len(FOTO), perdido),
        ("outro sal", {"anexos": [{**item, "sal": "ab" * 32}]}, len(FOTO), perdido),
        ("campo a mais", {"anexos": [{**item, "x": 1}]}, len(FOTO), perdido),
        ("lista repetida", {"anexos": [item, item]}, len(FOTO), perdido),
        ("certo e outro", {"anexos": [item, {**item, "i": 1}]}, len(FOTO), ()),
        ("não é objeto", [], len(FOTO), perdido),
    ):
        rede = rede_de_dois()
        lista = Parte("publica.anexos", jcs(conteudo), rotulo("sal lista"))
        h = resumo(b"civico/anexo/v1\n", bytes.fromhex(item["sal"]), resumo(FOTO)).hex()
        selado = {"classe": "publica", "h": h, "tam": tam, "tipo": "image/png"}
        feed = Feed(ALFA, rede.nome)
        feed.acrescentar(Evento(partes=[lista], campos={"anexos": [selado]}))
        p = pacote(rede, ALFA, (feed, 0))
        p.conteudos[f"anexos/{soma[:2]}/{soma}"] = FOTO
        yield f"anexo nomeado: {nome}", p.montar(), "", achados


def _com_evidencia(valor: object) -> bytes:
    p = bom()
    dados = valor if isinstance(valor, bytes) else jcs(valor)
    p.conteudos[f"evidencias/{resumo(dados).hex()}.json"] = dados
    return p.montar()


def evidencias() -> Iterator[Caso]:
    rede = rede_de_dois()
    um = Feed(ALFA, rede.nome).acrescentar(*(evento(i) for i in range(5)))
    dois = Feed(ALFA, rede.nome).acrescentar(
        *(evento(i) for i in range(3)), evento(33), evento(34), evento(35)
    )

    def lado(feed: Feed, tamanho: int, seq: int | None = None) -> dict[str, Any]:
        prova = [] if seq is None else prova_de_inclusao(seq, feed.hashes[:tamanho])
        return {
            "cabecalho": None if seq is None else feed.folhas[seq].decode(),
            "nota": feed.nota(tamanho).decode(),
            "prova": [h.hex() for h in prova],
        }

    def evidencia(*lados: dict[str, Any], **mais: Any) -> dict[str, Any]:
        em_ordem = sorted(lados, key=lambda item: str(item["nota"]))
        comuns = {"v": 1, "tipo": "civico/evidencia", "no": ALFA.no, "epoca": 0}
        return {**comuns, "lados": em_ordem, **mais}

    notas_ = evidencia(lado(um, 5), lado(dois, 5))
    folhas_ = evidencia(lado(um, 4, 3), lado(dois, 6, 3))
    yield "evidência por notas", _com_evidencia(notas_), "", ("evidencia.valida",)
    yield "evidência por eventos", _com_evidencia(folhas_), "", ("evidencia.valida",)
    de_outro = Feed(BETA, rede.nome).acrescentar(evento(0))
    falsa = nota(um.origem, 4, rotulo("x"), chave("ninguem")).decode()
    for nome, valor in (
        ("texto", b"oi"),
        ("não canônica", jcs(notas_) + b"\n"),
        ("a mesma história", evidencia(lado(um, 4), lado(um, 5))),
        ("tamanhos diferentes", evidencia(lado(um, 4), lado(dois, 5))),
        ("mesmo evento", evidencia(lado(um, 4, 2), lado(dois, 6, 2))),
        ("outro lugar", evidencia(lado(um, 4, 3), lado(dois, 6, 4))),
        ("prova cortada", evidencia({**lado(um, 4, 3), "prova": []}, lado(dois, 6, 3))),
        ("lados fora de ordem", {**notas_, "lados": notas_["lados"][::-1]}),
        ("um lado só", {**notas_, "lados": notas_["lados"][:1]}),
        ("de outro nó", {**notas_, "no": BETA.no}),
        ("de outra época", {**notas_, "epoca": 1}),
        ("de nó desconhecido", {**notas_, "no": "ab" * 16}),
        ("v", {**notas_, "v": 2}),
        ("campo a mais", {**notas_, "x": 1}),
        ("chave de ninguém", evidencia(lado(um, 4), {**lado(um, 4), "nota": falsa})),
        ("notas de dois autores", evidencia(lado(um, 1), lado(de_outro, 1))),
        ("um cabeçalho só", evidencia(lado(um, 4, 3), lado(dois, 6))),
    ):
        yield f"evidência: {nome}", _com_evidencia(valor), "", ("evidencia.invalida",)


def sorteios() -> Iterator[Caso]:
    for nome, mudado in (
        ("outro conselheiro", {"conselheiro_id": "ab" * 4 + "-abcd-abcd-abcd-" + "ab" * 6}),
        ("outra semente", {"seed_publico": "ab" * 32}),
        ("outra base", {"seed_base_event_id": "ab" * 4 + "-abcd-abcd-abcd-" + "ab" * 6}),
        ("sem conjunto", {"elegiveis": None}),
        ("sem o que pode faltar", {"lista_elegiveis_hash": None, "posicao_sorteada": None}),
        ("posição que não é número", {"posicao_sorteada": False}),
        ("conjunto torto", {"elegiveis": [1, "x"]}),
    ):
        rede = rede_de_dois()
        feed = feed_de(ALFA, rede, 3)
        feed.acrescentar(evento_sorteado(feed, 3, **mudado), evento(4))
        yield f"sorteio: {nome}", pacote(rede, ALFA, (feed, 0)).montar(), "", ()


FAMILIAS = (
    folhas,
    partes,
    anexos,
    evidencias,
    sorteios,
)
