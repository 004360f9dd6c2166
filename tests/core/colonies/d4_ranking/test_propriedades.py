"""Whatever happens, positions, totals and told tops are those of a naive recomputation.

The model knows nothing of orders in blocks, previews or steps: it sorts a dictionary.
"""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, Phase, example, given, settings
from hypothesis import strategies as st

from core.audit import score_check
from core.audit.log_source import StoredLog
from core.audit.ranking_audit import RankingAudit
from core.base.parametros.conjunto import PADRAO, Parametros, decimal_of
from core.base.pontuacao import pontuar, score_final
from core.colonies.d4_ranking import order, rules
from core.colonies.d4_ranking.colony import RANKING
from core.colonies.d4_ranking.handlers import parametros as handler
from core.kernel.event import Event
from core.kernel.store.sqlite import FILE_NAME, SqliteDatabase
from tests.core.colonies.d4_ranking.conftest import (
    SOURCE,
    Desk,
    agregada,
    categorizada,
    conjunto,
    number,
    retirada,
)
from tests.support.office import Office, demanda, unidade

Act = tuple[Any, ...]
UNITS = (1, 2)
SETS = (
    PADRAO,
    conjunto("nacional", nacionais={1: 20, 2: "100.5"}),
    conjunto("situacional", situacionais={1: {1: "0.3333", 2: 0}}),
    conjunto("ambos", nacionais={1: 60}, situacionais={2: {1: "0.0001", 2: "0.5"}}),
)
DEMANDS = st.integers(1, 7)
ACTS = st.one_of(
    st.tuples(
        st.just("categorizar"), DEMANDS, st.sampled_from(UNITS), st.integers(1, 2),
        st.sampled_from([0, 50, 51, 90]),
    ),
    st.tuples(st.just("categorizar"), DEMANDS, st.just(1), st.just(1), st.just(50)),
    st.tuples(st.just("retirar"), DEMANDS),
    st.tuples(st.just("agregar"), DEMANDS, st.lists(DEMANDS, min_size=1, max_size=3)),
    st.tuples(st.just("carregar"), st.integers(0, len(SETS) - 1)),
    st.tuples(st.just("reiniciar")),
    st.tuples(st.just("redobrar"), DEMANDS),
)  # fmt: skip

FULL: list[Act] = [("categorizar", n, 1, 1, 50) for n in range(1, 8)]


