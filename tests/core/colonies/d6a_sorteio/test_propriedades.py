"""Properties over any course of events, on the real bus: seeded courses, and hypothesis's own.

A course is a list of numbers, so that one that fails is kept as an example in ``KEPT``.
"""

from __future__ import annotations

import random
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from core.audit.draw_audit import DrawAudit
from core.colonies.d6a_sorteio import api
from core.kernel.errors import UserFacingError
from core.kernel.event import NewEvent
from core.kernel.store.sqlite import FILE_NAME, SqliteDatabase
from tests.core.colonies.d6a_sorteio.conftest import (
    OPERADOR,
    Desk,
    agregada,
    cadastrado,
    ciclo,
    concluida,
    conclusao_confirmada,
    disponivel,
    number,
    recusada,
    retirada,
    started,
    territorio,
)
from tests.core.colonies.d6a_sorteio.test_sorteio import drawn_again
from tests.support.office import Office, conselheiro, demanda
from tests.support.sorteios import MemoryLog

Step = tuple[int, int, int]
MOTIVES = (None, "recusa_explicita", "risco_pessoal", "fora_do_territorio")
ENDINGS = ("demanda_concluida", "desistencia", "fim_mandato")
DEMANDS, COUNCILLORS, UNITS = 12, 6, 6
# Announcing, registering and refusing are what most of life is.
KINDS = (
    "anuncia", "anuncia", "anuncia", "cadastra", "cadastra", "recusa", "recusa", "recusa",
    "recusa", "encerra", "encerra", "conclui", "confirma", "retira", "agrega", "inativa",
    "reativa", "libera", "relogio", "territorio", "junto", "reinicia",
)  # fmt: skip
steps = st.lists(
    st.tuples(st.integers(0, len(KINDS) - 1), st.integers(0, 11), st.integers(0, 11)),
    min_size=5,
    max_size=25,
)


