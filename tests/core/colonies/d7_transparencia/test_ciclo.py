"""What D-7 shows is what D-5, D-6a and D-6b do: a seeded course of work on the real bus.

After each act every demand stands in one state, the one that follows from what the three colonies
hold of it; at the end sums are counts, and rebuild and refold give the same rows.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field

import pytest

from core.colonies.d5_agenda.colony import AGENDA
from core.colonies.d6a_sorteio import api as sorteio
from core.colonies.d6a_sorteio.colony import SORTEIO
from core.colonies.d6b_relatoria import api as relatoria
from core.colonies.d6b_relatoria.colony import RELATORIA
from core.colonies.d7_transparencia.colony import TRANSPARENCIA
from core.colonies.d7_transparencia.rules.situacao import FINAIS
from core.kernel.errors import UserFacingError
from core.kernel.event import NewEvent
from tests.core.colonies.d7_transparencia import conftest as e
from tests.core.colonies.d7_transparencia.conftest import SOURCE, Vitrine
from tests.core.colonies.d7_transparencia.test_leituras import territorio
from tests.core.colonies.d7_transparencia.test_somas import check_sums
from tests.support.office import TEST_NO, Office, conselheiro, demanda, unidade

OPERADOR = {"conta_id": "44444444-0000-4000-8000-000000000003", "papel": "operador"}
ATENDENTE = {"conta_id": "44444444-0000-4000-8000-000000000001", "papel": "atendente"}
# What D-5 calls it -> what D-7 may call it.
D5_D7 = {
    "disponivel": {"aguardando_vaga", "disponivel", "aguardando_conselheiro"},
    "atribuido": {"atribuida", "aguardando_conselheiro"},
    "em_progresso": {"em_progresso"},
    "concluido": {"concluida", "retirada"},
    "agregado": {"agregada", "concluida", "retirada"},
    "removido": {"retirada"},
}
STEPS = 60


def cadastrado(n: int, u: int) -> NewEvent:
    """A councillor registered."""
    return e.evento(
        "conselheiro.cadastrado",
        conselheiro_id=conselheiro(n),
        cidadao_id=conselheiro(500 + n),
        unidade_civica_id=unidade(u),
        nivel_atuacao=2,
        status="disponivel",
        capacitacao_concluida=True,
    )


@dataclass
class Course:
    """A random but seeded course of work."""

    vitrine: Vitrine
    chance: random.Random
    demands: int = 0
    councillors: int = 0
    refused: list[str] = field(default_factory=list)
    seen: set[str] = field(default_factory=set)

    def states(self) -> dict[str, str]:
        """Demand -> D-7's word."""
        rows = self.vitrine.office.rows("SELECT demanda_id, situacao FROM d7_demanda_snapshots")
        return {row[0]: row[1] for row in rows}

    def active(self) -> dict[str, str]:
        """Demand -> councillor, as D-6a has it."""
        rows = "SELECT demanda_id, conselheiro_id FROM d6a_atribuicoes WHERE status = 'ativa'"
        return dict(self.vitrine.office.rows(rows))

    def one(self, *states: str) -> int | None:
        """The number of some demand in one of these states."""
        found = sorted(key for key, state in self.states().items() if state in states)
        return int(self.chance.choice(found)[-12:], 16) if found else None

    def order(self, colony: str, decide: object) -> None:
        """Run a command; a refusal writes nothing and is part of the course."""
        engine = self.vitrine.engine
        try:
            engine.executar(colony, decide).result()  # type: ignore[arg-type] # any command
        except UserFacingError as refusal:
            self.refused.append(refusal.code)
        engine.aguardar_ocioso()

    # -- acts --------------------------------------------------------------------------------

    def new_demand(self) -> None:
        self.demands += 1
        score = float(self.chance.randrange(1_000, 9_000))
        self.vitrine.publicar(*e.pronta(self.demands, self.chance.choice((1, 2)), score))

    def new_councillor(self) -> None:
        if self.councillors < 4:
            self.councillors += 1
            self.vitrine.publicar(cadastrado(self.councillors, self.chance.choice((1, 2, 90))))

    def report(self) -> None:
        n = self.one("atribuida", "em_progresso")
        if n is not None:
            pedido = relatoria.Pedido(
                demanda_id=demanda(n),
                tipo="contato_realizado",
                texto="liguei para a secretaria",
                campos={
                    "com_quem": "a secretaria",
                    "canal": "telefone",
                    "resultado": "vistoria marcada",
                },
            )
            self.order("D-6b", relatoria.registrar_atualizacao(TEST_NO, pedido, ATENDENTE))

    def conclude(self) -> None:
        n = self.one("atribuida", "em_progresso")
        if n is not None:
            self.order("D-6b", relatoria.concluir(TEST_NO, demanda(n), "feito", ATENDENTE))

    def give_up(self) -> None:
        n = self.one("atribuida", "em_progresso")
        if n is not None:
            self.order("D-6b", relatoria.desistir(demanda(n), ATENDENTE))

    def end_mandate(self) -> None:
        held = sorted(self.active().values())
        if held:
            who = self.chance.choice(held)
            self.order("D-6b", relatoria.encerrar_mandato(who, OPERADOR))
            self.order("D-6a", sorteio.reativar(who, OPERADOR))

    def refuse(self) -> None:
        held = sorted(self.active().items())
        if held:
            key, who = self.chance.choice(held)
            self.order("D-6a", sorteio.recusar(who, key, "risco_pessoal", ATENDENTE))

    def withdraw(self) -> None:
        n = self.one("aguardando_vaga", "atribuida", "em_progresso", "aguardando_conselheiro")
        if n is not None:
            self.vitrine.publicar(e.retirada(n))

    def join(self) -> None:
        rest = self.one("aguardando_vaga", "disponivel", "aguardando_conselheiro", "atribuida")
        head = self.one("aguardando_vaga", "disponivel", "em_progresso")
        if rest is not None and head is not None and rest != head:
            self.vitrine.publicar(e.agregada(head, rest))

    def residents(self) -> None:
        n = self.one("aguardando_vaga", "aguardando_conselheiro", "atribuida", "em_progresso")
        if n is not None:
            asks = demanda(n) in self.active() and self.chance.random() < 0.7
            self.vitrine.publicar(e.confirmada_por_moradores(n, ratificacao=asks))

    def ratify(self) -> None:
        n = self.one("em_progresso", "atribuida")
        if n is not None:
            self.order("D-6b", relatoria.ratificar(demanda(n), ATENDENTE))

    def remake(self) -> None:
        n = self.one("aguardando_vaga", "disponivel", "em_progresso")
        if n is not None:
            unit = self.vitrine.snapshot(n)["unidade_civica_id"]
            made_anew = e.evento(
                "ranking.atualizado",
                unidade_civica_id=unit,
                motivo="demanda_top10",
                demanda_id_gatilho=demanda(n),
                top_10=[],
                total_demandas=1,
                versao_parametros="padrao-1",
                timestamp=e.MOMENTO,
            )
            self.vitrine.publicar(made_anew)

    def move(self) -> None:
        n = self.one("aguardando_vaga", "disponivel", "aguardando_conselheiro", "em_progresso")
        if n is not None:
            u = self.chance.choice((1, 2, 3))
            self.vitrine.publicar(
                e.georreferenciada(n, u), e.categorizada(n, u=u), e.ranqueada(n, u=u)
            )

    # -- what must hold ----------------------------------------------------------------------

    def check(self) -> None:
        """D-7's words are those that follow from what D-5 and D-6a hold."""
        states, active = self.states(), self.active()
        self.seen |= set(states.values())
        office = self.vitrine.office
        for key, who in office.rows("SELECT demanda_id, conselheiro_id FROM d7_demanda_snapshots"):
            if states[key] not in FINAIS:
                assert active.get(key) == who, (key, states[key])
            assert (states[key] in {"atribuida", "em_progresso"}) <= (key in active)
        for (key,) in office.rows("SELECT demanda_id FROM d6a_fila_pendentes"):
            assert states[key] == "aguardando_conselheiro"
        for key, status in office.rows("SELECT demanda_id, status FROM d5_backlog_items"):
            assert states[key] in D5_D7[status], (key, status, states[key])
        assert office.rows("SELECT consumidor, erro FROM dead_letter_queue") == []


