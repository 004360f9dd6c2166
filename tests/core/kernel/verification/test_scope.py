"""What the program does not know is left unjudged, never called damage."""

from __future__ import annotations

from core.kernel.verification.scope import NOTHING_KNOWN, Scope
from core.kernel.verification.verifier import verify_database
from tests.support.founded import Founded


def test_less_knowledge_judges_less_and_finds_no_fault(founded_sqlite: Founded) -> None:
    founded_sqlite.work()
    founded_sqlite.sql("UPDATE t1_pedidos SET titulo = 'Outro'")
    full = founded_sqlite.scope
    assert verify_database(founded_sqlite.database, NOTHING_KNOWN).ok
    assert verify_database(founded_sqlite.database, Scope(full.registry, full.tables)).ok
    assert not verify_database(founded_sqlite.database, full).ok


def test_with_tables_named_a_further_one_is_too_much(founded_sqlite: Founded) -> None:
    scope = Scope(tables=founded_sqlite.tables)
    assert verify_database(founded_sqlite.database, scope).ok
    founded_sqlite.sql("CREATE TABLE visita (x)")
    report = verify_database(founded_sqlite.database, scope)
    assert [finding.params for finding in report.achados] == [{"tabela": "visita"}]
    assert verify_database(founded_sqlite.database).ok
