"""The list of draws comes from the log: nothing that was published is missing from it."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from app.services.exportacao import Perfil
from app.services.leitura import BancoLeitor
from app.services.progresso import Cancelled
from app.services.registro_sorteios import (
    RECUSA,
    SEM_CANDIDATOS,
    SORTEADO,
    FiltroSorteios,
    RegistroDeSorteiosService,
    motivo_em_palavras,
)
from app.settings.tempo import DEFAULT_ZONE, FormatoTempo
from core.colonies.d4_ranking.colony import RANKING
from core.colonies.d7_transparencia.colony import TRANSPARENCIA
from tests.core.colonies.d4_ranking import conftest as d4
from tests.core.colonies.d6a_sorteio.conftest import (
    Desk,
    cadastrado,
    disponivel,
    number,
    recusada,
    started,
)
from tests.core.colonies.d7_transparencia import conftest as d7
from tests.core.colonies.d7_transparencia.conftest import Vitrine
from tests.core.colonies.d7_transparencia.test_leituras import territorio
from tests.support.office import Office, conselheiro, demanda, unidade


def over(office: Office) -> RegistroDeSorteiosService:
    tempo = FormatoTempo(DEFAULT_ZONE, office.clock.now_ms)
    return RegistroDeSorteiosService(BancoLeitor(office.database, keep=0), tempo)


@pytest.fixture
def desk(office: Office) -> Desk:
    """Demand 1 drawn for councillor 1 of unit 1; demand 2 waits; all of it from the colony."""
    desk = started(office)
    desk.publicar(cadastrado(1), disponivel(1), disponivel(2))
    return desk


def test_draws_and_attempts_stand_newest_first(desk: Desk) -> None:
    service = over(desk.office)
    rows = service.linhas(service.posicoes(FiltroSorteios()))
    assert [(one.tipo, number(one.demanda_id or "")) for one in rows] == [
        (SEM_CANDIDATOS, 2),
        (SORTEADO, 1),
    ]
    draw = rows[1]
    assert (draw.conselheiro_id, draw.elegiveis, draw.situacao) == (conselheiro(1), 1, "ativa")
    assert rows[0].motivo == "todos_ocupados"
    assert all(one.is_sorteio for one in rows)


def test_a_refusal_shows_beside_the_draw_that_it_ended(desk: Desk) -> None:
    desk.publicar(recusada(conselheiro(1), 1))
    service = over(desk.office)
    rows = service.linhas(service.posicoes(FiltroSorteios(demanda_id=demanda(1))))
    assert [one.tipo for one in rows if one.tipo in {RECUSA, SORTEADO}][-2:] == [RECUSA, SORTEADO]
    assert rows[-1].situacao == "recusada"
    refusal = next(one for one in rows if one.tipo == RECUSA)
    assert not refusal.is_sorteio


def test_filters_narrow_together(desk: Desk) -> None:
    service = over(desk.office)

    def count(**wanted: object) -> int:
        return len(service.posicoes(FiltroSorteios(**wanted)))  # type: ignore[arg-type] # by name

    assert count(tipos=(SORTEADO,)) == 1
    assert count(unidade_id=unidade(1)) == 2
    assert count(unidade_id=unidade(1), conselheiro_id=conselheiro(1)) == 1
    assert count(demanda_id=demanda(2), conselheiro_id=conselheiro(1)) == 0
    assert count(ate_ms=0) == 0
    assert count(desde_ms=0, demanda_id=demanda(1)) == 1


def test_names_and_protocols_come_where_they_are_known(sqlite_office: Office) -> None:
    sqlite_office.colonies = (d7.SOURCE, TRANSPARENCIA)
    shown = Vitrine(sqlite_office)
    named = d7.evento(
        "conselheiro.cadastrado",
        conselheiro_id=conselheiro(1),
        cidadao_id=conselheiro(101),
        unidade_civica_id=unidade(1),
        nivel_atuacao=2,
        status="disponivel",
        capacitacao_concluida=True,
        nome_publico="Maria das Dores",
    )
    shown.publicar(territorio(), named, *d7.pronta(1), d7.item(1), d7.sorteado(1))
    service = over(sqlite_office)
    (row,) = service.linhas(service.posicoes(FiltroSorteios()))
    assert (row.unidade, row.conselheiro) == ("Jardim das Flores", "Maria das Dores")
    assert row.protocolo
    assert row.protocolo == shown.snapshot(1)["protocolo"]


def test_all_that_passes_is_written_with_words(desk: Desk, tmp_path: Path) -> None:
    service = over(desk.office)
    said: list[tuple[int, int]] = []
    target = tmp_path / "sorteios.csv"
    count = service.exportar(
        FiltroSorteios(), target, Perfil.EXCEL_PT_BR, lambda *told: said.append(told)
    )
    assert count == 2
    assert said[-1] == (2, 2)
    with target.open(encoding="utf-8-sig", newline="") as stream:
        rows = list(csv.DictReader(stream, delimiter=";"))
    assert [one["tipo"] for one in rows] == ["Tentativa sem ninguém", "Sorteio"]
    assert rows[0]["motivo"] == "todos ocupados"
    assert rows[1]["situacao"] == "em andamento"


def test_a_cancelled_export_leaves_nothing(desk: Desk, tmp_path: Path) -> None:
    def stop(_done: int, _total: int) -> None:
        raise Cancelled

    with pytest.raises(Cancelled):
        over(desk.office).exportar(FiltroSorteios(), tmp_path / "x.csv", Perfil.RFC_4180, stop)
    assert list(tmp_path.glob("x*")) == []


def test_rankings_are_written_with_their_factors(sqlite_office: Office, tmp_path: Path) -> None:
    sqlite_office.colonies = (d4.SOURCE, RANKING)
    desk = d4.Desk(sqlite_office)
    desk.publicar(*(d4.categorizada(n, unidade_civica_id=unidade(1)) for n in (1, 2)))
    target = tmp_path / "ranking.csv"
    assert over(sqlite_office).exportar_rankings(target, Perfil.RFC_4180) == 2
    with target.open(encoding="utf-8", newline="") as stream:
        rows = list(csv.DictReader(stream))
    assert [one["posicao"] for one in rows] == ["1", "2"]
    assert float(rows[0]["peso_nacional"]) * float(rows[0]["peso_situacional"]) * float(
        rows[0]["score_horizontal"]
    ) == pytest.approx(float(rows[0]["score_final"]))


def test_an_unknown_motive_is_shown_as_it_is() -> None:
    assert motivo_em_palavras("todos_ocupados") == "todos ocupados"
    assert motivo_em_palavras("outra_coisa") == "outra coisa"
    assert motivo_em_palavras(None) == ""
