"""Who sits at the window."""

from __future__ import annotations

import pytest

from app.services.permissoes import Ato, Papel
from app.services.sessao import Conta, Sessao
from core.kernel.errors import UserFacingError

ANA = Conta("a" * 8, "Ana", frozenset({Papel.ATENDENTE, Papel.MODERADOR}))


def test_an_act_is_done_in_the_role_that_permits_it() -> None:
    sessao = Sessao(ANA)
    assert sessao.ator(Ato.REGISTRAR) == {"conta_id": ANA.conta_id, "papel": "atendente"}
    assert sessao.ator(Ato.REVISAR) == {"conta_id": ANA.conta_id, "papel": "moderador"}
    assert not sessao.pode(Ato.COPIAS)
    with pytest.raises(UserFacingError) as refused:
        sessao.ator(Ato.COPIAS)
    assert refused.value.code == "conta.sem_permissao"


def test_nobody_may_do_nothing() -> None:
    heard: list[Conta | None] = []
    sessao = Sessao()
    sessao.observar(lambda: heard.append(sessao.conta))
    assert not sessao.pode(Ato.REGISTRAR)
    with pytest.raises(UserFacingError) as refused:
        sessao.ator(Ato.REGISTRAR)
    assert refused.value.code == "conta.entrada_necessaria"
    sessao.entrar(ANA)
    sessao.sair()
    assert heard == [ANA, None]


def test_a_locked_window_keeps_its_account_and_any_entry_opens_it() -> None:
    session = Sessao(Conta("1", "Ana", frozenset({Papel.ATENDENTE})))
    session.travar()
    assert (session.is_travada, session.conta is not None) == (True, True)
    session.destravar()
    assert not session.is_travada
    session.travar()
    session.entrar(Conta("2", "Bia", frozenset()))
    assert not session.is_travada
