"""A prepared process that forks a child per order: a cycle costs milliseconds, not an interpreter.

Orders on stdin, one a line: ``warm <folder>`` compiles every statement once; ``run <folder>
<first>`` forks a child that publishes requests from that number on and tells of each receipt;
``rebuild <folder>`` one that rebuilds over and over; ``reap`` waits for its end. Its threads and
connections are gone before it forks, so that is safe. Run by ``test_kill.py``.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from core.contracts.catalogo import MODELS
from core.kernel.clock import SystemClock
from core.kernel.colony import Context, Decisao
from core.kernel.ids import SystemIds
from core.kernel.registry import Registry
from core.kernel.store.sqlite import SqliteDatabase
from tests.support.office import Office, encerrado, entrou, pedido
from tests.support.toy_contracts import TOY_MODELS


def say(line: str) -> None:
    """One whole line or none: short writes to a pipe are atomic."""
    os.write(1, f"{line}\n".encode())


def office_in(folder: Path, registry: Registry) -> Office:
    """An office with the machine's own clock and randomness."""
    office = Office(SqliteDatabase(folder), registry=registry)
    office.clock = SystemClock()  # type: ignore[assignment] # fakes and real ones share a protocol
    office.ids = SystemIds()  # type: ignore[assignment] # same
    return office


def warm(folder: Path, registry: Registry) -> None:
    """Do everything once, in another office."""
    office = office_in(folder, registry)
    engine = office.engine()
    engine.publicar("T-1", entrou(1), pedido(1))
    engine.aguardar_ocioso(trabalhos=True)
    office.restart().reconstruir().result()
    office.stop()


def work(folder: Path, registry: Registry, first: int) -> None:
    """Publish for ever, each command under an id of its own; told only after its receipt."""
    engine = office_in(folder, registry).engine(inline=False)
    number = first
    while True:
        events = [pedido(number, number % 3, titulo="um dois três", nome="Fulana")]
        if number % 4 == 0:
            events.append(entrou(number, number % 3))
        if number % 3 == 0:
            events.append(encerrado(number - 2))

        def decide(_context: Context, events: list[object] = events) -> Decisao:  # type: ignore[assignment] # bound early
            return Decisao(None, events)  # type: ignore[arg-type] # same list

        receipt = engine.executar("T-1", decide, comando_id=f"rascunho-{number}").result()
        say(f"ack {number} {' '.join(receipt.eventos)}")
        number += 1


def rebuild(folder: Path, registry: Registry) -> None:
    """Rebuild for ever; told before each."""
    engine = office_in(folder, registry).engine()
    while True:
        say("ack 0")
        engine.reconstruir().result()


def main() -> None:
    """Take orders until stdin ends."""
    child = 0
    registry = Registry((*MODELS, *TOY_MODELS))
    for line in sys.stdin:
        order, *rest = line.split()
        if order in ("run", "rebuild"):
            child = os.fork()
            if child == 0:
                try:
                    if order == "run":
                        work(Path(rest[0]), registry, int(rest[1]))
                    rebuild(Path(rest[0]), registry)
                finally:
                    os._exit(3)  # it never ends by itself: a fault, seen by reap
            say(f"pid {child}")
        elif order == "warm":
            warm(Path(rest[0]), registry)
            say("warm")
        else:
            _pid, status = os.waitpid(child, 0)
            say(f"reaped {os.waitstatus_to_exitcode(status)}")


if __name__ == "__main__":
    main()
