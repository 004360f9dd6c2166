"""What makes a configuration, an account, a password acceptable. Values in, values out."""

from __future__ import annotations

import typing
import unicodedata
from collections.abc import Collection, Mapping
from typing import Final
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from core.contracts.nucleo import Papel
from core.kernel.errors import UserFacingError

PAPEIS: Final[tuple[str, ...]] = typing.get_args(Papel)
"""Every role, in the contract's order."""
OPERADOR: Final = "operador"
CONSELHEIRO: Final = "conselheiro"

MAX_NAME = 300
MAX_ACCOUNT_NAME: Final = 80
MAX_MOTIVE: Final = 300
MIN_PASSWORD: Final = 8
MAX_PASSWORD_BYTES: Final = 1_024

FREE_ATTEMPTS: Final = 3
"""Passwords that may be missed before the next one has to wait."""
FIRST_WAIT_MS: Final = 5_000
LONGEST_WAIT_MS: Final = 15 * 60_000
FORGET_AFTER_MS: Final = 24 * 3_600_000
"""A day after the last miss nothing is held against a name any more."""

_UNWRITABLE = frozenset({"Cc", "Cs"})


def _without_hidden(nome: str) -> str:
    """Without signs that take no room and act on what stands around them."""
    return "".join(letter for letter in nome if unicodedata.category(letter) != "Cf")


def checked_name(nome: str) -> str:
    """The name, in NFC and without surrounding blanks.

    Raises:
        UserFacingError: ``escritorio.nome_vazio``, ``escritorio.nome_longo``,
            ``selo.texto_invalido`` (a control character, or half of a surrogate pair).
    """
    clean = " ".join(unicodedata.normalize("NFC", _without_hidden(nome)).split())
    if not clean:
        raise UserFacingError("escritorio.nome_vazio")
    if any(unicodedata.category(letter) in _UNWRITABLE for letter in clean):
        raise UserFacingError("selo.texto_invalido", campo="nome")
    if len(clean) > MAX_NAME:
        raise UserFacingError("escritorio.nome_longo", limite=MAX_NAME)
    return clean


def checked_zone(fuso: str) -> str:
    """The IANA name of the office's time zone (design.md 7).

    Raises:
        UserFacingError: ``escritorio.fuso_desconhecido``.
    """
    try:
        ZoneInfo(fuso)
    except (ZoneInfoNotFoundError, ValueError, OSError) as error:
        raise UserFacingError("escritorio.fuso_desconhecido", fuso=fuso) from error
    return fuso


def checked_box(caixa: Mapping[str, float]) -> dict[str, float]:
    """A box whose south is below its north and whose west is left of its east.

    Raises:
        UserFacingError: ``escritorio.caixa_invalida``.
    """
    south, west, north, east = (float(caixa[side]) for side in ("sul", "oeste", "norte", "leste"))
    if not (-90 <= south < north <= 90 and -180 <= west < east <= 180):
        raise UserFacingError("escritorio.caixa_invalida")
    return {"sul": south, "oeste": west, "norte": north, "leste": east}


def checked_account_name(nome: str) -> str:
    """How a person signs in: one line in NFC that a reader can tell from others.

    Raises:
        UserFacingError: ``conta.nome_vazio``, ``conta.nome_longo``, ``selo.texto_invalido``.
    """
    clean = " ".join(unicodedata.normalize("NFC", _without_hidden(nome)).split())
    if not any(letter.isalnum() for letter in clean):
        raise UserFacingError("conta.nome_vazio")
    if any(unicodedata.category(letter) in _UNWRITABLE for letter in clean):
        raise UserFacingError("selo.texto_invalido", campo="nome")
    if len(clean) > MAX_ACCOUNT_NAME:
        raise UserFacingError("conta.nome_longo", limite=MAX_ACCOUNT_NAME)
    return clean


def checked_roles(papeis: Collection[str], conselheiro_id: str | None) -> tuple[str, ...]:
    """The roles in the contract's order, without doubles.

    Raises:
        UserFacingError: ``conta.papel_desconhecido``, ``conta.sem_papel``,
            ``conta.falta_conselheiro``, ``conta.conselheiro_sem_papel``.
    """
    unknown = sorted(set(papeis) - set(PAPEIS))
    if unknown:
        raise UserFacingError(
            "conta.papel_desconhecido", papel=unknown[0], papeis=", ".join(PAPEIS)
        )
    if not papeis:
        raise UserFacingError("conta.sem_papel")
    if CONSELHEIRO in papeis and conselheiro_id is None:
        raise UserFacingError("conta.falta_conselheiro")
    if CONSELHEIRO not in papeis and conselheiro_id is not None:
        raise UserFacingError("conta.conselheiro_sem_papel")
    return tuple(papel for papel in PAPEIS if papel in papeis)


def checked_motive(motivo: str | None) -> str | None:
    """Why, in one line; None where nothing was said.

    Raises:
        UserFacingError: ``conta.motivo_longo``, ``selo.texto_invalido``.
    """
    clean = " ".join(unicodedata.normalize("NFC", motivo or "").split())
    if any(unicodedata.category(letter) in _UNWRITABLE for letter in clean):
        raise UserFacingError("selo.texto_invalido", campo="motivo")
    if len(clean) > MAX_MOTIVE:
        raise UserFacingError("conta.motivo_longo", limite=MAX_MOTIVE)
    return clean or None


def checked_password(senha: str, nome: str) -> bytes:
    """A new password as it is hashed: UTF-8 of its NFC, so that every keyboard types the same.

    Raises:
        UserFacingError: ``conta.senha_curta``, ``conta.senha_longa``, ``conta.senha_igual_ao_nome``.
    """
    raw = password_bytes(senha)
    if len(unicodedata.normalize("NFC", senha)) < MIN_PASSWORD:
        raise UserFacingError("conta.senha_curta", minimo=MIN_PASSWORD)
    if len(raw) > MAX_PASSWORD_BYTES:
        raise UserFacingError("conta.senha_longa")
    if senha.casefold() == nome.casefold():
        raise UserFacingError("conta.senha_igual_ao_nome")
    return raw


def password_bytes(senha: str) -> bytes:
    """What a typed password stands for; nothing that cannot be written opens anything."""
    return unicodedata.normalize("NFC", senha).encode("utf-8", "replace")


def wait_after(falhas: int) -> int:
    """Milliseconds before the next attempt, after so many passwords in a row that were wrong."""
    if falhas < FREE_ATTEMPTS:
        return 0
    return min(FIRST_WAIT_MS << min(falhas - FREE_ATTEMPTS, 20), LONGEST_WAIT_MS)
