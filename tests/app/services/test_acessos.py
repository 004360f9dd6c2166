"""Who opened what is restricted: every way leaves a line, the operator reads it, no name stands there."""

from __future__ import annotations

import pytest

from app.services.permissoes import Ato
from core.kernel.errors import UserFacingError
from tests.support.vivo import MORADORES, Vivo

CLERK = {"conta_id": "44444444-0000-4000-8000-000000000010", "papel": "atendente"}


def test_reading_and_correcting_the_words_and_opening_a_contact_are_noted(vivo: Vivo) -> None:
    services = vivo.servicos
    operator = services.sessao.ator(Ato.CONTAS)
    assert services.acessos.listar(operator) == ()
    first, second = services.demandas.listar(limite=2, retiradas=False)
    services.demanda_atos.texto_restrito(first.recebida.demanda_id, CLERK)
    vivo.clock.advance(1_000)
    services.demanda_atos.formulario(second.recebida.demanda_id, CLERK)
    vivo.clock.advance(1_000)
    (person,) = services.cidadaos.procurar(MORADORES[0].nome)
    services.cidadaos.abrir(person.cidadao_id, CLERK)
    found = services.acessos.listar(operator)
    assert [one.de_quem for one in found] == [
        f"cadastro {person.cidadao_id[:8]}",
        second.recebida.protocolo,
        first.recebida.protocolo,
    ]
    assert {(one.papel, one.conta) for one in found} == {("atendente", "")}
    assert found[0].quando_ms == vivo.clock.now_ms()
    assert all(MORADORES[0].nome not in str(one) for one in found)


def test_only_who_keeps_the_accounts_reads_it(vivo: Vivo) -> None:
    with pytest.raises(UserFacingError) as refusal:
        vivo.servicos.acessos.listar(CLERK)
    assert refusal.value.code == "conta.sem_permissao"


def test_a_look_that_is_not_permitted_leaves_no_line(vivo: Vivo) -> None:
    services = vivo.servicos
    (one,) = services.demandas.listar(limite=1)
    auditor = {"conta_id": CLERK["conta_id"], "papel": "auditor"}
    with pytest.raises(UserFacingError):
        services.demanda_atos.texto_restrito(one.recebida.demanda_id, auditor)
    assert services.acessos.listar(services.sessao.ator(Ato.CONTAS)) == ()
