"""What a verb is given: where the office is, and how to open it."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TextIO

from app.bootstrap.abertura import Aplicacao, abrir, opened
from app.cli.senhas import ACCOUNT_VARIABLE, given_password
from app.services.mensagens import Mensagens
from app.services.progresso import Progress
from app.settings.lugares import Lugar, is_server_url, place_of
from app.settings.recursos import Recursos
from core.kernel.errors import UserFacingError


@dataclass(frozen=True, slots=True)
class Ambiente:
    """The surroundings of one call.

    Args:
        lugar: the office that was named, or the default one.
        is_demo: the demonstration office was asked for, or nothing was.
        senha: from file or environment, None where neither was given.
        conta: name of the account that acts; None where none was named.
        conta_senha_arquivo: where its password is read from.
    """

    lugar: Lugar
    is_demo: bool
    recursos: Recursos
    mensagens: Mensagens
    senha: bytes | None
    err: TextIO
    conta: str | None = None
    conta_senha_arquivo: str | None = None

    @contextmanager
    def abrir(self) -> Iterator[Aplicacao]:
        """The office for writing, its engine in this thread; a password given opens the keys."""
        app = abrir(self.lugar, self.mensagens, self.recursos, inline=True, senha=self.senha)
        with opened(app):
            yield app

    @contextmanager
    def abrir_leitura(self) -> Iterator[Aplicacao]:
        """The office for reading."""
        app = abrir(self.lugar, self.mensagens, self.recursos, escreve=False)
        with opened(app):
            yield app

    def progresso(self, what: str) -> Progress:
        """Progress on standard error, only where a person is watching."""
        if not self.err.isatty():
            return lambda _done, _total: None

        def show(done: int, total: int) -> None:
            end = "\n" if total and done >= total else ""
            of = f" de {total}" if total else ""
            self.err.write(f"\r{what}: {done}{of}{end}")
            self.err.flush()

        return show


def build_ambiente(
    args: argparse.Namespace, recursos: Recursos, mensagens: Mensagens, err: TextIO | None = None
) -> Ambiente:
    """From parsed arguments.

    Raises:
        UserFacingError: ``uso.dados_e_demonstracao``, ``uso.senha_ilegivel``, ``uso.invalido``.
    """
    named = args.dados is not None or args.banco is not None
    if args.demonstracao and named:
        raise UserFacingError("uso.dados_e_demonstracao")
    if args.dados is not None and not args.dados.strip():
        # An empty variable in a script must not mean the default office.
        raise _refused("--dados pede uma pasta")
    if args.banco is not None and not is_server_url(args.banco):
        raise _refused("--banco pede um endereço como postgresql://usuario@servidor/banco")
    lugar = place_of(
        Path(args.dados) if args.dados else None, args.banco, is_demo=args.demonstracao
    )
    return Ambiente(
        lugar=lugar,
        is_demo=args.demonstracao,
        recursos=recursos,
        mensagens=mensagens,
        senha=given_password(args.senha_arquivo),
        err=err or sys.stderr,
        conta=args.conta or os.environ.get(ACCOUNT_VARIABLE) or None,
        conta_senha_arquivo=args.conta_senha_arquivo,
    )


def _refused(reason: str) -> UserFacingError:
    return UserFacingError("uso.invalido", motivo=reason, ajuda="python -m app --ajuda")
