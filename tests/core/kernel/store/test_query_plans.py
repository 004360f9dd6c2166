"""No statement scans a table that grows: what really ran, asked for its plan.

Every statement that the engine, the reads for people and the services execute on an office with
some history is recorded and explained on the same file. A plan that walks a growing table is
allowed only by name and with a reason.
"""

from __future__ import annotations

import re
import sqlite3
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from app.services.eventos import EventFilter, EventosService
from app.services.exportacao import Perfil
from app.services.leitura import BancoLeitor
from core.audit.log_source import StoredLog
from core.kernel.colony import Colony, Decisao, Reaction
from core.kernel.event import Event
from core.kernel.observability import health_queries, metrics, trace_queries
from core.kernel.store.log_read import read_range
from core.kernel.store.sqlite import FILE_NAME
from tests.support.office import Office, demanda, encerrado, entrou, pedido, retirado, unidade
from tests.support.recorded_sql import Executed, RecordedDatabase
from tests.support.toy_colonies import TOY_COLONIES

DAY_MS = 86_400_000
ACTOR = {"conta_id": "33333333-0000-4000-8000-000000000001", "papel": "operador"}
# Rows come with every event, act or person, for ever.
GROWING = frozenset(
    {
        "event_log",
        "event_parts",
        "event_assuntos",
        "event_efeitos",
        "kernel_titulares",
        "kernel_comandos",
        "kernel_prazos_tratados",
        "kernel_checkpoints",
        "kernel_saida",
        "dead_letter_queue",
        "kernel_chaves_paradas",
        "t3_prazos",
        "t3_trabalhos",
    }
)
# What a statement says -> why it may walk a growing table.
ALLOWED = {
    "SELECT t3_prazos.vence_em, t3_prazos.sujeito, t3_prazos.evento": (
        "in the order of its index up to the first row that is still open; a colony's apply "
        "deletes rows that are over"
    ),
    "SELECT dead_letter_queue.consumidor, dead_letter_queue.fase, dead_letter_queue.seq": (
        "for Saúde: in the order of the primary key, a limited number"
    ),
    "SELECT dead_letter_queue.estado, count(*)": (
        "for Saúde: counts what failed, which a person has to look at anyway"
    ),
    "SELECT kernel_chaves_paradas.consumidor": (
        "for Saúde: in the order of the primary key, a limited number of groups"
    ),
}
SCAN = re.compile(r"^SCAN (?:TABLE )?(\w+)")


class Fails:
    """A reaction that fails while it is told to."""

    def __init__(self, real: Reaction) -> None:
        self.real = real
        self.is_failing = True

    def __call__(self, event: Event, context: Any) -> Any:
        if self.is_failing:
            raise ValueError("poisoned")
        return self.real.fn(event, context)


def with_failing_draw(colonies: tuple[Colony, ...]) -> tuple[tuple[Colony, ...], Fails]:
    """The toy colonies, T-2 unable to react to a request."""
    t1, t2, *others = colonies
    tipo = "brinquedo.pedido_feito"
    fails = Fails(t2.react[tipo])
    react = {**t2.react, tipo: replace(t2.react[tipo], fn=fails)}
    return (t1, replace(t2, react=react), *others), fails


def live(office: Office) -> None:
    """Some history: requests, draws, slow work, deadlines, dead letters, rebuilds, restarts."""
    office.colonies, fails = with_failing_draw(TOY_COLONIES)
    engine = office.engine()
    person = {"cidadao_id": demanda(900), "nome": "Pessoa de Teste"}
    for n in range(1, 40):
        engine.publicar("T-1", entrou(n, n % 5), pedido(n, n % 5, titulo="Buraco na rua", **person))
    for _ in range(2):
        engine.executar(
            "T-1", lambda _context: Decisao("feito", (pedido(90),)), comando_id="rascunho"
        ).result()
    engine.aguardar_ocioso(trabalhos=True)
    engine.reprocessar().result()
    engine.reprocessar("T-2").result()
    fails.is_failing = False
    engine.reprocessar("T-2").result()
    engine.publicar("T-1", retirado(3), encerrado(4))
    office.clock.advance(4 * DAY_MS)
    engine.aguardar_ocioso(trabalhos=True)
    engine.desativar("T-2").result()
    engine.publicar("T-1", pedido(91))
    engine.ativar("T-2").result()
    engine.call(lambda: mark(office, "T-1", demanda(5))).result()
    engine.aguardar_ocioso(trabalhos=True)
    engine.reconstruir().result()
    engine.trabalhos()
    discard(office, fails)
    office.restart().aguardar_ocioso(trabalhos=True)


def mark(office: Office, colony_id: str, key: str) -> None:
    """Mark a fold key, as an import does."""
    cycle = office.engines[-1].cycle
    cycle.begin()
    cycle.refolder.mark(colony_id, [key])
    cycle.commit()


def discard(office: Office, fails: Fails) -> None:
    """Fail until the operator has to let go."""
    engine = office.engines[-1]
    fails.is_failing = True
    engine.publicar("T-1", pedido(95))
    sequence = office.events()[-1].sequence_number
    for _ in range(8):
        engine.reprocessar("T-2").result()
    engine.liberar("T-2", "react", sequence, "teste", ACTOR).result()
    fails.is_failing = False


