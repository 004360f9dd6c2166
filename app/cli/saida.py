"""What a verb answers, and how it is printed: JSON for programs, sentences for people."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, TextIO

import msgspec

OK: Final = 0
USAGE: Final = 2
ENVIRONMENT: Final = 3
INTEGRITY: Final = 4


@dataclass(frozen=True, slots=True)
class Resultado:
    """A verb's answer.

    Args:
        dados: JSON-able value, the whole answer.
        linhas: the same for people.
        codigo: exit code.
        avisos: sentences for standard error.
        fluxo: instead of one answer, one a line as they come: the JSON value and its line.
    """

    dados: Any
    linhas: Sequence[str] = ()
    codigo: int = OK
    avisos: Sequence[str] = field(default=())
    fluxo: Iterable[tuple[Any, str]] | None = None


def print_result(result: Resultado, *, as_json: bool, out: TextIO, err: TextIO) -> int:
    """Print an answer; the exit code."""
    for line in result.avisos:
        print(line, file=err)
    if result.fluxo is not None:
        for value, line in result.fluxo:
            # At once: whoever asked may be waiting for the answer before asking on.
            print(_json(value) if as_json else line, file=out, flush=True)
    elif as_json:
        print(_json(result.dados), file=out)
    else:
        for line in result.linhas:
            print(line, file=out)
    # Here, where a full disk is still an answer, not while the interpreter goes down.
    out.flush()
    return result.codigo


def print_error(
    code: str, sentence: str, exit_code: int, *, as_json: bool, out: TextIO, err: TextIO
) -> int:
    """Print a fault: the sentence on standard error, and in JSON on standard output."""
    if as_json:
        answer = {"erro": {"codigo": code, "mensagem": sentence}, "saida": exit_code}
        print(_json(answer), file=out)
    print(sentence, file=err)
    return exit_code


def _json(value: Any) -> str:
    """A value as JSON; a file's name that is no text goes out in escapes."""
    try:
        return msgspec.json.encode(value).decode()
    except UnicodeEncodeError:
        return json.dumps(msgspec.to_builtins(value))


def table(head: Sequence[str], rows: Sequence[Sequence[Any]]) -> list[str]:
    """Columns of text, as wide as needed; numbers to the right."""
    texts = [[str(cell) if cell is not None else "–" for cell in row] for row in rows]
    widths = [max([len(title), *(len(row[n]) for row in texts)]) for n, title in enumerate(head)]
    numeric = [
        bool(rows) and all(isinstance(row[n], int) for row in rows) for n in range(len(head))
    ]

    def line(cells: Sequence[str]) -> str:
        parts = [
            cell.rjust(width) if right else cell.ljust(width)
            for cell, width, right in zip(cells, widths, numeric, strict=True)
        ]
        return "  ".join(parts).rstrip()

    return [line(head), "  ".join("-" * width for width in widths), *map(line, texts)]


def counted(number: int, singular: str) -> str:
    """``1 evento``, ``2 eventos``: words whose plural only adds an s."""
    return f"{number} {singular}" + ("" if number == 1 else "s")


def use_utf8() -> None:
    """Standard streams in UTF-8 wherever the machine's locale says otherwise."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
