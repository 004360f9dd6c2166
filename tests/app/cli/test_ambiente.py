from __future__ import annotations

import io
from pathlib import Path

import pytest
from typing_extensions import override

from app.cli.ambiente import Ambiente, build_ambiente
from app.cli.analisador import build_parser
from app.services.mensagens import Mensagens
from app.settings.recursos import Recursos
from core.kernel.errors import UserFacingError


def build(*words: str, err: io.StringIO | None = None) -> Ambiente:
    recursos = Recursos()
    args = build_parser((), "0").parse_args(list(words))
    return build_ambiente(args, recursos, Mensagens(recursos.messages_toml()), err)


def test_the_demonstration_has_a_place_of_its_own(tmp_path: Path) -> None:
    with pytest.raises(UserFacingError, match=r"uso\.dados_e_demonstracao"):
        build("--demonstracao", "--dados", str(tmp_path))


def test_progress_is_silent_where_nobody_watches(settings_folder: Path) -> None:
    err = io.StringIO()
    ambiente = build(err=err)
    ambiente.progresso("lendo")(1, 2)
    assert err.getvalue() == ""


def test_progress_is_one_line_that_moves(settings_folder: Path) -> None:
    class Terminal(io.StringIO):
        @override
        def isatty(self) -> bool:
            return True

    err = Terminal()
    ambiente = build(err=err)
    show = ambiente.progresso("lendo")
    show(1, 2)
    show(2, 2)
    assert err.getvalue() == "\rlendo: 1 de 2\rlendo: 2 de 2\n"
