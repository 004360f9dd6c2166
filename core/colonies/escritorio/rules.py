"""What makes a configuration acceptable. Values in, values out."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from core.kernel.errors import UserFacingError

MAX_NAME = 300
_UNWRITABLE = frozenset({"Cc", "Cs"})


def checked_name(nome: str) -> str:
    """The name, in NFC and without surrounding blanks.

    Raises:
        UserFacingError: ``escritorio.nome_vazio``, ``escritorio.nome_longo``,
            ``selo.texto_invalido`` (a control character, or half of a surrogate pair).
    """
    clean = " ".join(unicodedata.normalize("NFC", nome).split())
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
