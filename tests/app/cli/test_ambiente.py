from __future__ import annotations

import io
from pathlib import Path

import pytest
from typing_extensions import override

from app.bootstrap.fundacao import Escolhas, fundar
from app.cli.ambiente import Ambiente, build_ambiente
from app.cli.analisador import build_parser
from app.services.mensagens import Mensagens
from app.settings.recursos import Recursos
from core.kernel.errors import UserFacingError
from core.kernel.identity.keystore_choice import KeyMode


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


def test_a_password_given_opens_the_keys_or_is_refused(
    tmp_path: Path, settings_folder: Path
) -> None:
    """Also for verbs that would do without: silence would leave the signature owed for ever."""
    right, wrong = tmp_path / "certa", tmp_path / "errada"
    right.write_text("certa")
    wrong.write_text("errada")
    office = ("--dados", str(tmp_path / "dados"))
    ambiente = build(*office, "--senha-arquivo", str(right))
    choices = Escolhas("R", "UTC", KeyMode.SENHA, ambiente.senha)
    fundar(ambiente.lugar, choices, ambiente.mensagens, ambiente.recursos)
    with ambiente.abrir() as app:
        app.fechar()
    with ambiente.abrir_leitura() as app, app.leitor.ler() as (cursor, _dialect):
        cursor.execute("SELECT max(tamanho) FROM kernel_checkpoints")
        assert cursor.fetchone()[0] == 1
    refused = build(*office, "--senha-arquivo", str(wrong))
    with pytest.raises(UserFacingError, match=r"chaves\.senha_errada"), refused.abrir():
        pass
