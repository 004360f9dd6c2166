from __future__ import annotations

import pytest

from app.bootstrap.contas import servico_contas
from app.services.contas import ContaNova
from app.services.escrita import NINGUEM
from app.services.segunda_conta import SEGUNDA_DE_NINGUEM, conferida
from core.kernel.errors import UserFacingError
from tests.support.com_contas import SENHA
from tests.support.moderados import OPERADORA
from tests.support.vivo import Vivo


def test_another_moderator_or_operator_says_so_with_a_password(com_contas: Vivo) -> None:
    accounts = servico_contas(com_contas.app)
    ana = accounts.achar("Ana")
    ator = {"conta_id": ana.conta_id, "papel": "moderador"}
    accounts.criar(ContaNova(nome="Davi", papeis=["moderador"]), SENHA, OPERADORA)
    assert conferida(accounts, "Davi", SENHA, ator) == accounts.achar("Davi").conta_id
    for name in ("Ana", "Bia", " "):
        with pytest.raises(UserFacingError, match=r"moderacao\.segunda_conta"):
            conferida(accounts, name, SENHA, ator)
    with pytest.raises(UserFacingError, match=r"conta\.senha_errada"):
        conferida(accounts, "Davi", "outra", ator)


def test_where_nobody_signs_in_nobody_is_asked(vivo: Vivo) -> None:
    nobody = {"conta_id": NINGUEM, "papel": "moderador"}
    assert conferida(servico_contas(vivo.app), "", "", nobody) == SEGUNDA_DE_NINGUEM
