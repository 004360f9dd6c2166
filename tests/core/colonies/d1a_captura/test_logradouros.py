"""Streets are found as people write them, and so are places of earlier demands."""

from __future__ import annotations

import pytest

from core.base.territorio.distancia import Ponto
from core.colonies.d1a_captura.api import logradouros as streets
from core.colonies.d1a_captura.api.logradouros import Logradouro
from core.colonies.d1a_captura.rules import Lugar
from tests.support.balcao import Counter, pedido
from tests.support.office import Office, demanda

LIST = [
    Logradouro("Rua São João", "Centro", "58000100", Ponto(-7.11, -34.87)),
    Logradouro("Rua São João", "Bessa", "58000200", Ponto(-7.05, -34.83)),
    Logradouro("Rua São José", "Centro", "", Ponto(-7.12, -34.88)),
    Logradouro("Avenida Epitácio Pessoa", "Tambaú", "58000300", Ponto(-7.13, -34.84)),
]


def with_list(office: Office) -> Counter:
    counter = Counter(office)
    counter.local(lambda cursor, dialect: streets.set_streets(cursor, dialect, LIST))
    return counter


@pytest.mark.parametrize(
    "typed", ["Rua Sa\u0303o Joa\u0303o", "r. sao joao", "R SÃO JOÃO", " rua  sao joao "]
)
def test_a_street_is_found_however_it_is_written(office: Office, typed: str) -> None:
    counter = with_list(office)
    found = counter.read(streets.streets_named, typed, whole=True)
    assert [one.bairro for one in found] == ["Bessa", "Centro"]
    (one,) = counter.read(streets.streets_named, typed, "centro", whole=True)
    assert one.ponto == Ponto(-7.11, -34.87)


def test_the_beginning_is_enough_while_typing(office: Office) -> None:
    counter = with_list(office)
    assert len(counter.read(streets.streets_named, "rua sao jo")) == 3
    assert len(counter.read(streets.streets_named, "av epit")) == 1
    assert counter.read(streets.streets_named, "  ") == []
    assert counter.read(streets.streets_named, "%") == []
    assert len(counter.read(streets.streets_of_cep, "58000100")) == 1


def test_a_street_that_comes_again_takes_the_place_of_the_old(office: Office) -> None:
    counter = with_list(office)
    moved = Logradouro("RUA SAO JOAO", "centro", "58000100", Ponto(-7.0, -34.0))
    counter.local(lambda cursor, dialect: streets.set_streets(cursor, dialect, [moved]))
    assert counter.read(streets.count_streets) == 4
    (found,) = counter.read(streets.streets_of_cep, "58000100")
    assert found.ponto == Ponto(-7.0, -34.0)


def test_where_earlier_demands_lay_is_found_too(office: Office) -> None:
    counter = with_list(office)
    for n, point in ((1, Ponto(-7.2, -34.9)), (2, Ponto(-7.3, -34.9))):
        place = Lugar("ponto", point, endereco="Beco do Zé, 12")
        counter.register(pedido(f"Problema número {n} ali", demanda_id=demanda(n), lugar=place))
        office.clock.advance(1000)
    (found,) = counter.read(streets.past_places, "beco do ze")
    assert (found.ponto, found.origem) == (Ponto(-7.3, -34.9), "demanda")
    assert counter.read(streets.past_places, "") == []


@pytest.mark.parametrize(
    ("text", "cep"),
    [
        ("58000-100", "58000100"),
        ("58.000-100", "58000100"),
        (" 58000100 ", "58000100"),
        ("5800-100", None),
        ("rua 5", None),
    ],
)
def test_a_cep_is_read(text: str, cep: str | None) -> None:
    assert streets.read_cep(text) == cep
