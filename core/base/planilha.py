"""CSV as offices have it: any of three encodings, any separator, quotes that do not close.

Read as a stream, row by row; a damaged row is told and the next one is read. Cells are text:
what they mean is for the reader's caller. Source: peers.md, rules 2 and 7.
"""

from __future__ import annotations

import codecs
import csv
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Final

from core.kernel.errors import EnvironmentFault, UserFacingError
from core.kernel.system_reason import system_reason

SEPARATORS: Final = (";", ",", "\t", "|")
MAX_ROW_LINES: Final = 200
MAX_ROW_CHARS: Final = 100_000
MAX_COLUMNS: Final = 500
_CHUNK: Final = 1 << 20
_ZIP: Final = b"PK\x03\x04"
_OLD_EXCEL: Final = b"\xd0\xcf\x11\xe0"
_FORMULA_STARTS: Final = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")


@dataclass(frozen=True, slots=True)
class Planilha:
    """A file that was looked at.

    Args:
        caminho: where it is.
        codificacao: Python's name of the encoding.
        separador: between cells.
        cabecalho: names of the columns, no two alike.
        primeira: number of the line the header stands on, from 1.
        sha256: of the whole file, 64 hex.
    """

    caminho: Path
    codificacao: str
    separador: str
    cabecalho: tuple[str, ...]
    primeira: int
    sha256: str


@dataclass(frozen=True, slots=True)
class Linha:
    """A row.

    Args:
        numero: of the line it begins on, from 1.
        celulas: as many as the header has; as far as they could be read.
        defeito: message code of what is wrong with it, None for a sound one.
    """

    numero: int
    celulas: tuple[str, ...]
    defeito: str | None = None


def open_sheet(path: Path) -> Planilha:
    """Find out how a file is written; reads it once, for its encoding and hash.

    Raises:
        UserFacingError: ``planilha.vazia``, ``planilha.excel``, ``planilha.binaria``,
            ``planilha.colunas_demais``.
        EnvironmentFault: ``planilha.nao_abre``.
    """
    try:
        encoding, digest = _look(path)
        lines = enumerate(_lines(path, encoding), 1)
        separator = ""
        for number, line in lines:
            if line.lower().startswith("sep=") and len(line.strip()) == 5:
                separator = line.strip()[4]
                continue
            if line.strip(" \t;,|\n"):
                separator = separator or _separator(line)
                header = _cells(line, separator) or line.rstrip("\n").split(separator)
                if len(header) > MAX_COLUMNS:
                    raise UserFacingError("planilha.colunas_demais", limite=MAX_COLUMNS)
                return Planilha(path, encoding, separator, _named(header), number, digest)
    except OSError as error:
        raise EnvironmentFault(
            "planilha.nao_abre", arquivo=path.name, motivo=system_reason(error)
        ) from error
    raise UserFacingError("planilha.vazia", arquivo=path.name)


def _look(path: Path) -> tuple[str, str]:
    """Encoding and SHA-256."""
    digest = sha256()
    decoder = codecs.getincrementaldecoder("utf-8")()
    is_utf8 = True
    with path.open("rb") as file:
        head = file.read(4096)
        if head.startswith((_ZIP, _OLD_EXCEL)):
            raise UserFacingError("planilha.excel", arquivo=path.name)
        is_utf16 = head.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
        if b"\x00" in head and not is_utf16:
            raise UserFacingError("planilha.binaria", arquivo=path.name)
        chunk = head
        while chunk:
            digest.update(chunk)
            if is_utf8:
                try:
                    decoder.decode(chunk)
                except UnicodeDecodeError:
                    is_utf8 = False
            chunk = file.read(_CHUNK)
    if is_utf16:
        return "utf-16", digest.hexdigest()
    return "utf-8-sig" if is_utf8 else "cp1252", digest.hexdigest()


def _lines(path: Path, encoding: str) -> Iterator[str]:
    with path.open(encoding=encoding, errors="replace") as file:
        yield from file


def _separator(header: str) -> str:
    """The separator that cuts the header into most cells."""
    counts = {one: len(_cells(header, one) or ()) for one in SEPARATORS}
    return max(SEPARATORS, key=lambda one: counts[one])


def _cells(text: str, separator: str, *, strict: bool = False) -> list[str] | None:
    """The cells of one whole row, None where they cannot be told apart.

    ``strict``: a quote that closes is followed by the next cell or the end.
    """
    lines = text.splitlines(keepends=True)
    try:
        rows = list(csv.reader(lines, delimiter=separator, strict=strict))
    except csv.Error:
        return None
    return rows[0] if len(rows) == 1 else None


def _named(header: list[str]) -> tuple[str, ...]:
    names: list[str] = []
    for place, cell in enumerate(header, 1):
        name = " ".join(cell.replace("\ufeff", "").split()) or f"coluna {place}"
        count = 2
        wanted = name
        while name in names:
            name = f"{wanted} ({count})"
            count += 1
        names.append(name)
    return tuple(names)


def rows_of(sheet: Planilha) -> Iterator[Linha]:
    """The rows below the header; empty ones are left out."""
    width = len(sheet.cabecalho)
    lines = enumerate(_lines(sheet.caminho, sheet.codificacao), 1)
    waiting: deque[tuple[int, str]] = deque()
    for number, _line in lines:
        if number == sheet.primeira:
            break

    def take() -> tuple[int, str] | None:
        return waiting.popleft() if waiting else next(lines, None)

    while (first := take()) is not None:
        number, text = first
        if not text.strip(f" \t\n{sheet.separador}"):
            continue
        taken = [first]
        while _is_open(text) and len(taken) < MAX_ROW_LINES and len(text) < MAX_ROW_CHARS:
            following = take()
            if following is None:
                break
            taken.append(following)
            text += following[1]
        cells = None
        if not _is_open(text):
            cells = _cells(text, sheet.separador, strict=len(taken) > 1)
        if cells is None or (len(taken) > 1 and len(cells) != width):
            # A quote that does not close took other rows along: give them back.
            waiting.extendleft(reversed(taken[1:]))
            cells = first[1].rstrip("\n").split(sheet.separador)
            if len(cells) != width:
                yield Linha(number, _fitted(cells, width), "planilha.aspas_abertas")
                continue
        yield _row(number, cells, width)


def _is_open(text: str) -> bool:
    return text.count('"') % 2 == 1


def _row(number: int, cells: list[str], width: int) -> Linha:
    if any(cell.strip() for cell in cells[width:]):
        return Linha(number, _fitted(cells, width), "planilha.celulas_a_mais")
    return Linha(number, _fitted(cells, width))


def _fitted(cells: list[str], width: int) -> tuple[str, ...]:
    kept = [_plain(cell) for cell in cells[:width]]
    return tuple(kept + [""] * (width - len(kept)))


def _plain(cell: str) -> str:
    """A cell without the apostrophe that keeps a spreadsheet from running it."""
    cell = cell.replace("\x00", "").strip()
    if cell.startswith("'") and cell[1:].lstrip(" ").startswith(_FORMULA_STARTS):
        return cell[1:]
    return cell
