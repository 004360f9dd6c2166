"""The map over an office that was opened."""

from __future__ import annotations

from app.bootstrap.abertura import abrir, opened
from app.bootstrap.mapa import servico_mapa
from app.bootstrap.territorio import importar_demonstracao
from app.services.mapa_vistas import FiltroDoMapa, Vista
from app.services.mensagens import Mensagens
from app.settings.lugares import place_of
from app.settings.recursos import Recursos
from tests.support.command_line import CommandLine


def test_the_demonstrations_territory_is_on_the_map(founded_cli: CommandLine) -> None:
    recursos = Recursos()
    mensagens = Mensagens(recursos.messages_toml())
    with opened(abrir(place_of(founded_cli.folder, None), mensagens, recursos, inline=True)) as app:
        importar_demonstracao(app)
        mapa = servico_mapa(app)
        box = mapa.caixa_inicial()
        assert mapa.contornos.na_tela(box, 12).desenhos
        assert mapa.na_tela(Vista(box, 12), FiltroDoMapa()).total == 0
        middle = ((box.sul + box.norte) / 2, (box.oeste + box.leste) / 2)
        assert mapa.onde(*middle).frase