@pytest.fixture(autouse=True, scope="module")
def small() -> Iterator[None]:
    """A top of three, steps of three, blocks of two: every border is crossed by few demands."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(rules, "TOPO", 3)
        patch.setattr(rules, "LOTE", 3)
        patch.setattr(handler, "WINDOW", 4)
        patch.setattr(order, "BLOCK", 2)
        yield


@dataclass
class Naive:
    """What the ranking has to be.

    Args:
        known: demand -> (unit, level, score within it) of those that stand in it.
        gone: left for good.
    """

    known: dict[int, tuple[int, int, int]] = field(default_factory=dict)
    gone: set[int] = field(default_factory=set)
    in_force: Parametros = PADRAO

    def act(self, what: str, *more: Any) -> None:
        """One act."""
        if what == "categorizar" and more[0] not in self.gone:
            self.known[more[0]] = more[1:]
        elif what == "carregar":
            self.in_force = SETS[more[0]]
        elif what in ("retirar", "agregar"):
            left = [more[0]] if what == "retirar" else [n for n in more[1] if n != more[0]]
            for n in left:
                self.gone.add(n)
                self.known.pop(n, None)

    def ranking(self, u: int) -> list[tuple[int, float]]:
        """(demand, score) in order."""
        scores = [
            (float(pontuar(self.in_force, unidade(u), nivel, score).score_final), demanda(n))
            for n, (unit, nivel, score) in self.known.items()
            if unit == u
        ]
        scores.sort(key=lambda pair: (-pair[0], pair[1]))
        return [(number(key), score) for score, key in scores]


def perform(desk: Desk, what: str, *more: Any) -> None:
    """The same act on the bus."""
    if what == "categorizar":
        n, u, nivel, score = more
        desk.publicar(categorizada(n, u=u, nivel=nivel, score=score))
    elif what == "retirar":
        desk.publicar(retirada(more[0]))
    elif what == "agregar":
        desk.publicar(agregada(more[0], *more[1]))
    elif what == "carregar":
        desk.carregar(SETS[more[0]])
    elif what == "reiniciar":
        desk.office.restart().aguardar_ocioso()
    else:
        cycle = desk.engine.cycle
        cycle.begin()
        cycle.refolder.mark("D-4", [demanda(more[0])])
        cycle.commit()
        desk.office.restart().aguardar_ocioso()


def check_state(desk: Desk, naive: Naive) -> None:
    """Pages, counted positions and the told tops, as of now."""
    stored = dict(desk.office.rows("SELECT unidade_civica_id, top_10 FROM d4_topos"))
    for u in UNITS:
        expected = naive.ranking(u)
        assert desk.ranking(u) == expected
        for place, (n, _score) in enumerate(expected, 1):
            assert desk.position(n) == place
        told = msgspec.json.decode(stored.get(unidade(u), "[]"), type=list[tuple[str, float]])
        assert [(number(key), score) for key, score in told] == expected[: rules.TOPO]
    for n in naive.gone:
        assert desk.position(n) is None


def check_log(events: list[Event]) -> None:
    """Each position, total and top that was told, as of the moment it stands at in the log."""
    known: dict[str, tuple[str, float]] = {}
    gone: set[str] = set()

    def ranking(unit: str) -> list[str]:
        here = [(-score, key) for key, (where, score) in known.items() if where == unit]
        return [key for _score, key in sorted(here)]

    for event in events:
        payload = event.payload
        if event.tipo == "demanda.ranqueada":
            key, unit = payload["demanda_id"], payload["unidade_civica_id"]
            assert key not in gone
            known[key] = (unit, payload["score_final"])
            assert payload["posicao_no_ranking"] == ranking(unit).index(key) + 1
            assert payload["total_demandas_na_uc"] == len(ranking(unit))
            factors = payload["breakdown"]
            national, situational = (
                decimal_of(factors[name]) for name in ("peso_nacional", "peso_situacional")
            )
            score = score_final(national, situational, factors["score_horizontal"])
            assert score == decimal_of(payload["score_final"])
        elif event.tipo == "ranking.atualizado":
            now = ranking(payload["unidade_civica_id"])
            assert [one["demanda_id"] for one in payload["top_10"]] == now[: rules.TOPO]
            assert [one["posicao"] for one in payload["top_10"]] == list(
                range(1, len(payload["top_10"]) + 1)
            )
            assert payload["total_demandas"] == len(now)
        elif event.tipo in ("demanda.retirada", "duplicidade.agregada"):
            first = payload.get("representante_demanda_id")
            listed = payload.get("membros") or [payload]
            for one in listed:
                if one["demanda_id"] != first:
                    gone.add(one["demanda_id"])
                    known.pop(one["demanda_id"], None)


def audited(desk: Desk) -> list[tuple[str, str]]:
    """What the auditor's own recomputation from the log finds; (type, input that differs)."""
    reader = desk.office.database.open_reader()
    try:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(score_check, "TOP", rules.TOPO)
            judged = list(RankingAudit(StoredLog(reader.cursor, reader.dialect)).run())
    finally:
        reader.close()
    return [(one.event.tipo, finding.entrada) for one in judged for finding in one.findings]


def told_since(desk: Desk, said: int) -> list[tuple[int, str]]:
    """(unit, motive) of the tops that were told after so many events of D-4."""
    return [
        (number(event.payload["unidade_civica_id"]), event.payload["motivo"])
        for event in desk.said()[said:]
        if event.tipo == "ranking.atualizado"
    ]