def acts(course: Course) -> list[tuple[Callable[[], None], int]]:
    """Every act and how often it is drawn."""
    return [
        (course.new_demand, 7),
        (course.new_councillor, 2),
        (course.report, 5),
        (course.conclude, 2),
        (course.give_up, 1),
        (course.end_mandate, 1),
        (course.refuse, 2),
        (course.withdraw, 1),
        (course.join, 1),
        (course.residents, 1),
        (course.ratify, 1),
        (course.remake, 2),
        (course.move, 1),
    ]


@pytest.mark.parametrize("seed", range(8))
def test_a_seeded_course_of_work(sqlite_office: Office, seed: int) -> None:
    sqlite_office.colonies = (SOURCE, AGENDA, SORTEIO, RELATORIA, TRANSPARENCIA)
    course = Course(Vitrine(sqlite_office), random.Random(seed))
    course.vitrine.publicar(territorio())
    course.new_councillor()
    course.new_demand()
    chosen, weights = zip(*acts(course), strict=True)
    for _step in range(STEPS):
        course.chance.choices(chosen, weights)[0]()
        sqlite_office.clock.advance(3_600_000)
        course.check()
    check_sums(course.vitrine)
    assert course.seen >= {"atribuida", "em_progresso", "concluida", "aguardando_conselheiro"}
    course.vitrine.check()
