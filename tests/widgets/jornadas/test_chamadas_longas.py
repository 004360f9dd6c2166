"""No single call holds the interpreter for more than 20,000 items, with 60,000 demands in a unit.

Screens, the files that are written of their lists, tables that are imported, and bundles on their way out
of one office and into another.

Counted, not timed. What holds the interpreter without a pause is a call into C over a whole list: a
sort, the fetch of a whole answer, a list, set or table made of another one, JSON read or written, a table
written by one call. Loops written in Python let other threads in between, generators too.
"""

from __future__ import annotations

import builtins
import csv
import json
import sqlite3
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from types import BuiltinMethodType, FrameType, GeneratorType, MappingProxyType
from typing import Any, Final

import msgspec
import pytest
from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtWidgets import QTableView
from sqlalchemy import text
from typing_extensions import override

from app.services.exportacao import Perfil
from app.services.importacao_linhas import Opcoes
from core.kernel.store.statement import Statement
from tests.support.fila_comprida import UNIT, encher
from tests.support.redes import Redes
from tests.support.vivo import ATENDENTE, Vivo
from tests.widgets.conftest import Mesa
from widgets.runtime.list_panel import ListPanel

WAITING: Final = 60_000
MOST: Final = 20_000
ROWS: Final = 22_000
DEMANDS: Final = 600
NO_PARENT: Final = QModelIndex()


SMALLER: Final = 20
"""An exchange is counted in a world so much smaller: its pieces, and what one call may take in."""
PIECES: Final = ("CHUNK", "_CHUNK", "REFILL", "MAX_KEYS", "PIECE_ROWS")
OURS: Final = ("app.", "core.", "widgets.")
# The shipped classifier: 46,000 whole numbers whatever the office holds, read once a start in 4 ms.
SAME_FOR_ALL: Final = ("core/base/taxonomia/model.py",)
# It tells kinds by their very names; what it reads and writes is one event or document.
BY_NAME: Final = ("core.kernel.canonical",)
JSON: Final = (msgspec.json.Decoder, msgspec.json.Encoder)


