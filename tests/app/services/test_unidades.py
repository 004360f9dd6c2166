"""A unit by what a person types."""

from __future__ import annotations

import pytest

from app.services.leitura import BancoLeitor
from app.services.unidades import (
    UnidadesService,
    encontrar_unidade,
    identificar_unidade,
    nome_da_unidade,
    place_name,
)
from core.colonies.d7_transparencia.colony import TRANSPARENCIA
from core.colonies.geo_territorio.colony import TERRITORIO
from core.kernel.errors import UserFacingError
from tests.support.office import TEST_NO, Office
from tests.support.territorio import (
    BAIRRO,
    CIDADE,
    ESTADO,
    SMALL,
    MemoryStore,
    import_into,
)


@pytest.fixture
def leitor(sqlite_office: Office) -> BancoLeitor:
    store = MemoryStore()
    sqlite_office.colonies = (TERRITORIO, TRANSPARENCIA)
    sqlite_office.attachments = store
    engine = sqlite_office.engine()
    import_into(engine.executar, store, SMALL)
    engine.aguardar_ocioso()
    return BancoLeitor(sqlite_office.database)


def find(leitor: BancoLeitor, text: str) -> str:
    with leitor.ler() as leitura:
        return encontrar_unidade(leitura, text).unidade_civica_id


def refused(leitor: BancoLeitor, text: str) -> tuple[str, dict[str, object]]:
    with leitor.ler() as leitura, pytest.raises(UserFacingError) as error:
        encontrar_unidade(leitura, text)
    return error.value.code, error.value.params


def test_by_identifier_and_by_name(leitor: BancoLeitor) -> None:
    assert find(leitor, BAIRRO) == BAIRRO
    assert find(leitor, BAIRRO.upper()) == BAIRRO
    with leitor.ler() as leitura:
        name = nome_da_unidade(leitura, BAIRRO)
        assert nome_da_unidade(leitura, BAIRRO[:-1] + "0") is None
    assert name is not None
    assert find(leitor, f"  {name.upper()} ") == BAIRRO


def test_by_the_beginning_of_an_identifier_and_by_code(leitor: BancoLeitor) -> None:
    assert find(leitor, BAIRRO[:8].upper()) == BAIRRO
    assert refused(leitor, BAIRRO[:7])[0] == "unidade.nao_encontrada"
    with leitor.ler() as leitura:
        city = encontrar_unidade(leitura, CIDADE)
    assert city.codigo is not None
    assert find(leitor, city.codigo) == CIDADE
    assert place_name(city).endswith(city.nome)
    # A whole identifier is judged by whoever is asked with it.
    assert identificar_unidade(leitor, "F" * 8 + "-ffff-4fff-8fff-ffffffffffff").startswith("ffff")
    assert identificar_unidade(leitor, "jardim") == BAIRRO


def test_what_names_nothing_is_told(leitor: BancoLeitor) -> None:
    for text in ("Xanadu", "   ", "f" * 36):
        assert refused(leitor, text)[0] == "unidade.nao_encontrada"


def test_a_name_that_many_have_lists_them(leitor: BancoLeitor) -> None:
    code, params = refused(leitor, "são paulo")
    assert code == "unidade.varias"
    assert CIDADE in str(params["unidades"])
    assert ESTADO in str(params["unidades"])
    # Part of one name only: no doubt.
    assert find(leitor, "jardim") == BAIRRO


def test_a_picker_finds_parts_of_names_without_accents(leitor: BancoLeitor) -> None:
    service = UnidadesService(leitor, TEST_NO)
    with leitor.ler() as leitura:
        name = nome_da_unidade(leitura, BAIRRO)
        label = place_name(encontrar_unidade(leitura, BAIRRO))
    assert name is not None
    found = service.procurar(name[:4].lower())
    assert (BAIRRO, label) in found
    assert service.procurar("nenhuma unidade se chama assim") == []


def test_where_nothing_is_ranked_a_picker_starts_empty(leitor: BancoLeitor) -> None:
    service = UnidadesService(leitor, TEST_NO)
    assert (service.procurar(" "), service.maior()) == ([], "")
    assert (service.padrao(), service.atendida()) == ("", "")
