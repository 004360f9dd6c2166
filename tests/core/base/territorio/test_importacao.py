from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from core.base.territorio import importacao
from core.base.territorio.importacao import Leitura, ler_territorio
from core.base.territorio.indice import gravar_indice
from core.base.territorio.mapeamento import Mapeamento
from core.base.territorio.resolvedor import Resolvedor
from core.base.territorio.resumo import Contagem, motivos
from core.base.territorio.unidade import unidade_id
from core.kernel.errors import UserFacingError
from tests.core.base.territorio.cartas import (
    DEMONSTRACAO,
    SIRGAS,
    abrir_sqlite,
    anel,
    bairro,
    colecao,
    escrever,
    feicao,
    geopackage,
    municipio,
    quadrado,
    shapefile_zip,
)

SP = municipio("3550308", "São Paulo", quadrado(-47, -24, 1))
SP_ID = unidade_id("ibge", 4, "3550308", None, "")


def ler(pasta: Path, *feicoes: Any, **mais: Any) -> Leitura:
    return ler_territorio([escrever(pasta, "a.geojson", colecao(*feicoes))], **mais)


def nomes(leitura: Leitura, lat: float, lng: float) -> list[str]:
    return [u.nome for u in Resolvedor(leitura.territorio).resolver(lat, lng).cadeia]


def contagem(leitura: Leitura, nivel: int, fonte: str) -> Contagem:
    return next(c for c in leitura.resumo.contagens if (c.nivel, c.fonte) == (nivel, fonte))


def test_a_municipality_alone_reaches_the_national_unit(tmp_path: Path) -> None:
    leitura = ler(tmp_path, SP)
    assert nomes(leitura, -23.5, -46.5) == ["São Paulo", "São Paulo", "Sudeste", "Brasil"]
    assert contagem(leitura, 7, "ibge").derivadas == 1
    assert contagem(leitura, 4, "ibge").com_geometria == 1


def test_the_same_files_give_the_same_bytes_and_identifiers(tmp_path: Path) -> None:
    um, dois = (
        ler(tmp_path, SP, bairro("Sé", quadrado(-46.7, -23.6))),
        ler_territorio([tmp_path / "a.geojson"]),
    )
    assert gravar_indice(um.territorio) == gravar_indice(dois.territorio)
    assert um.resumo.versao_fronteira == dois.resumo.versao_fronteira


@pytest.mark.parametrize("formato", ["a.geojson", "a.geojson.gz", "a.zip", "a.gpkg"])
def test_every_format_gives_the_same_territory(tmp_path: Path, formato: str) -> None:
    caminho = tmp_path / formato
    if formato == "a.zip":
        linha = {"CD_MUN": "3550308", "NM_MUN": "São Paulo"}
        shapefile_zip(caminho, [(linha, [anel(-47, -24, 1)[::-1]])])
    elif formato == "a.gpkg":
        dados = [("3550308", "São Paulo", quadrado(-47, -24, 1))]
        geopackage(caminho, dados, srs=("EPSG", 4674, SIRGAS))
    else:
        escrever(tmp_path, formato, colecao(SP))
    leitura = ler_territorio([caminho], abrir_sql=abrir_sqlite)
    assert nomes(leitura, -23.5, -46.5)[0] == "São Paulo"
    assert {u.unidade_civica_id for u in leitura.territorio.unidades if u.nivel == 4} == {SP_ID}


def test_neighbourhoods_find_their_city_by_code_in_any_order(tmp_path: Path) -> None:
    leitura = ler_territorio(
        [
            escrever(tmp_path, "b.geojson", colecao(bairro("Sé", quadrado(-46.7, -23.6), "78"))),
            escrever(tmp_path, "m.geojson", colecao(SP)),
        ]
    )
    assert nomes(leitura, -23.55, -46.65)[:2] == ["Sé", "São Paulo"]
    sem_cidade = ler(tmp_path, bairro("Sé", quadrado(-46.7, -23.6), "78"))
    (se,) = [u for u in sem_cidade.territorio.unidades if u.nivel == 2]
    assert se.parent_id == SP_ID
    assert nomes(sem_cidade, -23.55, -46.65) == ["Sé"]


