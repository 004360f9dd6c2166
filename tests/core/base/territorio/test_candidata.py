from __future__ import annotations

import pytest
from shapely.geometry import box
from shapely.geometry.base import BaseGeometry

from core.base.territorio.candidata import (
    Candidata,
    candidata,
    juntar_repetidas,
    sem_codigos_de_enfeite,
)
from core.base.territorio.leitura.feicao import Feicao
from core.base.territorio.mapeamento import Identidade, reconhecer

A, B = box(-46, -23, -45.9, -22.9), box(-45.9, -23, -45.8, -22.9)


def item(
    nome: str,
    codigo: str | None = None,
    geometria: BaseGeometry | None = A,
    nivel: int = 2,
    motivo: str | None = None,
) -> Candidata:
    return Candidata("a", 1, Identidade("municipio:1", nivel, codigo, nome, "1"), geometria, motivo)


def test_a_feature_under_a_profile() -> None:
    perfil = reconhecer(["nome", "codigo_municipio"])
    assert perfil is not None
    feicao = Feicao(3, {"nome": "Sé", "codigo_municipio": "3550308"}, A)
    lida = candidata("a.geojson", feicao, perfil)
    assert (lida.arquivo, lida.ordem, lida.identidade.nome) == ("a.geojson", 3, "Sé")
    assert lida.geometria is A


def test_a_code_that_several_names_share_is_no_code() -> None:
    itens = [item("Penha", "XX"), item("Gramame", "XX"), item("Centro", "1")]
    assert sem_codigos_de_enfeite(itens) == 2
    assert [i.identidade.codigo for i in itens] == [None, None, "1"]
    assert len({i.unidade_id() for i in itens}) == 3


def test_official_codes_are_left_alone() -> None:
    itens = [item("A", "35", nivel=5), item("B", "35", nivel=5)]
    assert sem_codigos_de_enfeite(itens) == 0
    juntas = juntar_repetidas(itens)
    assert [i.identidade.nome for i in juntas.unidades] == ["A"]
    assert [motivo for _, motivo in juntas.recusadas] == ["territorio.recusa.codigo_repetido"]


def test_rows_of_one_unit_are_joined() -> None:
    juntas = juntar_repetidas([item("Sé", "1"), item("SÉ", "1", B), item("Luz", "2", B)])
    assert [i.identidade.nome for i in juntas.unidades] == ["Sé", "Luz"]
    assert len(juntas.unidas) == 1
    inteira = juntas.unidades[0].geometria
    assert inteira is not None
    assert inteira.bounds == pytest.approx((-46, -23, -45.8, -22.9))


def test_the_same_row_twice_is_one() -> None:
    juntas = juntar_repetidas([item("Sé"), item("Se"), item("Sé", geometria=None)])
    assert len(juntas.unidades) == 1
    assert len(juntas.repetidas) == 2
    assert juntas.unidades[0].pecas == 1


def test_a_later_row_gives_the_outline_that_the_first_lacks() -> None:
    juntas = juntar_repetidas([item("Sé", geometria=None, motivo="x"), item("Sé")])
    assert juntas.unidades[0].geometria is not None
    assert juntas.unidades[0].motivo is None
    assert juntas.unidades[0].pecas > 1


def test_a_piece_that_was_refused_says_so() -> None:
    juntas = juntar_repetidas([item("Sé"), item("Sé", geometria=None, motivo="pequena")])
    assert [motivo for _, motivo in juntas.recusadas] == ["pequena"]
