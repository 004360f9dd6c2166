"""The chain alone: what breaks it is named, what does not is left to the verifier."""

from __future__ import annotations

import pytest

from core.kernel.errors import IntegrityFault
from core.kernel.verification import chain
from core.kernel.verification.chain import verify_chain
from core.kernel.verification.report import Report
from tests.support.founded import Founded
from tests.support.office import pedido


def checked(office: Founded) -> Report:
    reader = office.database.open_reader()
    try:
        return verify_chain(reader)
    finally:
        reader.close()


def test_a_whole_chain_in_many_chunks(founded: Founded, monkeypatch: pytest.MonkeyPatch) -> None:
    founded.append(*[pedido(n) for n in range(7)])
    monkeypatch.setattr(chain, "CHUNK", 3)
    report = checked(founded)
    assert (report.achados, report.eventos, report.ramos) == ([], 7, 1)


@pytest.mark.parametrize(
    ("sql", "found"),
    [
        ("DELETE FROM event_log WHERE sequence_number = 3",
         [("registro.lacuna", 4), ("ramo.elo_quebrado", 4)]),
        ("UPDATE event_log SET event_hash = {zeros} WHERE sequence_number = 2",
         [("evento.hash_divergente", 2)]),
        ("UPDATE event_log SET header = (SELECT header FROM event_log WHERE seq = 0) WHERE seq = 1",
         [("evento.hash_divergente", 2), ("ramo.elo_quebrado", 2), ("ramo.elo_quebrado", 3)]),
        ("UPDATE event_log SET header = {zeros} WHERE sequence_number = 2",
         [("evento.hash_divergente", 2), ("cabecalho.campos", 2)]),
    ],
)  # fmt: skip
def test_a_break_is_named(founded: Founded, sql: str, found: list[tuple[str, int]]) -> None:
    founded.append(*[pedido(n) for n in range(4)])
    is_server = founded.database.dialect == "postgresql"
    founded.sql(sql.format(zeros=f"'\\x{'00' * 32}'" if is_server else f"x'{'00' * 32}'"))
    report = checked(founded)
    assert [(f.codigo, f.sequence_number) for f in report.achados][: len(found)] == found


def test_a_tree_that_leads_in_circles_ends(founded_sqlite: Founded) -> None:
    class Circle:
        dialect = "sqlite"

        class cursor:  # noqa: N801 # stands for an attribute
            @staticmethod
            def execute(_sql: str, _params: object) -> None: ...

            @staticmethod
            def fetchall() -> list[tuple[int, bytes, bytes]]:
                return [(0, b"", b"")]

    with pytest.raises(IntegrityFault) as fault:
        verify_chain(Circle())  # type: ignore[arg-type] # the three touches that it uses
    assert fault.value.code == "banco.paginas_danificadas"
