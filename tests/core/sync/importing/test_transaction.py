"""Everything or nothing; the network document grows and never parts."""

from __future__ import annotations

import pytest

from core.kernel.errors import EnvironmentFault
from core.kernel.identity.network_document import Seal
from core.kernel.merkle import root
from core.kernel.store.sqlite import FILE_NAME
from core.sync.importing.holding import Holding
from tests.support.office import demanda, pedido, unidade
from tests.support.pacotes import Feed, Pacote
from tests.support.postos import Posto, nova_versao

FEITO = "brinquedo.pedido_feito"


def requests(posto: Posto, *numbers: int) -> Feed:
    feed = Feed("eco", posto.rede.rede)
    for n in numbers:
        feed.mais({"demanda_id": demanda(n), "unidade_civica_id": unidade(1)}, tipo=FEITO)
    return feed


def test_a_newer_network_document_is_adopted_and_an_older_bundle_still_taken(
    tres: list[Posto],
) -> None:
    norte, sul, _leste = tres
    norte.publica(pedido(1))
    old = norte.exporta()
    nova_versao(tres, norte, threshold=1)
    norte.publica(pedido(2))
    outcome = sul.importa(norte.exporta())
    assert outcome.rede_versao == len(sul.rede.documents) == 3
    assert sul.importa(old).estado == "importado"
    assert len(sul.rede.documents) == 3


def test_a_fork_of_the_network_document_stops_everything(tres: list[Posto]) -> None:
    """Row 29."""
    norte, sul, _leste = tres
    nova_versao(tres, sul, nodes=[n for n in sul.rede.current.nos if n.nome != "leste"])
    nova_versao(tres, norte, nodes=[n for n in norte.rede.current.nos if n.nome != "sul"])
    norte.publica(pedido(1))
    before = sul.tabelas()
    outcome = sul.importa(norte.exporta())
    assert (outcome.estado, outcome.motivo) == ("recusado", "rede.bifurcada")
    assert {**sul.tabelas(), "kernel_quarentena": 0} == before


@pytest.mark.parametrize("first", ["selo", "eventos"])
def test_what_lies_beyond_a_seal_has_no_effect_whichever_came_first(
    tres: list[Posto], first: str
) -> None:
    """Row 27."""
    norte, sul, _leste = tres
    feed = requests(sul, 1, 2, 3)
    events = Pacote.de(sul.forja(), "alva", feed).bytes()
    seal = Seal(feed.no, 0, 2, root(feed.hashes()[:2]).hex())
    nova_versao(tres, norte, seals=[seal])
    norte.publica(pedido(8))
    sealed = norte.exporta().read_bytes()
    for raw in (sealed, events) if first == "selo" else (events, sealed):
        sul.importa(raw)
    assert sul.estados(feed.no) == [None, None, ("sem_efeito", "folha.alem_do_selo")]
    assert sul.linhas("SELECT count(*) FROM t1_pedidos") == [(3,)]


def test_a_peer_that_is_behind_its_own_story_is_named(tres: list[Posto]) -> None:
    """Row 23."""
    norte, sul, _leste = tres
    norte.publica(pedido(1))
    old = norte.exporta()
    norte.publica(pedido(2))
    sul.importa(norte.exporta())
    outcome = sul.importa(old)
    assert (outcome.estado, outcome.novos, outcome.alarmes) == ("importado", 0, {"feed.atras"})


def test_own_events_that_are_not_here_are_named_and_not_taken(tres: list[Posto]) -> None:
    norte, sul, _leste = tres
    norte.publica(pedido(1))
    database = norte.pasta / FILE_NAME
    kept = database.read_bytes()
    norte.publica(pedido(2))
    sul.importa(norte.exporta())
    database.write_bytes(kept)
    norte.escritorio.office.guard_file.unlink()
    outcome = norte.importa(sul.exporta())
    assert outcome.saida == 4
    assert {f.motivo for f in outcome.feeds} >= {"feed.proprio_adiante"}
    assert "feed.proprio_adiante" in outcome.alarmes


def test_a_demonstrations_bundle_is_refused(tres: list[Posto]) -> None:
    norte = tres[0]
    raw = Pacote.de(norte.forja(), "eco", requests(norte, 1), demonstracao=True).bytes()
    outcome = norte.importa(raw)
    assert (outcome.estado, outcome.motivo) == ("recusado", "pacote.demonstracao")


@pytest.mark.parametrize("where", ["keep_note", "save"])
def test_a_disk_that_is_full_leaves_nothing_and_the_next_try_goes_through(
    tres: list[Posto], monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    """Row 56."""
    norte, sul, _leste = tres
    norte.publica(pedido(1), pedido(2))
    bundle = norte.exporta()
    before = sul.tabelas()

    def full(*_args: object) -> None:
        raise EnvironmentFault("banco.disco_cheio", onde="aqui")

    with monkeypatch.context() as patched:
        patched.setattr(Holding, where, full)
        with pytest.raises(EnvironmentFault, match=r"banco\.disco_cheio"):
            sul.importa(bundle)
    assert sul.tabelas() == before
    assert sul.importa(bundle).estado == "importado"
    assert sul.retrato() == norte.retrato()


def test_somebody_else_who_writes_is_waited_for_or_named(tres: list[Posto]) -> None:
    """Row 65."""
    norte, sul, _leste = tres
    norte.publica(pedido(1))
    bundle = norte.exporta()
    with sul.aberto() as engine:
        other = sul.escritorio.database.open_writer(checkpoints=False)
        other.begin()
        engine.writer.cursor.execute("PRAGMA busy_timeout=10")
        with pytest.raises(EnvironmentFault, match=r"banco\.ocupado"):
            sul.importador(engine).import_bundle(bundle)
        other.rollback()
        other.close()
        assert sul.importador(engine).import_bundle(bundle).estado == "importado"