def test_a_city_layer_without_codes_finds_its_city_on_the_map(tmp_path: Path) -> None:
    conhecido = gravar_indice(ler(tmp_path, SP).territorio)
    leitura = ler(
        tmp_path,
        feicao(quadrado(-46.7, -23.6), BAIRRO="Sé"),
        feicao(quadrado(-60, -3), BAIRRO="Longe"),
        conhecido=conhecido,
    )
    (se,) = [u for u in leitura.territorio.unidades if u.nivel == 2]
    assert (se.fonte, se.municipio, se.parent_id) == ("municipio:3550308", "3550308", SP_ID)
    assert motivos(leitura.resumo.recusas) == {"territorio.recusa.sem_municipio": 1}
    # The same with the city in the same run.
    juntos = ler_territorio([escrever(tmp_path, "m.geojson", colecao(SP)), tmp_path / "a.geojson"])
    assert nomes(juntos, -23.55, -46.65)[:2] == ["Sé", "São Paulo"]


def test_refused_outlines_leave_the_hierarchy_row(tmp_path: Path) -> None:
    gravata = {"type": "Polygon", "coordinates": [
        [[-46, -23], [-45.9, -22.9], [-45.9, -23], [-46, -22.9], [-46, -23]]
    ]}  # fmt: skip
    leitura = ler(
        tmp_path,
        municipio("3550308", "São Paulo", gravata),
        municipio("3548500", "Santos", None),
        municipio("3548708", "São Bernardo", quadrado(-46, -23, 0.00005)),
        municipio("3547809", "Santo André", quadrado(-46, -23)),
    )
    assert {u.nome for u in leitura.territorio.unidades if u.nivel == 4} == {
        "São Paulo",
        "Santos",
        "São Bernardo",
        "Santo André",
    }
    cidades = contagem(leitura, 4, "ibge")
    assert (cidades.lidas, cidades.com_geometria, cidades.sem_geometria) == (4, 1, 3)
    assert motivos(leitura.resumo.recusas) == {
        "territorio.recusa.area_pequena": 1,
        "territorio.recusa.reparo_muda_area": 1,
        "territorio.recusa.sem_geometria": 1,
    }
    assert all(o.unidade_mantida for o in leitura.resumo.recusas)


def test_features_that_name_nothing_are_refused_by_place(tmp_path: Path) -> None:
    leitura = ler(
        tmp_path,
        SP,
        municipio("3548500", "", quadrado(-46, -23)),
        municipio("", "Sem código", quadrado(-46, -23)),
        municipio("4300001", "LAGOA MIRIM", quadrado(-53, -33)),
        municipio("3550308", "Outro nome", quadrado(-46, -23)),
        "lixo",
    )
    assert [(o.ordem, o.motivo.rpartition(".")[2]) for o in leitura.resumo.recusas] == [
        (3, "sem_codigo"),
        (4, "corpo_de_agua"),
        (6, "feicao_ilegivel"),
        (5, "codigo_repetido"),
    ]
    assert not any(o.unidade_mantida for o in leitura.resumo.recusas)


def test_every_feature_is_accounted_for_once(tmp_path: Path) -> None:
    leitura = ler(
        tmp_path,
        bairro("Sé", quadrado(-46.7, -23.6), "1"),
        bairro("SÉ", quadrado(-46.6, -23.6), "1"),
        bairro("Sé", quadrado(-46.7, -23.6), "1"),
        bairro("Luz", None, "2"),
        bairro("Penha", quadrado(-46.4, -23.6), "XX"),
        bairro("Mooca", quadrado(-46.3, -23.6), "XX"),
        bairro("", quadrado(-46.3, -23.6), "9"),
    )
    bairros = contagem(leitura, 2, "municipio:3550308")
    assert bairros.lidas == 7
    partes = ("com_geometria", "sem_geometria", "unidas", "repetidas", "recusadas")
    assert [getattr(bairros, parte) for parte in partes] == [3, 1, 1, 1, 1]
    assert leitura.resumo.arquivos[0].avisos == ["territorio.aviso.codigos_repetidos"]
    assert {u.nome: u.codigo for u in leitura.territorio.unidades if u.nivel == 2} == {
        "Sé": "1",
        "Luz": "2",
        "Penha": None,
        "Mooca": None,
    }
    resolvedor = Resolvedor(leitura.territorio)
    for lng in (-46.65, -46.55):
        unidade = resolvedor.resolver(-23.55, lng).unidade
        assert unidade is not None
        assert unidade.nome == "Sé"


def test_the_second_file_with_a_unit_repeats_it(tmp_path: Path) -> None:
    um = escrever(tmp_path, "1.geojson", colecao(SP))
    leitura = ler_territorio([um, escrever(tmp_path, "2.geojson", colecao(SP))])
    assert contagem(leitura, 4, "ibge").repetidas == 1


