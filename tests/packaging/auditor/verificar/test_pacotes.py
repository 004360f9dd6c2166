"""Whole bundles: the good one, and one for each way to be bad, each with its reason."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from auditor import verificar as v

from tests.packaging.auditor import casos_eventos, casos_fluxo, casos_recipiente, casos_rede
from tests.packaging.auditor.cenarios import ALFA, BETA, bom, evento, feed_de, pacote, rede_de_dois
from tests.packaging.auditor.construtor import faixa
from tests.packaging.auditor.registro import Feed

RECUSADOS = casos_recipiente.FAMILIAS + casos_rede.FAMILIAS
EM_FLUXOS = casos_fluxo.FAMILIAS + casos_eventos.FAMILIAS


@pytest.fixture(autouse=True)
def _each_signature_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The cases share most signatures, and pure Python takes milliseconds for each."""
    monkeypatch.setattr(v, "assinatura_confere", ASSINATURAS)


ASSINATURAS = functools.lru_cache(maxsize=None)(v.assinatura_confere)


def test_the_good_bundle() -> None:
    dados = bom().montar()
    relatorio = v.conferir(dados)
    assert relatorio["veredito"] == "aceito"
    assert relatorio["saida"] == 0
    assert relatorio["motivo"] is None
    assert relatorio["arquivo"] == {"sha256": v.sha256(dados).hex(), "tamanho": len(dados)}
    assert relatorio["manifesto"]["no"] == ALFA.no
    assert [len(raiz) for raiz in relatorio["raizes"]] == [32]
    feeds = {f["no"]: f for f in relatorio["feeds"]}
    assert feeds[ALFA.no]["eventos"] == 8
    assert feeds[ALFA.no]["partes"] == 9
    assert feeds[BETA.no]["eventos"] == 4
    assert feeds[BETA.no]["veredito"] == "aceito"
    assert relatorio["tipos"] == {
        "demanda.recebida": 9,
        "demanda.com_foto": 1,
        "conselheiro.sorteado": 2,
    }
    assert relatorio["anexos"] == {"aceitos": 1, "descartados": 0}
    assert relatorio["achados"] == []
    sorteios = relatorio["sorteios"]
    assert (sorteios["confere"], sorteios["difere"], sorteios["sem_dados"]) == (2, 0, 0)


@pytest.mark.parametrize("familia", RECUSADOS, ids=lambda f: f.__name__)
def test_refused_whole(familia: Callable[[], Iterator[casos_recipiente.Caso]]) -> None:
    """Each case with its reason, and a report that a person and a program can read."""
    for nome, dados, codigo in familia():
        relatorio = v.conferir(dados)
        assert (relatorio["motivo"] or {"codigo": ""})["codigo"] == codigo, nome
        assert relatorio["saida"] == (4 if codigo else 0), nome
        if codigo:
            assert relatorio["motivo"]["frase"] == v.FRASES[codigo]
            vazios = (relatorio["feeds"], relatorio["achados"], relatorio["tipos"])
            assert vazios == ([], [], {}), nome
        assert all(linha.isprintable() for linha in v.em_palavras(relatorio).split("\n")), nome


@pytest.mark.parametrize("familia", EM_FLUXOS, ids=lambda f: f.__name__)
def test_feeds_and_findings(familia: Callable[[], Iterator[casos_fluxo.Caso]]) -> None:
    for nome, dados, codigo, achados in familia():
        relatorio = v.conferir(dados)
        assert relatorio["motivo"] is None, (nome, relatorio["motivo"])
        recusados = [f["motivo"]["codigo"] for f in relatorio["feeds"] if f["motivo"]]
        assert recusados == ([codigo] if codigo else []), nome
        assert relatorio["veredito"] == ("aceito_em_parte" if codigo else "aceito"), nome
        if not codigo or achados:
            assert tuple(a["codigo"] for a in relatorio["achados"]) == achados, nome


def test_where_a_refusal_was_found() -> None:
    onde = {
        codigo: v.conferir(dados)["motivo"]["onde"]
        for familia in (
            casos_recipiente.manifesto,
            casos_recipiente.minisigs,
            casos_rede.redes,
        )
        for _, dados, codigo in familia()
        if codigo
    }
    assert onde["manifesto.json"] == onde["manifesto.campos"] == "manifesto.json"
    assert onde["manifesto.assinatura_forma"] == "manifesto.json.minisig"
    assert onde["rede.outra"] == "rede/rede-1.json"
    assert onde["manifesto.assinatura"] is None


