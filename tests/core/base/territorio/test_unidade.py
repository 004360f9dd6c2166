from __future__ import annotations

from uuid import UUID, uuid5

import msgspec

from core.base.territorio.unidade import (
    NAMESPACE_UNIDADE,
    Territorio,
    Unidade,
    juntar,
    unidade_id,
    versao_fronteira,
)


def unidade(chave: str, nome: str = "Centro", **mais: object) -> Unidade:
    base = Unidade(chave, "ibge", 2, None, nome, nome.lower())
    return msgspec.structs.replace(base, **mais)


def test_identifiers_stand_for_ever() -> None:
    assert str(NAMESPACE_UNIDADE) == "bd37aed9-98c7-5c24-8f02-f10762626c90"
    assert (
        uuid5(UUID("6ba7b811-9dad-11d1-80b4-00c04fd430c8"), "civico/unidade/v1")
        == NAMESPACE_UNIDADE
    )
    assert unidade_id("ibge", 4, "3550308", None, "São Paulo") == str(
        uuid5(NAMESPACE_UNIDADE, "ibge|4|3550308")
    )


def test_an_official_code_outlives_a_new_spelling() -> None:
    assert unidade_id("ibge", 4, "2613107", None, "São Caetano") == unidade_id(
        "ibge", 4, "2613107", "x", "São Caitano"
    )


def test_without_code_city_and_folded_name_say_who_it_is() -> None:
    um = unidade_id("municipio:1", 2, None, "1", "ITUCUMÃ")
    assert um == unidade_id("municipio:1", 2, None, "1", "Itucumã")
    assert um != unidade_id("municipio:1", 2, None, "2", "Itucumã")
    assert um != unidade_id("municipio:1", 2, "itucuma", "1", "Itucumã")


def test_a_row_without_outline_takes_no_outline_away() -> None:
    antes = Territorio((unidade("a", area_m2=500),), {"a": b"contorno"})
    depois = juntar(antes, Territorio((unidade("a", "Centro Velho"),)))
    assert [u.nome for u in depois.unidades] == ["Centro Velho"]
    assert [u.area_m2 for u in depois.unidades] == [500]
    assert depois.geometrias == {"a": b"contorno"}


def test_a_new_outline_replaces_the_old_one() -> None:
    antes = Territorio((unidade("a", area_m2=500),), {"a": b"velho"})
    depois = juntar(antes, Territorio((unidade("a", area_m2=700),), {"a": b"novo"}))
    assert [u.area_m2 for u in depois.unidades] == [700]
    assert depois.geometrias == {"a": b"novo"}


def test_the_boundary_version_follows_outlines_and_parents_not_names_nor_order() -> None:
    a, b = unidade("a"), unidade("b")
    versao = versao_fronteira(Territorio((a, b), {"a": b"1"}))
    assert len(versao) == 64
    assert versao == versao_fronteira(Territorio((b, unidade("a", "Outro")), {"a": b"1"}))
    assert versao != versao_fronteira(Territorio((a, b), {"a": b"2"}))
    assert versao != versao_fronteira(Territorio((a, b), {"b": b"1"}))
    assert versao != versao_fronteira(Territorio((a, unidade("b", parent_id="a")), {"a": b"1"}))
