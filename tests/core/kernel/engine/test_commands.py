"""Commands: one answer for one id, decided at the head, released after COMMIT."""

from __future__ import annotations

import threading
from dataclasses import replace

import pytest

from core.kernel.colony import ApplyDb, Context, Decisao
from core.kernel.engine.commands import Command
from core.kernel.errors import UserFacingError
from core.kernel.event import Event
from tests.support.office import Office, demanda, pedido
from tests.support.toy_colonies import T1, T2

FEITO = "brinquedo.pedido_feito"


def ask(n: int) -> Decisao:
    return Decisao({"demanda_id": demanda(n)}, (pedido(n),))


def test_a_repeated_command_gets_the_first_answer(office: Office) -> None:
    office.colonies = (T1,)
    engine = office.engine()
    first = engine.executar("T-1", lambda _c: ask(1), comando_id="rascunho-1").result()
    again = engine.executar("T-1", lambda _c: ask(2), comando_id="rascunho-1").result()
    assert again == first
    assert first.resposta == {"demanda_id": demanda(1)}
    assert first.eventos == tuple(e.event_hash for e in office.events())
    after = office.restart().executar("T-1", lambda _c: ask(3), comando_id="rascunho-1").result()
    assert after == first
    assert [e.chave_derivacao for e in office.events()] == ["comando/rascunho-1/0"]


def test_the_same_command_twice_in_one_batch_is_done_once(office: Office) -> None:
    engine = office.engine(inline=False)
    futures = [engine.executar("T-1", lambda _c: ask(1), comando_id="clique") for _ in range(20)]
    receipts = {future.result().sequence_number for future in futures}
    assert receipts == {1}
    engine.aguardar_ocioso(trabalhos=True)
    assert sum(e.tipo == FEITO for e in office.events()) == 1


def test_a_command_without_events_answers_and_is_remembered(office: Office) -> None:
    engine = office.engine()
    receipt = engine.executar("T-1", lambda _c: Decisao("já existe"), comando_id="x").result()
    assert (receipt.resposta, receipt.sequence_number, receipt.eventos) == ("já existe", 0, ())
    again = engine.executar("T-1", lambda _c: Decisao("outra"), comando_id="x").result()
    assert again == receipt
    assert office.events() == []


def test_a_refused_command_is_not_remembered(office: Office) -> None:
    def refuse(_context: Context) -> Decisao:
        raise UserFacingError("brinquedo.nao_pode")

    office.colonies = (T1,)
    engine = office.engine()
    with pytest.raises(UserFacingError):
        engine.executar("T-1", refuse, comando_id="x").result()
    assert engine.executar("T-1", lambda _c: ask(1), comando_id="x").result().sequence_number == 1


def test_a_bug_in_one_command_does_not_touch_the_others(office: Office) -> None:
    def broken(_context: Context) -> Decisao:
        raise ZeroDivisionError

    office.colonies = (T1,)
    engine = office.engine(inline=False)
    futures = [
        engine.executar("T-1", lambda _c, n=n: ask(n) if n != 3 else broken(_c))  # type: ignore[misc] # mypy cannot infer a lambda with a default
        for n in range(6)
    ]
    for n, future in enumerate(futures):
        if n == 3:
            with pytest.raises(ZeroDivisionError):
                future.result()
        else:
            future.result()
    assert len(office.events()) == 5


def test_a_user_facing_error_from_apply_is_no_refusal(office: Office) -> None:
    """Rows were written by then: the event stands, the apply is parked, the answer is a receipt."""

    def apply(_event: Event, _db: ApplyDb) -> None:
        raise UserFacingError("brinquedo.apply_nao_recusa")

    office.colonies = (replace(T1, apply={**T1.apply, FEITO: apply}),)
    engine = office.engine()
    assert engine.publicar("T-1", pedido(1)).sequence_number == 1
    assert len(office.events()) == 1
    assert office.rows("SELECT fase, estado FROM dead_letter_queue") == [("apply", "pendente")]


def test_a_command_sees_its_colony_at_the_head(office: Office) -> None:
    seen: list[bool] = []

    def look(context: Context) -> Decisao:
        seen.append(demanda(1) in context.db.memory)
        return Decisao(None)

    office.colonies = (T1, T2)
    engine = office.engine()
    engine.publicar("T-1", pedido(1))
    engine.cycle.forget()  # as if another process had written: every colony is behind again
    engine.executar("T-2", look).result()
    assert seen == [True]


def test_a_command_that_was_given_up_does_not_disturb_the_others(office: Office) -> None:
    office.colonies = (T1,)
    engine = office.engine(start=False)
    engine.start()
    future = engine.executar("T-1", lambda _c: ask(1))
    assert future.done()
    assert not engine.inbox.is_waiting
    abandoned = Command("T-1", lambda _c: ask(2))
    engine.submit(abandoned)
    assert abandoned.recibo is not None
    abandoned.refuse(ValueError("too late"))
    assert abandoned.error is None


def test_kernel_rows_are_written_with_the_events_or_not_at_all(office: Office) -> None:
    office.colonies = (T1,)
    engine = office.engine()

    def along(_events: object) -> None:
        engine.cycle.refolder.mark("T-1", ["nada"])
        raise RuntimeError("no meio")

    command = Command("T-1", lambda _c: ask(1), along=along)
    engine.submit(command)
    assert isinstance(command.error, RuntimeError)
    assert office.events() == []
    assert office.rows("SELECT * FROM kernel_redobra") == []


def test_a_long_queue_is_answered_batch_by_batch(office: Office) -> None:
    office.colonies = (T1,)
    engine = office.engine(inline=False)
    gate = threading.Event()
    engine.call(lambda: gate.wait(30))
    futures = [engine.executar("T-1", lambda _c, n=n: ask(n)) for n in range(450)]  # type: ignore[misc] # mypy cannot infer a lambda with a default
    before = engine._telemetry.counts["transacoes"]
    gate.set()
    assert [f.result().sequence_number for f in futures] == list(range(1, 451))
    assert engine._telemetry.counts["transacoes"] - before >= 3


def test_a_listener_that_fails_spoils_no_receipt(office: Office) -> None:
    def broken(_command: Command) -> None:
        raise RuntimeError("janela fechada")

    office.colonies = (T1,)
    engine = office.engine(inline=False)
    gate = threading.Event()
    engine.call(lambda: gate.wait(30))
    engine.submit(Command("T-1", lambda _c: ask(1), settled=broken))
    future = engine.executar("T-1", lambda _c: ask(2))
    gate.set()
    assert future.result().sequence_number == 2
    assert len(office.events()) == 2
