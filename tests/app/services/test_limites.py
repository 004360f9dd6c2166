"""Nobody reviews a text of their own; a councillor's account is nobody else's."""

from __future__ import annotations

import pytest

from app.services.contas import ContaNova
from app.services.escrita import NINGUEM
from app.services.limites import (
    conselheiro_proprio,
    exigir_demanda_de_outro,
    exigir_revisao,
    exigir_texto_de_outro,
)
from core.kernel.errors import UserFacingError
from tests.app.services.test_contas import PASSWORD, with_operator
from tests.support.balcao import ATENDENTE, MODERADOR
from tests.support.office import Office, conselheiro


def test_the_account_that_registered_a_text_does_not_review_it(sqlite_office: Office) -> None:
    _accounts, counter, _ana = with_operator(sqlite_office)
    demand = counter.register()["demanda_id"]
    own = {**ATENDENTE, "papel": "moderador"}
    with pytest.raises(UserFacingError, match=r"conta\.texto_proprio"):
        exigir_demanda_de_outro(counter.leitor, demand, own)
    exigir_demanda_de_outro(counter.leitor, demand, MODERADOR)
    exigir_demanda_de_outro(counter.leitor, "00000000-0000-4000-8000-0000000000ff", own)
    exigir_demanda_de_outro(counter.leitor, demand, {"conta_id": NINGUEM, "papel": "moderador"})
    exigir_texto_de_outro(None, own)
    exigir_revisao(None, own)
    with pytest.raises(UserFacingError, match=r"conta\.sem_permissao"):
        exigir_revisao(None, ATENDENTE)


def test_a_councillors_account_acts_for_its_councillor_alone(
    sqlite_office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    accounts, counter, ana = with_operator(sqlite_office)
    monkeypatch.setattr("app.services.contas.find_conselheiro_id", lambda _leitor, who: who)
    nova = ContaNova(nome="Zé", papeis=["conselheiro"], conselheiro=conselheiro(1))
    ze = {"conta_id": accounts.criar(nova, PASSWORD, ana), "papel": "conselheiro"}
    leitor = counter.leitor
    assert conselheiro_proprio(leitor, ze, None) == conselheiro(1)
    assert conselheiro_proprio(leitor, ze, conselheiro(1)) == conselheiro(1)
    with pytest.raises(UserFacingError, match=r"conta\.outro_conselheiro"):
        conselheiro_proprio(leitor, ze, conselheiro(2))
    assert conselheiro_proprio(leitor, ATENDENTE, conselheiro(2)) == conselheiro(2)
    other = {"conta_id": NINGUEM, "papel": "conselheiro"}
    assert conselheiro_proprio(leitor, other, conselheiro(2)) == conselheiro(2)
