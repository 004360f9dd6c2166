"""The services of councillors and draws are put together over an open office."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.bootstrap.abertura import abrir, opened
from app.bootstrap.conselheiros import servico_conselheiros, servico_sorteio
from app.bootstrap.fundacao import Escolhas, fundar
from app.services.mensagens import Mensagens
from app.settings.lugares import place_of
from app.settings.recursos import Recursos
from core.kernel.errors import UserFacingError
from core.kernel.identity.keystore_choice import KeyMode
from tests.support.balcao import ATENDENTE
from tests.support.office import conselheiro, demanda

RECURSOS = Recursos()
MENSAGENS = Mensagens(RECURSOS.messages_toml())


def test_they_read_and_refuse(tmp_path: Path, settings_folder: Path) -> None:
    place = place_of(tmp_path / "dados", None)
    fundar(place, Escolhas("R", "UTC", KeyMode.SEM_SENHA, None), MENSAGENS, RECURSOS)
    with opened(abrir(place, MENSAGENS, RECURSOS, inline=True)) as app:
        assert servico_conselheiros(app).listar().conselheiros == ()
        assert servico_sorteio(app).listar().sorteios == ()
        with pytest.raises(UserFacingError, match=r"conselheiros\.desconhecido"):
            servico_conselheiros(app).recusar(conselheiro(1), demanda(1), ATENDENTE)
        with pytest.raises(RuntimeError):
            servico_conselheiros(app, escreve=False).liberar(
                demanda(1), {**ATENDENTE, "papel": "operador"}
            )
