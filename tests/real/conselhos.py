"""Councils over the real demands: who is registered where, what they do, and what must hold after.

The course is seeded, the draws are not: they are the product's own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any, Final

from app.bootstrap.abertura import Aplicacao
from app.bootstrap.captura import servico_cidadaos
from app.bootstrap.conselheiros import servico_conselheiros
from app.bootstrap.demonstracao.conselho import Conselho
from app.bootstrap.demonstracao.dado import Dado
from app.bootstrap.demonstracao.elenco import ARQUIVO, ler_elenco
from app.bootstrap.relatoria import servico_relatoria
from app.services.auditoria import AuditoriaService
from core.base.parametros.conjunto import CAPACIDADE_PADRAO
from core.colonies.c1_cidadaos.rules import Cadastro

CITIES, QUARTERS = 25, 25
"""How many municipalities and quarters get councillors: those with the most demands."""
PER_UNIT: Final = 2
DAYS: Final = 30
CLERK: Final = {"conta_id": "44444444-0000-4000-8000-000000000001", "papel": "atendente"}

Rows = Callable[[str], list[Any]]


def register(app: Aplicacao, rows: Rows, cities: int = CITIES, quarters: int = QUARTERS) -> int:
    """Councillors for the busiest municipalities and quarters; how many."""
    units = [
        unit
        for level, limit in ((4, cities), (2, quarters))
        for (unit,) in rows(
            "SELECT u.unidade_civica_id FROM d2_resolucoes_geo r "
            "JOIN core_uc_polygons u ON u.unidade_civica_id = "
            f"{'r.municipio_id' if level == 4 else 'r.unidade_civica_id'} "
            f"WHERE u.nivel = {level} GROUP BY 1 ORDER BY count(*) DESC, 1 LIMIT {limit}"
        )
    ]
    return sum(register_at(app, unit, PER_UNIT) for unit in units)


def register_at(app: Aplicacao, unit: str, count: int) -> int:
    """Councillors for one unit; how many."""
    citizens, councillors = servico_cidadaos(app), servico_conselheiros(app)
    for number in range(count):
        name = f"Pessoa {number} de {unit[:8]}"
        agreed = {"tratamento": True}
        record = Cadastro(
            nome=name,
            verificado_presencialmente=True,
            consentimentos=agreed,
            termos_versao="1.0",
        )
        councillors.cadastrar(citizens.registrar(record, CLERK), unit, CLERK)
    app.engine.aguardar_ocioso()
    return count


def work(app: Aplicacao, days: int = DAYS) -> Conselho:
    """Some days of reports, refusals, resignations and conclusions."""
    council = Conselho(
        servico_conselheiros(app),
        servico_relatoria(app),
        ler_elenco(app.recursos.read_bytes(ARQUIVO)),
        Dado("dados reais"),
        CLERK,
    )
    # The office's day: in UTC the evening is tomorrow already.
    today = app.tempo.hoje()
    for number in range(days):
        council.dia(today)
        if number % 10 == 5:
            council.desistir_de_uma()
        if number % 10 == 9:
            council.encerrar_um_mandato()
        app.engine.aguardar_ocioso(trabalhos=True)
    return council


def assert_all_is_ranked(rows: Rows) -> None:
    """Every demand that has category and unit stands in its unit's ranking, and no other does."""
    expected = set(
        rows(
            "SELECT c.demanda_id, g.unidade_civica_id FROM d3_categorizacoes c "
            "JOIN d3_projecao_geo g ON g.demanda_id = c.demanda_id "
            "JOIN d1a_demandas d ON d.demanda_id = c.demanda_id "
            "WHERE c.atual = 1 AND d.status <> 'retirada'"
        )
    )
    ranked = set(rows("SELECT demanda_id, unidade_civica_id FROM d4_rankings WHERE ativo = 1"))
    assert ranked == expected
    assert len(ranked) > 1_000


def assert_agendas_hold(rows: Rows) -> None:
    """No agenda offers more than its unit's capacity, and none is short while somebody waits.

    What was given back and found nobody holds no place; drawn again, it may lift an agenda over
    its capacity, because work in hand is never thrown out (G-092).
    """
    offered: dict[str, int] = dict(
        rows(
            "SELECT unidade_civica_id, count(*) FROM d5_backlog_items "
            "WHERE status = 'disponivel' GROUP BY 1"
        )
    )
    places: dict[str, int] = dict(
        rows(
            "SELECT unidade_civica_id, count(*) FROM d5_backlog_items "
            "WHERE status IN ('disponivel', 'atribuido', 'em_progresso') "
            "AND vaga_cedida_em IS NULL GROUP BY 1"
        )
    )
    waiting: dict[str, int] = dict(
        rows(
            "SELECT unidade_civica_id, count(*) FROM d5_backlog_scores "
            "WHERE lugar = 'espera' GROUP BY 1"
        )
    )
    assert max(offered.values()) <= CAPACIDADE_PADRAO
    short = {unit for unit in waiting if places.get(unit, 0) < CAPACIDADE_PADRAO}
    assert short == set()


def assert_nobody_waits_for_somebody_free(rows: Rows) -> None:
    """A demand in the queue has no free councillor in any unit above it who may be drawn for it."""
    parent: dict[str, str | None] = dict(
        rows("SELECT unidade_civica_id, parent_uc_id FROM core_uc_polygons")
    )
    free: dict[str, set[str]] = {}
    for who, unit in rows(
        "SELECT conselheiro_id, unidade_civica_id FROM d6a_conselheiros WHERE status = 'disponivel'"
    ):
        free.setdefault(unit, set()).add(who)
    barred = set(
        rows("SELECT demanda_id, conselheiro_id FROM d6a_atribuicoes WHERE is_impedimento = 1")
    )
    for demand, unit in rows("SELECT demanda_id, unidade_civica_id FROM d6a_fila_pendentes"):
        above: str | None = unit
        while above is not None:
            able = {who for who in free.get(above, ()) if (demand, who) not in barred}
            assert able == set(), (demand, above)
            above = parent.get(above)


def assert_no_orphan(rows: Rows) -> Counter[str]:
    """Each demand has one situation, and what it says is so; how many stand where."""
    situations: dict[str, str] = dict(rows("SELECT demanda_id, situacao FROM d7_demanda_snapshots"))
    assert set(situations) == {who for (who,) in rows("SELECT demanda_id FROM d1a_demandas")}
    held: dict[str, str] = dict(
        rows("SELECT demanda_id, conselheiro_id FROM d6a_atribuicoes WHERE status = 'ativa'")
    )
    assert len(set(held.values())) == len(held)
    worked_on = {who for who, what in situations.items() if what in {"atribuida", "em_progresso"}}
    assert worked_on == set(held)
    busy = {
        who
        for (who,) in rows("SELECT conselheiro_id FROM d6a_conselheiros WHERE status = 'ocupado'")
    }
    assert busy == set(held.values())
    queued = {who for (who,) in rows("SELECT demanda_id FROM d6a_fila_pendentes")}
    assert queued == {who for who, what in situations.items() if what == "aguardando_conselheiro"}
    return Counter(situations.values())


def assert_everything_can_be_recomputed(app: Aplicacao) -> tuple[int, int]:
    """All draws and scores, from the log alone; how many of each."""
    audit = AuditoriaService(app.leitor)
    draws, ranking = audit.verificar_sorteios(), audit.verificar_ranking()
    assert draws.is_right
    assert ranking.is_right
    return draws.sorteios, ranking.pontuacoes
