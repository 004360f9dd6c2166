"""The demonstration office is there after the first start, and a real one is left alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.cli import demonstracao
from app.cli.ambiente import build_ambiente
from app.cli.analisador import build_parser
from app.cli.demonstracao import ensure_demonstration
from app.services.mensagens import Mensagens
from app.settings.recursos import Recursos


def test_it_is_built_at_the_first_start(
    tmp_path: Path, settings_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setattr(demonstracao, "DIAS", 3)
    recursos = Recursos()
    args = build_parser((), "0").parse_args(["--demonstracao"])
    ambiente = build_ambiente(args, recursos, Mensagens(recursos.messages_toml()))
    sizes = []
    for _ in range(2):
        ensure_demonstration(ambiente)
        with ambiente.abrir_leitura() as office:
            assert office.escritorio.is_demo
            overview = office.saude.overview()
            sizes.append(overview.total_eventos)
            assert overview.parados == ()
    assert sizes[0] == sizes[1] > 100


def test_a_real_office_is_left_alone(tmp_path: Path, settings_folder: Path) -> None:
    recursos = Recursos()
    args = build_parser((), "0").parse_args(["--dados", str(tmp_path / "x")])
    ensure_demonstration(build_ambiente(args, recursos, Mensagens(recursos.messages_toml())))
    assert not (tmp_path / "x").exists()
