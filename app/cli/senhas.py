"""Where a password comes from: a file, the environment, or a prompt that shows nothing.

Order: ``--senha-arquivo``, ``FORMIGUEIRO_SENHA``, the terminal. Never an argument: those are seen
by every user of the machine.
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


def given_password(file: str | None) -> bytes | None:
    """The password of the file or the environment; None where there is neither.

    Raises:
        UserFacingError: ``uso.senha_ilegivel``, ``chaves.senha_vazia``.
    """
    if file is not None:
        try:
            text = Path(file).read_text("utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise UserFacingError("uso.senha_ilegivel", arquivo=file) from error
        # One line, as an editor leaves it.
        return encode_password(text.removesuffix("\n").removesuffix("\r"))
    found = os.environ.get(VARIABLE)
    return None if found is None else encode_password(found)


def asked_password(prompt: str, *, twice: bool = False) -> bytes:
    """Ask at the terminal.

    Raises:
        UserFacingError: ``uso.sem_terminal``, ``uso.senha_diferente``, ``chaves.senha_vazia``.
    """
    if not sys.stdin.isatty():
        raise UserFacingError("uso.sem_terminal")
    first = getpass.getpass(f"{prompt}: ")
    if twice and getpass.getpass("De novo, para conferir: ") != first:
        raise UserFacingError("uso.senha_diferente")
    return encode_password(first)