class Counted:
    """The largest single call so far, and where it was made."""

    def __init__(self) -> None:
        self.most = 0
        self.where = ""

    def note(self, items: int, frame: FrameType | None) -> None:
        where = "" if frame is None else f"{frame.f_code.co_filename}:{frame.f_lineno}"
        if items > self.most and not any(name in where for name in SAME_FOR_ALL):
            self.most, self.where = items, where

    def profile(self, frame: FrameType, event: str, arg: Any) -> None:
        """What only a profiler sees, in any thread: ``list.sort``, and a writer of whole tables."""
        if event != "c_call":
            return
        if arg.__name__ == "sort":
            owner = getattr(arg, "__self__", None)
            if isinstance(owner, list):
                self.note(len(owner), frame)
        elif arg.__name__ == "writerows":
            self.note(WAITING, frame)

    def counting(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """The same function of JSON; what it reads or writes is counted by its commas."""

        def run(what: Any, *more: Any, **how: Any) -> Any:
            made = function(what, *more, **how)
            text = next((one for one in (what, made) if isinstance(one, bytes | str)), "")
            comma: Any = "," if isinstance(text, str) else b","
            self.note(text.count(comma) + 1, sys._getframe(1))
            return made

        return run


def counting_kind(kind: type, found: Counted) -> type:
    """A kind of container that counts what it is made of, unless Python gives it one by one."""

    class Kind(type):
        @override
        def __instancecheck__(cls, one: object) -> bool:
            return isinstance(one, kind)

        @override
        def __call__(cls, *given: Any, **named: Any) -> Any:
            made = kind(*given, **named)
            if given and not isinstance(given[0], GeneratorType):
                found.note(len(made), sys._getframe(1))
            return made

    class Made(kind, metaclass=Kind):  # type: ignore[misc]  # any kind
        @classmethod
        def fromkeys(cls, keys: Iterable[Any], value: Any = None) -> Any:
            made = dict.fromkeys(keys, value)
            found.note(len(made), sys._getframe(1))
            return made

    return Made


def spread(found: Counted, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the modules of ours that are here count their containers and their JSON."""
    kinds = {
        kind.__name__: counting_kind(kind, found) for kind in (list, tuple, set, frozenset, dict)
    }
    for name, module in list(sys.modules.items()):
        if not name.startswith(OURS) or name in BY_NAME:
            continue
        for title, value in list(vars(module).items()):
            if isinstance(value, BuiltinMethodType) and isinstance(value.__self__, JSON):
                monkeypatch.setattr(module, title, found.counting(value))
        for title, kind in kinds.items():
            monkeypatch.setitem(vars(module), title, kind)


class Fetched:
    """A cursor whose fetches are counted: a server's driver turns a whole answer into rows at once."""

    def __init__(self, cursor: Any, found: Counted) -> None:
        self._cursor, self._found = cursor, found

    def __getattr__(self, name: str) -> Any:
        return getattr(self._cursor, name)

    def __iter__(self) -> Iterator[Any]:
        return iter(self._cursor)

    def fetchall(self) -> Any:
        rows = self._cursor.fetchall()
        self._found.note(len(rows), sys._getframe(1))
        return rows

    def fetchmany(self, *size: int) -> Any:
        rows = self._cursor.fetchmany(*size)
        self._found.note(len(rows), sys._getframe(1))
        return rows


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> Iterator[Counted]:
    found, real = Counted(), sorted

    def counting(items: Iterable[Any], /, **how: Any) -> list[Any]:
        listed = list(items)
        found.note(len(listed), sys._getframe(1))
        return real(listed, **how)

    run = Statement.run

    def running(
        self: Statement, cursor: Any, dialect: Any, params: Any = MappingProxyType({})
    ) -> Any:
        return Fetched(run(self, cursor, dialect, params), found)

    monkeypatch.setattr(builtins, "sorted", counting)
    monkeypatch.setattr(Statement, "run", running)
    for module, name in (
        (msgspec.json, "decode"),
        (msgspec.json, "encode"),
        (json, "loads"),
        (json, "dumps"),
    ):
        monkeypatch.setattr(module, name, found.counting(getattr(module, name)))
    spread(found, monkeypatch)
    threading.setprofile(found.profile)
    sys.setprofile(found.profile)
    yield found
    sys.setprofile(None)
    threading.setprofile(None)


@pytest.fixture
def full(vivo: Vivo) -> Vivo:
    """The living office, with a unit where 60,000 demands wait."""
    engine = vivo.app.engine
    engine.call(partial(encher, engine.writer, WAITING)).result()
    vivo.ocioso()
    return vivo


def test_the_count_sees_both_ways_of_sorting(counted: Counted) -> None:
    sorted(range(30))
    assert counted.most == 30
    numbers = list(range(40))
    numbers.sort()
    assert counted.most == 40

    def elsewhere() -> None:
        list(range(50)).sort()

    thread = threading.Thread(target=elsewhere)
    thread.start()
    thread.join()
    assert counted.most == 50
    many = text(
        "with recursive n(i) as (select 1 union all select i+1 from n where i < 70) select i from n"
    )
    with sqlite3.connect(":memory:") as base:
        assert len(Statement(many).run(base.cursor(), "sqlite").fetchall()) == 70
    base.close()
    assert counted.most == 70


def test_the_count_sees_containers_json_and_whole_tables(
    counted: Counted, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    space = vars(sys.modules["app.services.filtro"])
    many = range(30)

    def most(call: str) -> int:
        counted.most = 0
        eval(call, space, {"many": many})  # as a module of ours would say it
        return counted.most

    for call in (
        "list(many)",
        "tuple(many)",
        "set(many)",
        "frozenset(many)",
        "dict.fromkeys(many)",
    ):
        assert most(call) == 30, call
    assert most("list(one for one in many)") == 0, "other threads run in between"
    assert most("isinstance([], list) and isinstance({}, dict)") == 0
    msgspec.json.encode(list(many))
    assert counted.most == 30
    json.loads(json.dumps(list(range(40))))
    assert counted.most == 40
    with (tmp_path / "muitas.csv").open("w", encoding="utf-8") as file:
        csv.writer(file).writerows([[1]])
    assert counted.most == WAITING


def test_no_screen_takes_in_more_at_once(
    full: Vivo, counted: Counted, mesa: Mesa, monkeypatch: pytest.MonkeyPatch
) -> None:
    screen = mesa.open("demandas")
    table = max(screen.findChildren(QTableView), key=lambda one: one.model().rowCount(NO_PARENT))
    assert table.model().rowCount(NO_PARENT) > WAITING
    for column in range(table.model().columnCount(NO_PARENT)):
        table.sortByColumn(column, Qt.SortOrder.AscendingOrder)
        mesa.settle()
    table.scrollToBottom()
    mesa.settle()
    spread(counted, monkeypatch)
    mesa.open("backlog", UNIT)
    for key in (spec.key for spec in mesa.desktop.specs):
        mesa.open(key)
    assert counted.most <= MOST, counted.where


def test_no_file_is_written_with_more_at_once(
    full: Vivo, counted: Counted, mesa: Mesa, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    screen = mesa.open("demandas")
    panels = screen.findChildren(ListPanel)
    panel = max(panels, key=lambda one: one.model.rowCount(NO_PARENT))
    spread(counted, monkeypatch)
    for perfil in Perfil:
        path = tmp_path / f"{perfil.name}.csv"
        panel.export_to(path, perfil)
        mesa.settle()
        with path.open("rb") as file:
            assert sum(1 for _ in file) > WAITING
    assert counted.most <= MOST, counted.where


def test_no_table_is_taken_in_with_more_at_once(
    vivo: Vivo, counted: Counted, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    table, report = tmp_path / "tabela.csv", tmp_path / "recusadas.csv"
    with table.open("w", encoding="utf-8") as file:
        file.write("texto;latitude;longitude;identificador\n")
        for at in range(ROWS):
            words = f"Poste {at} apagado na esquina" if at % 500 == 0 else "??"
            file.write(f"{words};-20,597;-36,938;t-{at}\n")
    spread(counted, monkeypatch)
    done = vivo.servicos.importacao.importar(table, Opcoes(), ATENDENTE, relatorio=report)
    vivo.ocioso()
    assert (done.lidas, done.registradas) == (ROWS, ROWS // 500)
    with report.open("rb") as file:
        assert sum(1 for _ in file) > MOST
    assert counted.most <= MOST, counted.where


def shrink(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the log, the engine and the exchange go in pieces that are smaller by ``SMALLER``."""
    for name, module in list(sys.modules.items()):
        if not name.startswith(("core.kernel.", "core.sync.")):
            continue
        for title in PIECES:
            size = getattr(module, title, None)
            if isinstance(size, int) and 10 * SMALLER <= size <= MOST:
                monkeypatch.setattr(module, title, size // SMALLER)


def test_no_bundle_leaves_or_is_taken_in_with_more_at_once(
    redes: Redes, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    taker, giver = redes.unidos("Centro", "Norte")
    table = tmp_path / "tabela.csv"
    with table.open("w", encoding="utf-8") as file:
        file.write("texto;latitude;longitude;identificador\n")
        for at in range(DEMANDS):
            file.write(f"Poste {at} apagado na esquina da rua {at % 7};-20,597;-36,938;t-{at}\n")
    assert giver.certo("demandas", "importar", str(table)).json["registradas"] == DEMANDS
    shrink(monkeypatch)
    counted: Counted = request.getfixturevalue("counted")  # from here on
    bundle = giver.exportar(tmp_path / "pendrive")
    assert counted.most <= MOST // SMALLER, counted.where
    taken = taker.certo("pacote", "importar", str(bundle)).json
    assert (taken["estado"], taken["eventos"] > MOST // SMALLER) == ("importado", True)
    assert counted.most <= MOST // SMALLER, counted.where
