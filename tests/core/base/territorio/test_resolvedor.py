from __future__ import annotations

import math
import random
import threading

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from shapely.geometry import MultiPolygon, Polygon, box
from shapely.geometry.base import BaseGeometry

from core.base.territorio.distancia import Caixa
from core.base.territorio.geometria import area_m2, para_wkb
from core.base.territorio.importacao import ler_territorio
from core.base.territorio.indice import gravar_indice
from core.base.territorio.resolvedor import FORA, Resolvedor
from core.base.territorio.unidade import Territorio, Unidade
from core.kernel.errors import UserFacingError
from tests.bench.territorio import RayCasting
from tests.core.base.territorio.cartas import DEMONSTRACAO


def uc(
    chave: str, nivel: int, forma: BaseGeometry | None, pai: str | None = None
) -> tuple[Unidade, BaseGeometry | None]:
    area = 0 if forma is None else area_m2(forma)
    return Unidade(chave, "t", nivel, chave, chave, chave, pai, None, area), forma


def resolvedor(*pares: tuple[Unidade, BaseGeometry | None]) -> Resolvedor:
    return Resolvedor(
        Territorio(
            tuple(unidade for unidade, _ in pares),
            {u.unidade_civica_id: para_wkb(g) for u, g in pares if g is not None},
        )
    )


PAIS = uc("pais", 7, box(-50, -25, -40, -15))
UF = uc("uf", 5, box(-48, -24, -42, -18), "pais")
CIDADE = uc("cidade", 4, box(-47, -23, -46, -22), "uf")
BAIRRO = uc("bairro", 2, box(-47, -23, -46.8, -22.8), "cidade")
VIZINHO = uc("vizinho", 2, box(-46.8, -23, -46.6, -22.8), "cidade")


@pytest.fixture(scope="module")
def mapa() -> Resolvedor:
    return resolvedor(PAIS, UF, CIDADE, BAIRRO, VIZINHO)


@pytest.mark.parametrize(
    ("lat", "lng", "cadeia", "municipio"),
    [
        (-22.9, -46.9, ["bairro", "cidade", "uf", "pais"], "cidade"),
        (-22.5, -46.5, ["cidade", "uf", "pais"], "cidade"),
        (-20, -45, ["uf", "pais"], None),
        (-16, -49, ["pais"], None),
        (0, 0, [], None),
        (float("nan"), -46.9, [], None),
        (float("inf"), -46.9, [], None),
        (1e9, 1e9, [], None),
    ],
)
def test_the_smallest_unit_and_the_chain_above(
    mapa: Resolvedor, lat: float, lng: float, cadeia: list[str], municipio: str | None
) -> None:
    achada = mapa.resolver(lat, lng)
    assert achada.cadeia_ids == cadeia
    assert achada.municipio_id == municipio
    assert (achada.unidade is None) == (cadeia == [])


def test_outside_all_is_said_with_a_sentence_where_a_unit_is_needed(mapa: Resolvedor) -> None:
    assert mapa.resolver(-30, -30) is FORA
    with pytest.raises(UserFacingError, match=r"coordenada\.sem_unidade"):
        mapa.exigir(-30, -30)
    assert mapa.exigir(-20, -45).cadeia_ids == ["uf", "pais"]


def test_a_place_asked_for_again_has_the_same_answer_whatever_was_asked_between(
    mapa: Resolvedor,
) -> None:
    place = (-22.4, -46.5)
    first = mapa.resolver(*place)
    assert mapa.resolver(*place) is first
    for other in ((-20, -45), (-30, -46.5), (-22.4, -30), (math.nan, -46.5)):
        assert mapa.resolver(*other).cadeia_ids != first.cadeia_ids
        assert mapa.resolver(*place).cadeia_ids == first.cadeia_ids == ["cidade", "uf", "pais"]


def test_a_shared_border_belongs_to_the_smaller_then_to_the_lower_id() -> None:
    um, dois = box(-47, -23, -46.8, -22.8), box(-46.8, -23, -46.6, -22.8)
    for ordem in ([uc("a", 2, um), uc("b", 2, dois)], [uc("b", 2, dois), uc("a", 2, um)]):
        assert resolvedor(*ordem).resolver(-22.9, -46.8).cadeia_ids == ["a"]
    pequeno = uc("z", 2, box(-46.8, -22.95, -46.7, -22.85))
    assert resolvedor(uc("a", 2, um), pequeno).resolver(-22.9, -46.8).cadeia_ids == ["z"]


def test_overlaps_go_by_level_before_area() -> None:
    grande = uc("grande", 2, box(-48, -24, -45, -21))
    pequeno = uc("pequeno", 3, box(-47, -23, -46.8, -22.8))
    assert resolvedor(pequeno, grande).resolver(-22.9, -46.9).cadeia_ids == ["grande"]
    ambos = resolvedor(pequeno, grande).contendo(-22.9, -46.9)
    assert [u.unidade_civica_id for u in ambos] == ["grande", "pequeno"]


