"""Sums equal a count, a refold of one demand equals live: after any valid events in any order."""

from __future__ import annotations

import shutil
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from core.colonies.d7_transparencia.colony import TRANSPARENCIA
from core.colonies.d7_transparencia.queries.ranking import count_ranking, read_ranking
from core.colonies.d7_transparencia.rules.situacao import FINAIS, SITUACOES, situacao
from core.colonies.d7_transparencia.rules.somas import TIPOS_DE_ESPERA, esperas
from core.contracts.catalogo import MODELS
from core.kernel.event import NewEvent
from core.kernel.registry import Registry
from core.kernel.store.sqlite import FILE_NAME, SqliteDatabase
from tests.conformidade.conjuntos import CONJUNTOS, related_payloads, uuid_of
from tests.core.colonies.d7_transparencia import conftest as e
from tests.core.colonies.d7_transparencia.conftest import SOURCE, Vitrine
from tests.support.office import Office
from tests.support.recorded_sql import RecordedDatabase

REAL = CONJUNTOS[1]
# Types that move a demand from state to state, drawn more often than the rest.
MOVERS = tuple(
    tipo
    for tipo in TRANSPARENCIA.consome
    if tipo.startswith(("demanda.", "conselheiro.", "agenda.item", "sorteio.", "moderacao."))
)
# An end is an end: only a withdrawal may still follow, and work on a member of an aggregate.
MAY_FOLLOW = {
    "retirada": ("retirada",),
    "concluida": ("concluida", "retirada"),
    "agregada": ("agregada", "concluida", "retirada"),
}
IDS = [uuid_of("demanda_id", n) for n in (1, 2, 3)]


def _event(tipo: str) -> st.SearchStrategy[NewEvent]:
    return related_payloads(REAL, tipo).map(
        lambda payload: NewEvent(tipo, _related(tipo, payload), sujeito="x")
    )


def _related(tipo: str, payload: dict[str, Any]) -> dict[str, Any]:
    """Aggregates and decisions are about the same few demands, too."""
    if tipo == "duplicidade.agregada":
        return {
            **payload,
            "representante_demanda_id": IDS[0],
            "membros": [{"demanda_id": one} for one in IDS[: 1 + len(payload["membros"]) % 3]],
        }
    if tipo == "moderacao.decidida" and payload["tipo"] == "texto":
        return {**payload, "referencia_id": IDS[0]}
    return payload


any_events = st.lists(
    st.one_of(
        st.sampled_from(MOVERS).flatmap(_event),
        st.sampled_from(TRANSPARENCIA.consome).flatmap(_event),
    ),
    min_size=1,
    max_size=25,
)


def check_sums(vitrine: Vitrine) -> None:
    """Every demand has one word, and sums and waits are what its row says."""
    names = [column.name for column in TRANSPARENCIA.tables[0].columns]
    found = [
        dict(zip(names, row, strict=True))
        for row in vitrine.office.rows("SELECT * FROM d7_demanda_snapshots")
    ]
    cells: Counter[tuple[Any, ...]] = Counter()
    waits = set()
    for row in found:
        assert row["situacao"] in SITUACOES
        assert row["situacao"] == situacao(row)
        unit = row["unidade_civica_id"] or ""
        key = (
            unit,
            row["situacao"],
            row["nivel_precedencia"] or 0,
            row["categoria_id"] or "",
            row["confianca_geo"] or "",
        )
        cells[key] += 1
        waiting = esperas(row)
        alone = int(len(waiting) == 1)
        waits |= {(row["demanda_id"], kind, unit, since, alone) for kind, since in waiting.items()}
    sums = vitrine.office.rows(
        "SELECT unidade_civica_id, situacao, nivel_precedencia, categoria_id, confianca_geo, total"
        " FROM d7_contagens"
    )
    assert {row[:5]: row[5] for row in sums} == dict(cells)
    hidden = vitrine.office.rows("SELECT coalesce(sum(ocultas), 0) FROM d7_contagens")[0][0]
    assert hidden == sum(row["oculta"] for row in found)
    for unit in {row["ranking_unidade_id"] for row in found} - {None}:
        listed = sorted(
            (row["ordem_score"], row["demanda_id"])
            for row in found
            if row["situacao"] not in FINAIS
            and not row["local_pendente"]
            and row["ranking_unidade_id"] == row["unidade_civica_id"] == unit
        )
        ranking = vitrine.read(read_ranking, unit)
        assert [one.posicao for one in ranking] == list(range(1, len(listed) + 1))
        assert [one.demanda.demanda_id for one in ranking] == [key for _order, key in listed]
        assert vitrine.read(count_ranking, unit) == len(listed)
    kept = vitrine.office.rows(
        "SELECT demanda_id, tipo, unidade_civica_id, desde, sozinha FROM d7_esperas"
    )
    assert set(kept) == waits
    assert {row[1] for row in kept} <= set(TIPOS_DE_ESPERA)


