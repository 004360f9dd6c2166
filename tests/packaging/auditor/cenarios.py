"""The good bundle that the bad ones are bent from."""

from __future__ import annotations

from typing import Any

from tests.packaging.auditor.construtor import Pacote, faixa
from tests.packaging.auditor.registro import (
    Evento,
    Feed,
    No,
    Parte,
    Rede,
    chave,
    compor,
    jcs,
    rotulo,
    sorteio,
    uuid_de,
)

FOTO = b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 3
ALFA, BETA = No("alfa"), No("beta")


def rede_de_dois(**mais: Any) -> Rede:
    """Genesis by alfa; version 2 brings beta and the transport keys."""
    rede = Rede([chave("raiz")])
    rede.genese(ALFA)
    rede.versao(
        ALFA.inteiro(nome="Escritório Alfa", custodia=["*"]),
        BETA.inteiro(custodia=[uuid_de("unidade")]),
        **mais,
    )
    return rede


def evento(i: int) -> Evento:
    return compor("demanda.recebida", i, {"demanda_id": uuid_de("demanda", i), "vezes": i})


def evento_sorteado(feed: Feed, seq: int, **mudado: Any) -> Evento:
    """A draw whose base is the event before it in the feed."""
    hora = f"2026-11-01T12:00:{seq:02}.000Z"
    base = uuid_de(feed.nome, seq - 1)
    dito = sorteio(base, hora, [uuid_de("conselheiro", i) for i in range(7)])
    partes = [Parte("publica.nucleo", jcs({**dito, **mudado}), rotulo("sal sorteio", seq))]
    return Evento("conselheiro.sorteado", partes, campos={"versao_schema": "1.1.0"})


def feed_de(no: No, rede: Rede, n: int, epoca: int = 0) -> Feed:
    """``n`` events: a photograph on the second, a draw as the fourth."""
    feed = Feed(no, rede.nome, epoca)
    for seq in range(n):
        if seq == 1:
            novo = compor("demanda.com_foto", seq, {"vezes": seq}, [("publica", FOTO)])
        elif seq == 3:
            novo = evento_sorteado(feed, seq)
        else:
            novo = evento(seq)
        feed.acrescentar(novo)
    return feed


def pacote(rede: Rede, quem: No, *trechos: tuple[Feed, int], **campos: Any) -> Pacote:
    """A bundle of feeds, each from a position on."""
    conteudos = rede.entradas()
    for feed, de in trechos:
        conteudos |= feed.entradas(de)
    return Pacote(rede, quem, [faixa(feed, de) for feed, de in trechos], conteudos, campos)


def bom() -> Pacote:
    """Two feeds: alfa's whole one of 8 events, beta's from 3 to 7."""
    rede = rede_de_dois()
    return pacote(rede, ALFA, (feed_de(ALFA, rede, 8), 0), (feed_de(BETA, rede, 7), 3))
