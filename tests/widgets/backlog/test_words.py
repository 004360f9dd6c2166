"""The sentences of the backlog, with Brazilian decimals."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

import pytest

from app.services.backlog_explicacao import AFrente, Bloco, Explicacao, Fatores, Vizinha
from app.services.backlog_quadro import AGENDA, ANDAMENTO, ESPERA
from tests.support.office import demanda
from tests.support.quadros_inventados import espera, quadro
from widgets.backlog import words

FATORES = Fatores(3, Decimal(60), Decimal("0.75"), 85, Decimal(3825), "v1", is_outra_versao=False)
ESPERANDO = Explicacao(
    demanda_id=demanda(7),
    faixa=ESPERA,
    ordem=None,
    posicao=7,
    total=40,
    fatores=FATORES,
    bloco=None,
    reposicao=0,
    entrou_antes=0,
    a_frente=AFrente(1, 3, 2, {1: 1, 2: 1}),
    proximas=2,
    capacidade=4,
    ocupadas=4,
    acima=None,
    abaixo=None,
)


def test_decimals_are_brazilian() -> None:
    assert words.points(Decimal(5100)) == "5.100,00"
    assert words.points(Decimal("0.5")) == "0,50"
    assert words.factor(Decimal("0.7500")) == "0,75"
    assert words.factor(Decimal("100.0")) == "100"
    assert words.factor(1_000) == "1.000"


def test_the_sentence_names_factors_and_refill() -> None:
    assert words.sentence(ESPERANDO) == (
        "7ª porque nível 3 pesa 60, a carência da unidade é 0,75 e a categoria vale 85. Espera "
        "porque 4 vagas da agenda estão ocupadas; quando abrir vaga, 2 demandas entram antes dela."
    )
    assert words.sentence(replace(ESPERANDO, proximas=0)).endswith(
        "É a próxima a entrar na agenda quando abrir uma vaga."
    )
    assert words.sentence(replace(ESPERANDO, ocupadas=3)).endswith(
        "2 demandas entram antes dela nas vagas que abrirem."
    )
    assert words.product(FATORES) == "60 × 0,75 × 85 = 3.825,00 pontos"


def test_the_sentence_names_the_block() -> None:
    behind = replace(
        ESPERANDO, faixa=AGENDA, ordem=3, bloco=Bloco(1, 3, is_dela=False, passam=2, passa=0)
    )
    assert words.sentence(behind) == (
        "3ª da agenda porque nível 3 pesa 60, a carência da unidade é 0,75 e a categoria vale 85; "
        "2 demandas com menos pontos estão à frente pelo bloco do nível 1, o que falta cobrir "
        "nesta unidade, com 3 das 4 vagas."
    )
    first = replace(behind, ordem=1, bloco=Bloco(3, 3, is_dela=True, passam=0, passa=1))
    assert "passa à frente de 1 demanda com mais pontos pelo bloco do nível 3" in words.sentence(
        first
    )


def test_the_sentence_names_who_came_in_first() -> None:
    late = replace(ESPERANDO, faixa=AGENDA, ordem=4, reposicao=1)
    assert words.sentence(late).endswith(
        "1 demanda com menos pontos está à frente porque entrou antes, quando abriu vaga, e a "
        "agenda ainda não foi refeita."
    )
    early = replace(ESPERANDO, faixa=AGENDA, ordem=1, entrou_antes=2)
    assert "está à frente de 2 demandas com mais pontos" in words.sentence(early)


def test_work_in_progress_has_a_sentence_of_its_own() -> None:
    working = replace(ESPERANDO, faixa=ANDAMENTO)
    assert words.sentence(working).startswith(
        "Já está em andamento e ocupa uma vaga; é a 7ª em pontos, porque nível 3 pesa 60"
    )
    assert words.ahead(working) == "Ninguém: já está em andamento."
    assert words.sentence(replace(working, fatores=None)).startswith("Está em andamento sem pontos")


def test_who_is_ahead_is_counted_band_by_band() -> None:
    assert words.ahead(ESPERANDO) == (
        "1 em andamento · 3 na agenda · 2 esperando com mais pontos (1 do nível 1, 1 do nível 2)"
    )
    assert words.ahead(replace(ESPERANDO, a_frente=AFrente(0, 0, 0, {}))) == "Ninguém."


VIZINHA = Vizinha(demanda(6), 6, Decimal(3900), Decimal(75), "pontos", Decimal("75.01"), 87)


@pytest.mark.parametrize(
    ("found", "is_ahead", "expected"),
    [
        (
            VIZINHA,
            True,
            (
                "6ª, 3.900,00 pontos: a esta faltam 75,01 pontos para passar à frente; bastaria a "
                "categoria valer 87."
            ),
        ),
        (
            replace(VIZINHA, categoria_bastaria=None),
            False,
            (
                "6ª, 3.900,00 pontos: a ela faltam 75,01 pontos para passar à frente; nem a categoria "
                "de maior valor bastaria."
            ),
        ),
        (
            replace(VIZINHA, troca="bloco"),
            True,
            (
                "6ª, 3.900,00 pontos: está antes pelo bloco do nível a cobrir. Nenhuma diferença de "
                "pontos as troca."
            ),
        ),
        (
            replace(VIZINHA, troca="entrada"),
            True,
            (
                "6ª, 3.900,00 pontos: vale a ordem de entrada na agenda, até que ela seja refeita por "
                "pontos."
            ),
        ),
    ],
)
def test_neighbours_tell_what_would_swap_them(
    found: Vizinha, is_ahead: bool, expected: str
) -> None:
    assert words.neighbour(found, is_ahead=is_ahead) == expected


def test_a_tie_is_told() -> None:
    tie = replace(VIZINHA, diferenca=Decimal(0), faltam=Decimal("0.01"))
    assert "empate; no empate vale o identificador" in words.neighbour(tie, is_ahead=True)


def test_headings_count_and_say_what_orders() -> None:
    found = quadro(espera(*range(10, 1_210)), andamento=[1], agenda=[2])
    assert words.heading(found, ANDAMENTO, 1) == "Em andamento · 1"
    assert words.heading(found, AGENDA, 1) == "Na agenda · 1 · 2 de 2 vagas ocupadas · por pontos"
    assert words.heading(found, ESPERA, 1_200).startswith("Esperando vaga · 1.200 · por pontos")


def test_mixed_parameters_warn() -> None:
    assert words.mixed(quadro([])) == ""
    assert words.mixed(quadro([], outras={"v0": 1_204})) == (
        "Os pontos estão sendo recalculados: 1.204 pela versão v0, as outras pela versão v1. A "
        "ordem muda até o recálculo terminar."
    )
