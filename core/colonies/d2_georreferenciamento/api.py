"""The door for services: look again at what waits for its unit (G-062), keep a unit as it is."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final

from sqlalchemy import bindparam, select

from core.colonies.d2_georreferenciamento.handlers.demanda import resolved, waiting_of
from core.colonies.d2_georreferenciamento.handlers.mapa import load_memory
from core.colonies.d2_georreferenciamento.rules import Mapa
from core.colonies.d2_georreferenciamento.tables import mantidas, mudancas
from core.kernel.colony import Context, Decisao
from core.kernel.errors import UserFacingError
from core.kernel.event import NewEvent, Payload
from core.kernel.store.statement import Statement

MAX_MOTIVE: Final = 300
MANTIDA: Final = "demanda.unidade_mantida"
_M, _K = mudancas.c, mantidas.c
_CHANGE: Final = Statement(
    select(_M.unidade_atual_id, _M.unidade_nova_id).where(_M.demanda_id == bindparam("k_demanda"))
)
_KEPT: Final = Statement(
    select(_K.event_id, _K.unidade_civica_id, _K.unidade_recusada_id).where(
        _K.demanda_id == bindparam("k_demanda")
    )
)


def reavaliar(no: str, *, ator: Mapping[str, str] | None = None) -> Callable[[Context], Decisao]:
    """Resolve what a node left waiting, as after an import of its own.

    For what no import of this office sets going: polygons that came from another office, an
    attachment that was missing and is back.

    Args:
        no: this node, 32 hex.
        ator: account and role of whoever does it.

    Returns:
        The command; its answer is how many demands have their unit now.

    Raises:
        UserFacingError: ``territorio.anexo_ausente``.
    """

    def decide(context: Context) -> Decisao:
        rows = waiting_of(no, context.db)
        if not rows:
            return Decisao(0)
        mapa: Mapa = context.db.memory
        if mapa.faltas:
            mapa = load_memory(context.db)  # what was missing may be back
        if mapa.faltas:
            raise UserFacingError("territorio.anexo_ausente", anexo=mapa.faltas[0][:12])
        events = [replace(event, ator=ator) for event in resolved(rows, mapa)]
        return Decisao(len(events), events)

    return decide


def manter_unidade(
    demanda_id: str,
    vista: tuple[str, str | None],
    *,
    motivo: str | None = None,
    ator: Mapping[str, str] | None = None,
) -> Callable[[Context], Decisao]:
    """A person saw what outlines would change, and the demand stays in its unit.

    Args:
        demanda_id: of which demand.
        vista: the unit of today and the one of the outlines, as they were seen.
        motivo: why, restricted.
        ator: account and role.

    Raises:
        UserFacingError: ``revisao.mudou``, ``categoria.motivo_longo``.
    """

    def decide(context: Context) -> Decisao:
        row = context.db.one(_CHANGE, {"k_demanda": demanda_id})
        if row is None or tuple(row) != vista:
            raise UserFacingError("revisao.mudou")
        payload: Payload = {"demanda_id": demanda_id, "unidade_civica_id": row[0]}
        if row[1] is not None:
            payload["unidade_recusada_id"] = row[1]
        reason = " ".join((motivo or "").split())
        if len(reason) > MAX_MOTIVE:
            raise UserFacingError("categoria.motivo_longo", limite=MAX_MOTIVE)
        if reason:
            payload["motivo"] = reason
        event = NewEvent(MANTIDA, payload, demanda_id, ator=ator)
        return Decisao({"demanda_id": demanda_id, "unidade_civica_id": row[0]}, (event,))

    return decide


def desfazer_mantida(
    demanda_id: str, event_id: str, *, ator: Mapping[str, str] | None = None
) -> Callable[[Context], Decisao]:
    """Take that back: what the outlines would change waits for a person again.

    Raises:
        UserFacingError: ``revisao.nada_a_desfazer``.
    """

    def decide(context: Context) -> Decisao:
        row = context.db.one(_KEPT, {"k_demanda": demanda_id})
        if row is None or row[0] != event_id:
            raise UserFacingError("revisao.nada_a_desfazer")
        payload: Payload = {
            "demanda_id": demanda_id,
            "unidade_civica_id": row[1],
            "desfaz_event_id": event_id,
        }
        if row[2] is not None:
            payload["unidade_recusada_id"] = row[2]
        event = NewEvent(MANTIDA, payload, demanda_id, ator=ator)
        return Decisao({"demanda_id": demanda_id}, (event,))

    return decide