@settings(
    max_examples=40,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
    deadline=None,
)
@given(events=any_events)
def test_any_events_in_any_order(sqlite_template: Path, events: list[NewEvent]) -> None:
    with tempfile.TemporaryDirectory() as name:
        shutil.copy(sqlite_template, Path(name) / FILE_NAME)
        office = Office(SqliteDatabase(Path(name)), (SOURCE, TRANSPARENCIA))
        office.registry = Registry(MODELS)
        vitrine = Vitrine(office)
        try:
            before: dict[str, str] = {}
            for event in events:
                vitrine.publicar(event)
                now = dict(
                    vitrine.office.rows("SELECT demanda_id, situacao FROM d7_demanda_snapshots")
                )
                for key, state in before.items():
                    assert now[key] in MAY_FOLLOW.get(state, SITUACOES), (state, now[key])
                before = now
            check_sums(vitrine)
            vitrine.check()
        finally:
            office.stop()


def test_sums_follow_a_life(vitrine: Vitrine) -> None:
    for n in (1, 2, 3):
        vitrine.publicar(*e.pronta(n, u=1 + n % 2), e.item(n, u=1 + n % 2))
        check_sums(vitrine)
    vitrine.publicar(
        e.sorteado(1, u=2), e.iniciada(1), e.concluida(1, quando="2026-06-01T00:00:00.000Z")
    )
    check_sums(vitrine)
    closed = vitrine.office.rows(
        "SELECT com_inicio, com_conclusao, soma_conclusao_s FROM d7_contagens"
        " WHERE situacao = 'concluida'"
    )
    assert closed == [(1, 1, 272_000)]
    vitrine.publicar(e.retirada(2), e.agregada(1, 3))
    check_sums(vitrine)
    vitrine.check()


def test_a_member_of_an_aggregate_keeps_its_councillor(vitrine_sqlite: Vitrine) -> None:
    vitrine = vitrine_sqlite
    vitrine.publicar(*e.pronta(1), *e.pronta(2), e.sorteado(2), e.agregada(1, 2))
    rows = "SELECT situacao, com_conselheiro, na_fila FROM d7_contagens ORDER BY situacao"
    assert vitrine.office.rows(rows) == [("agregada", 1, 0), ("aguardando_vaga", 0, 1)]
    vitrine.publicar(e.concluida(2))
    assert vitrine.situacao(2) == "concluida"
    check_sums(vitrine)
    vitrine.check()


def statements_of(office: Office, event: NewEvent) -> list[str]:
    """What D-7 executes for one event."""
    assert isinstance(office.database, RecordedDatabase)
    office.database.executed.clear()
    Vitrine(office).publicar(event)
    return [one.sql.split()[0] for one in office.database.executed if "d7_" in one.sql]


def test_a_change_costs_the_same_among_many(sqlite_template: Path, tmp_path: Path) -> None:
    """A line, a snapshot written, two sums, a wait: whatever the size of the unit.

    A snapshot that was written a moment ago is remembered; another is read first.
    """
    shutil.copy(sqlite_template, tmp_path / FILE_NAME)
    office = Office(RecordedDatabase(tmp_path), (SOURCE, TRANSPARENCIA))
    vitrine = Vitrine(office)
    vitrine.publicar(*e.pronta(1), *e.pronta(2))
    alone = statements_of(office, e.item(1))
    for n in range(3, 60):
        vitrine.publicar(*e.pronta(n))
    among_many = statements_of(office, e.item(2))
    vitrine.engine.cycle.forget()
    read_first = statements_of(office, e.item(3))
    office.stop()
    assert among_many == ["INSERT", "UPDATE", "UPDATE", "INSERT"]
    assert read_first == ["INSERT", "SELECT", "UPDATE", "UPDATE", "INSERT"]
    assert len(alone) <= len(among_many) + 1  # the last of a sum takes its row along
