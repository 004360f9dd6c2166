from __future__ import annotations

from pathlib import Path

import pytest

from app.cli import demonstracao
from app.cli.ambiente import build_ambiente
from app.cli.analisador import build_parser
from app.cli.demonstracao import NOME, ensure_demonstration
from app.services.mensagens import Mensagens
from app.settings.recursos import Recursos


def test_it_is_founded_once_on_the_fictional_territory(
    tmp_path: Path, settings_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    recursos = Recursos()
    args = build_parser((), "0").parse_args(["--demonstracao"])
    ambiente = build_ambiente(args, recursos, Mensagens(recursos.messages_toml()))
    sizes = []
    for _ in range(2):
        ensure_demonstration(ambiente)
        with ambiente.abrir_leitura() as office:
            assert office.escritorio.nome == NOME
            assert office.escritorio.is_demo
            overview = office.saude.overview()
            sizes.append(overview.total_eventos)
            assert overview.parados == ()
            with office.leitor.ler() as (cursor, _dialect):
                cursor.execute("SELECT count(*) FROM d1a_demandas")
                assert cursor.fetchone()[0] == 36
    assert sizes[0] == sizes[1] > 1


def test_one_that_was_stopped_before_it_was_filled_is_filled(
    tmp_path: Path, settings_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    recursos = Recursos()
    args = build_parser((), "0").parse_args(["--demonstracao"])
    ambiente = build_ambiente(args, recursos, Mensagens(recursos.messages_toml()))

    def stop(_office: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(demonstracao, "importar_demonstracao", stop)
        with pytest.raises(KeyboardInterrupt):
            ensure_demonstration(ambiente)
    ensure_demonstration(ambiente)
    with ambiente.abrir_leitura() as office:
        assert office.saude.overview().total_eventos > 100


def test_a_real_office_is_left_alone(tmp_path: Path, settings_folder: Path) -> None:
    recursos = Recursos()
    args = build_parser((), "0").parse_args(["--dados", str(tmp_path / "x")])
    ensure_demonstration(build_ambiente(args, recursos, Mensagens(recursos.messages_toml())))
    assert not (tmp_path / "x").exists()
