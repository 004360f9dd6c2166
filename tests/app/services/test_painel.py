"""Every number of the panel is that of the list it opens, whatever was hidden or withdrawn."""

from __future__ import annotations

from datetime import date
from zoneinfo import ZoneInfo

import pytest

from app.services.leitura import BancoLeitor
from app.services.painel import (
    DIA_S,
    FAIXAS_DE_DIAS,
    PainelService,
    PainelVisto,
    momento,
    segundas,
    tempo_de,
)
from app.services.situacoes import Situacoes
from app.settings.recursos import Recursos
from core.colonies.d7_transparencia.colony import TRANSPARENCIA
from core.colonies.d7_transparencia.rules.prazos import Agora
from core.kernel.clock import parse_timestamp
from core.kernel.errors import UserFacingError
from tests.core.colonies.d7_transparencia import conftest as e
from tests.core.colonies.d7_transparencia.conftest import SOURCE, Vitrine
from tests.core.colonies.d7_transparencia.test_leituras import territorio
from tests.support.categorias import shipped_files
from tests.support.office import Office, unidade

SP = ZoneInfo("America/Sao_Paulo")
DAY_MS = 86_400_000


@pytest.fixture
def vitrine(sqlite_office: Office) -> Vitrine:
    """Twelve demands in two quarters of a city, in many states; one without a place."""
    sqlite_office.colonies = (SOURCE, TRANSPARENCIA)
    found = Vitrine(sqlite_office)
    found.publicar(territorio())
    for n in range(1, 13):
        found.publicar(*e.pronta(n, 1 + n % 2, categoria="2.1" if n % 3 else "3.1"))
        if n % 2 == 0:
            found.publicar(e.item(n, 1 + n % 2))
    found.publicar(e.georreferenciada(11, 2, "baixa"))
    found.publicar(e.recebida(20, localizacao_bruta=None))
    found.publicar(e.normalizada(20, coordenadas_validadas=None))
    found.office.clock.advance(DAY_MS)
    found.publicar(e.sorteado(2, c=2), e.sorteado(4, c=4), e.iniciada(4, c=4))
    found.publicar(e.sorteado(6, c=6), e.iniciada(6, c=6), e.concluida(6, c=6))
    return found


@pytest.fixture
def service(vitrine: Vitrine) -> PainelService:
    taxonomy = shipped_files().taxonomy
    return PainelService(
        BancoLeitor(vitrine.office.database, keep=0),
        lambda: taxonomy,
        Situacoes(Recursos().states_toml()),
        lambda: Agora(vitrine.office.clock.now_ms(), SP),
    )


def test_a_unit_counts_with_all_below_it_or_alone(service: PainelService) -> None:
    assert service.ver().numeros.total == 13
    assert service.ver(unidade(90)).numeros.total == 12
    assert service.ver(unidade(90), so_esta=True).numeros.total == 0
    here = service.ver(unidade(1))
    assert here.unidade is not None
    assert (here.unidade.nome, here.numeros.total) == ("Jardim das Flores", 6)
    with pytest.raises(UserFacingError, match=r"unidade\.nao_encontrada"):
        service.ver("Vila Nenhuma")


def test_without_unit_and_without_point_are_numbers_of_their_own(service: PainelService) -> None:
    office, city = service.ver(), service.ver(unidade(90))
    assert (office.sem_unidade, office.sem_ponto) == (1, 1)
    assert (city.sem_unidade, city.sem_ponto) == (0, 0)
    assert city.numeros.local_incerto == 1


def test_categories_are_named_and_the_most_frequent_comes_first(service: PainelService) -> None:
    found = service.ver().categorias
    assert [code for code, _name, _count in found] == ["2.1", "3.1", ""]
    assert found[1][1] == "Vias e pavimentação"
    assert found[2][1:] == ("sem categoria ainda", 1)
    assert sum(count for *_, count in found) == service.ver().numeros.abertas


def test_times_and_weeks_are_told_of_who_acted(vitrine: Vitrine, service: PainelService) -> None:
    found = service.ver()
    assert found.inicio.total == len(
        vitrine.office.rows("SELECT 1 FROM d7_demanda_snapshots WHERE inicio_s IS NOT NULL")
    )
    assert found.conclusao.total == found.numeros.por_situacao["concluida"] == 1
    assert len(found.semanas) == 12
    assert sum(week.recebidas for week in found.semanas) == 13
    assert sum(week.concluidas for week in found.semanas) == 1
    assert all(week.inicio.weekday() == 0 for week in found.semanas)


def test_median_and_ninth_tenth_are_values_that_occurred() -> None:
    days = [DIA_S * n for n in range(1, 11)]
    found = tempo_de(days)
    assert (found.total, found.mediana_s, found.p90_s) == (10, DIA_S * 11 // 2, DIA_S * 9)
    assert tempo_de([7]) == type(found)(1, 7, 7, (1, *[0] * len(FAIXAS_DE_DIAS)))
    assert tempo_de([]).mediana_s is tempo_de([]).p90_s is None
    assert sum(found.por_faixa) == 10
    assert found.por_faixa[:4] == (1, 2, 4, 3)
    assert tempo_de([DIA_S * 1_000]).por_faixa[-1] == 1


def test_weeks_begin_on_monday_at_midnight_of_the_office() -> None:
    # Monday 02:30 UTC is still Sunday evening in São Paulo.
    now = Agora(parse_timestamp("2026-06-01T02:30:00.000Z"), SP)
    days = segundas(now, 2)
    assert days == [date(2026, 5, 18), date(2026, 5, 25), date(2026, 6, 1)]
    assert momento(days[-1], now) == "2026-06-01T03:00:00.000Z"


def shown(found: PainelVisto) -> tuple[int, int, int, int]:
    """(all, hidden, withdrawn, open)."""
    states = found.numeros.por_situacao
    return found.numeros.total, found.numeros.ocultas, states["retirada"], found.numeros.abertas


def test_hiding_and_withdrawing_move_the_numbers_at_once(
    vitrine: Vitrine, service: PainelService
) -> None:
    assert shown(service.ver(unidade(90))) == (12, 0, 0, 11)
    vitrine.publicar(e.normalizada(1, conteudo_suspeito=True), e.retirada(3))
    assert shown(service.ver(unidade(90))) == (12, 1, 1, 10)
