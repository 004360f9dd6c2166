"""The public reads over an office that was opened."""

from __future__ import annotations

from app.bootstrap.abertura import abrir, opened
from app.bootstrap.transparencia import servico_transparencia, situacoes
from app.services.mensagens import Mensagens
from app.settings.lugares import place_of
from app.settings.recursos import Recursos
from tests.support.command_line import CommandLine


def test_an_empty_office_has_an_empty_panel(founded_cli: CommandLine) -> None:
    recursos = Recursos()
    mensagens = Mensagens(recursos.messages_toml())
    with opened(
        abrir(place_of(founded_cli.folder, None), mensagens, recursos, escreve=False)
    ) as app:
        assert servico_transparencia(app).painel().painel.total == 0
        assert situacoes(app).of("retirada").nome == "retirada"