def test_draws_that_differ_are_named() -> None:
    vereditos = {
        nome: v.conferir(dados)["sorteios"]["itens"][0]
        for nome, dados, *_ in casos_eventos.sorteios()
    }
    assert vereditos["sorteio: outro conselheiro"]["diferencas"] == ["conselheiro_id"]
    assert vereditos["sorteio: outra semente"]["diferencas"] == ["seed_publico"]
    assert "seed_base_event_id" in vereditos["sorteio: outra base"]["diferencas"]
    assert vereditos["sorteio: sem conjunto"]["resultado"] == "sem_dados"


def test_restricted_bundle_out_of_its_age_file() -> None:
    p = bom()
    p.campos |= {"classe": "restrito", "destinatarios": [BETA.no]}
    relatorio = v.conferir(p.montar(), v.Pedido(decifrado=True))
    assert relatorio["veredito"] == "aceito"


def test_the_network_that_the_auditor_expects() -> None:
    dados = bom().montar()
    assert v.conferir(dados, v.Pedido(rede=rede_de_dois().nome))["saida"] == 0
    outra = v.conferir(dados, v.Pedido(rede="ab" * 32))
    assert outra["motivo"]["codigo"] == "rede.outra"


def test_notes_of_an_earlier_visit() -> None:
    rede = rede_de_dois()
    feed = feed_de(ALFA, rede, 8)
    outra = Feed(ALFA, rede.nome).acrescentar(*(evento(i) for i in range(9)))
    dados = pacote(rede, ALFA, (feed, 3)).montar()

    def com(nota: bytes) -> dict[str, Any]:
        return v.conferir(dados, v.Pedido(notas=[v.ler_nota(nota)]))

    for tamanho in (3, 4, 7, 8):
        relatorio = com(feed.nota(tamanho))
        assert relatorio["notas_anteriores"][0]["resultado"] == "confere"
        assert relatorio["saida"] == 0
    assert com(feed.nota(2))["notas_anteriores"][0]["resultado"] == "sem_prova"
    assert com(outra.nota(9))["notas_anteriores"][0]["resultado"] == "sem_prova"
    mentira = com(outra.nota(5))
    assert mentira["notas_anteriores"][0]["resultado"] == "difere"
    assert mentira["saida"] == 4


def test_at_most_a_thousand_findings() -> None:
    rede = rede_de_dois()
    feed = Feed(ALFA, rede.nome)
    feed.folhas = [b"{}"] * 1005
    feed.eventos = [evento(0)] * 1005
    p = pacote(rede, ALFA, (feed, 1005))
    p.conteudos = rede.entradas() | {
        f"feeds/{feed.nome}/checkpoint": feed.nota(),
        f"feeds/{feed.nome}/eventos.jsonl": b"{}\n" * 1005,
    }
    p.faixas = [faixa(feed)]
    relatorio = v.conferir(p.montar())
    assert relatorio["feeds"][0]["folhas_invalidas"] == 1005
    assert len(relatorio["achados"]) == 1000


def test_cut_at_every_boundary_and_between() -> None:
    dados = bom().montar()
    cortes = {i + d for i in range(len(dados)) if dados[i : i + 2] == b"PK" for d in (0, 4, 30)}
    cortes |= set(range(0, len(dados), 97)) | {len(dados) - d for d in (1, 2, 21, 22, 23)}
    for corte in cortes:
        if corte < len(dados):
            assert v.conferir(dados[:corte])["veredito"] == "recusado"


def test_a_flipped_byte_never_passes_for_another_meaning() -> None:
    """Refused, or unused bits of deflate: then the report is the same but for the file's sum."""
    dados = bom().montar()
    certo = v.conferir(dados)
    for i in range(0, len(dados), 23):
        torto = bytearray(dados)
        torto[i] ^= 1 << (i % 8)
        relatorio = v.conferir(bytes(torto))
        if relatorio["saida"] == 0:
            assert {**relatorio, "arquivo": None} == {**certo, "arquivo": None}
