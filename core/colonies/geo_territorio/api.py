"""The door for services: an import as one command."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy import select

from core.colonies.geo_territorio.rules import FIELDS, is_in_force
from core.colonies.geo_territorio.tables import unidades
from core.kernel.colony import Context, Decisao
from core.kernel.errors import UserFacingError
from core.kernel.event import NewAttachment, NewEvent, Payload
from core.kernel.store.statement import Statement

_ROWS = Statement(
    select(
        unidades.c.unidade_civica_id,
        *(unidades.c[name] for name in FIELDS),
        unidades.c.contornos,
    )
)


@dataclass(frozen=True, slots=True)
class LotePronto:
    """One event's payload and its outlines, which lie in the content store already."""

    payload: Payload
    anexo: NewAttachment | None


def importar(
    lotes: Sequence[LotePronto], *, ator: Mapping[str, str] | None = None
) -> Callable[[Context], Decisao]:
    """Publish an import: one ``territorio.importado`` per lot, all or none.

    An import whose every lot is in force already is answered without events; one that was
    replaced by another in between is published again.

    Args:
        lotes: in order, of one import (``core.base.territorio.lotes``); the attachments are put
            into the store before the command.
        ator: account and role of whoever does it.

    Returns:
        The command; its answer is how many events were published.

    Raises:
        UserFacingError: ``territorio.importacao_incompleta``: the lots are not 1 … n of one import.
    """
    numbers = [lote.payload["lote"] for lote in lotes]
    of = {(lote.payload["importacao_id"], lote.payload["lotes"]) for lote in lotes}
    if (
        numbers != list(range(1, len(lotes) + 1))
        or {n for _, n in of} - {len(lotes)}
        or len(of) > 1
    ):
        raise UserFacingError("territorio.importacao_incompleta")

    def decide(context: Context) -> Decisao:
        rows = {row[0]: row[1:] for row in context.db.all(_ROWS)}
        if all(
            is_in_force(lote.payload, lote.anexo.sha256 if lote.anexo else None, rows)
            for lote in lotes
        ):
            return Decisao(0)
        return Decisao(
            len(lotes),
            [
                NewEvent(
                    "territorio.importado",
                    lote.payload,
                    sujeito=lote.payload["importacao_id"],
                    ator=ator,
                    anexos=(lote.anexo,) if lote.anexo else (),
                )
                for lote in lotes
            ],
        )

    return decide
