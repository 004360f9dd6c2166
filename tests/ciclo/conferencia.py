"""What must hold after every step of a course, whatever was done."""

from __future__ import annotations

from collections import Counter, defaultdict

from app.bootstrap.ambito import whole_scope
from app.bootstrap.auditoria import servico_auditoria
from app.bootstrap.ranking import servico_parametros
from app.services.ranking import RankingService
from core.colonies.d7_transparencia.rules.situacao import SITUACOES
from core.kernel.store.canonical_dump import dump_projections
from core.kernel.verification.verifier import verify_database
from tests.ciclo.curso import ENDED, Curso

# What D-5 calls it -> what D-7 may call it.
D5_D7 = {
    "disponivel": {"aguardando_vaga", "disponivel", "aguardando_conselheiro"},
    "atribuido": {"atribuida", "aguardando_conselheiro"},
    "em_progresso": {"em_progresso"},
    "concluido": {"concluida", "retirada"},
    "removido": {"retirada"},
}


def check_step(course: Curso) -> None:
    """The cheap ones."""
    assert course.rows("SELECT consumidor, fase, erro FROM dead_letter_queue") == []
    situations = course.situations()
    _check_words(course, situations)
    _check_pairs(course, situations)
    _check_queue(course, situations)
    _check_capacity(course, situations)
    _check_ranking(course)
    _check_ends(course, situations)


def check_end(course: Curso) -> None:
    """The log alone gives the same, and so does a rebuild."""
    audit = servico_auditoria(course.app)
    draws, ranking = audit.verificar_sorteios(), audit.verificar_ranking()
    assert draws.is_right, draws.mostrados
    assert draws.em_espera == ()
    assert ranking.is_right, ranking.mostrados
    report = verify_database(course.app.database, whole_scope(course.place))
    assert (report.achados, report.nao_comparadas) == ([], [])
    live = _dump(course)
    course.app.engine.reconstruir().result()
    course.app.engine.aguardar_ocioso(trabalhos=True)
    assert _dump(course) == live
    assert course.length() == report.eventos


def _dump(course: Curso) -> bytes:
    with course.app.leitor.ler() as (cursor, dialect):
        return dump_projections(cursor, dialect, course.app.colonies)


def _check_words(course: Curso, situations: dict[str, str]) -> None:
    assert set(situations.values()) <= set(SITUACOES)
    assert set(situations) == {row[0] for row in course.rows("SELECT demanda_id FROM d1a_demandas")}
    for who, status in course.rows("SELECT demanda_id, status FROM d5_backlog_items"):
        assert situations[who] in D5_D7[status], (who, status, situations[who])
    gone = {
        row[0]
        for row in course.rows("SELECT demanda_id FROM d1a_demandas WHERE status = 'retirada'")
    }
    assert gone == {who for who, what in situations.items() if what == "retirada"}


def _check_pairs(course: Curso, situations: dict[str, str]) -> None:
    held = course.held()
    assert len({demand for demand, _ in held}) == len({who for _, who in held}) == len(held)
    at_work = {who for who, what in situations.items() if what in {"atribuida", "em_progresso"}}
    assert at_work == {demand for demand, _ in held}
    shown = course.rows(
        "SELECT demanda_id, conselheiro_id FROM d7_demanda_snapshots "
        "WHERE situacao IN ('atribuida', 'em_progresso')"
    )
    assert sorted(shown) == held
    cycles = course.rows(
        "SELECT demanda_id, conselheiro_id FROM d6b_acompanhamentos WHERE situacao = 'ativo'"
    )
    assert sorted(cycles) == held
    agenda = course.rows(
        "SELECT demanda_id, conselheiro_id FROM d5_backlog_items "
        "WHERE status IN ('atribuido', 'em_progresso') AND conselheiro_id IS NOT NULL"
    )
    assert sorted(agenda) == held
    busy = course.rows("SELECT conselheiro_id FROM d6a_conselheiros WHERE status = 'ocupado'")
    assert {row[0] for row in busy} <= {who for _, who in held}


def _check_queue(course: Curso, situations: dict[str, str]) -> None:
    """Nobody idle beside a demand that they may serve."""
    parent = dict(course.rows("SELECT unidade_civica_id, parent_uc_id FROM core_uc_polygons"))
    free: dict[str, set[str]] = defaultdict(set)
    for who, unit in course.rows(
        "SELECT conselheiro_id, unidade_civica_id FROM d6a_conselheiros WHERE status = 'disponivel'"
    ):
        free[unit].add(who)
    barred = set(
        course.rows(
            "SELECT demanda_id, conselheiro_id FROM d6a_atribuicoes WHERE is_impedimento = 1"
        )
    )
    queue = course.rows("SELECT demanda_id, unidade_civica_id FROM d6a_fila_pendentes")
    waiting = {who for who, what in situations.items() if what == "aguardando_conselheiro"}
    assert {demand for demand, _ in queue} == waiting
    for demand, unit in queue:
        above: str | None = unit
        while above is not None:
            able = {who for who in free[above] if (demand, who) not in barred}
            assert able == set(), (demand, above)
            above = parent[above]


def _check_capacity(course: Curso, situations: dict[str, str]) -> None:
    """No place is open while somebody waits, and not more is offered than there are places."""
    told = servico_parametros(course.app, escreve=False).em_vigor().parametros
    offered: Counter[str] = Counter()
    places: Counter[str] = Counter()
    announced: dict[str, int] = Counter()
    for unit, status, ceded, said in course.rows(
        "SELECT unidade_civica_id, status, vaga_cedida_em, anunciado_em FROM d5_backlog_items "
        "WHERE status IN ('disponivel', 'atribuido', 'em_progresso')"
    ):
        offered[unit] += status == "disponivel"
        announced[unit] += status == "disponivel" and said is not None
        places[unit] += ceded is None
    assert all(offered[unit] <= told.capacidade(unit) for unit in offered)
    assert all(announced[unit] > 0 for unit in offered if offered[unit]), "nothing announced"
    waiting = course.rows(
        "SELECT DISTINCT unidade_civica_id FROM d5_backlog_scores WHERE lugar = 'espera'"
    )
    short = {unit for (unit,) in waiting if places[unit] < told.capacidade(unit)}
    assert short == set()
    known = {row[0] for row in course.rows("SELECT demanda_id FROM d5_backlog_scores")}
    for who, what in situations.items():
        if what in {"aguardando_vaga", "disponivel"}:
            assert who in known, (who, what)


def _check_ranking(course: Curso) -> None:
    """Positions are those of sorting anew, and exactly what stands in a ranking is active."""
    naive: dict[str, list[tuple[float, str]]] = defaultdict(list)
    for demand, unit, score in course.rows(
        "SELECT demanda_id, unidade_civica_id, score_final FROM d4_rankings WHERE ativo = 1"
    ):
        naive[unit].append((-score, demand))
    service = RankingService(course.app.leitor)
    for unit, keys in naive.items():
        page = service.pagina(unit, 1_000)
        shown = [(line.posicao.posicao, line.posicao.demanda_id) for line in page.linhas]
        assert shown == [(n, key[1]) for n, key in enumerate(sorted(keys), 1)], unit


def _check_ends(course: Curso, situations: dict[str, str]) -> None:
    """What is over stays so; a concluded demand may still be withdrawn."""
    for who, what in course.ended.items():
        assert situations[who] in {what, "retirada"}, (who, what, situations[who])
    course.ended.update({who: what for who, what in situations.items() if what in ENDED})