def test_a_point_in_a_hole_is_in_the_unit_around() -> None:
    furado = box(-47, -23, -46, -22).difference(box(-46.6, -22.6, -46.4, -22.4))
    mapa = resolvedor(UF, uc("cidade", 4, furado, "uf"), uc("enclave", 4, None, "uf"))
    assert mapa.resolver(-22.5, -46.5).cadeia_ids == ["uf"]
    assert mapa.resolver(-22.4, -46.5).cadeia_ids == ["cidade", "uf"]  # on the hole's edge


def test_all_parts_of_an_outline_count() -> None:
    ilhas = MultiPolygon([box(-47, -23, -46.9, -22.9), box(-40, -20, -39.9, -19.9)])
    mapa = resolvedor(uc("ilhas", 4, ilhas))
    assert mapa.resolver(-19.95, -39.95).municipio_id == "ilhas"
    assert mapa.resolver(-21, -43) is FORA


@pytest.mark.parametrize(
    ("pares", "cadeia"),
    [
        ([uc("b", 2, box(-47, -23, -46, -22), "ausente")], ["b"]),
        ([uc("b", 2, box(-47, -23, -46, -22), "b")], ["b"]),
        (
            [uc("b", 2, box(-47, -23, -46, -22), "c"), uc("c", 4, None, "b")],
            ["b", "c"],
        ),
    ],
)
def test_a_broken_hierarchy_ends_the_chain(
    pares: list[tuple[Unidade, BaseGeometry | None]], cadeia: list[str]
) -> None:
    assert resolvedor(*pares).resolver(-22.5, -46.5).cadeia_ids == cadeia


def test_an_outline_that_cannot_be_read_is_left_out_and_named() -> None:
    sao, quebrada = CIDADE[0], BAIRRO[0]
    mapa = Resolvedor(
        Territorio((sao, quebrada), {"cidade": para_wkb(box(-47, -23, -46, -22)), "bairro": b"?"})
    )
    assert mapa.ignoradas == ("bairro",)
    assert mapa.resolver(-22.9, -46.9).cadeia_ids == ["cidade"]
    assert mapa.unidade("bairro") is quebrada


def test_an_invalid_outline_still_answers() -> None:
    gravata = Polygon([(-47, -23), (-46, -22), (-46, -23), (-47, -22)])
    assert resolvedor(uc("g", 4, gravata)).resolver(-22.5, -46.9).municipio_id == "g"


def test_nothing_imported_yet() -> None:
    vazio = Resolvedor(Territorio())
    assert vazio.resolver(-22, -46) is FORA
    assert vazio.resolver_muitos(np.array([[-22.0, -46.0]])) == [FORA]
    assert vazio.caixa is None
    assert vazio.ponto_de("x") is None
    assert vazio.cadeia("x") == ()


def test_facts_of_the_set(mapa: Resolvedor) -> None:
    assert mapa.caixa == Caixa(-25, -50, -15, -40)
    assert {u.nome for u in mapa.unidades} == {"pais", "uf", "cidade", "bairro", "vizinho"}
    dentro = mapa.ponto_de("bairro")
    assert dentro is not None
    assert mapa.resolver(dentro.lat, dentro.lng).cadeia_ids[0] == "bairro"
    assert [u.nome for u in mapa.cadeia("uf")] == ["uf", "pais"]


@pytest.fixture(scope="module")
def demonstracao() -> Resolvedor:
    territorio = ler_territorio([DEMONSTRACAO]).territorio
    return Resolvedor.de_indice(gravar_indice(territorio))


@given(
    st.lists(st.tuples(st.floats(-20.68, -20.53), st.floats(-37.0, -36.7)), min_size=1, max_size=40)
)
def test_many_points_at_once_are_answered_as_one_by_one(
    demonstracao: Resolvedor, pontos: list[tuple[float, float]]
) -> None:
    juntos = demonstracao.resolver_muitos(np.array(pontos))
    assert juntos == [demonstracao.resolver(lat, lng) for lat, lng in pontos]


def test_answers_are_those_of_the_documents_ray_casting(demonstracao: Resolvedor) -> None:
    plain = RayCasting(ler_territorio([DEMONSTRACAO]).territorio)
    rng = random.Random(3)
    for _ in range(600):
        lat, lng = rng.uniform(-20.68, -20.53), rng.uniform(-37.0, -36.7)
        assert demonstracao.resolver(lat, lng).cadeia_ids == plain.resolver(lat, lng)


def test_threads_may_ask_at_once(demonstracao: Resolvedor) -> None:
    pontos = [(-20.68 + n * 0.0004, -37.0 + n * 0.0008) for n in range(350)]
    esperado = [demonstracao.resolver(*ponto) for ponto in pontos]
    novo = Resolvedor(ler_territorio([DEMONSTRACAO]).territorio)
    respostas: list[list[object]] = []

    def perguntar() -> None:
        respostas.append([novo.resolver(*ponto) for ponto in pontos])

    fios = [threading.Thread(target=perguntar) for _ in range(4)]
    for fio in fios:
        fio.start()
    for fio in fios:
        fio.join()
    assert respostas == [esperado] * 4
