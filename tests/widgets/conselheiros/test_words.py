"""Every state, channel and motive has a word, and a state a shape."""

from __future__ import annotations

from app.services.conselheiros import STATUS
from app.services.designacoes import MEIOS
from core.colonies.d6a_sorteio.rules import MOTIVOS_RECUSA, TIMEOUT
from widgets.conselheiros import words


def test_nothing_is_left_without_a_word() -> None:
    assert set(words.SITUACAO) == set(STATUS)
    assert len({shape for shape, _word in words.SITUACAO.values()}) == len(STATUS)
    assert set(words.CANAL) == set(MEIOS)
    assert {*MOTIVOS_RECUSA, TIMEOUT} <= set(words.FIM)


def test_what_is_said_of_states_waits_and_endings() -> None:
    assert words.situacao("disponivel") == "○ disponível"
    assert words.situacao("?") == "? ?"
    assert words.espera("todos_ocupados") == "todos estão com uma demanda"
    assert words.espera(None) == "o sorteio ainda não foi tentado"
    assert words.desfecho("ativa", None) == "em mãos"
    assert words.desfecho("recusada", "timeout_resposta") == "liberada: não respondeu"
    assert words.desfecho("concluida", None) == "encerrada"
