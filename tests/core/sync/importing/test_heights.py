"""Heights after a fork are those that would have been, had its proof come first."""

from __future__ import annotations

import pytest

from tests.support.office import demanda, pedido, unidade
from tests.support.pacotes import Feed, Pacote, no_of
from tests.support.postos import Posto

FEITO = "brinquedo.pedido_feito"


def story(posto: Posto, *numbers: int) -> Feed:
    feed = Feed("eco", posto.rede.rede)
    for n in numbers:
        feed.mais({"demanda_id": demanda(n), "unidade_civica_id": unidade(1)}, tipo=FEITO)
    return feed


@pytest.mark.parametrize("proof_first", [False, True])
def test_a_receipt_counts_an_author_with_two_stories_to_the_fork(
    tres: list[Posto], proof_first: bool
) -> None:
    norte, sul, leste = tres
    one = story(norte, 1, 2, 3, 4, 5, 6)
    norte.importa(Pacote.de(norte.forja(), "alva", one).bytes())
    norte.publica(pedido(20))
    told = norte.exporta()
    other = Pacote.de(norte.forja(), "alva", story(norte, 1, 8, 9)).bytes()
    leste.importa(other)
    leste.importa(told)  # now it has the proof
    if proof_first:
        sul.importa(leste.exporta())
        sul.importa(told)
    else:
        sul.importa(told)
        sul.importa(leste.exporta())
    heights = sul.linhas(
        f"SELECT seq, altura FROM event_log WHERE hex(no) = '{norte.no.upper()}' ORDER BY seq"
    )
    # The receipt stands above the one event that both stories share, not above six.
    assert heights[0] == (0, 2)
    assert [altura for _, altura in heights] == [2 + n for n in range(len(heights))]
    state = ("contestado", "feed.bifurcado")
    assert sul.estados(no_of("eco"))[:2] == [None, state]
    assert sul.escritorio.verify().achados == []
