"""The counter's services over a really opened office."""

from __future__ import annotations

import pytest

from app.bootstrap.abertura import abrir, opened
from app.bootstrap.captura import servico_cidadaos, servico_demandas
from app.services.demandas import NovaDemanda
from app.services.mensagens import Mensagens
from app.settings.lugares import place_of
from app.settings.recursos import Recursos
from core.base.territorio.distancia import Ponto
from core.colonies.c1_cidadaos.rules import Cadastro
from core.colonies.d1a_captura.rules import Lugar
from tests.support.command_line import CommandLine

ATOR = {"conta_id": "44444444-0000-4000-8000-000000000001", "papel": "atendente"}


def test_a_window_and_a_reader_over_one_office(founded_cli: CommandLine) -> None:
    recursos = Recursos()
    mensagens = Mensagens(recursos.messages_toml())
    place = place_of(founded_cli.folder, None, is_demo=False)
    with opened(abrir(place, mensagens, recursos)) as app:
        demands = servico_demandas(app)
        draft = demands.abrir_rascunho(ATOR)
        nova = NovaDemanda(texto="Falta água na rua", lugar=Lugar("ponto", Ponto(-7.1, -34.8)))
        done = demands.registrar(nova, ATOR, rascunho=draft)
        who = servico_cidadaos(app).registrar(Cadastro(nome="Zulmira"), ATOR)
        app.engine.aguardar_ocioso()
        assert demands.rascunhos() == []
    with opened(abrir(place, mensagens, recursos, escreve=False)) as app:
        shown = servico_demandas(app, escreve=False).abrir(done.protocolo)
        assert shown.forma is not None
        assert [one.cidadao_id for one in servico_cidadaos(app, escreve=False).procurar("zul")] == [
            who
        ]
        with pytest.raises(RuntimeError):
            servico_cidadaos(app, escreve=False).abrir(who, ATOR)
