"""Accounts over a really opened office."""

from __future__ import annotations

import pytest

from app.bootstrap.abertura import abrir, opened
from app.bootstrap.contas import servico_contas
from app.services.contas import ContaNova
from app.services.escrita import NINGUEM
from app.services.mensagens import Mensagens
from app.settings.lugares import place_of
from app.settings.recursos import Recursos
from core.kernel.errors import UserFacingError
from tests.support.command_line import CommandLine

NOBODY = {"conta_id": NINGUEM, "papel": "operador"}


def test_an_account_outlives_the_program_and_its_history_is_read_without_writing(
    founded_cli: CommandLine,
) -> None:
    recursos = Recursos()
    mensagens = Mensagens(recursos.messages_toml())
    place = place_of(founded_cli.folder, None, is_demo=False)
    with opened(abrir(place, mensagens, recursos)) as app:
        accounts = servico_contas(app)
        password = accounts.gerar_senha()
        accounts.criar(ContaNova(nome="Ana", papeis=["operador"]), password, NOBODY)
    with opened(abrir(place, mensagens, recursos)) as app:
        assert servico_contas(app).entrar("ana", password).papeis == ("operador",)
        with pytest.raises(UserFacingError, match=r"conta\.senha_errada"):
            servico_contas(app).entrar("ana", "outra")
    with opened(abrir(place, mensagens, recursos, escreve=False)) as app:
        (line,) = servico_contas(app, escreve=False).historico_de_papeis("Ana")
        assert (line.nome, line.papeis, line.ato) == ("Ana", ("operador",), "criacao")
