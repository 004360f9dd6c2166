"""The agenda among its neighbours: ranking, draw, report and public state as they are.

A seeded story of months: demands come, are corrected, moved, joined and withdrawn, councillors are
drawn, refuse, begin, give up and conclude, parameters change. After each day every colony must agree
on who works on what, and no demand may be where nobody looks after it.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest

from core.colonies.d4_ranking.colony import RANKING
from core.colonies.d5_agenda.colony import AGENDA
from core.colonies.d6a_sorteio import api as sorteio
from core.colonies.d6a_sorteio.colony import SORTEIO
from core.colonies.d6b_relatoria import api as relatoria
from core.colonies.d6b_relatoria.colony import RELATORIA
from core.colonies.d7_transparencia.colony import TRANSPARENCIA
from core.kernel.colony import Colony, no_keys
from core.kernel.errors import UserFacingError
from core.kernel.event import NewEvent
from tests.core.colonies.d4_ranking.conftest import categorizada
from tests.core.colonies.d5_agenda.conftest import (
    Bench,
    agregada,
    confirmada,
    georreferenciada,
    number_of,
    parametros,
    retirada,
)
from tests.core.colonies.d6a_sorteio.conftest import ATENDENTE, OPERADOR, SMALL, cadastrado
from tests.core.colonies.d6b_relatoria.conftest import CONTATO
from tests.support.office import TEST_NO, Office

SOURCE = Colony(
    id="FONTE",
    prefixo="fonte",
    nome="Fonte",
    publica=(
        "demanda.categorizada",
        "demanda.georreferenciada",
        "demanda.retirada",
        "demanda.conclusao_confirmada",
        "duplicidade.agregada",
        "territorio.importado",
        "conselheiro.cadastrado",
        "parametros.carregados",
    ),
    apply={},
    chaves=no_keys,
)
UNITS = (1, 2, 3)
"""Two quarters and their city."""
HOUR_MS = 3_600_000


@dataclass
class Story:
    """An office with all colonies from the ranking on, and chance with a seed."""

    office: Office
    chance: random.Random
    bench: Bench = field(init=False)

    def __post_init__(self) -> None:
        self.office.colonies = (SOURCE, RANKING, AGENDA, SORTEIO, RELATORIA, TRANSPARENCIA)
        self.bench = Bench(self.office)

    def say(self, *events: NewEvent) -> None:
        """Publish, and let everything follow."""
        self.bench.publicar(*events)

    def act(self, colony: str, decide: Any) -> None:
        """A command; a refused one changes nothing."""
        try:
            self.bench.engine.executar(colony, decide).result()
        except UserFacingError:
            return
        self.bench.engine.aguardar_ocioso()

    def work(self) -> None:
        """What every councillor does with the demand in hand today."""
        for demand, councillor in self.office.rows(
            "SELECT demanda_id, conselheiro_id FROM d6a_atribuicoes WHERE status = 'ativa' "
            "ORDER BY demanda_id"
        ):
            luck = self.chance.random()
            if luck < 0.08:
                decide = sorteio.recusar(councillor, demand, "recusa_explicita", ATENDENTE)
                self.act("D-6a", decide)
            elif luck < 0.12:
                self.act("D-6b", relatoria.desistir(demand, ATENDENTE))
            elif luck < 0.14:
                self.act("D-6a", sorteio.liberar(demand, OPERADOR))
            elif luck < 0.15:
                self.act("D-6b", relatoria.encerrar_mandato(councillor, OPERADOR))
            elif luck < 0.40:
                pedido = relatoria.Pedido(
                    demanda_id=demand,
                    tipo="contato_realizado",
                    texto="Falei com o setor de obras.",
                    campos=CONTATO,
                    conselheiro_id=None,
                )
                decide_report = relatoria.registrar_atualizacao(TEST_NO, pedido, ATENDENTE)
                self.act("D-6b", decide_report)
            elif luck < 0.50:
                done = relatoria.concluir(TEST_NO, demand, "Feito.", ATENDENTE, conselheiro_id=None)
                self.act("D-6b", done)

    def happen(self, n: int) -> None:
        """One thing more that may happen on a day."""
        luck, some = self.chance.random(), self.chance.randint(1, n)
        unit = self.chance.choice(UNITS)
        if luck < 0.05:
            self.say(retirada(some))
        elif luck < 0.12:
            self.say(categorizada(some, unit, self.chance.randint(0, 100), self.level()))
        elif luck < 0.15:
            self.say(agregada(some, self.chance.randint(1, n), self.chance.randint(1, n)))
        elif luck < 0.25:
            worked_on = self.office.rows(
                "SELECT demanda_id FROM d6a_atribuicoes WHERE status = 'ativa' ORDER BY demanda_id"
            )
            if worked_on and self.chance.random() < 0.7:
                some = number_of(self.chance.choice(worked_on)[0])
            self.say(confirmada(some, ratificar=self.chance.random() < 0.3))
        elif luck < 0.28:
            self.say(cadastrado(100 + n, unit))
        elif luck < 0.30:
            level = {unit: {self.level(): "0.9"}}
            self.say(parametros(f"p{n}", level, {1: self.chance.randint(1, 8)}, 6))

    def level(self) -> int:
        return self.chance.randint(1, 5)

    # -- what must hold --------------------------------------------------------------------

    def check(self) -> None:
        """Every colony says the same of who works on what."""
        assert self.bench.dead_letters() == []
        queue = {row[0] for row in self.office.rows("SELECT demanda_id FROM d6a_fila_pendentes")}
        assigned: dict[str, str] = dict(
            self.office.rows(
                "SELECT demanda_id, conselheiro_id FROM d6a_atribuicoes WHERE status = 'ativa'"
            )
        )
        known = {}
        for demand, status, councillor, told, unit in self.office.rows(
            "SELECT demanda_id, status, conselheiro_id, anunciado_em, unidade_civica_id "
            "FROM d5_backlog_items"
        ):
            known[demand] = status
            if status == "disponivel":
                assert demand not in assigned
                assert demand in queue or told is None, "announced, and nobody draws for it"
                assert unit not in self.free(), "a free councillor beside an available demand"
            elif status in {"atribuido", "em_progresso"} and councillor is not None:
                assert assigned.get(demand) == councillor
            elif status == "atribuido":
                assert demand in queue, "given back, and nobody draws for it"
            else:
                assert demand not in queue
                assert demand not in assigned or status == "agregado"
        assert {known.get(one) for one in assigned} <= {"atribuido", "em_progresso", "agregado"}
        assert len(set(assigned.values())) == len(assigned)
        for u in UNITS:
            top = next((i for i in self.bench.agenda(u).itens if i.status == "disponivel"), None)
            assert top is None or top.anunciado_em is not None

    def free(self) -> set[str]:
        """Units with a councillor of their own who has nothing to do."""
        rows = self.office.rows(
            "SELECT DISTINCT unidade_civica_id FROM d6a_conselheiros WHERE status = 'disponivel'"
        )
        return {row[0] for row in rows}


@pytest.fixture
def started(sqlite_office: Office) -> Iterator[Story]:
    story = Story(sqlite_office, random.Random(1))
    story.say(SMALL, parametros("p", {1: {1: "0.9", 3: "0.5"}}, {1: 5}, 8))
    yield story
    sqlite_office.stop()


@pytest.mark.cenario("D-5/T19")
def test_five_demands_through_all_colonies(started: Story) -> None:
    """D-4 → D-5 → D-6a → D-6b, one councillor: each end brings the next to its draw."""
    started.say(cadastrado(1, 1), *(categorizada(n, 1, 10 * n) for n in range(1, 6)))
    bench = started.bench
    assert bench.count("d5_backlog_scores") == 5
    seen = []
    for _ in range(5):
        ((demand,),) = started.office.rows(
            "SELECT demanda_id FROM d6a_atribuicoes WHERE status = 'ativa'"
        )
        n = number_of(demand)
        states = [bench.status(n)]
        pedido = relatoria.Pedido(
            demanda_id=demand,
            tipo="contato_realizado",
            texto="Falei com o setor de obras.",
            campos=CONTATO,
            conselheiro_id=None,
        )
        started.act("D-6b", relatoria.registrar_atualizacao(TEST_NO, pedido, ATENDENTE))
        states.append(bench.status(n))
        done = relatoria.concluir(TEST_NO, demand, "Feito.", ATENDENTE, conselheiro_id=None)
        started.act("D-6b", done)
        states.append(bench.status(n))
        assert states == ["atribuido", "em_progresso", "concluido"]
        seen.append(n)
        started.check()
    # The first to come was drawn at once; then the draw's queue goes on in its order (G-148).
    assert sorted(seen) == [1, 2, 3, 4, 5]
    assert bench.agenda().por_status == {"concluido": 5}
    bench.check()


@pytest.mark.parametrize("seed", [1, 2])
def test_months_of_work_leave_nobody_behind(started: Story, seed: int) -> None:
    started.chance = random.Random(seed)
    for c in range(1, 7):
        started.say(cadastrado(c, started.chance.choice(UNITS)))
    for n in range(1, 56):
        unit = started.chance.choice(UNITS)
        started.say(
            georreferenciada(n, -23.5 + started.chance.random() / 50, -46.6, unit),
            categorizada(n, unit, started.chance.randint(0, 100), started.level()),
        )
        started.work()
        started.happen(n)
        started.office.clock.advance(started.chance.randint(0, 6 * HOUR_MS))
        started.bench.engine.aguardar_ocioso()
        started.check()
    assert started.bench.count("d5_backlog_items") > 20
    started.bench.check()
