"""Import, search and resolution as a screen asks for them."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from app.services.leitura import BancoLeitor
from app.services.territorio import TerritorioService
from core.base.territorio.mapeamento import Mapeamento
from core.colonies.d2_georreferenciamento.colony import GEORREFERENCIAMENTO
from core.colonies.geo_territorio.colony import TERRITORIO
from core.colonies.geo_territorio.queries import Filtro
from core.kernel.colony import Colony, Recibo, no_keys
from core.kernel.errors import UserFacingError
from core.kernel.event import NewEvent
from core.kernel.store.foreign_sqlite import open_foreign
from tests.core.base.territorio.cartas import (
    DEMONSTRACAO,
    RAIZ,
    SIRGAS,
    bairro,
    colecao,
    escrever,
    geopackage,
    municipio,
    quadrado,
    shapefile_zip,
)
from tests.support.office import TEST_NO, Office, conselheiro, demanda
from tests.support.territorio import MemoryStore, chave

D1B = Colony(
    id="D-1b", prefixo="d1b", nome="Normalização", publica=("demanda.normalizada",), apply={},
    chaves=no_keys,
)  # fmt: skip
ATOR = {"conta_id": conselheiro(1), "papel": "operador"}
CIDADE = municipio("3550308", "São Paulo", quadrado(-47.0, -24.0, 1.0))


@pytest.fixture
def store() -> MemoryStore:
    return MemoryStore()


@pytest.fixture
def service(sqlite_office: Office, store: MemoryStore) -> Iterator[TerritorioService]:
    sqlite_office.colonies = (D1B, TERRITORIO, GEORREFERENCIAMENTO)
    sqlite_office.attachments = store
    engine = sqlite_office.engine()
    leitor = BancoLeitor(sqlite_office.database)

    def execute(colony_id: str, decide: Any, /) -> Recibo:
        receipt = engine.executar(colony_id, decide).result()
        engine.aguardar_ocioso()
        return receipt

    yield TerritorioService(
        leitor, store, TEST_NO, executar=execute, abrir_sql=open_foreign, ator=ATOR
    )
    leitor.close()


def normalizada(n: int, lat: float, lng: float) -> NewEvent:
    payload = {
        "demanda_id": demanda(n),
        "titulo": "Buraco",
        "descricao_limpa": "Um buraco.",
        "tipo_midia_processada": "texto",
        "coordenadas_validadas": {"lat": lat, "lng": lng},
        "confianca_normalizacao": 1.0,
        "origem_normalizacao": "automatico",
        "conteudo_suspeito": False,
    }
    return NewEvent("demanda.normalizada", payload, sujeito=demanda(n))


def test_files_of_every_kind_are_imported_and_found(
    service: TerritorioService, sqlite_office: Office, tmp_path: Path
) -> None:
    first = escrever(tmp_path, "municipios.geojson.gz", colecao(CIDADE))
    done = service.importar([first])
    assert (done.novas, done.alteradas, done.iguais, done.eventos) == (4, 0, 0, 2)
    # The neighbourhood's city is found by position, in what is here already.
    layer = shapefile_zip(
        tmp_path / "bairros.zip", [({"NOME": "Jardim São João"}, [quadrado(-47, -24)["coordinates"][0]])]
    )  # fmt: skip
    assert service.importar([layer]).novas == 1
    package = geopackage(
        tmp_path / "rio.gpkg",
        [("3304557", "Rio de Janeiro", quadrado(-44, -23))],
        srs=("EPSG", 4674, SIRGAS),
    )
    assert service.importar([str(package)]).novas == 2  # the city and its state
    total, units = service.buscar(Filtro(nome="jardim"))
    assert total == 1
    names = [link.nome for link in service.cadeia(units[0].unidade_civica_id)]
    assert names == ["Jardim São João", "São Paulo", "São Paulo", "Sudeste", "Brasil"]
    assert [u.nome for u in service.filhos(chave(5, "33"))] == ["Rio de Janeiro"]
    assert service.uf("sp") == chave(5, "35")
    assert [(row.nivel, row.unidades) for row in service.resumo()][:2] == [(7, 1), (6, 1)]
    event = next(e for e in sqlite_office.events() if e.tipo == "territorio.importado")
    assert event.ator == ATOR
    assert len(service.importacoes()) == 3


def test_again_is_nothing_and_a_moved_outline_is_one_unit(
    service: TerritorioService, tmp_path: Path
) -> None:
    other = municipio("3548708", "São Bernardo", quadrado(-46.0, -24.0, 0.5))
    path = escrever(tmp_path, "a.geojson", colecao(CIDADE, other))
    assert service.importar([path]).novas == 5
    again = service.importar([path])
    assert (again.novas, again.alteradas, again.iguais, again.eventos) == (0, 0, 5, 0)
    moved = municipio("3548708", "São Bernardo", quadrado(-46.0, -24.0, 0.6))
    changed = service.importar([escrever(tmp_path, "b.geojson", colecao(CIDADE, moved))])
    assert (changed.novas, changed.alteradas, changed.iguais, changed.eventos) == (0, 1, 4, 1)


def test_unknown_columns_are_named_and_can_be_mapped(
    service: TerritorioService, sqlite_office: Office, tmp_path: Path
) -> None:
    feature = {**CIDADE, "properties": {"rotulo": "Vila", "chave": "9"}}
    path = escrever(tmp_path, "x.geojson", colecao(feature))
    with pytest.raises(UserFacingError) as refused:
        service.importar([path])
    assert refused.value.code == "territorio.propriedades_desconhecidas"
    assert sqlite_office.events() == []
    mapping = Mapeamento(campo_nome="rotulo", nivel=2, campo_codigo="chave", municipio="3550308")
    assert service.importar([path], mapeamento=mapping).novas == 4


def test_progress_is_told(service: TerritorioService, tmp_path: Path) -> None:
    many = [bairro(f"B{n}", quadrado(-46.9, -23.9), str(n)) for n in range(600)]
    told: list[tuple[str, int]] = []
    path = escrever(tmp_path, "b.geojson", colecao(*many))
    service.importar([path], progresso=lambda name, count: told.append((name, count)))
    assert told[0] == ("b.geojson", 500)


def test_a_cancelled_import_changes_nothing(
    service: TerritorioService, sqlite_office: Office, tmp_path: Path
) -> None:
    path = escrever(tmp_path, "a.geojson", colecao(CIDADE))
    with pytest.raises(UserFacingError) as stopped:
        service.importar([path], cancelado=lambda: True)
    assert stopped.value.code == "territorio.leitura_cancelada"
    assert sqlite_office.events() == []


def test_lines_are_answered_one_by_one(service: TerritorioService) -> None:
    service.importar_demonstracao(DEMONSTRACAO)
    inside = service.resolvedor().ponto_de(
        service.buscar(Filtro(nome="mirante"))[1][0].unidade_civica_id
    )
    assert inside is not None
    answers = list(service.resolver_linhas([f"{inside.lat},{inside.lng}", "0,0", "x"]))
    assert [line for line, _ in answers][1:] == ["0,0", "x"]
    first, outside, wrong = (answer for _, answer in answers)
    assert first["nome"] == "Mirante"
    assert [link["nivel"] for link in first["cadeia"]] == [2, 4, 5, 6, 7]
    assert (outside["unidade_civica_id"], outside["cadeia"]) == (None, [])
    assert wrong["erro"] == "coordenada.formato"


def test_the_shipped_territory_twice(service: TerritorioService) -> None:
    done = service.importar_demonstracao(DEMONSTRACAO)
    assert done.novas == 22
    assert service.importar_demonstracao(DEMONSTRACAO).eventos == 0


def test_missing_outlines_are_named_and_the_same_file_mends_them(
    service: TerritorioService, store: MemoryStore, tmp_path: Path
) -> None:
    path = escrever(tmp_path, "a.geojson", colecao(CIDADE))
    service.importar([path])
    (sha256,) = store.held
    store.held.clear()
    with pytest.raises(UserFacingError) as refused:
        service.resolver_linhas([])
    assert refused.value.code == "territorio.anexo_ausente"
    assert refused.value.params == {"anexo": sha256[:12]}
    service.importar([path])
    assert set(store.held) == {sha256}
    assert service.resolvedor().resolver(-23.5, -46.5).unidade is not None


def test_waiting_demands(service: TerritorioService, sqlite_office: Office, tmp_path: Path) -> None:
    engine = sqlite_office.engines[-1]
    engine.publicar("D-1b", normalizada(1, -23.5, -46.5), normalizada(2, -10.0, -60.0))
    engine.aguardar_ocioso()
    assert service.espera().sem_unidade == 2
    service.importar([escrever(tmp_path, "a.geojson", colecao(CIDADE))])
    assert service.espera().sem_unidade == 1
    assert [r.demanda_id for r in service.revisoes()] == [demanda(2)]
    assert service.reavaliar() == 0
    found = service.resolucao(demanda(1))
    assert found is not None
    assert found.unidade_civica_id == chave(4, "3550308")
    whole = bairro("Tudo", quadrado(-47.0, -24.0, 1.0), "1")
    service.importar([escrever(tmp_path, "b.geojson", colecao(whole))])
    assert service.espera().mudariam == 1
    assert [m.nivel_novo for m in service.mudancas()] == [2]


def test_an_unknown_state_and_an_office_opened_for_reading(
    service: TerritorioService, sqlite_office: Office, store: MemoryStore
) -> None:
    with pytest.raises(UserFacingError) as unknown:
        service.uf("ZZ")
    assert unknown.value.code == "territorio.uf_desconhecida"
    leitor = BancoLeitor(sqlite_office.database)
    reading = TerritorioService(leitor, store, TEST_NO)
    with pytest.raises(UserFacingError) as refused:
        reading.reavaliar()
    assert refused.value.code == "motor.so_leitura"
    leitor.close()


def test_the_service_is_known_without_the_libraries_of_maps() -> None:
    code = (
        "import sys, app.services.territorio, app.cli.comandos.territorio\n"
        "print([m for m in ('shapely', 'numpy') if m in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=RAIZ, capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"
