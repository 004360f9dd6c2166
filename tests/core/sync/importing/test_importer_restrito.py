"""What was encrypted for this office alone lies nowhere in the clear beside the log."""

from __future__ import annotations

from core.kernel.event import NewEvent
from core.kernel.subject_rights import SubjectRights
from tests.support.office import conselheiro, pedido
from tests.support.postos import Posto

SEGREDO = "Zulmira Marcadíssima"


def sealed_request(n: int) -> NewEvent:
    return pedido(n, titulo=f"t{n}", cidadao_id=conselheiro(70), nome=SEGREDO)


def test_of_a_decrypted_bundle_nothing_is_kept(tres: list[Posto]) -> None:
    """Where it waits, it has to be brought again, and what came openly is tried when it brings news."""
    norte, sul, leste = tres
    norte.publica(pedido(1))
    first = norte.exporta()
    sul.importa(first)
    norte.publica(sealed_request(2))
    both = norte.exporta_ambos(sul.pedido(), destinatarios=(leste.no,), restrito=True)
    assert both.restrito is not None
    waiting = leste.importa_restrito(both.restrito)
    assert (waiting.estado, waiting.novos) == ("pendente", 0)
    assert not list(leste.pasta.glob("pendentes/*"))
    assert not list(leste.pasta.glob("bastidor/*"))
    assert leste.linhas("SELECT * FROM kernel_pendencias") == []
    leste.importa(first)
    came = leste.importa_restrito(both.restrito)
    assert came.estado == "importado"
    assert leste.linhas("SELECT nome FROM t1_pedidos ORDER BY demanda_id") == [(None,), (SEGREDO,)]
    assert leste.importa_restrito(both.restrito).estado == "ja_importado"


def test_what_waited_for_what_a_decrypted_bundle_brings_goes_in(tres: list[Posto]) -> None:
    norte, sul, leste = tres
    norte.publica(sealed_request(1))
    first = norte.exporta_ambos(None, destinatarios=(leste.no,), restrito=True)
    sul.importa(first.arquivo)
    norte.publica(pedido(2))
    waits = leste.importa(norte.exporta(sul))
    assert (waits.estado, waits.novos) == ("pendente", 0)
    assert first.restrito is not None
    assert leste.importa_restrito(first.restrito).resolvidos == [waits.sha256]
    assert leste.retrato() == norte.retrato()


def test_erasing_a_person_takes_effect_for_the_own_events_though_others_are_named(
    tres: list[Posto],
) -> None:
    """Said in one breath with somebody else's events, the whole erasure would count for nothing."""
    norte, sul, _leste = tres
    norte.publica(sealed_request(1))
    theirs = norte.exporta_ambos(None, destinatarios=(sul.no,), restrito=True)
    assert theirs.restrito is not None
    sul.importa_restrito(theirs.restrito)
    sul.publica(sealed_request(2))
    ours = sul.exporta_ambos(None, destinatarios=(norte.no,), restrito=True)
    assert ours.restrito is not None
    norte.importa_restrito(ours.restrito)
    named = "SELECT nome FROM t1_pedidos ORDER BY demanda_id"
    assert norte.linhas(named) == [(SEGREDO,), (SEGREDO,)]
    actor = {"conta_id": conselheiro(90), "papel": "operador"}
    with sul.aberto() as engine:
        done = SubjectRights(engine).eliminar(
            conselheiro(70), "LGPD art. 18, VI", "pedido da pessoa", actor, conselheiro(91)
        )
    assert done.partes == 2
    norte.importa(sul.exporta())
    assert sul.linhas(named) == [(None,), (None,)]
    assert norte.linhas(named) == [(SEGREDO,), (None,)]
    for posto in (norte, sul):
        assert posto.escritorio.verify().achados == []
    assert norte.importa_restrito(ours.restrito).partes == 0