def test_a_repair_is_told_with_its_areas(tmp_path: Path) -> None:
    espinho = {"type": "Polygon", "coordinates": [
        [[-46, -23], [-45.9, -23], [-45.9, -22.9], [-45.95, -22.9], [-45.95, -22.8],
         [-45.95, -22.9], [-46, -22.9], [-46, -23]]
    ]}  # fmt: skip
    (reparo,) = ler(tmp_path, municipio("3550308", "São Paulo", espinho)).resumo.reparos
    assert (reparo.nome, reparo.arquivo, reparo.ordem) == ("São Paulo", "a.geojson", 1)
    assert reparo.antes_m2 == reparo.depois_m2
    assert reparo.unidade_mantida


def trocado(geometria: dict[str, Any]) -> dict[str, Any]:
    aneis = [[[y, x] for x, y in anel] for anel in geometria["coordinates"]]
    return {"type": "Polygon", "coordinates": aneis}


def test_exchanged_axes_are_one_mistake_with_one_way_out(tmp_path: Path) -> None:
    errado = municipio("3550308", "São Paulo", trocado(quadrado(-47, -24, 1)))
    with pytest.raises(UserFacingError, match=r"territorio\.lat_lng_trocadas"):
        ler(tmp_path, errado)
    assert nomes(ler(tmp_path, errado, trocar_eixos=True), -23.5, -46.5)[0] == "São Paulo"
    um_so = ler(tmp_path, errado, municipio("3548500", "Santos", quadrado(-46.4, -24)))
    assert motivos(um_so.resumo.recusas) == {"territorio.recusa.lat_lng_trocadas": 1}


def test_metres_without_a_word_about_them_are_refused(tmp_path: Path) -> None:
    with pytest.raises(UserFacingError, match=r"territorio\.coordenadas_projetadas"):
        ler(tmp_path, municipio("3550308", "São Paulo", quadrado(333_000, 7_394_000, 900)))


def test_unknown_columns_are_listed_and_can_be_mapped(tmp_path: Path) -> None:
    linha = feicao(quadrado(-46.7, -23.6), Denominacao="Sé", Num=7)
    with pytest.raises(UserFacingError) as fault:
        ler(tmp_path, linha)
    assert fault.value.code == "territorio.propriedades_desconhecidas"
    assert fault.value.params == {"arquivo": "a.geojson", "colunas": "Denominacao, Num"}
    mapa = Mapeamento(campo_nome="denominacao", campo_codigo="num", nivel=3, municipio="3550308")
    (unidade, *_) = ler(tmp_path, linha, mapeamento=mapa).territorio.unidades
    assert (unidade.nome, unidade.nivel, unidade.codigo) == ("Sé", 3, "7")


def test_files_with_nothing_or_too_much(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(UserFacingError, match=r"territorio\.nenhuma_feicao"):
        ler(tmp_path)
    monkeypatch.setattr(importacao, "MAX_FEICOES", 1)
    with pytest.raises(UserFacingError, match=r"territorio\.feicoes_demais"):
        ler(tmp_path, SP, SP)


def test_progress_is_told(tmp_path: Path) -> None:
    passos: list[tuple[str, int]] = []
    muitas = [bairro(f"B{n}", quadrado(-46.7, -23.6)) for n in range(1_001)]
    ler(tmp_path, *muitas, progresso=lambda arquivo, n: passos.append((arquivo, n)))
    assert passos == [("a.geojson", 500), ("a.geojson", 1_000)]


def test_the_demonstration_has_what_it_says() -> None:
    leitura = ler_territorio([DEMONSTRACAO])
    assert not leitura.resumo.recusas
    assert not leitura.resumo.reparos
    assert {c.nivel: c.com_geometria for c in leitura.resumo.contagens} == {
        7: 1, 6: 1, 5: 1, 4: 3, 2: 16,
    }  # fmt: skip
    assert {u.fonte for u in leitura.territorio.unidades} == {"demonstracao"}
    acima = ["Estado das Marés", "Região das Ilhas", "Território de Demonstração"]
    assert nomes(leitura, -20.594, -36.941) == ["Centro", "Porto Formigueiro", *acima]
    assert nomes(leitura, -20.597, -36.945) == ["Porto Formigueiro", *acima]  # the lagoon
    assert nomes(leitura, -20.58, -36.844) == ["Mirante", "Serra das Saúvas", *acima]
    assert nomes(leitura, -20.6, -36.9) == ["Porto Formigueiro", *acima]
    assert nomes(leitura, -20.564, -36.764)[:2] == ["Vila dos Pescadores", "Ilha do Içá"]
    assert nomes(leitura, -20.3, -36.5) == []
