"""After an upgrade, what was postponed has its effect, and its answer, as if it had been known."""

from __future__ import annotations

import hashlib

import pytest

from core.contracts.catalogo import MODELS
from core.kernel.identity.network_document import Seal
from core.kernel.registry import Registry
from tests.support.office import demanda, entrou, pedido, retirado, unidade
from tests.support.pacotes import Feed, Pacote
from tests.support.postos import Posto, nova_versao
from tests.support.toy_contracts import TOY_MODELS

FEITO = "brinquedo.pedido_feito"


def test_an_upgraded_office_shows_what_others_show(tres: list[Posto]) -> None:
    norte, sul, _leste = tres
    old = [model for model in TOY_MODELS if model.SPEC.tipo != FEITO]
    known = norte.escritorio.registry
    feed = Feed("eco", norte.rede.rede)
    for n in (1, 2):
        feed.mais({"demanda_id": demanda(n), "unidade_civica_id": unidade(1)}, tipo=FEITO)
    raw = Pacote.de(norte.forja(), "eco", feed).bytes()
    norte.publica(entrou(1))
    norte.escritorio.registry = Registry((*MODELS, *old))
    assert norte.importa(raw).estados == {"adiado": 2}
    norte.escritorio.registry = known
    with norte.aberto() as engine:
        assert norte.importador(engine).reveal_postponed() == 2
        assert norte.importador(engine).reveal_postponed() == 0
    assert norte.estados(feed.no) == [None, None]
    drawn = "SELECT count(*) FROM event_log WHERE tipo = 'brinquedo.sorteado'"
    assert norte.linhas(drawn) == [(1,)]
    sul.importa(norte.exporta())
    assert sul.retrato() == norte.retrato()
    norte.publica(pedido(9))
    for posto in (norte, sul):
        assert posto.escritorio.verify().achados == []


def test_an_erasure_that_was_not_understood_is_carried_out_when_it_is(tres: list[Posto]) -> None:
    """Withheld and completed, or of a type that an older program did not know: what it names goes."""
    norte, sul, _leste = tres
    feed = Feed("eco", norte.rede.rede)
    said = {"demanda_id": demanda(1), "unidade_civica_id": unidade(1)}
    feed.mais(said, texto={"titulo": "apagável"}, tipo=FEITO)
    whole = Pacote.de(norte.forja(), "alva", feed.copia()).bytes()
    named = {"event_hash": feed.hashes()[0].hex(), "partes": ["publica.texto"]}
    erasure = {"eventos": [named], "base_legal": "LGPD art. 18, VI"}
    feed.mais(erasure, {"motivo": "x"}, tipo="titular.eliminado", origem="N-0d")
    feed.partes[0] = [part for part in feed.partes[0] if part.nome != "publica.texto"]
    erased = Pacote.de(norte.forja(), "alva", feed)
    known = sul.escritorio.registry
    older = [model for model in MODELS if model.SPEC.tipo != "titular.eliminado"]
    sul.escritorio.registry = Registry((*older, *TOY_MODELS))
    for posto in (norte, sul):
        posto.importa(whole)
    norte.importa(erased.com(f"partes/{feed.no}-e0.jsonl", None).bytes())
    assert norte.estados(feed.no)[1] == ("adiado", "evento.retido")
    norte.importa(erased.bytes())
    sul.importa(erased.bytes())
    assert sul.estados(feed.no)[1] == ("adiado", "evento.adiado")
    sul.escritorio.registry = known
    with sul.aberto() as engine:
        assert sul.importador(engine).reveal_postponed() == 1
    for posto in (norte, sul):
        assert posto.estados(feed.no) == [None, None]
        assert posto.linhas("SELECT titulo FROM t1_pedidos") == [(None,)]
        assert posto.linhas("SELECT 1 FROM event_parts WHERE nome = 'publica.texto'") == []
        assert posto.escritorio.verify().achados == []


def newer(posto: Posto, feed: Feed) -> bytes:
    """A bundle with what a newer program decided by."""
    feed.mais({"demanda_id": demanda(1), "unidade_civica_id": unidade(1)}, tipo=FEITO, critico=True)
    return Pacote.de(posto.forja(), "eco", feed).bytes()


def drawn(posto: Posto) -> int:
    """How many draws the log holds."""
    sql = "SELECT count(*) FROM event_log WHERE tipo = 'brinquedo.sorteado'"
    count: int = posto.linhas(sql)[0][0]
    return count


def test_decisions_wait_until_the_program_is_upgraded(tres: list[Posto]) -> None:
    """Row 39: read and relayed, nothing decided; after the upgrade all of it, in log order."""
    norte, sul, _leste = tres
    old = [model for model in TOY_MODELS if model.SPEC.tipo != FEITO]
    known = norte.escritorio.registry
    norte.publica(entrou(1), entrou(2), pedido(7))
    assert drawn(norte) == 1
    norte.escritorio.registry = Registry((*MODELS, *old))
    outcome = norte.importa(newer(norte, Feed("eco", norte.rede.rede)))
    assert (outcome.criticos, outcome.suspensos) == (1, 1)
    norte.publica(retirado(7))
    assert drawn(norte) == 1
    sul.importa(norte.exporta())
    with norte.aberto() as engine:
        assert engine.reprocessar().result().suspensos == 1
    norte.escritorio.registry = known
    with norte.aberto() as engine:
        assert norte.importador(engine).reveal_postponed() == 1
        assert engine.reprocessar().result().restantes == 0
    assert drawn(norte) == 2
    sul.importa(norte.exporta())
    assert sul.retrato() == norte.retrato()
    for posto in (norte, sul):
        assert posto.escritorio.verify().achados == []


@pytest.mark.parametrize("knows", [True, False])
def test_what_the_root_sealed_off_holds_nothing_back(tres: list[Posto], knows: bool) -> None:
    """Nobody stops an office for good by an event that no program knows, and none revives it."""
    norte, sul, _leste = tres
    old = [model for model in TOY_MODELS if model.SPEC.tipo != FEITO]
    known = norte.escritorio.registry
    norte.publica(entrou(1))
    norte.escritorio.registry = Registry((*MODELS, *old))
    feed = Feed("eco", norte.rede.rede)
    norte.importa(newer(norte, feed))
    norte.escritorio.registry = known
    with norte.aberto() as engine:  # it knows them, but has not judged anew yet
        engine.publicar("T-1", pedido(2))
        engine.aguardar_ocioso()
        assert drawn(norte) == 0
        empty = hashlib.sha256(b"").hexdigest()
        sul.publica(entrou(3, 2))
        nova_versao(tres, sul, seals=[Seal(feed.no, 0, 0, empty)])
        if not knows:  # nor does the program that hears of the seal
            norte.escritorio.registry = Registry((*MODELS, *old))
        outcome = norte.importador(engine).import_bundle(sul.exporta())
        assert outcome.is_released
        engine.aguardar_ocioso()
        left = ("sem_efeito", "folha.alem_do_selo") if knows else ("adiado", "evento.adiado")
        assert norte.estados(feed.no) == [left]
        norte.escritorio.registry = known
        assert norte.importador(engine).reveal_postponed() == 0
    assert norte.estados(feed.no) == [("sem_efeito", "folha.alem_do_selo")]
    assert drawn(norte) == 1
    assert norte.escritorio.verify().achados == []
