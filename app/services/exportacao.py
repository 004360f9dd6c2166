"""CSV files in two profiles, whole or not at all.

``RFC_4180`` is for programs: UTF-8, comma, CRLF. ``EXCEL_PT_BR`` opens with a double click in
Brazil: BOM, semicolon, decimal comma. In both a text that a spreadsheet would run as a formula is
written behind an apostrophe; numbers are never touched. Source: peers.md, rule 7.
"""

from __future__ import annotations

import csv
import os
from collections.abc import Iterable, Sequence
from decimal import Decimal
from enum import Enum
from pathlib import Path
from typing import Final

from app.services.inerte import inerte
from core.kernel.errors import EnvironmentFault
from core.kernel.system_reason import system_reason

_FORMULA_STARTS: Final = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")


class Perfil(Enum):
    """Who will open the file."""

    RFC_4180 = "rfc4180"
    EXCEL_PT_BR = "excel"


def cell(value: object, perfil: Perfil) -> str:
    """One value as the profile writes it."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "sim" if value else "não"
    if isinstance(value, (int, float, Decimal)):
        text = str(value)
        return text.replace(".", ",") if perfil is Perfil.EXCEL_PT_BR else text
    text = inerte(str(value))
    return f"'{text}" if text.lstrip(" ").startswith(_FORMULA_STARTS) else text


def write_csv(
    path: Path, head: Sequence[str], rows: Iterable[Sequence[object]], perfil: Perfil
) -> int:
    """Write ``rows`` under ``head``: temporary file, fsync, rename. The number of rows.

    Raises:
        EnvironmentFault: ``exportacao.nao_gravou`` with ``arquivo`` and ``motivo``.
    """
    partial = path.with_name(path.name + ".parcial")
    encoding, delimiter = ("utf-8-sig", ";") if perfil is Perfil.EXCEL_PT_BR else ("utf-8", ",")
    count = 0
    try:
        with partial.open("w", encoding=encoding, newline="") as file:
            writer = csv.writer(file, delimiter=delimiter, lineterminator="\r\n")
            writer.writerow([cell(name, perfil) for name in head])
            for row in rows:
                writer.writerow([cell(value, perfil) for value in row])
                count += 1
            file.flush()
            os.fsync(file.fileno())
        partial.replace(path)
    except OSError as error:
        partial.unlink(missing_ok=True)
        raise nao_gravou(path, error) from error
    except BaseException:
        partial.unlink(missing_ok=True)
        raise
    return count


def nao_gravou(path: Path, error: OSError) -> EnvironmentFault:
    """The fault of a file that could not be written: ``exportacao.nao_gravou``."""
    return EnvironmentFault("exportacao.nao_gravou", arquivo=path.name, motivo=system_reason(error))
