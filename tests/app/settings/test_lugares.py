from __future__ import annotations

from pathlib import Path

import pytest

from app.settings.lugares import Lugar, place_of
from core.kernel.errors import UserFacingError


def test_settings_never_lie_in_the_data_folder(tmp_path: Path, settings_folder: Path) -> None:
    place = place_of(tmp_path / "a", None)
    assert place.dados == tmp_path / "a"
    assert place.configuracao.is_relative_to(settings_folder)
    assert place_of(tmp_path / "a", None) == place
    assert place_of(tmp_path / "b", None).configuracao != place.configuracao


def test_two_names_of_one_folder_are_one_office(tmp_path: Path, settings_folder: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "elo").symlink_to(tmp_path / "a")
    assert (
        place_of(tmp_path / "elo", None).configuracao == place_of(tmp_path / "a", None).configuracao
    )


def test_a_server_office_has_a_local_folder_without_its_password(settings_folder: Path) -> None:
    url = "postgresql://ana:segredo@servidor/escritorio"
    place = place_of(None, url)
    assert place.banco == url
    assert "segredo" not in str(place.dados) + str(place.configuracao)


def test_the_demonstration_is_another_place(settings_folder: Path) -> None:
    assert place_of(None, None, is_demo=True).dados != place_of(None, None).dados


def test_a_server_office_is_found_again_whatever_the_password(settings_folder: Path) -> None:
    first = place_of(None, "postgresql://ana:velha@servidor/vila")
    for other in (
        "postgresql://ana:nova@servidor/vila",
        "postgresql+psycopg://bia@servidor:5432/vila",
        "postgresql://ana@/vila?host=servidor",
    ):
        assert place_of(None, other).configuracao == first.configuracao
        assert place_of(None, other).dados == first.dados
    assert place_of(None, "postgresql://ana:velha@servidor/outra").configuracao != (
        first.configuracao
    )
    assert place_of(None, "postgresql://ana:velha@servidor:5433/vila").dados != first.dados


def test_copies_never_lie_in_the_data(tmp_path: Path) -> None:
    data = tmp_path / "dados"
    place = Lugar(data, None, tmp_path / "ajustes")
    assert place.fora_dos_dados(place.pasta_de_copias) == tmp_path / "dados-copias"
    assert place.fora_dos_dados(tmp_path) == tmp_path
    data.mkdir()
    (tmp_path / "atalho").symlink_to(data)
    for inside in (data, data / "copias", data / ".." / "dados" / "x", tmp_path / "atalho" / "x"):
        with pytest.raises(UserFacingError) as refusal:
            place.fora_dos_dados(inside)
        assert refusal.value.code == "copia.pasta_nos_dados"
