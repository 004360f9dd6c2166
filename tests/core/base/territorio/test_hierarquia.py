from __future__ import annotations

import pytest
from shapely.geometry import box
from shapely.geometry.base import BaseGeometry

from core.base.territorio.candidata import Candidata
from core.base.territorio.geometria import para_wkb
from core.base.territorio.hierarquia import Pai, com_municipio, pai_de
from core.base.territorio.mapeamento import Identidade
from core.base.territorio.resolvedor import Resolvedor
from core.base.territorio.unidade import Territorio, Unidade, unidade_id

CIDADE = unidade_id("ibge", 4, "3550308", None, "")
OUTRA = unidade_id("ibge", 4, "3548500", None, "")
DENTRO, LONGE = box(-46.5, -23.5, -46.4, -23.4), box(-50, -20, -49.9, -19.9)


@pytest.fixture
def mapa() -> Resolvedor:
    cidade = Unidade(CIDADE, "ibge", 4, "3550308", "São Paulo", "sao paulo")
    return Resolvedor(Territorio((cidade,), {CIDADE: para_wkb(box(-47, -24, -46, -23))}))


def item(
    geometria: BaseGeometry | None, fonte: str | None = "x", municipio: str | None = None
) -> Candidata:
    return Candidata("a", 1, Identidade(fonte, 2, "7", "Sé", municipio), geometria, None)


def bairro(municipio: str | None, fonte: str = "municipio:3550308") -> Unidade:
    return Unidade("b", fonte, 2, "7", "Sé", "se", None, municipio)


def test_a_known_municipality_by_code_wins_over_position(mapa: Resolvedor) -> None:
    assert pai_de(bairro("3550308"), None, item(LONGE), mapa) == Pai(CIDADE, "codigo")


def test_an_unknown_code_falls_back_on_position(mapa: Resolvedor) -> None:
    assert pai_de(bairro("3548500"), None, item(DENTRO), mapa) == Pai(CIDADE, "ponto")
    assert pai_de(bairro(None), None, item(DENTRO), mapa) == Pai(CIDADE, "ponto")


def test_a_municipality_that_is_yet_to_come_already_has_its_identifier(mapa: Resolvedor) -> None:
    assert pai_de(bairro("3548500"), None, item(LONGE), mapa) == Pai(OUTRA, "codigo")
    assert pai_de(bairro("3548500"), None, None, mapa) == Pai(OUTRA, "codigo")


def test_nothing_above(mapa: Resolvedor) -> None:
    assert pai_de(bairro(None), None, item(LONGE), mapa) == Pai(None, None)
    assert pai_de(bairro("ruim"), None, item(None), mapa) == Pai(None, None)


def test_units_of_ibge_follow_their_codes(mapa: Resolvedor) -> None:
    cidade = Unidade(CIDADE, "ibge", 4, "3550308", "São Paulo", "sao paulo")
    assert pai_de(cidade, None, None, mapa).parent_id == unidade_id("ibge", 5, "35", None, "")


def test_the_file_may_name_the_unit_above_in_its_own_source(mapa: Resolvedor) -> None:
    estado = Unidade(unidade_id("demo", 5, "D", None, ""), "demo", 5, "D", "D", "d")
    proprio = Resolvedor(Territorio((estado,)))
    vila = Unidade("v", "demo", 4, "V", "V", "v")
    assert pai_de(vila, "D", None, proprio) == Pai(estado.unidade_civica_id, "codigo")
    assert pai_de(vila, "ausente", None, proprio) == Pai(None, None)


def test_a_city_is_found_by_position(mapa: Resolvedor) -> None:
    perdido, longe = item(DENTRO, None), item(LONGE, None)
    com_municipio(perdido, mapa)
    com_municipio(longe, mapa)
    assert perdido.identidade == Identidade("municipio:3550308", 2, "7", "Sé", "3550308")
    assert longe.identidade.fonte is None
    sem_contorno = item(None, None)
    com_municipio(sem_contorno, mapa)
    assert sem_contorno.identidade.fonte is None
