from __future__ import annotations

import json
from typing import Any

import pytest

from app.settings.recursos import Recursos
from core.base.taxonomia.loading import (
    ARQUIVO_DICIONARIO,
    ARQUIVO_ORGAOS,
    ARQUIVO_TAXONOMIA,
    Categorizacao,
)
from core.base.taxonomia.taxonomy import (
    TaxonomyError,
    carregar_responsaveis,
    carregar_taxonomia,
    carregar_termos,
)

# taxonomia.md, section 6.
MVP = [
    ("1.1", "Abastecimento de água", 1, 95),
    ("1.2", "Esgotamento sanitário", 1, 85),
    ("1.3", "Energia elétrica", 1, 80),
    ("3.1", "Vias e pavimentação", 3, 85),
    ("3.2", "Calçadas e acessibilidade física", 3, 80),
    ("3.3", "Coleta de resíduos e limpeza urbana", 3, 82),
    ("3.4", "Iluminação pública", 3, 78),
    ("3.9", "Praças, parques e espaços públicos", 3, 60),
]


def test_the_eight_categories_of_the_main_screen(shipped: Categorizacao) -> None:
    assert [
        (one.id, one.nome, one.nivel_precedencia, one.score_horizontal)
        for one in shipped.taxonomy.categorias_mvp()
    ] == MVP


def test_all_five_levels_have_categories_and_their_weight(shipped: Categorizacao) -> None:
    taxonomy = shipped.taxonomy
    assert {one.nivel_precedencia for one in taxonomy.categorias()} == {1, 2, 3, 4, 5}
    assert [taxonomy.peso_nacional(level) for level in range(1, 6)] == [100, 80, 60, 40, 20]
    risk = taxonomy.categoria("1.4")
    assert risk is not None
    assert (risk.nome, risk.score_horizontal) == ("Habitação em risco", 60)


def test_every_category_has_subcategories_with_a_formal_description(shipped: Categorizacao) -> None:
    for one in shipped.taxonomy.categorias():
        assert one.descricao.endswith(".")
        assert one.subcategorias
        assert all(sub.descricao.endswith(".") for sub in one.subcategorias)


def test_every_category_has_bodies_at_three_levels(
    recursos: Recursos, shipped: Categorizacao
) -> None:
    bodies = carregar_responsaveis(recursos.read_bytes(ARQUIVO_ORGAOS), shipped.taxonomy)
    assert set(bodies) == {one.id for one in shipped.taxonomy.categorias()}
    assert bodies["1.3"]["federal"].orgao.startswith("ANEEL")
    assert all(set(one) == {"municipal", "estadual", "federal"} for one in bodies.values())


def test_lookups_say_none_for_what_never_was(shipped: Categorizacao) -> None:
    assert shipped.taxonomy.categoria("9.9") is None
    assert shipped.taxonomy.subcategoria("1.1.99") is None
    assert not shipped.taxonomy.is_active("9.9")
    assert shipped.taxonomy.is_active("1.1")
    assert shipped.taxonomy.is_active("1.1.1")


def _taxonomy(recursos: Recursos) -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads(recursos.read_bytes(ARQUIVO_TAXONOMIA))
    return loaded


def test_a_retired_category_keeps_its_name_and_is_given_no_more(recursos: Recursos) -> None:
    raw = _taxonomy(recursos)
    raw["categorias"][0]["situacao"] = "retirada"
    taxonomy = carregar_taxonomia(json.dumps(raw).encode())
    kept = taxonomy.categoria("1.1")
    assert kept is not None
    assert kept.nome == "Abastecimento de água"
    assert not taxonomy.is_active("1.1")
    assert not taxonomy.is_active("1.1.1")
    assert "1.1" not in {one.id for one in taxonomy.categorias()}
    assert "1.1" in {one.id for one in taxonomy.categorias(so_ativas=False)}


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda raw: raw["categorias"][1].update(id="1.1"), "not N.M.K of 1.1"),
        (lambda raw: raw["categorias"].append(raw["categorias"][0]), "1.1: twice"),
        (lambda raw: raw["categorias"][0].update(id="2.1"), "not N.M of its level"),
        (lambda raw: raw["categorias"][0].update(score_horizontal=0), "score 0"),
        (lambda raw: raw["categorias"][0].update(score_horizontal=101), "score 101"),
        (lambda raw: raw["categorias"][0].update(nome=" "), "no name"),
        (lambda raw: raw["categorias"][0].update(situacao="velha"), "velha"),
        (lambda raw: raw["categorias"][0].update(extra=1), "extra"),
        (lambda raw: raw["niveis"].pop(), "levels"),
        (lambda raw: raw.update(formato=2), "format"),
    ],
)
def test_a_broken_rule_is_named(recursos: Recursos, change: Any, message: str) -> None:
    raw = _taxonomy(recursos)
    change(raw)
    with pytest.raises(TaxonomyError, match=message):
        carregar_taxonomia(json.dumps(raw).encode())


@pytest.mark.parametrize("data", [b"", b"{}", b"[1]", b"\xff", b"[" * 100_000])
def test_other_bytes_are_no_taxonomy(data: bytes) -> None:
    with pytest.raises(TaxonomyError):
        carregar_taxonomia(data)


def test_bodies_and_terms_of_another_taxonomy_are_refused(
    recursos: Recursos, shipped: Categorizacao
) -> None:
    bodies = json.loads(recursos.read_bytes(ARQUIVO_ORGAOS))
    bodies["versao_taxonomia"] = "outra"
    with pytest.raises(TaxonomyError, match="outra"):
        carregar_responsaveis(json.dumps(bodies).encode(), shipped.taxonomy)
    bodies["versao_taxonomia"] = shipped.taxonomy.versao
    del bodies["responsaveis"]["1.1"]
    with pytest.raises(TaxonomyError, match=r"1\.1"):
        carregar_responsaveis(json.dumps(bodies).encode(), shipped.taxonomy)
    terms = json.loads(recursos.read_bytes(ARQUIVO_DICIONARIO))
    terms["termos"]["1.1.99"] = ["x"]
    with pytest.raises(TaxonomyError, match=r"1\.1\.99"):
        carregar_termos(json.dumps(terms).encode(), shipped.taxonomy)