class Course:
    """Plays a course over an office and looks at it after every step."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.announced: set[str] = set()

    def play(self, course: list[Step]) -> None:
        """All steps, then everything that holds of the whole."""
        for kind, a, b in course:
            self.step(KINDS[kind], a, b)
            self.look()
        log = self.desk.office.events()
        for event in self.desk.said():
            drawn_again(log, event)
        wrong = [one for one in DrawAudit(MemoryLog(log=log)).run() if not one.is_right]
        assert wrong == []
        self.desk.check()

    def step(self, kind: str, a: int, b: int) -> None:
        if kind == "relogio":
            self.desk.adiantar((10, 95, -200)[b % 3])
        elif kind == "reinicia":
            self.desk.office.restart().aguardar_ocioso()
        elif kind == "junto":
            self.desk.juntos(self.event("recusa", a, b), self.event("anuncia", b, a),
                             self.event("encerra", b, a))  # fmt: skip
        elif kind in {"inativa", "reativa", "libera"}:
            who = conselheiro(a % COUNCILLORS)
            acts = {
                "inativa": api.inativar(who, OPERADOR),
                "reativa": api.reativar(who, OPERADOR),
                "libera": api.liberar(demanda(a % DEMANDS), OPERADOR),
            }
            with suppress(UserFacingError):  # refused: nothing was written
                self.desk.agir(acts[kind])
        else:
            self.desk.publicar(self.event(kind, a, b))

    def event(self, kind: str, a: int, b: int) -> NewEvent:
        """What happens; of a demand that somebody has, mostly by who has it."""
        n, who = a % DEMANDS, self.holder(a % DEMANDS, b)
        if kind == "anuncia":
            self.announced.add(demanda(n))
            return disponivel(n, 1 + b % UNITS)
        if kind == "cadastra":
            return cadastrado(a % COUNCILLORS, 1 + b % UNITS, capacitacao_concluida=b % 5 > 0)
        ways: dict[str, Callable[[], NewEvent]] = {
            # A quarter or the city comes under another unit, or under none.
            "territorio": lambda: territorio(
                (1 + a % 3, 2, (3, 4, 5, None)[b % 4] if a % 3 < 2 else 4)
            ),
            "recusa": lambda: recusada(who, n, MOTIVES[b % 4], u=1 + b % UNITS),
            "encerra": lambda: ciclo(who, n, ENDINGS[b % 3], u=1 + b % UNITS),
            "conclui": lambda: concluida(who, n),
            "confirma": lambda: conclusao_confirmada(n, ratificacao=b % 2 == 0),
            "retira": lambda: retirada(n),
            "agrega": lambda: agregada(n, n, b % DEMANDS),
        }
        return ways[kind]()

    def holder(self, n: int, b: int) -> str:
        found = self.desk.office.rows(
            "SELECT conselheiro_id FROM d6a_atribuicoes "
            f"WHERE status = 'ativa' AND demanda_id = '{demanda(n)}'"
        )
        return str(found[0][0]) if found and b % 6 else conselheiro(b % COUNCILLORS)

    # -- what holds at every moment ----------------------------------------------------------

    def look(self) -> None:
        rows = self.desk.office.rows
        assert self.desk.dead_letters() == []
        active = rows("SELECT demanda_id, conselheiro_id FROM d6a_atribuicoes "
                      "WHERE status = 'ativa'")  # fmt: skip
        busy = {one[1] for one in active}
        assert len({one[0] for one in active}) == len(busy) == len(active)
        for who, status in rows("SELECT conselheiro_id, status FROM d6a_conselheiros"):
            assert (status == "ocupado") == (who in busy)
        waiting = dict(rows("SELECT demanda_id, unidade_civica_id FROM d6a_fila_pendentes"))
        closed = {one[0] for one in rows("SELECT demanda_id FROM d6a_encerradas")}
        assigned = {one[0] for one in active}
        assert waiting.keys() == self.announced - closed - assigned
        self.nobody_idles(waiting)

    def nobody_idles(self, waiting: dict[str, str]) -> None:
        """No free councillor beside a demand that he may serve; the long way round."""
        rows = self.desk.office.rows
        parents = dict(rows("SELECT unidade_civica_id, parent_uc_id FROM d6a_unidades"))
        barred = set(rows("SELECT demanda_id, conselheiro_id FROM d6a_atribuicoes "
                          "WHERE is_impedimento = 1"))  # fmt: skip
        free = rows("SELECT conselheiro_id, unidade_civica_id FROM d6a_conselheiros "
                    "WHERE status = 'disponivel' AND capacitacao_concluida = 1")  # fmt: skip
        cover = set()
        for demand, unit in waiting.items():
            chain: list[str] = []
            above: str | None = unit
            while above is not None and above not in chain:
                chain.append(above)
                above = parents.get(above)
            cover |= {(demand, one) for one in chain}
            idle = [who for who, home in free if home in chain and (demand, who) not in barred]
            assert idle == [], f"{number(demand)} waits beside {[number(one) for one in idle]}"
        told = set(rows("SELECT demanda_id, unidade_civica_id FROM d6a_fila_cobertura"))
        assert told == cover


@contextmanager
def office_from(template: Path) -> Iterator[Desk]:
    """An office of its own for one example."""
    with tempfile.TemporaryDirectory() as name:
        shutil.copy(template, Path(name) / FILE_NAME)
        office = Office(SqliteDatabase(Path(name)))
        try:
            yield started(office)
        finally:
            office.stop()


def seeded(seed: int, length: int) -> list[Step]:
    """A course by a seed."""
    chance = random.Random(seed)
    return [
        (chance.randrange(len(KINDS)), chance.randrange(12), chance.randrange(12))
        for _ in range(length)
    ]


@pytest.mark.parametrize("seed", range(8))
def test_a_long_seeded_course(sqlite_desk: Desk, seed: int) -> None:
    Course(sqlite_desk).play(seeded(seed, 70))


def test_a_seeded_course_on_both_databases(desk: Desk) -> None:
    Course(desk).play(seeded(1_000, 60))


@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
@given(course=steps)
@example(course=[(0, 0, 0), (3, 0, 0), (5, 0, 1), (19, 0, 0)])
def test_any_course(sqlite_template: Path, course: list[Step]) -> None:
    with office_from(sqlite_template) as desk:
        Course(desk).play(course)


def test_the_clock_set_back_between_two_draws(sqlite_desk: Desk) -> None:
    desk = sqlite_desk
    desk.publicar(*(cadastrado(n) for n in (1, 2, 3)), disponivel(1))
    desk.adiantar(-3_000)
    desk.publicar(disponivel(2), disponivel(3), disponivel(4))
    first, second, *_ = desk.said()
    assert second.timestamp < first.timestamp
    assert [d for d, _c in desk.pairs()] == [1, 2, 3]
    desk.publicar(ciclo(desk.winner(1), 1))
    assert desk.pairs()[-1][0] == 4
    for event in desk.said():
        drawn_again(desk.office.events(), event)
    desk.check()


def test_the_queue_is_first_in_first_out_whatever_the_clock_says(sqlite_desk: Desk) -> None:
    desk = sqlite_desk
    for n in (1, 2, 3):
        desk.publicar(disponivel(n))
        desk.adiantar(-100)
    desk.publicar(*(cadastrado(n) for n in (1, 2, 3)))
    assert [d for d, _c in desk.pairs()] == [1, 2, 3]
    desk.check()
