"""What the colony that ranks publishes is what the audit comes to, on the real bus.

A seeded story of categories, corrections, moves, withdrawals, aggregates and parameter sets; then the
same log with one value changed. (D-4's own properties hold it against the audit with small steps.)
"""

from __future__ import annotations

import random
from collections import Counter

import pytest

from core.audit.log_source import StoredLog
from core.audit.ranking_audit import RankingAudit, Scored
from core.colonies.d4_ranking.colony import RANKING
from core.kernel.event import Event, Payload
from tests.core.audit.test_real_draws import Altered
from tests.core.colonies.d4_ranking.conftest import (
    SOURCE,
    Desk,
    agregada,
    categorizada,
    conjunto,
    retirada,
)
from tests.support.office import Office, unidade

UNITS, DEMANDS = 3, 40
SETS = (
    conjunto("nacional", nacionais={1: 20, 2: "100.5"}),
    conjunto("situacional", situacionais={1: {1: "0.3333", 2: 0}, 2: {3: "0.0001"}}),
)


@pytest.fixture
def desk(sqlite_office: Office) -> Desk:
    """D-4 alone, after a story."""
    sqlite_office.colonies = (SOURCE, RANKING)
    told, chance = Desk(sqlite_office), random.Random(5)
    for act in range(120):
        one, other = chance.randint(1, DEMANDS), chance.randint(1, DEMANDS)
        kind = chance.random()
        if kind < 0.85:
            score, level = chance.choice((10, 50, 50, 95)), chance.randint(1, 5)
            told.publicar(categorizada(one, chance.randint(1, UNITS), score, level))
        elif kind < 0.9:
            told.publicar(retirada(one))
        elif kind < 0.95:
            told.publicar(agregada(one, one, other, agregado=act))
        if act in {40, 80}:
            told.carregar(SETS[act // 80])
    return told


def judged(desk: Desk, only: int | None = None) -> list[Scored]:
    """Everything that an office says of its rankings, judged."""
    reader = desk.office.database.open_reader()
    try:
        log = StoredLog(reader.cursor, reader.dialect)
        return list(RankingAudit(log, None if only is None else unidade(only)).run())
    finally:
        reader.close()


def test_scores_positions_and_tops_of_a_long_story_are_recomputed(desk: Desk) -> None:
    found = judged(desk)
    assert [(one.event.sequence_number, one.findings) for one in found if not one.is_right] == []
    counts = Counter(one.event.tipo for one in found)
    assert counts["demanda.ranqueada"] > 100
    assert counts["ranking.atualizado"] > 50
    assert counts["parametros.carregados"] == 2
    for unit in range(1, UNITS + 1):
        alone = judged(desk, unit)
        assert all(one.is_right for one in alone)
        of_unit = [one for one in found if one.unit == unidade(unit)]
        assert len(alone) == len(of_unit) + 2
    assert desk.dead_letters() == []


def _changed(payload: Payload, name: str, value: object) -> Payload:
    if name not in payload["breakdown"]:
        return {**payload, name: value}
    return {**payload, "breakdown": {**payload["breakdown"], name: value}}


def test_whatever_is_changed_in_a_real_log_is_named(desk: Desk) -> None:
    log: list[Event] = desk.office.events()
    place = max(n for n, one in enumerate(log) if one.tipo == "demanda.ranqueada")
    for name, value in (
        ("score_final", 1.25),
        ("posicao_no_ranking", 39),
        ("total_demandas_na_uc", 77),
        ("versao_parametros", "outra"),
        ("peso_nacional", 7),
        ("peso_situacional", 0.123),
        ("score_horizontal", 11),
        ("categoria_id", "9.9"),
    ):
        altered = Altered(log, place, _changed(log[place].payload, name, value))
        found = {
            one.event.sequence_number: one.findings
            for one in RankingAudit(altered).run()
            if one.event.tipo == "demanda.ranqueada" and not one.is_right
        }
        assert list(found) == [place + 1], name
        assert found[place + 1][0].entrada == name
