"""What each bar of the panel counts, says and opens."""

from __future__ import annotations

from zoneinfo import ZoneInfo

import pytest

from app.bootstrap.transparencia import situacoes
from app.services.demanda_lista import DemandaListaService
from app.services.painel import PainelVisto
from app.services.painel_alvos import escolha_de
from core.colonies.d7_transparencia.rules.prazos import Agora
from tests.support.vivo import Vivo
from widgets.painel.charts import MOST_CATEGORIES, charts_of
from widgets.runtime.bar_chart import Chart


@pytest.fixture
def painel(vivo: Vivo) -> PainelVisto:
    return vivo.servicos.painel.ver()


@pytest.fixture
def charts(painel: PainelVisto) -> dict[str, Chart]:
    return {chart.name: chart for chart in charts_of(painel)}


def servico_lista(vivo: Vivo) -> DemandaListaService:
    """The list of the demands' screen over the same office."""
    app = vivo.app
    now = Agora(app.tempo.agora_ms(), ZoneInfo(app.tempo.zona))
    return DemandaListaService(
        app.leitor, lambda: app.modelos().taxonomy, situacoes(app), lambda: now
    )


def values(chart: Chart, series: int = 0) -> list[int]:
    return [int(bar.values[series]) for bar in chart.bars]


def test_bars_add_up_to_the_numbers(painel: PainelVisto, charts: dict[str, Chart]) -> None:
    numbers = painel.numeros
    assert sum(values(charts["situacao"])) == numbers.total
    assert sum(values(charts["nivel"])) == numbers.abertas
    assert sum(values(charts["categoria"])) == numbers.abertas
    assert len(charts["categoria"].bars) <= MOST_CATEGORIES + 1
    assert values(charts["atraso"]) == list(numbers.atrasos.por_tipo.values())
    assert sum(values(charts["tempos"], 0)) == painel.inicio.total
    assert sum(values(charts["tempos"], 1)) == painel.conclusao.total
    assert sum(values(charts["semanas"])) == numbers.total


def test_each_bar_that_counts_something_opens_that_list(
    vivo: Vivo, painel: PainelVisto, charts: dict[str, Chart]
) -> None:
    """One query object (peers.md 11): the list has exactly the demands of the bar."""
    listing, opened = servico_lista(vivo), 0
    for chart in charts.values():
        for bar in chart.bars:
            if bar.target:
                found = listing.ordem(escolha_de(bar.target))
                assert len(found) == bar.values[0], bar.told
                opened += 1
            else:
                is_list = chart.name in {"situacao", "atraso"}
                assert not (is_list and bar.values[0]), bar.told
    assert opened > 8
