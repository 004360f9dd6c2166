from __future__ import annotations

from pathlib import Path

import pytest

from app.bootstrap import fundacao
from app.bootstrap.abertura import abrir, opened
from app.bootstrap.fundacao import Escolhas, fundar
from app.services.mensagens import Mensagens
from app.settings.lugares import place_of
from app.settings.recursos import Recursos
from core.kernel.errors import EnvironmentFault, UserFacingError
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


def test_a_founding_that_died_before_its_first_event_is_finished_by_the_same_call(
    tmp_path: Path, settings_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = place_of(tmp_path / "a", None)
    choices = Escolhas("Regional", "UTC", KeyMode.SEM_SENHA, None)

    def die(*_words: object, **_more: object) -> None:
        raise EnvironmentFault("banco.disco_cheio")

    with monkeypatch.context() as patch:
        patch.setattr(fundacao, "abrir", die)
        with pytest.raises(EnvironmentFault):
            fundar(place, choices, MENSAGENS, RECURSOS)
    keys = place.configuracao / "chaves.aberta"
    before = keys.read_bytes()
    with_password = Escolhas("Regional", "UTC", KeyMode.SENHA, b"outra escolha")
    with pytest.raises(UserFacingError, match=r"escritorio\.ja_existe"):
        fundar(place, with_password, MENSAGENS, RECURSOS)
    fundar(place, choices, MENSAGENS, RECURSOS)
    assert keys.read_bytes() == before
    with opened(abrir(place, MENSAGENS, RECURSOS, escreve=False)) as office:
        assert office.escritorio.nome == "Regional"
    with pytest.raises(UserFacingError, match=r"escritorio\.ja_existe"):
        fundar(place, choices, MENSAGENS, RECURSOS)


@pytest.mark.parametrize("name", ["Regional \udcff", "Regional \x1b[31m"])
def test_a_name_that_cannot_be_written_founds_nothing(
    tmp_path: Path, settings_folder: Path, name: str
) -> None:
    place = place_of(tmp_path / "a", None)
    with pytest.raises(UserFacingError, match=r"selo\.texto_invalido"):
        fundar(place, Escolhas(name, "UTC", KeyMode.SEM_SENHA, None), MENSAGENS, RECURSOS)
    assert not place.dados.exists()
    assert not place.configuracao.exists()
