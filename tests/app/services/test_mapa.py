"""The map's numbers: symbols sum to the list, the list to what the filter passes."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from app.services.mapa import MapaService
from app.services.mapa_vistas import MAX_SIMBOLOS, FiltroDoMapa, Vista
from core.base.territorio.distancia import BRASIL, Caixa
from core.base.territorio.resolvedor import Resolvedor
from core.base.territorio.unidade import Territorio
from core.colonies.d7_transparencia.queries import mapa as mapas
from core.colonies.d7_transparencia.queries.demandas import FiltroDemandas, list_demands
from core.colonies.d7_transparencia.rules.prazos import Agora
from core.colonies.d7_transparencia.rules.situacao import ABERTAS, SITUACOES
from tests.core.colonies.d7_transparencia import conftest as e
from tests.core.colonies.d7_transparencia.conftest import Vitrine
from tests.support.mapa import map_service, office_of_the_map, place
from tests.support.office import Office, demanda, unidade
from tests.support.territorio import AT_SEA, BAIRRO, IN_QUARTER, SMALL

HERE = Caixa(-24.0, -47.0, -23.0, -46.0)
CLOSE = Vista(HERE, 12)
EVERYTHING = Vista(BRASIL, 4)


@pytest.fixture
def vitrine(sqlite_office: Office) -> Vitrine:
    return office_of_the_map(sqlite_office)


@pytest.fixture
def territorio() -> list[Territorio]:
    return [SMALL]


@pytest.fixture
def mapa(vitrine: Vitrine, territorio: list[Territorio], tmp_path: Path) -> MapaService:
    return map_service(vitrine, tmp_path, lambda: Resolvedor(territorio[0]))


def test_symbols_and_list_have_the_same_demands(vitrine: Vitrine, mapa: MapaService) -> None:
    for n in range(1, 6):
        place(vitrine, n, -23.95, -46.95 + 0.00001 * n)
    place(vitrine, 6, -23.2, -46.2)
    vitrine.publicar(e.concluida(5))
    vitrine.publicar(
        e.recebida(7, localizacao_bruta=None), e.normalizada(7, coordenadas_validadas=None)
    )
    seen, listed = mapa.visao(CLOSE, FiltroDoMapa()), mapa.na_tela(CLOSE, FiltroDoMapa())
    assert seen.total == listed.total == len(listed.linhas) == 5
    assert (listed.sem_localizacao, len(seen.grupos), len(seen.simbolos)) == (1, 1, 1)
    (group,), (alone,) = seen.grupos, seen.simbolos
    assert (group.total, group.por_situacao, group.nivel) == (4, (("aguardando_vaga", 4),), 3)
    assert group.caixa.sul < group.lat < group.caixa.norte
    assert (alone.demanda_id, alone.forma, alone.categoria) == (
        demanda(6),
        "○",
        "Vias e pavimentação",
    )
    done = FiltroDoMapa(("concluida",))
    assert [one.forma for one in mapa.visao(CLOSE, done).simbolos] == ["●"]
    assert mapa.na_tela(CLOSE, done).total == 1
    assert mapa.na_tela(CLOSE, FiltroDoMapa(), limite=2).total == 5


def test_a_text_that_is_held_back_is_nowhere(vitrine: Vitrine, mapa: MapaService) -> None:
    place(vitrine, 1, -23.95, -46.95)
    vitrine.publicar(e.decidida("texto", demanda(1), "bloqueado"))
    (one,) = mapa.visao(CLOSE, FiltroDoMapa()).simbolos
    assert (one.titulo, one.forma) == (None, "⊘")
    assert mapa.demanda(demanda(1)) == one
    assert mapa.demanda(demanda(2)) is None


def test_never_more_symbols_than_a_view_bears(vitrine: Vitrine, mapa: MapaService) -> None:
    side = 30
    for n in range(side * side):
        place(vitrine, n + 1, -23.99 + 0.033 * (n // side), -46.99 + 0.033 * (n % side))
    for zoom in (6, 10, 14, 19):
        seen = mapa.visao(Vista(HERE, zoom), FiltroDoMapa())
        assert seen.total == side * side
        assert len(seen.simbolos) + len(seen.grupos) <= MAX_SIMBOLOS
    assert mapa.visao(EVERYTHING, FiltroDoMapa()).total == side * side


def test_a_cell_stays_where_it_is_when_the_window_moves(
    vitrine: Vitrine, mapa: MapaService
) -> None:
    for n in range(1, 4):
        place(vitrine, n, -23.95, -46.95)
    moved = Vista(Caixa(-24.1, -47.1, -23.1, -46.1), 12)
    assert mapa.visao(CLOSE, FiltroDoMapa()) == mapa.visao(moved, FiltroDoMapa())


def test_filters(vitrine: Vitrine, mapa: MapaService) -> None:
    place(vitrine, 1, -23.95, -46.95)
    vitrine.publicar(*e.pronta(2, 2, categoria="1.2"))

    def count(**more: object) -> int:
        return mapa.na_tela(CLOSE, FiltroDoMapa(**more)).total  # type: ignore[arg-type] # a test

    assert (count(), count(categoria="1.2"), count(nivel=3)) == (2, 1, 1)
    assert (count(unidade=unidade(2)), count(unidade=unidade(2), so_esta=True)) == (1, 1)
    today = date(2026, 5, 28)
    assert (count(de=today, ate=today), count(ate=date(2026, 5, 1))) == (2, 0)
    assert FiltroDoMapa(nivel=1).is_restricting
    assert not FiltroDoMapa().is_restricting


def test_what_can_be_filtered_by(vitrine: Vitrine, mapa: MapaService) -> None:
    assert mapa.opcoes().unidades == ()
    vitrine.publicar(*e.pronta(1), e.georreferenciada(1, unidade_civica_id=BAIRRO))
    found = mapa.opcoes()
    assert len(found.situacoes) == 11
    assert ("3.1", "Vias e pavimentação") in found.categorias
    assert [name for _id, name in found.unidades] == [
        "Brasil",
        "Jardim São João · São Paulo",
        "Sudeste · Brasil",
        "São Paulo · Sudeste",
        "São Paulo · São Paulo",
    ]


def test_where_the_map_opens(vitrine: Vitrine, mapa: MapaService) -> None:
    assert mapa.caixa_inicial() == HERE
    assert mapa.caixa_da_unidade(BAIRRO) == Caixa(-24.0, -47.0, -23.9, -46.9)
    assert mapa.caixa_da_unidade("outra") is None
    around = mapa.caixa_do_ponto(-23.5, -46.5)
    assert around.sul < -23.5 < around.norte


def test_where_a_point_lies(mapa: MapaService, territorio: list[Territorio]) -> None:
    found = mapa.onde(*IN_QUARTER)
    assert (found.unidade_civica_id, found.frase) == (
        BAIRRO,
        "Jardim São João · São Paulo",
    )
    assert mapa.onde(*AT_SEA).frase == "Fora de todas as unidades conhecidas"
    territorio.clear()
    assert mapa.onde(*IN_QUARTER) == found


def test_the_list_of_all_demands_has_the_same_numbers(vitrine: Vitrine, mapa: MapaService) -> None:
    for n in range(1, 8):
        place(vitrine, n, -23.95 + 0.1 * n, -46.95, "1.2" if n % 2 else "3.1")
    vitrine.publicar(e.concluida(2), e.retirada(3))
    now = Agora(vitrine.office.clock.now_ms(), ZoneInfo("America/Sao_Paulo"))
    box = mapas.Caixa(HERE.sul, HERE.oeste, HERE.norte, HERE.leste)
    for states, category in ((("concluida",), None), (ABERTAS, "1.2"), (tuple(SITUACOES), None)):
        wanted = FiltroDemandas(situacoes=states, categoria=category, caixa=box)
        with mapa._leitor.ler() as read:
            listed = list(list_demands(*read, wanted, now))
        chosen = FiltroDoMapa(situacoes=states, categoria=category)
        assert mapa.na_tela(CLOSE, chosen).total == len(listed) == mapa.visao(CLOSE, chosen).total
