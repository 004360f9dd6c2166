"""The services of the ranking are built over an open office."""

from __future__ import annotations

from app.bootstrap.abertura import abrir, opened
from app.bootstrap.ranking import servico_parametros, servico_ranking
from app.services.mensagens import Mensagens
from app.settings.lugares import place_of
from app.settings.recursos import Recursos
from core.base.parametros.conjunto import PADRAO
from tests.support.command_line import CommandLine


def test_an_office_that_is_read_has_both(founded_cli: CommandLine) -> None:
    recursos = Recursos()
    mensagens = Mensagens(recursos.messages_toml())
    with opened(
        abrir(place_of(founded_cli.folder, None), mensagens, recursos, escreve=False)
    ) as app:
        assert servico_ranking(app).unidades() == []
        assert servico_parametros(app, escreve=False).em_vigor().parametros == PADRAO
