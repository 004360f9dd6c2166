"""A dry run says what a set would move, and what it says is what then happens."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

import pytest

from app.services import ensaio_parametros
from app.services.ensaio_parametros import ensaiar
from app.services.leitura import BancoLeitor
from app.services.progresso import Cancelled
from core.base.parametros.conjunto import PADRAO, Parametros
from core.colonies.d4_ranking import api
from core.colonies.d4_ranking.colony import RANKING
from tests.core.colonies.d4_ranking.conftest import OPERADOR, SOURCE, Desk, categorizada
from tests.support.office import Office, demanda, unidade

# Level 1 falls below level 3; the second unit's agenda grows.
NOVOS = replace(
    PADRAO,
    versao="2026-2",
    pesos_nacionais={**PADRAO.pesos_nacionais, 1: Decimal(30)},
    capacidades={unidade(2): 20},
)


@pytest.fixture
def desk(sqlite_office: Office) -> Desk:
    """Unit 1: demands 1 and 2 of level 1 before 3 and 4 of level 3; unit 2: demand 5."""
    sqlite_office.colonies = (SOURCE, RANKING)
    desk = Desk(sqlite_office)
    desk.publicar(
        categorizada(1, score=90),
        categorizada(2, score=80),
        categorizada(3, nivel=3, score=70),
        categorizada(4, nivel=3, score=60),
        categorizada(5, u=2, nivel=3, score=60),
    )
    desk.engine.aguardar_ocioso()
    return desk


def tried(desk: Desk, novos: Parametros = NOVOS) -> ensaio_parametros.Ensaio:
    return ensaiar(BancoLeitor(desk.office.database, keep=0), novos)


def test_what_moves_and_by_how_much(desk: Desk) -> None:
    found = tried(desk)
    assert (found.demandas, found.mudam_de_score, found.mudam_de_lugar) == (5, 2, 4)
    assert [(one.nivel, one.antes, one.depois) for one in found.pesos] == [(1, 100.0, 30.0)]
    moves = {one.demanda_id: (one.posicao_antes, one.posicao_depois) for one in found.movimentos}
    assert moves == {
        demanda(1): (1, 3),
        demanda(2): (2, 4),
        demanda(3): (3, 1),
        demanda(4): (4, 2),
    }
    first = found.movimentos[0]
    assert (first.score_antes, first.score_depois, first.subiu) == (9000.0, 2700.0, -2)
    by_unit = {one.unidade_id: one for one in found.unidades}
    assert by_unit[unidade(1)].primeira_muda
    assert by_unit[unidade(2)].capacidade_depois == 20
    assert by_unit[unidade(2)].mudam_de_lugar == 0


def test_what_was_told_comes_true(desk: Desk) -> None:
    found = tried(desk)
    desk.engine.executar("D-4", api.carregar_parametros(NOVOS, OPERADOR)).result()
    desk.engine.aguardar_ocioso()
    rows = dict(desk.office.rows("SELECT demanda_id, score_final FROM d4_rankings"))
    for move in found.movimentos:
        assert rows[move.demanda_id] == move.score_depois
    again = tried(desk)
    assert again.is_em_vigor
    assert (again.mudam_de_score, again.movimentos, again.pesos) == (0, (), ())


def test_the_same_set_changes_nothing(desk: Desk) -> None:
    found = tried(desk, PADRAO)
    assert found.is_nada
    assert found.is_em_vigor


def test_only_the_farthest_are_kept(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ensaio_parametros, "LIMITE", 2)
    monkeypatch.setattr(ensaio_parametros, "_CHUNK", 2)
    found = tried(desk)
    assert found.mudam_de_lugar == 4
    # Of equal distance, those whose score changes more.
    assert [one.demanda_id for one in found.movimentos] == [demanda(1), demanda(2)]


def test_it_tells_how_far_it_is_and_stops_when_asked(desk: Desk) -> None:
    said: list[tuple[int, int]] = []
    leitor = BancoLeitor(desk.office.database, keep=0)
    ensaiar(leitor, NOVOS, lambda *told: said.append(told))
    assert said[0] == (0, 5)
    assert said[-1] == (5, 5)

    def stop(done: int, _total: int) -> None:
        if done:
            raise Cancelled

    with pytest.raises(Cancelled):
        ensaiar(leitor, NOVOS, stop)