def check_told(
    before: dict[int, list[tuple[int, float]]], naive: Naive, act: Act, told: list[tuple[int, str]]
) -> None:
    """Each unit once at most; the first position as it changed; silence where the top stands."""
    assert len({unit for unit, _motive in told}) == len(told)
    for u in UNITS:
        after, motives = naive.ranking(u), [motive for unit, motive in told if unit == u]
        first = (before[u][0][0] if before[u] else None, after[0][0] if after else None)
        if first[0] is not None and first[0] != first[1]:
            assert motives == ["primeira_posicao_alterada"]
        elif before[u][: rules.TOPO] != after[: rules.TOPO]:
            assert motives == ["demanda_top10"]
        elif act[0] in ("carregar", "reiniciar", "redobrar"):
            assert motives == []
        else:
            # A demand of the top was ranked again where it stood, or an aggregate lost a member.
            assert motives in ([], ["demanda_top10"])


@settings(
    max_examples=25,
    suppress_health_check=list(HealthCheck),
    phases=[Phase.explicit, Phase.generate, Phase.shrink],
)
@example([("categorizar", 1, 1, 1, 90), ("categorizar", 1, 2, 1, 90), ("carregar", 1)])
@example([*FULL, ("categorizar", 1, 1, 2, 0)])
# One that was among the first, not the first, and falls below them; and the same by leaving.
@example([*FULL, ("categorizar", 2, 1, 1, 0), ("categorizar", 3, 2, 1, 50), ("retirar", 4)])
@example([*FULL, ("carregar", 2), ("carregar", 0)])
@example([("categorizar", 1, 1, 1, 90), ("agregar", 2, [1, 2]), ("categorizar", 1, 1, 1, 50)])
@example([("retirar", 1), ("categorizar", 1, 1, 1, 90), ("redobrar", 1), ("agregar", 1, [1])])
@given(
    acts=st.tuples(st.sampled_from([[], FULL]), st.lists(ACTS, min_size=3, max_size=12)).map(
        lambda pair: [*pair[0], *pair[1]]
    )
)
def test_the_ranking_equals_a_naive_recomputation(sqlite_template: Path, acts: list[Act]) -> None:
    with tempfile.TemporaryDirectory() as name:
        shutil.copy(sqlite_template, Path(name) / FILE_NAME)
        office = Office(SqliteDatabase(Path(name)))
        office.colonies = (SOURCE, RANKING)
        desk, naive = Desk(office), Naive()
        try:
            for act in acts:
                before = {u: naive.ranking(u) for u in UNITS}
                said = len(desk.said())
                naive.act(*act)
                perform(desk, *act)
                check_state(desk, naive)
                check_told(before, naive, act, told_since(desk, said))
            check_log(office.events())
            assert audited(desk) == []
            desk.check()
        finally:
            office.stop()


@settings(max_examples=15, suppress_health_check=list(HealthCheck), phases=[Phase.generate])
@given(
    demands=st.lists(
        st.tuples(st.integers(1, 2), st.sampled_from([10, 50])), min_size=2, max_size=8
    ),
    data=st.data(),
)
def test_the_order_does_not_depend_on_the_order_of_arrival(
    sqlite_template: Path, demands: list[tuple[int, int]], data: st.DataObject
) -> None:
    """Total by the id, so that equal scores stand alike wherever they came from."""
    numbered = list(enumerate(demands, 1))
    found = []
    for arrival in (numbered, data.draw(st.permutations(numbered))):
        with tempfile.TemporaryDirectory() as name:
            shutil.copy(sqlite_template, Path(name) / FILE_NAME)
            office = Office(SqliteDatabase(Path(name)))
            office.colonies = (SOURCE, RANKING)
            desk = Desk(office)
            try:
                for n, (nivel, score) in arrival:
                    desk.publicar(categorizada(n, nivel=nivel, score=score))
                found.append(desk.ranking())
            finally:
                office.stop()
    assert found[0] == found[1]
