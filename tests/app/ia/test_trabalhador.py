"""The worker's loop in this process, over a real pipe, with a model that is none."""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from app.ia import trabalhador
from app.ia.recados import FALHA, PRONTO, RESPOSTA, Pedido, Resposta
from app.ia.trabalhador import Responder, trabalhar
from core.base.ia.portas import Tarefa
from core.kernel.errors import IntegrityFault

ASKED = msgspec.json.encode(Pedido(tarefa="nsfw", pasta="/m", modelo="vit@1"))


@pytest.fixture(autouse=True)
def calm(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Its settings are for a process of its own."""
    before = dict(os.environ)
    monkeypatch.setattr(os, "nice", lambda _by: 0)
    yield
    os.environ.clear()
    os.environ.update(before)


def heard(*contents: bytes, fails: Exception | None = None) -> tuple[list[bytes], list[str]]:
    loads: list[str] = []

    def load(tarefa: Tarefa, _pasta: Path) -> Responder:
        loads.append(tarefa)
        if fails is not None:
            raise fails
        return lambda content: Resposta(texto=content.decode())

    ours, theirs = multiprocessing.Pipe()
    for content in contents:
        ours.send_bytes(ASKED)
        ours.send_bytes(content)
    trabalhar(theirs, 0.0, load)
    answers = []
    while ours.poll(0):
        try:
            answers.append(ours.recv_bytes())
        except EOFError:
            break
    ours.close()
    return answers, loads


def test_a_model_is_loaded_once_and_says_when_it_is_ready() -> None:
    answers, loads = heard(b"a", b"b")
    assert loads == ["nsfw"]
    assert [one[:1] for one in answers] == [PRONTO, RESPOSTA, PRONTO, RESPOSTA]
    assert msgspec.json.decode(answers[3][1:], type=Resposta).texto == "b"


@pytest.mark.parametrize(
    ("fault", "said"),
    [
        (IntegrityFault("modelos.danificado", tarefa="nsfw", arquivo="x"), b"modelos.danificado"),
        (MemoryError(), b"MemoryError"),
        (OSError("secret path"), b"OSError"),
    ],
)
def test_a_fault_is_a_word_and_the_next_question_is_heard(fault: Exception, said: bytes) -> None:
    answers, _loads = heard(b"a", b"b", fails=fault)
    assert answers == [FALHA + said, FALHA + said]


def test_content_that_no_model_can_read_is_a_word_too() -> None:
    answers, _loads = heard(b"\xff")
    assert answers == [PRONTO, FALHA + b"UnicodeDecodeError"]


def test_a_folder_without_a_manifest_is_not_loaded(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        trabalhador.load("nsfw", tmp_path)


def test_the_network_is_out_of_reach() -> None:
    heard()
    assert os.environ["HF_HUB_OFFLINE"] == os.environ["TRANSFORMERS_OFFLINE"] == "1"
