"""What the log browser asks of its service."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from app.services.eventos import EventFilter, EventosService, colony_order
from app.services.exportacao import Perfil
from app.services.progresso import Cancelled
from core.kernel.errors import UserFacingError
from tests.app.services.log_builder import (
    COLONIES,
    NOW_MS,
    PRODUCERS,
    SECRET,
    FileLeitor,
    fixed_uuid,
)


def test_newest_first_and_oldest_first(eventos: EventosService) -> None:
    assert eventos.list_ids(EventFilter())[:3] == range(18, 15, -1)
    assert list(eventos.list_ids(EventFilter(), newest_first=False))[:3] == [1, 2, 3]


@pytest.mark.parametrize(
    ("wanted", "expected"),
    [
        (EventFilter(colonia="D-4"), [18, 17, 12, 11, 6, 5]),
        (EventFilter(colonia="D-4", tipos=("demanda.ranqueada",)), [17, 11, 5]),
        (EventFilter(colonia="D-4", tipos=("demanda.recebida",)), []),
        (EventFilter(colonia="D-8"), []),
        (EventFilter(colonia="D-99"), []),
        (EventFilter(demanda=fixed_uuid(10_000)), [5, 4, 3, 2, 1]),
        (EventFilter(desde_ms=NOW_MS - 3_600_000), list(range(18, 12, -1))),
    ],
)
def test_filters(eventos: EventosService, wanted: EventFilter, expected: list[int]) -> None:
    assert list(eventos.list_ids(wanted)) == expected
    assert not wanted.is_empty


def test_options_list_what_occurs_in_colony_order(eventos: EventosService) -> None:
    options = eventos.options()
    assert ("demanda.recebida", "D-1a") in options.tipos
    assert [c for c, _ in options.colonias] == ["D-1a", "D-1b", "D-2", "D-3", "D-4", "D-8"]
    assert dict(options.colonias)["D-2"] == "Georreferenciamento"


def test_rows_name_demand_or_unit(eventos: EventosService) -> None:
    first, last = eventos.page([1, 6])
    assert (first.papel, first.assunto) == ("demanda", fixed_uuid(10_000))
    assert (last.papel, last.assunto) == ("unidade", fixed_uuid(77))


def test_restricted_content_needs_the_role_and_the_question(
    eventos: EventosService, log_path: Path
) -> None:
    for reveal in (False, True):
        detail = eventos.detail(1, reveal=reveal)
        assert detail is not None
        assert SECRET not in repr(detail)
        assert (detail.has_hidden, detail.may_reveal) == (True, False)
    trusted = EventosService(
        FileLeitor(log_path), produtores=PRODUCERS, colonias=COLONIES, sees_restricted=True
    )
    hidden, shown = trusted.detail(1), trusted.detail(1, reveal=True)
    assert hidden is not None
    assert shown is not None
    assert SECRET not in repr(hidden)
    assert SECRET in shown.conteudo
    assert eventos.detail(99) is None


@pytest.mark.parametrize(
    "text", ["5", " 5 ", fixed_uuid(5), fixed_uuid(5).upper(), fixed_uuid(5)[:8]]
)
def test_an_event_is_found_by_number_or_identifier(eventos: EventosService, text: str) -> None:
    assert eventos.find(text).numero == 5


def test_a_stamp_and_a_demand_are_found(eventos: EventosService) -> None:
    (row,) = eventos.page([7])
    assert eventos.find(row.carimbo).numero == 7
    assert eventos.find(fixed_uuid(10_001)[:9]).assunto == fixed_uuid(10_001)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("abc", "busca.curta"),
        ("Maria da Silva", "busca.nada_encontrado"),
        ("00000000", "busca.nada_encontrado"),
        ("f" * 64, "busca.nada_encontrado"),
    ],
)
def test_what_is_not_found_says_so(eventos: EventosService, text: str, code: str) -> None:
    with pytest.raises(UserFacingError) as raised:
        eventos.find(text)
    assert raised.value.code == code


def test_traces(eventos: EventosService) -> None:
    for trace in (
        eventos.trace(9),
        eventos.trace_of_subject(fixed_uuid(10_001)),
        eventos.trace_of_correlation(fixed_uuid(20_001)),
    ):
        assert [root.numero for root in trace.raizes] == [7]


def test_export_writes_what_is_listed(eventos: EventosService, tmp_path: Path) -> None:
    told: list[tuple[int, int]] = []
    done = eventos.export(
        eventos.list_ids(EventFilter()),
        tmp_path / "eventos.csv",
        Perfil.RFC_4180,
        lambda ms: f"{ms}",
        lambda a, b: told.append((a, b)),
    )
    with done.arquivo.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert done.linhas == len(rows) == 18
    assert [rows[0]["numero"], rows[-1]["numero"]] == ["18", "1"]
    assert told[-1] == (18, 18)


def test_a_cancelled_export_leaves_nothing(eventos: EventosService, tmp_path: Path) -> None:
    def stop(done: int, total: int, /) -> None:
        raise Cancelled

    with pytest.raises(Cancelled):
        eventos.export(range(1, 4), tmp_path / "x.csv", Perfil.RFC_4180, str, stop)
    assert [p.name for p in tmp_path.iterdir() if p.suffix != ".db"] == []


def test_colonies_sort_by_number() -> None:
    assert sorted(["D-10", "D-2", "D-1b", "C-1", "D-1a", "GEO"], key=colony_order) == [
        "C-1",
        "D-1a",
        "D-1b",
        "D-2",
        "D-10",
        "GEO",
    ]
