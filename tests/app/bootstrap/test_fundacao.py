from __future__ import annotations

from pathlib import Path

import pytest

from app.bootstrap.fundacao import Escolhas, fundar
from app.services.mensagens import Mensagens
from app.settings.lugares import place_of
from app.settings.recursos import Recursos
from core.kernel.errors import UserFacingError
from core.kernel.identity.keystore_choice import KeyMode

RECURSOS = Recursos()
MENSAGENS = Mensagens(RECURSOS.messages_toml())


def test_a_server_database_becomes_an_office(postgres_url: str, settings_folder: Path) -> None:
    place = place_of(None, postgres_url)
    founded = fundar(
        place, Escolhas("Regional", "UTC", KeyMode.SEM_SENHA, None), MENSAGENS, RECURSOS
    )
    assert founded.chave_raiz.is_file()
    with pytest.raises(UserFacingError, match=r"escritorio\.ja_existe"):
        fundar(place, Escolhas("De novo", "UTC", KeyMode.SEM_SENHA, None), MENSAGENS, RECURSOS)


def test_two_offices_are_two_networks(tmp_path: Path, settings_folder: Path) -> None:
    choices = Escolhas("R", "UTC", KeyMode.SEM_SENHA, None)
    one = fundar(place_of(tmp_path / "a", None), choices, MENSAGENS, RECURSOS)
    two = fundar(place_of(tmp_path / "b", None), choices, MENSAGENS, RECURSOS)
    assert one.rede != two.rede
    assert one.no != two.no
