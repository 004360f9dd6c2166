"""After an upgrade, what was postponed has its effect, and its answer, as if it had been known."""

from __future__ import annotations

from core.contracts.catalogo import MODELS
from core.kernel.registry import Registry
from tests.support.office import demanda, entrou, pedido, unidade
from tests.support.pacotes import Feed, Pacote
from tests.support.postos import Posto
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
    with norte.aberto():
        pass  # dead letters are tried again at the next start
    assert norte.estados(feed.no) == [None, None]
    drawn = "SELECT count(*) FROM event_log WHERE tipo = 'brinquedo.sorteado'"
    assert norte.linhas(drawn) == [(1,)]
    sul.importa(norte.exporta())
    assert sul.retrato() == norte.retrato()
    norte.publica(pedido(9))
    for posto in (norte, sul):
        assert posto.escritorio.verify().achados == []
