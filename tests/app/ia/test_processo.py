"""The process of the models: killed mid-inference, slow, idle, closed; nothing reaches the caller."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Iterator
from multiprocessing.connection import Connection

import msgspec
import pytest

from app.ia.processo import ProcessoDeModelos
from app.ia.recados import FALHA, PRONTO, RESPOSTA, Pedido, Resposta
from core.base.ia.portas import Indisponivel

ASKED = Pedido(tarefa="nsfw", pasta="/nowhere", modelo="vit@000000000000")


def stand_in(heard: Connection, idle_s: float = 60.0) -> None:
    """A worker without models: what it is sent says what it does."""
    while heard.poll(idle_s):
        try:
            heard.recv_bytes()
            content = heard.recv_bytes()
        except (EOFError, OSError):
            return
        if content == b"hang while loading":
            time.sleep(60)
        heard.send_bytes(PRONTO)
        if content == b"hang":
            time.sleep(60)
        elif content == b"die":
            os.kill(os.getpid(), signal.SIGKILL)
        elif content == b"damaged":
            heard.send_bytes(FALHA + b"modelos.danificado")
        elif content == b"fault":
            heard.send_bytes(FALHA + b"ValueError")
        else:
            answer = Resposta(texto=content.decode(), valor=float(os.getpid()))
            heard.send_bytes(RESPOSTA + msgspec.json.encode(answer))


@pytest.fixture
def process() -> Iterator[ProcessoDeModelos]:
    made = ProcessoDeModelos(stand_in, (), carga_s=30.0)
    yield made
    made.fechar()


def test_one_process_answers_many(process: ProcessoDeModelos) -> None:
    first = process.perguntar(ASKED, b"a", 30.0)
    second = process.perguntar(ASKED, b"b", 30.0)
    assert (first.texto, second.texto) == ("a", "b")
    assert first.valor == second.valor != os.getpid()
    assert process.pid == first.valor


@pytest.mark.parametrize(
    ("content", "reason"),
    [(b"die", "caiu"), (b"damaged", "danificado"), (b"fault", "recusou")],
)
def test_what_goes_wrong_there_is_a_word_here(
    process: ProcessoDeModelos, content: bytes, reason: str
) -> None:
    with pytest.raises(Indisponivel, match=reason):
        process.perguntar(ASKED, content, 30.0)
    assert process.perguntar(ASKED, b"still here", 30.0).texto == "still here"


@pytest.mark.parametrize(("content", "load_s"), [(b"hang", 30.0), (b"hang while loading", 3.0)])
def test_what_takes_too_long_is_ended_with_its_process(content: bytes, load_s: float) -> None:
    process = ProcessoDeModelos(stand_in, (), carga_s=load_s)
    with pytest.raises(Indisponivel, match="demorou"):
        process.perguntar(ASKED, content, 0.05)
    assert process.pid is None
    process.fechar()


def test_a_process_killed_in_the_middle_is_replaced(process: ProcessoDeModelos) -> None:
    process.perguntar(ASKED, b"a", 30.0)
    pid = process.pid
    assert pid is not None
    found: list[str] = []

    def ask() -> None:
        try:
            process.perguntar(ASKED, b"hang", 30.0)
        except Indisponivel as missing:
            found.append(missing.motivo)

    asker = threading.Thread(target=ask)
    asker.start()
    os.kill(pid, signal.SIGKILL)
    asker.join(1.0)
    # Killed before the question was heard, it was asked again, of one that hangs as well.
    while asker.is_alive() and process.pid in {None, pid}:
        asker.join(0.05)
    again = process.pid
    if again is not None and asker.is_alive():
        os.kill(again, signal.SIGKILL)
    asker.join(30)
    assert found == ["caiu"]
    assert process.perguntar(ASKED, b"b", 30.0).texto == "b"


def test_idle_it_ends_by_itself_and_comes_back_when_asked() -> None:
    process = ProcessoDeModelos(stand_in, (1.0,), carga_s=30.0)
    first = process.perguntar(ASKED, b"a", 30.0).valor
    child = process._filho
    assert child is not None
    child.join(30)
    assert process.pid is None
    second = process.perguntar(ASKED, b"b", 30.0)
    assert (second.texto, second.valor != first) == ("b", True)
    process.fechar()


def test_closing_does_not_wait_and_nobody_is_left_waiting(process: ProcessoDeModelos) -> None:
    process.perguntar(ASKED, b"a", 30.0)
    found: list[str] = []

    def ask() -> None:
        try:
            process.perguntar(ASKED, b"hang", 60.0)
        except Indisponivel as missing:
            found.append(missing.motivo)

    asker = threading.Thread(target=ask)
    asker.start()
    process.fechar()
    asker.join(30)
    assert found == ["caiu"]
    with pytest.raises(Indisponivel, match="caiu"):
        process.perguntar(ASKED, b"a", 30.0)


def test_two_demands_at_once_are_asked_in_turn(process: ProcessoDeModelos) -> None:
    found: set[str] = set()
    askers = [
        threading.Thread(
            target=lambda n=n: found.add(process.perguntar(ASKED, str(n).encode(), 30.0).texto)
        )
        for n in range(6)
    ]
    for asker in askers:
        asker.start()
    for asker in askers:
        asker.join(60)
    assert found == {str(n) for n in range(6)}
