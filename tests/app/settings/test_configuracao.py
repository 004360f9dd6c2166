from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from app.settings.configuracao import ARQUIVO, Configuracao
from core.kernel.errors import UserFacingError

VERSION = "categorias-1.0.0+4.ab12cd34"


def test_nothing_set_is_the_shipped_one(tmp_path: Path) -> None:
    assert Configuracao(tmp_path / "nenhuma").modelo() is None


def test_set_read_and_unset(tmp_path: Path) -> None:
    settings = Configuracao(tmp_path / "config")
    settings.usar_modelo(VERSION)
    assert settings.modelo() == VERSION
    settings.usar_modelo("outra")
    assert Configuracao(tmp_path / "config").modelo() == "outra"
    settings.usar_modelo(None)
    assert settings.modelo() is None


def test_what_others_wrote_stays(tmp_path: Path) -> None:
    file = tmp_path / ARQUIVO
    file.write_text(
        '# à mão\n[categorizacao] # aqui\noutra = 1\nmodelo = "velho"\n\n[x]\nmodelo = "seu"\n',
        "utf-8",
    )
    Configuracao(tmp_path).usar_modelo(VERSION)
    text = file.read_text("utf-8")
    assert text.startswith("# à mão\n[categorizacao] # aqui\n")
    assert tomllib.loads(text) == {
        "categorizacao": {"outra": 1, "modelo": VERSION},
        "x": {"modelo": "seu"},
    }


@pytest.mark.parametrize("text", ["modelo =", "\x00", "[categorizacao\n"])
def test_an_unreadable_file_is_named_and_not_overwritten(tmp_path: Path, text: str) -> None:
    (tmp_path / ARQUIVO).write_text(text, "utf-8")
    for ask in (Configuracao(tmp_path).modelo, lambda: Configuracao(tmp_path).usar_modelo("a")):
        with pytest.raises(UserFacingError, match=r"configuracao\.ilegivel"):
            ask()
    assert (tmp_path / ARQUIVO).read_text("utf-8") == text


def test_only_a_version_is_written(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="no version"):
        Configuracao(tmp_path).usar_modelo('a"\nb = 1')


@pytest.mark.parametrize(
    ("written", "minutes"),
    [
        ("", 10),
        ('[janela]\nbloqueio_min = "25"\n', 25),
        ("[janela]\nbloqueio_min = 0\n", 0),
        ('[janela]\nbloqueio_min = "nunca"\n', 10),
        ("[janela]\nbloqueio_min = 99999\n", 10),
        ("nada disso", 10),
    ],
)
def test_a_window_is_locked_after_ten_minutes_unless_it_says_so(
    tmp_path: Path, written: str, minutes: int
) -> None:
    (tmp_path / "config.toml").write_text(written, "utf-8")
    assert Configuracao(tmp_path).bloqueio_min() == minutes


def test_the_minutes_are_written_beside_what_stands_there(tmp_path: Path) -> None:
    settings = Configuracao(tmp_path)
    settings.usar_modelo("v2")
    settings.usar_bloqueio(30)
    settings.usar_bloqueio(0)
    assert (settings.modelo(), settings.bloqueio_min()) == ("v2", 0)
    with pytest.raises(ValueError, match="minutes"):
        settings.usar_bloqueio(-1)


def test_the_folder_of_copies_and_where_the_root_key_went(tmp_path: Path) -> None:
    settings = Configuracao(tmp_path)
    assert (settings.pasta_de_copias(), settings.chave_raiz_guardada_em()) == (None, "")
    folder = tmp_path / 'pen "drive"' / "có\\pias\x7f"
    settings.usar_pasta_de_copias(folder)
    settings.anotar_chave_raiz(' no cofre,\n "gaveta" 2 ')
    assert settings.pasta_de_copias() == folder
    assert settings.chave_raiz_guardada_em() == 'no cofre, "gaveta" 2'
    (tmp_path / ARQUIVO).write_text('[copias]\npasta = "perto"\n', "utf-8")
    assert settings.pasta_de_copias() is None
    (tmp_path / ARQUIVO).write_text("nada disso", "utf-8")
    assert (settings.pasta_de_copias(), settings.chave_raiz_guardada_em()) == (None, "")
