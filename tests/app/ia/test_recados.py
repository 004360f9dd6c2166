from __future__ import annotations

import msgspec
import pytest

from app.ia.recados import FALHA, PRONTO, RESPOSTA, Pedido, Resposta


def test_messages_are_json_and_tell_themselves_apart() -> None:
    asked = Pedido(tarefa="nsfw", pasta="/m", modelo="vit@1")
    assert msgspec.json.decode(msgspec.json.encode(asked), type=Pedido) == asked
    assert msgspec.json.decode(b'{"texto":"x"}', type=Resposta) == Resposta(texto="x")
    assert len({PRONTO, RESPOSTA, FALHA}) == 3


def test_an_unknown_task_is_no_question() -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(b'{"tarefa":"executar","pasta":"/","modelo":"x"}', type=Pedido)
