"""The classifier's service: answers with reasons, training from decisions, measuring."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.bootstrap.categorias import CategoriasDoEscritorio
from app.services.categorias import CategoriasService
from app.services.leitura import BancoLeitor
from app.settings.lugares import Lugar
from app.settings.recursos import Recursos
from core.colonies.d3_categorizacao.colony import d3_colony
from core.kernel.errors import UserFacingError
from tests.core.colonies.d3_categorizacao.conftest import SOURCE, Desk
from tests.support.office import Office


@pytest.fixture
def models(tmp_path: Path) -> CategoriasDoEscritorio:
    return CategoriasDoEscritorio(Recursos(), Lugar(tmp_path / "d", None, tmp_path / "c"))


@pytest.fixture
def desk(sqlite_office: Office, models: CategoriasDoEscritorio) -> Desk:
    sqlite_office.colonies = (SOURCE, d3_colony(models))
    return Desk(sqlite_office, models())


@pytest.fixture
def service(desk: Desk, models: CategoriasDoEscritorio) -> CategoriasService:
    return CategoriasService(models, BancoLeitor(desk.office.database))


def test_an_answer_says_what_and_why(service: CategoriasService) -> None:
    found = service.classificar("tem um buraco na rua")
    assert (found.categoria_id, found.nome, found.metodo) == (
        "3.1",
        "Vias e pavimentação",
        "automatico",
    )
    assert "buraco" in {term.palavra for term in found.termos}
    assert found.versao_taxonomia == service.taxonomia().versao
    nothing = service.classificar("")
    assert (nothing.categoria_id, nothing.nome, nothing.metodo) == (None, None, "revisao_pendente")


def test_decisions_teach_a_new_model_that_decides_from_then_on(
    desk: Desk, service: CategoriasService, models: CategoriasDoEscritorio
) -> None:
    for n, text in enumerate(["o zorbinho parou", "zorbinho queimado", "cadê o zorbinho"], 1):
        desk.pronta(n, text)
        desk.decidir(n, "3.4")
    before = desk.office.dump()
    done = service.treinar()
    assert (done.correcoes, done.certas_depois, done.em_uso) == (3, 3, True)
    assert done.certas_antes < 3
    assert service.modelos() == (done.versao, (done.versao,))
    assert service.classificar("zorbinho").categoria_id == "3.4"
    desk.engine.aguardar_ocioso()
    assert desk.office.dump() == before
    desk.pronta(9, "zorbinho")
    outcome = [event for event in desk.office.events() if event.origem == "D-3"][-1]
    assert outcome.payload["versao_classificador"] == done.versao
    desk.check()
    again = service.treinar(usar=False)
    assert (again.versao, again.base) == (done.versao, done.base)
    assert service.usar(None) == done.base


def test_nothing_decided_nothing_learnt(
    service: CategoriasService, models: CategoriasDoEscritorio
) -> None:
    for ask in (service.treinar, service.avaliar_decisoes, CategoriasService(models).treinar):
        with pytest.raises(UserFacingError, match=r"categoria\.sem_correcoes"):
            ask()
    assert models.versoes() == ()


def test_decisions_measure_the_model(desk: Desk, service: CategoriasService) -> None:
    desk.pronta(1, "poste sem luz na esquina")
    desk.decidir(1, "3.4")
    desk.pronta(2, "oi")
    desk.decidir(2, "1.1")
    found = service.avaliar_decisoes()
    assert (found.origem, found.textos, found.fora, found.acuracia) == ("decisoes", 2, 0, 0.5)
    assert found.macro_f1 == 0.5
    assert [(one.limiar, one.respostas, one.precisao) for one in found.limiares] == [
        (0.85, 0, None),
        (0.70, 0, None),
    ]


@pytest.mark.parametrize(
    "data",
    [
        "texto,categoria_id\nburaco na rua,3.1\nfalta água na rua,3.1\nx,outra\n".encode(),
        "\ufefftexto;categoria_id;obs\r\nburaco na rua;3.1;a\r\nfalta água na rua;3.1;\r\nx;outra;\r\n".encode(),
        "categoria_id;texto\n3.1;buraco na rua\n3.1;falta água na rua\noutra;x\n".encode("cp1252"),
    ],
    ids=["virgula", "excel", "windows"],
)
def test_a_table_measures_the_model(service: CategoriasService, data: bytes) -> None:
    found = service.avaliar_tabela("t.csv", data)
    assert (found.textos, found.fora, found.acuracia) == (2, 1, 0.5)
    assert found.limiares[0].respostas == 2
    assert found.limiares[0].precisao == 0.5


@pytest.mark.parametrize("data", [b"", b"a;b\n1;2\n", b"\x00\xff"])
def test_another_table_is_refused(service: CategoriasService, data: bytes) -> None:
    with pytest.raises(UserFacingError, match=r"categoria\.tabela_invalida"):
        service.avaliar_tabela("t.csv", data)
