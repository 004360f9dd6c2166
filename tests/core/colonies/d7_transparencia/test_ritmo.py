"""How long until the first act and the end, and how many a week, as counted by hand."""

from __future__ import annotations

from dataclasses import replace

from core.colonies.d7_transparencia.queries import ritmo
from core.colonies.d7_transparencia.queries.alcance import Alcance
from core.kernel.clock import format_timestamp
from core.kernel.event import NewEvent
from tests.core.colonies.d7_transparencia import conftest as e
from tests.core.colonies.d7_transparencia.conftest import Vitrine
from tests.core.colonies.d7_transparencia.test_leituras import territorio
from tests.support.office import unidade

HOUR_MS = 3_600_000
DAY_MS = 24 * HOUR_MS
CITY, HERE, OFFICE = Alcance(unidade(90)), Alcance(unidade(1), so_esta=True), Alcance()


def begun(n: int, at_ms: int) -> NewEvent:
    """A councillor's first act at a moment."""
    told = e.iniciada(n, c=n)
    return replace(told, payload={**told.payload, "timestamp_inicio": format_timestamp(at_ms)})


def busy(vitrine: Vitrine) -> None:
    """Four demands in two quarters: begun after 2, 4 and 6 days, two of them concluded."""
    vitrine.publicar(territorio())
    for n in range(1, 5):
        vitrine.publicar(*e.pronta(n, 1 + n % 2), e.item(n, 1 + n % 2))
    for n in (1, 2, 3):
        vitrine.office.clock.advance(2 * DAY_MS)
        vitrine.publicar(e.sorteado(n, c=n), begun(n, vitrine.office.clock.now_ms()))
    for n in (1, 2):
        vitrine.publicar(e.concluida(n, c=n, quando="2026-06-08T12:00:00.000Z"))


def test_times_are_those_of_who_acted_in_reach(vitrine: Vitrine) -> None:
    busy(vitrine)
    rows = vitrine.office.rows(
        "SELECT unidade_civica_id, inicio_s, conclusao_s, situacao FROM d7_demanda_snapshots"
    )
    starts = sorted(row[1] for row in rows if row[1] is not None)
    assert len(starts) == 3
    assert list(vitrine.read(ritmo.read_starts, OFFICE)) == starts
    assert list(vitrine.read(ritmo.read_starts, CITY)) == starts
    here = sorted(row[1] for row in rows if row[0] == unidade(1) and row[1] is not None)
    assert list(vitrine.read(ritmo.read_starts, HERE)) == here != starts
    ends = sorted(row[2] for row in rows if row[3] == "concluida")
    assert list(vitrine.read(ritmo.read_ends, CITY)) == ends
    assert len(ends) == 2


def test_weeks_hold_their_first_moment_and_not_their_last(vitrine: Vitrine) -> None:
    busy(vitrine)
    limits = ["2026-06-08T11:59:59.999Z", "2026-06-08T12:00:00.000Z", "2026-06-08T12:00:00.001Z"]
    assert vitrine.read(ritmo.read_weeks, CITY, limits) == [
        ritmo.Semana(0, 0),
        ritmo.Semana(0, 2),
    ]
    received = vitrine.office.rows(
        "SELECT MIN(recebida_em), MAX(recebida_em) FROM d7_demanda_snapshots"
    )
    first, _last = received[0]
    span = [first, "2030-01-01T00:00:00.000Z"]
    assert vitrine.read(ritmo.read_weeks, OFFICE, span) == [ritmo.Semana(4, 2)]
    assert vitrine.read(ritmo.read_weeks, HERE, span) == [ritmo.Semana(2, 1)]


def test_what_was_withdrawn_is_not_counted_as_concluded(vitrine: Vitrine) -> None:
    busy(vitrine)
    vitrine.publicar(e.retirada(1))
    assert len(vitrine.read(ritmo.read_ends, OFFICE)) == 1
    span = ["2026-01-01T00:00:00.000Z", "2030-01-01T00:00:00.000Z"]
    assert vitrine.read(ritmo.read_weeks, OFFICE, span) == [ritmo.Semana(4, 1)]


def test_open_demands_without_a_point_are_a_number_of_their_own(vitrine: Vitrine) -> None:
    busy(vitrine)
    vitrine.publicar(
        e.recebida(9, localizacao_bruta=None),
        e.normalizada(9, coordenadas_validadas=None),
        e.georreferenciada(9, 1, "baixa", coordenadas_lat=None, coordenadas_lng=None),
    )
    vitrine.publicar(
        e.recebida(10, localizacao_bruta=None), e.normalizada(10, coordenadas_validadas=None)
    )
    counts = [vitrine.read(ritmo.count_without_point, reach) for reach in (OFFICE, CITY, HERE)]
    assert counts == [2, 1, 1]
    assert vitrine.read(ritmo.count_without_point, Alcance(unidade(2))) == 0
    vitrine.publicar(e.retirada(9))
    assert vitrine.read(ritmo.count_without_point, OFFICE) == 1
