"""``config.toml`` in the settings folder: what concerns this machine alone (design.md 5).

Lines that a person wrote there, and what other versions of the program wrote, stay as they are.
"""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path
from typing import Any, Final

from core.kernel.errors import UserFacingError
from core.kernel.identity.durable_file import write_private

ARQUIVO: Final = "config.toml"
MODELO: Final = ("categorizacao", "modelo")
"""Section and key: the version of the trained classifier in use; absent for the shipped one."""

BLOQUEIO: Final = ("janela", "bloqueio_min")
"""Section and key: after how many minutes without a touch the window is locked; 0 is never."""
BLOQUEIO_PADRAO_MIN: Final = 10
MAX_BLOQUEIO_MIN: Final = 24 * 60

COPIAS: Final = ("copias", "pasta")
"""Section and key: the folder of copies; absent for the one beside the data."""

CHAVE_RAIZ: Final = ("chave_raiz", "guardada_em")
"""Section and key: where the copy of the root key goes, in the person's own words."""
MAX_FRASE: Final = 200

_SECTION: Final = re.compile(r"\s*\[(?P<nome>[^\[\]]+)\]\s*(?:#.*)?$")
_VALUE: Final = re.compile(r"[0-9A-Za-z._:/@+-]{1,128}")


class Configuracao:
    """The settings file of an office on this machine; read anew at each question.

    Args:
        folder: the settings folder.
    """

    def __init__(self, folder: Path) -> None:
        self._path = folder / ARQUIVO

    def modelo(self) -> str | None:
        """The version of the classifier in use; None for the one that ships.

        Raises:
            UserFacingError: ``configuracao.ilegivel``.
        """
        section = self._read().get(MODELO[0])
        value = section.get(MODELO[1]) if isinstance(section, dict) else None
        return value if isinstance(value, str) and value else None

    def usar_modelo(self, versao: str | None) -> None:
        """Set the version of the classifier in use; None goes back to the shipped one.

        Raises:
            UserFacingError: ``configuracao.ilegivel``.
            EnvironmentFault: ``configuracao.nao_gravada``.
            ValueError: no version.
        """
        if versao is not None and _VALUE.fullmatch(versao) is None:
            raise ValueError(f"no version: {versao!r}")
        self._put(MODELO, versao)

    def bloqueio_min(self) -> int:
        """After how many minutes without a touch the window is locked; 0 is never.

        What is written there and is no such number counts as not written: a slip of the pen must
        not leave a window open.
        """
        try:
            section = self._read().get(BLOQUEIO[0])
        except UserFacingError:
            return BLOQUEIO_PADRAO_MIN
        value = section.get(BLOQUEIO[1]) if isinstance(section, dict) else None
        text = str(value)
        if not (text.isascii() and text.isdigit()) or int(text) > MAX_BLOQUEIO_MIN:
            return BLOQUEIO_PADRAO_MIN
        return int(text)

    def usar_bloqueio(self, minutos: int) -> None:
        """Set after how many minutes the window is locked; 0 is never.

        Raises:
            UserFacingError: ``configuracao.ilegivel``.
            EnvironmentFault: ``configuracao.nao_gravada``.
            ValueError: no such number of minutes.
        """
        if not 0 <= minutos <= MAX_BLOQUEIO_MIN:
            raise ValueError(f"not so many minutes: {minutos}")
        self._put(BLOQUEIO, str(minutos))

    def pasta_de_copias(self) -> Path | None:
        """The folder of copies; None for the one beside the data.

        An unreadable file counts as one that names none: a copy can always be made.
        """
        found = self._words(COPIAS)
        return Path(found) if found and Path(found).is_absolute() else None

    def usar_pasta_de_copias(self, pasta: Path) -> None:
        """Set the folder of copies.

        Raises:
            UserFacingError: ``configuracao.ilegivel``.
            EnvironmentFault: ``configuracao.nao_gravada``.
        """
        self._put(COPIAS, str(pasta.absolute()))

    def chave_raiz_guardada_em(self) -> str:
        """Where the copy of the root key goes; empty where nobody said."""
        return self._words(CHAVE_RAIZ)

    def anotar_chave_raiz(self, onde: str) -> None:
        """Keep where the copy of the root key goes; faults as ``usar_pasta_de_copias``."""
        self._put(CHAVE_RAIZ, " ".join(onde.split())[:MAX_FRASE])

    def _words(self, place: tuple[str, str]) -> str:
        try:
            section = self._read().get(place[0])
        except UserFacingError:
            return ""
        value = section.get(place[1]) if isinstance(section, dict) else None
        return value if isinstance(value, str) else ""

    def _put(self, place: tuple[str, str], value: str | None) -> None:
        self._read()
        text = self._path.read_text("utf-8") if self._path.exists() else ""
        lines = _with_value(text.splitlines(), *place, value)
        self._path.parent.mkdir(parents=True, exist_ok=True)
        data = "".join(f"{line}\n" for line in lines).encode()
        write_private(self._path, data, code="configuracao.nao_gravada")

    def _read(self) -> dict[str, Any]:
        try:
            return tomllib.loads(self._path.read_text("utf-8"))
        except FileNotFoundError:
            return {}
        except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
            raise UserFacingError("configuracao.ilegivel", arquivo=str(self._path)) from error


def _with_value(lines: list[str], section: str, key: str, value: str | None) -> list[str]:
    """The lines with ``key`` of ``section`` set, or without it."""
    kept: list[str] = []
    place: int | None = None
    inside = False
    for line in lines:
        head = _SECTION.match(line)
        if head is not None:
            inside = head["nome"].strip() == section
        elif inside and re.match(rf"\s*{re.escape(key)}\s*=", line):
            continue
        kept.append(line)
        if head is not None and inside:
            place = len(kept)
    if value is None:
        return kept
    if place is None:
        kept += ([""] if kept else []) + [f"[{section}]"]
        place = len(kept)
    kept.insert(place, f"{key} = {_quoted(value)}")
    return kept


def _quoted(value: str) -> str:
    """A TOML string: what JSON escapes, TOML reads."""
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
