"""Where a password comes from: a file, the environment, or a prompt that shows nothing.

Of the keys: ``--senha-arquivo``, ``FORMIGUEIRO_SENHA``, the terminal. Of an account:
``--conta-senha-arquivo``, ``FORMIGUEIRO_CONTA_SENHA``, the terminal. Never an argument: those are
seen by every user of the machine.
"""

from __future__ import annotations

import getpass
import os
import sys
from pathlib import Path
from typing import Final

from core.kernel.errors import UserFacingError
from core.kernel.identity.keystore import encode_password

VARIABLE: Final = "FORMIGUEIRO_SENHA"
ACCOUNT_VARIABLE: Final = "FORMIGUEIRO_CONTA"
ACCOUNT_SECRET: Final = f"{ACCOUNT_VARIABLE}_SENHA"


def given_password(file: str | None) -> bytes | None:
    """The password of the file or the environment; None where there is neither.

    Raises:
        UserFacingError: ``uso.senha_ilegivel``, ``chaves.senha_vazia``.
    """
    if file is not None:
        return encode_password(line_of(file))
    found = os.environ.get(VARIABLE)
    return None if found is None else encode_password(found)


def given_account_password(file: str | None) -> str | None:
    """The account's password of the file or the environment; None where there is neither.

    Raises:
        UserFacingError: ``uso.senha_ilegivel``.
    """
    return os.environ.get(ACCOUNT_SECRET) if file is None else line_of(file)


def asked_account_password(prompt: str, *, twice: bool = False) -> str:
    """Ask at the terminal.

    Raises:
        UserFacingError: ``uso.conta_sem_terminal``, ``uso.senha_diferente``.
    """
    return _asked(prompt, "uso.conta_sem_terminal", twice=twice)


def line_of(file: str) -> str:
    """One line, as an editor leaves it."""
    try:
        text = Path(file).read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise UserFacingError("uso.senha_ilegivel", arquivo=file) from error
    return text.removesuffix("\n").removesuffix("\r")


def asked_password(prompt: str, *, twice: bool = False) -> bytes:
    """Ask at the terminal.

    Raises:
        UserFacingError: ``uso.sem_terminal``, ``uso.senha_diferente``, ``chaves.senha_vazia``.
    """
    return encode_password(_asked(prompt, "uso.sem_terminal", twice=twice))


def _asked(prompt: str, without_terminal: str, *, twice: bool) -> str:
    if not sys.stdin.isatty():
        raise UserFacingError(without_terminal)
    first = getpass.getpass(f"{prompt}: ")
    if twice and getpass.getpass("De novo, para conferir: ") != first:
        raise UserFacingError("uso.senha_diferente")
    return first
