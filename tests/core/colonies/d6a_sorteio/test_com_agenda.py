"""With D-5 and D-6b: what one takes for assigned the others do, and what is announced is drawn for."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from typing_extensions import override

from core.colonies.d5_agenda.colony import AGENDA
from core.colonies.d6a_sorteio.colony import SORTEIO
from core.colonies.d6b_relatoria.colony import RELATORIA
from core.kernel.colony import Colony, no_keys
from core.kernel.event import NewEvent
from tests.core.colonies.d5_agenda.conftest import parametros, ranqueada
from tests.core.colonies.d6a_sorteio.conftest import (
    CIDADE,
    SMALL,
    Desk,
    cadastrado,
    ciclo,
    concluida,
)
from tests.core.colonies.d6a_sorteio.test_propriedades import DEMANDS, UNITS, Course, seeded
from tests.support.office import Office, demanda

ANNOUNCED = "agenda.item_disponível"
COLONIES = (AGENDA, SORTEIO, RELATORIA)
ALL = Colony(
    id="FONTE",
    prefixo="fonte",
    nome="Fonte",
    publica=tuple({tipo for colony in COLONIES for tipo in colony.consome}),
    apply={},
    chaves=no_keys,
)


def started(office: Office, capacity: int) -> Desk:
    """The three of them, with room for so many demands of a unit."""
    office.colonies = (ALL, *COLONIES)
    desk = Desk(office)
    desk.publicar(SMALL, parametros(padrao=capacity))
    return desk


class Joint(Course):
    """A course in which demands are ranked, and D-5 announces them."""

    @override
    def step(self, kind: str, a: int, b: int) -> None:
        if kind == "encerra" and b % 3 == 0:
            # D-6b tells of work done by two events of one step.
            who = self.holder(a % DEMANDS, b)
            self.desk.juntos(concluida(who, a % DEMANDS), ciclo(who, a % DEMANDS))
        else:
            super().step(kind, a, b)

    @override
    def event(self, kind: str, a: int, b: int) -> NewEvent:
        if kind == "anuncia":
            return ranqueada(a % DEMANDS, 100.0 + b * 7 + a, 1 + b % UNITS)
        return super().event(kind, a, b)

    @override
    def look(self) -> None:
        self.announced = {e.payload["demanda_id"] for e in self.desk.said(ANNOUNCED)}
        super().look()
        self.agreed()

    def agreed(self) -> None:
        """What D-5 has with a councillor is with that councillor; what is open is in the queue."""
        rows = self.desk.office.rows
        active: Mapping[str, str] = dict(
            rows("SELECT demanda_id, conselheiro_id FROM d6a_atribuicoes WHERE status = 'ativa'")
        )
        waiting = {row[0] for row in rows("SELECT demanda_id FROM d6a_fila_pendentes")}
        agenda = rows(
            "SELECT demanda_id, status, conselheiro_id, anunciado_em FROM d5_backlog_items"
        )
        for demand, status, who, announced in agenda:
            if status in {"atribuido", "em_progresso"}:
                assert active.get(demand) == who
                assert (demand in waiting) == (who is None)
            elif status == "disponivel" and announced is not None:
                assert demand in waiting


@pytest.mark.parametrize("seed", range(4))
def test_a_seeded_course_with_ranked_demands(sqlite_office: Office, seed: int) -> None:
    Joint(started(sqlite_office, 2)).play(seeded(2_000 + seed, 60))


def test_a_full_backlog_and_a_full_council_meet_at_once(office: Office) -> None:
    """Forty free councillors, sixty demands: nobody waits for another event, no chain is too long."""
    desk = started(office, 50)
    desk.juntos(*(cadastrado(n, CIDADE) for n in range(1, 41)))
    desk.juntos(*(ranqueada(n, 1_000.0 - n) for n in range(1, 61)))
    assert desk.dead_letters() == []
    assert {d for d, _c in desk.pairs()} == set(range(1, 41))  # the best ranked
    assert len({c for _d, c in desk.pairs()}) == 40
    assert desk.waiting() == [41]
    desk.publicar(concluida(desk.winner(1), 1), ciclo(desk.said()[0].payload["conselheiro_id"], 1))
    assert desk.winner(41)
    assert demanda(42) in {e.payload["demanda_id"] for e in desk.said(ANNOUNCED)}
    desk.check()


def test_however_many_are_free_at_once_all_are_drawn(sqlite_office: Office) -> None:
    """Each draw brings up the next announcement: a hundred demands are a hundred stories."""
    desk = started(sqlite_office, 120)
    desk.juntos(*(cadastrado(n, CIDADE) for n in range(1, 101)))
    desk.juntos(*(ranqueada(n, 1_000.0 - n) for n in range(1, 121)))
    assert desk.dead_letters() == []
    assert {d for d, _c in desk.pairs()} == set(range(1, 101))
    assert desk.waiting() == [101]
    desk.check()
