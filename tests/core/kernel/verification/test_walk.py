"""Events come in order with their own parts; strays are remembered, circles end."""

from __future__ import annotations

import pytest

from core.kernel.errors import IntegrityFault
from core.kernel.verification import walk
from core.kernel.verification.walk import Walk
from tests.support.founded import Founded
from tests.support.office import entrou, pedido


def walked(office: Founded) -> tuple[list[tuple[int, int]], list[int]]:
    reader = office.database.open_reader()
    try:
        one = Walk(reader, [])
        found = [(record.sequence_number, len(parts)) for record, parts in one.events()]
        assert one.size() == max((sequence for sequence, _ in found), default=0)
        return found, one.strays
    finally:
        reader.close()


def test_every_event_comes_with_its_parts(
    founded: Founded, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert walked(founded) == ([], [])
    founded.append(entrou(1), *[pedido(n, texto_bruto="x") for n in range(4)])
    whole = walked(founded)
    assert [sequence for sequence, _ in whole[0]] == [1, 2, 3, 4, 5]
    assert whole[0][1][1] == 2
    monkeypatch.setattr(walk, "CHUNK", 2)
    assert walked(founded) == whole


@pytest.mark.parametrize("parte_id", [5, 77, 3 * 32 + 5])
def test_parts_without_an_event_are_strays(founded: Founded, parte_id: int) -> None:
    founded.append(entrou(1), entrou(2))
    founded.sql("DELETE FROM event_log WHERE sequence_number = 2")
    founded.sql(f"UPDATE event_parts SET parte_id = {parte_id} WHERE parte_id = 64")
    assert walked(founded)[1] == [parte_id // 32 if parte_id < 64 else 2]


def test_text_that_is_none_is_read_all_the_same(founded_sqlite: Founded) -> None:
    founded_sqlite.append(entrou(1))
    founded_sqlite.sql("UPDATE event_log SET origem = CAST(x'ff41' AS TEXT)")
    reader = founded_sqlite.database.open_reader()
    record, _parts = next(Walk(reader, []).events())
    reader.close()
    assert record.origem == "\udcffA"


def test_a_tree_that_leads_in_circles_ends(
    founded_sqlite: Founded, monkeypatch: pytest.MonkeyPatch
) -> None:
    founded_sqlite.append(entrou(1))
    reader = founded_sqlite.database.open_reader()
    one = Walk(reader, [])
    rows = one._fetch(walk._LOG, {"depois": 0, "limite": 1})
    monkeypatch.setattr(Walk, "_fetch", lambda *_args: rows)
    monkeypatch.setattr(Walk, "_parts", lambda *_args: {})
    with pytest.raises(IntegrityFault) as fault:
        list(one.events())
    reader.close()
    assert fault.value.code == "banco.paginas_danificadas"
