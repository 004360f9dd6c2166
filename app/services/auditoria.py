"""The auditor's side as a person meets it: order a list, verify draws and rankings.

Everything is recomputed from the log by ``core.audit``; no colony and no table of theirs is asked.
Source: issue of part 3, Audit; design.md 8.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Annotated, Final

import msgspec
from msgspec import Meta

from core.base.sorteio import Sorteio, sortear
from core.kernel.contract import Timestamp
from core.kernel.errors import UserFacingError

_ID: Final = r"^[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$(?!\n)"
Id = Annotated[str, Meta(pattern=_ID)]
FIELDS: Final = ("ultimo_event_id", "timestamp", "elegiveis")


class Pedido(msgspec.Struct):
    """A line to be ordered; further fields are allowed and not read."""

    ultimo_event_id: Id
    timestamp: Timestamp
    elegiveis: Annotated[list[Id], Meta(min_length=1)]


_decode = msgspec.json.Decoder(Pedido).decode


def ordenar_linhas(linhas: Iterable[str]) -> Iterator[Sorteio]:
    """The draw of each line; empty lines are passed over but counted.

    Raises:
        UserFacingError: ``sorteio.linha_*``, with the number of the line.
    """
    number = 0
    lines = iter(linhas)
    while True:
        number += 1
        try:
            line = next(lines)
        except StopIteration:
            return
        except UnicodeDecodeError:
            raise UserFacingError("sorteio.linha_ilegivel", linha=number) from None
        if line.strip():
            yield _ordered(number, line)


def _ordered(number: int, line: str) -> Sorteio:
    try:
        wanted = _decode(line)
    except msgspec.ValidationError as error:
        campo = next((one for one in FIELDS if one in str(error)), None)
        if campo is None:
            raise UserFacingError("sorteio.linha_ilegivel", linha=number) from None
        raise UserFacingError("sorteio.linha_campo", linha=number, campo=campo) from None
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        raise UserFacingError("sorteio.linha_ilegivel", linha=number) from None
    try:
        return sortear(wanted.elegiveis, wanted.ultimo_event_id.lower(), wanted.timestamp)
    except ValueError:
        raise UserFacingError("sorteio.linha_repetida", linha=number) from None
