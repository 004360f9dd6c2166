"""The services around categories are put together over an open office."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.bootstrap.abertura import abrir, opened
from app.bootstrap.fundacao import Escolhas, fundar
from app.bootstrap.revisao import servico_categorias, servico_linha_do_tempo, servico_revisoes
from app.services.mensagens import Mensagens
from app.settings.lugares import place_of
from app.settings.recursos import Recursos
from core.kernel.errors import UserFacingError
from core.kernel.identity.keystore_choice import KeyMode

RECURSOS = Recursos()
MENSAGENS = Mensagens(RECURSOS.messages_toml())


def test_they_share_the_model_of_the_office(tmp_path: Path, settings_folder: Path) -> None:
    place = place_of(tmp_path / "dados", None)
    fundar(place, Escolhas("R", "UTC", KeyMode.SEM_SENHA, None), MENSAGENS, RECURSOS)
    with opened(abrir(place, MENSAGENS, RECURSOS, inline=True)) as app:
        assert servico_categorias(app).taxonomia() is app.modelos().taxonomy
        assert servico_revisoes(app).listar().itens == ()
        with pytest.raises(UserFacingError, match=r"busca\.nada_encontrado"):
            servico_linha_do_tempo(app).ler("00000000-0000-4000-8000-000000000001")
