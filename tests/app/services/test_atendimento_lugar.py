"""What the words in the place field may mean, and whose a place is."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from app.services.atendimento_lugar import escrito, parece_coordenada
from core.base.territorio.distancia import Ponto
from core.colonies.d1a_captura.api.logradouros import Logradouro, set_streets
from core.kernel.errors import UserFacingError
from tests.support.atendimento import CENTRO_DO_PORTO, PORTO, Balcao, balcao
from tests.support.command_line import CommandLine

IN_CENTRO = Ponto(-20.597, -36.938)


@pytest.fixture
def counter(founded_cli: CommandLine) -> Iterator[Balcao]:
    with balcao(founded_cli) as found:
        yield found


def test_a_point_has_its_chain_and_is_served(counter: Balcao) -> None:
    found = counter.servico.lugar.onde(IN_CENTRO)
    assert [one.nome for one in found.cadeia][-3:] == [
        "Estado das Marés",
        "Região das Ilhas",
        "Território de Demonstração",
    ]
    assert found.cadeia[0].nivel == "bairro"
    assert found.is_atendida is True


def test_outside_the_units_is_allowed_and_said_outside_the_box_refused(counter: Balcao) -> None:
    elsewhere = counter.servico.lugar.onde(Ponto(-20.605, -36.8595))
    assert (elsewhere.cadeia[1].nome, elsewhere.is_atendida) == ("Serra das Saúvas", False)
    assert elsewhere.aviso == (
        "Fica fora das unidades que este escritório atende; o pedido é aceito e segue para "
        f"{elsewhere.cadeia[0].nome} · Serra das Saúvas."
    )
    at_sea = counter.servico.lugar.onde(Ponto(-20.52, -36.99))
    assert (at_sea.cadeia, at_sea.is_atendida) == ((), False)
    assert at_sea.aviso.endswith("o pedido é aceito e espera que digam a unidade.")
    assert counter.servico.lugar.aviso(elsewhere.ponto, None) == elsewhere.aviso
    assert counter.servico.lugar.aviso(IN_CENTRO, None) == ""
    # What was registered before the office named its area has a place outside it.
    assert counter.servico.lugar.aviso(Ponto(-8.05, -34.9), None) == ""
    with pytest.raises(UserFacingError, match=r"coordenada\.fora_da_area"):
        counter.servico.lugar.onde(Ponto(-8.05, -34.9))


def test_an_office_that_named_no_units_serves_none_in_particular(counter: Balcao) -> None:
    counter.configurar(())
    found = counter.servico.lugar.onde(IN_CENTRO)
    assert (found.is_atendida, found.aviso) == (None, "")
    assert counter.servico.lugar.aviso(Ponto(-20.605, -36.8595), None) == ""


def test_a_picked_unit_has_the_same_chain(counter: Balcao) -> None:
    found = counter.servico.lugar.onde_da_unidade(CENTRO_DO_PORTO)
    assert [one.unidade_civica_id for one in found.cadeia[:2]] == [CENTRO_DO_PORTO, PORTO]
    assert (found.ponto, found.is_atendida) == (None, True)
    with pytest.raises(UserFacingError, match=r"unidade\.nao_encontrada"):
        counter.servico.lugar.onde_da_unidade("nada")


def test_words_mean_points_streets_and_units(counter: Balcao) -> None:
    street = Logradouro("Rua do Farol", "Centro", "58000123", IN_CENTRO)
    counter.app.engine.call(lambda: None).result()
    service = counter.servico
    service._escrita.local(
        lambda cursor, dialect: set_streets(cursor, dialect, [street])
    )  # the port, to put a street in
    (point,) = service.lugar.procurar(" -20,597; -36,938 ")
    assert (point.precisao, point.ponto) == ("ponto", IN_CENTRO)
    (found,) = service.lugar.procurar("r. do far")
    assert (found.precisao, found.titulo, found.detalhe) == (
        "rua",
        "Rua do Farol",
        "Centro · 58000-123",
    )
    assert [one.titulo for one in service.lugar.procurar("58000-123")] == ["Rua do Farol"]
    (unit,) = service.lugar.procurar("ponta do farol")
    assert (unit.precisao, unit.ponto) == ("unidade", None)
    assert unit.unidade_id is not None
    assert service.lugar.procurar("ru") == service.lugar.procurar("") == []


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ("-36,938; -20,597", "coordenada.trocada"),
        ("-8,05; -34,9", "coordenada.fora_da_area"),
        ("-20", "coordenada.incompleta"),
        ("20,597; 36,938", "coordenada.sem_sinal"),
        ("0;0", "coordenada.zero"),
    ],
)
def test_numbers_that_are_no_place_say_why(counter: Balcao, typed: str, code: str) -> None:
    with pytest.raises(UserFacingError) as refusal:
        counter.servico.lugar.procurar(typed)
    assert refusal.value.code == code


def test_what_looks_like_numbers() -> None:
    assert parece_coordenada("-20,597; -36,938")
    assert not parece_coordenada("58000-123")
    assert not parece_coordenada("Rua 7")
    assert not parece_coordenada("—")
    assert escrito(Ponto(-20.5, -36.9380001)) == "-20,5; -36,938"
