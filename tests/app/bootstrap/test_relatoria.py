"""The service of a councillor's work is put together over an open office."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.bootstrap.abertura import abrir, opened
from app.bootstrap.fundacao import Escolhas, fundar
from app.bootstrap.relatoria import servico_relatoria
from app.services.mensagens import Mensagens
from app.settings.lugares import place_of
from app.settings.recursos import Recursos
from core.colonies.d6b_relatoria.api import Pedido
from core.kernel.errors import UserFacingError
from core.kernel.identity.keystore_choice import KeyMode
from tests.support.office import conselheiro, demanda

RECURSOS = Recursos()
MENSAGENS = Mensagens(RECURSOS.messages_toml())


def test_it_reads_and_decides_in_the_office(tmp_path: Path, settings_folder: Path) -> None:
    place = place_of(tmp_path / "dados", None)
    fundar(place, Escolhas("R", "UTC", KeyMode.SEM_SENHA, None), MENSAGENS, RECURSOS)
    ator = {"conta_id": conselheiro(1), "papel": "atendente"}
    with opened(abrir(place, MENSAGENS, RECURSOS, inline=True)) as app:
        service = servico_relatoria(app)
        assert service.abrir(demanda(1)).ciclos == ()
        wanted = Pedido(demanda_id=demanda(1), tipo="status_atualizado", texto="Feito")
        with pytest.raises(UserFacingError, match=r"relatoria\.sem_acompanhamento"):
            service.registrar(wanted, ator)
    with opened(abrir(place, MENSAGENS, RECURSOS, escreve=False)) as app:
        found = servico_relatoria(app, escreve=False).sugerir("Abri o protocolo 9 na Sabesp")
        assert found.sugestao.tipo == "protocolo_aberto"
