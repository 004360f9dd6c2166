"""The agenda over an office that was opened."""

from __future__ import annotations

import pytest

from app.bootstrap.abertura import abrir, opened
from app.bootstrap.agenda import (
    servico_agenda,
    servico_backlog,
    servico_painel,
    servico_unidades,
)
from app.services.mensagens import Mensagens
from app.settings.lugares import place_of
from app.settings.recursos import Recursos
from core.kernel.errors import UserFacingError
from tests.support.command_line import CommandLine


def test_units_are_found_as_everywhere(founded_cli: CommandLine) -> None:
    recursos = Recursos()
    mensagens = Mensagens(recursos.messages_toml())
    place = place_of(founded_cli.folder, None)
    with (
        opened(abrir(place, mensagens, recursos, escreve=False)) as app,
        pytest.raises(UserFacingError, match=r"unidade\.nao_encontrada"),
    ):
        servico_agenda(app).mostrar("Centro")


def test_a_new_office_has_an_empty_panel_and_no_backlog(founded_cli: CommandLine) -> None:
    recursos = Recursos()
    mensagens = Mensagens(recursos.messages_toml())
    place = place_of(founded_cli.folder, None)
    with opened(abrir(place, mensagens, recursos, escreve=False)) as app:
        assert servico_painel(app).ver().numeros.total == 0
        assert servico_unidades(app).maior() == ""
        with pytest.raises(UserFacingError, match=r"unidade\.nao_encontrada"):
            servico_backlog(app).quadro("Centro")