def read_as_people_do(office: Office, folder: Path) -> None:
    """Everything that screens and the command line read."""
    reader = office.database.open_reader()
    cursor, dialect = reader.cursor, reader.dialect
    for read in (
        health_queries.positions,
        health_queries.dead_letters,
        health_queries.dead_letter_counts,
        health_queries.parked_keys,
        health_queries.copies,
        health_queries.installation,
        metrics.table_metrics,
        trace_queries.types_in_log,
    ):
        read(cursor, dialect)
    now_ms = office.clock.now_ms()
    health_queries.events_per_hour(cursor, dialect, now_ms - DAY_MS, now_ms)
    list(read_range(cursor, dialect, 0, 50))
    log = StoredLog(cursor, dialect)
    assert [log.event_id_behind(one.event_hash) for one in log.events(("brinquedo.sorteado",))]
    reader.close()
    bank = BancoLeitor(office.database)
    service = EventosService(bank, colonias={}, produtores={})
    service.options()
    ids: list[int] = []
    for wanted in (
        EventFilter(),
        EventFilter(tipos=("brinquedo.pedido_feito", "brinquedo.sorteado")),
        EventFilter(tipos=("brinquedo.pedido_feito",), colonia="T-1"),
        EventFilter(desde_ms=now_ms - 9 * DAY_MS, ate_ms=now_ms),
        EventFilter(demanda=unidade(1)),
        EventFilter(tipos=("brinquedo.sorteado",), demanda=demanda(1), desde_ms=0),
    ):
        ids = list(service.list_ids(wanted))
        service.page(ids[:20])
        service.page(ids[::2])
    every = list(service.list_ids(EventFilter()))
    detail = service.detail(every[0], reveal=True)
    assert detail is not None
    service.trace(every[0])
    service.trace_of_subject(demanda(1))
    event = office.events()[0]
    assert event.correlacao_id is not None
    service.trace_of_correlation(event.correlacao_id)
    for text in ("5", event.event_hash, event.event_id, demanda(1)):
        service.find(text)
    service.export(every, folder / "eventos.csv", Perfil.RFC_4180, str)
    bank.close()


@pytest.fixture(scope="module")
def executed(
    tmp_path_factory: pytest.TempPathFactory, sqlite_template: Path
) -> tuple[Path, list[Executed]]:
    """The file of an office with history, and everything that was executed on it."""
    folder = tmp_path_factory.mktemp("planos")
    path = folder / FILE_NAME
    path.write_bytes(sqlite_template.read_bytes())
    database = RecordedDatabase(folder)
    office = Office(database)
    try:
        live(office)
        read_as_people_do(office, folder)
    finally:
        office.stop()
    return path, database.executed


def plans(path: Path, executed: list[Executed]) -> dict[str, list[str]]:
    """Each different statement and the steps of its plan."""
    connection = sqlite3.connect(path)
    found: dict[str, list[str]] = {}
    for one in executed:
        if one.sql in found or not one.sql.startswith(
            ("SELECT", "INSERT", "UPDATE", "DELETE", "WITH")
        ):
            continue
        params = one.params[0] if one.many else one.params
        rows = connection.execute(f"EXPLAIN QUERY PLAN {one.sql}", params)
        found[one.sql] = [str(row[3]) for row in rows]
    connection.close()
    return found


def scanned(steps: list[str]) -> set[str]:
    """Growing tables that a plan walks from end to end, or indexes on the fly."""
    tables = {match[1] for step in steps if (match := SCAN.match(step)) is not None}
    automatic = {"AUTOMATIC" for step in steps if "AUTOMATIC" in step}
    return (tables & GROWING) | automatic


def test_no_statement_scans_a_table_that_grows(executed: tuple[Path, list[Executed]]) -> None:
    walks = {
        sql: steps
        for sql, steps in plans(*executed).items()
        if scanned(steps) and not sql.startswith(tuple(ALLOWED))
    }
    assert not walks, "\n\n".join(f"{sql}\n  {steps}" for sql, steps in walks.items())


def test_no_exception_outlives_its_reason(executed: tuple[Path, list[Executed]]) -> None:
    found = plans(*executed)
    for start in ALLOWED:
        assert any(sql.startswith(start) and scanned(found[sql]) for sql in found), start


def test_the_history_reached_what_it_is_about(executed: tuple[Path, list[Executed]]) -> None:
    """A scenario that no longer writes a table would show nothing about it."""
    words = " ".join(plans(*executed))
    assert {table for table in GROWING if table not in words} <= {"kernel_checkpoints"}


def test_a_scan_would_be_seen(executed: tuple[Path, list[Executed]]) -> None:
    path, _ = executed
    sql = "SELECT count(*) FROM event_log WHERE origem = ?"
    steps = plans(path, [Executed(sql, ("T-1",), many=False)])[sql]
    assert scanned(steps) == {"event_log"}
