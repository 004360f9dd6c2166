"""The ranking as the command line sees it."""

from __future__ import annotations

import pytest

from app.services.leitura import BancoLeitor
from app.services.ranking import Pagina, RankingService, UnidadeRanqueada
from core.colonies.d4_ranking.colony import RANKING
from core.colonies.d7_transparencia.colony import TRANSPARENCIA
from core.colonies.geo_territorio.colony import TERRITORIO
from core.kernel.errors import UserFacingError
from tests.core.colonies.d4_ranking.conftest import SOURCE, Desk, categorizada, number, retirada
from tests.support.office import Office, demanda
from tests.support.territorio import BAIRRO, CIDADE, SMALL, MemoryStore, import_into


@pytest.fixture
def desk(sqlite_office: Office) -> Desk:
    store = MemoryStore()
    sqlite_office.colonies = (SOURCE, TERRITORIO, RANKING, TRANSPARENCIA)
    sqlite_office.attachments = store
    desk = Desk(sqlite_office)
    import_into(desk.engine.executar, store, SMALL)
    desk.engine.aguardar_ocioso()
    for n in range(1, 6):
        desk.publicar(categorizada(n, score=10 * n, unidade_civica_id=BAIRRO))
    desk.publicar(categorizada(9, unidade_civica_id=CIDADE))
    return desk


@pytest.fixture
def service(desk: Desk) -> RankingService:
    return RankingService(BancoLeitor(desk.office.database))


def shown(page: Pagina) -> list[tuple[int | None, int]]:
    return [(line.posicao.posicao, number(line.posicao.demanda_id)) for line in page.linhas]


def test_pages_follow_each_other_whatever_enters_meanwhile(
    desk: Desk, service: RankingService
) -> None:
    first = service.pagina("jardim são joão", limite=2)
    assert (first.unidade, first.total, first.versao_parametros) == ("Jardim São João", 5, "mvp-v1")
    assert shown(first) == [(1, 5), (2, 4)]
    desk.publicar(categorizada(6, score=99, unidade_civica_id=BAIRRO))
    second = service.pagina(BAIRRO, 2, first.depois)
    # Nothing is shown twice and nothing left out; the positions are those of now.
    assert shown(second) == [(4, 3), (5, 2)]
    last = service.pagina(BAIRRO, 2, second.depois)
    assert (shown(last), last.depois) == ([(6, 1)], None)
    assert shown(service.pagina(BAIRRO, 1)) == [(1, 6)]


def test_the_place_of_one_demand(desk: Desk, service: RankingService) -> None:
    line, unit, total = service.demanda(demanda(4))
    assert (line.posicao.posicao, unit, total) == (2, "Jardim São João", 5)
    assert (line.posicao.peso_nacional, line.posicao.score_horizontal) == (100.0, 40)
    desk.publicar(retirada(4))
    line, _unit, total = service.demanda(demanda(4))
    assert (line.posicao.posicao, line.posicao.is_ativo, total) == (None, False, 4)
    with pytest.raises(UserFacingError) as refused:
        service.demanda(demanda(77))
    assert refused.value.code == "ranking.demanda_sem_pontos"


def test_units_that_have_a_ranking(service: RankingService) -> None:
    assert service.unidades() == [
        UnidadeRanqueada(BAIRRO, "Jardim São João", 5),
        UnidadeRanqueada(CIDADE, "São Paulo", 1),
    ]


@pytest.mark.parametrize("token", ["", "x", "1/2/3", f"um/{demanda(1)}"])
def test_a_page_that_nobody_gave_is_refused(service: RankingService, token: str) -> None:
    with pytest.raises(UserFacingError) as refused:
        service.pagina(BAIRRO, 2, token)
    assert refused.value.code == "ranking.pagina_invalida"


def test_no_page_has_no_rows(service: RankingService) -> None:
    with pytest.raises(UserFacingError) as refused:
        service.pagina(BAIRRO, 0)
    assert refused.value.code == "ranking.limite"
