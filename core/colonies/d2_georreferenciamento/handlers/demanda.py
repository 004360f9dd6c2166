"""Folds demands, and resolves what its own office normalised.

A demand that is normalised waits in ``d2_revisoes_geo_pendentes`` from then on, until a
``demanda.georreferenciada`` – this reaction's, a later one's after new polygons, or another
office's – answers it. So it is never lost, whatever happens to the reaction: a point outside all
polygons, a map that is missing, a parked event.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import Table, Text, bindparam, delete, insert, select, update

from core.colonies.d2_georreferenciamento import rules
from core.colonies.d2_georreferenciamento.handlers.mapa import changes_of
from core.colonies.d2_georreferenciamento.rules import Lugar, Mantida, Mapa, Resolucao
from core.colonies.d2_georreferenciamento.tables import (
    mantidas,
    mudancas,
    processados,
    resolucoes,
    revisoes,
)
from core.kernel.colony import EVERYTHING, ApplyDb, Context, ReadDb
from core.kernel.errors import UserFacingError
from core.kernel.event import Event, NewEvent
from core.kernel.store.statement import Statement


def _gone(table: Table) -> Statement:
    return Statement(delete(table).where(table.c.demanda_id == bindparam("k_demanda")))


def _new(table: Table) -> Statement:
    return Statement(insert(table), [column.name for column in table.columns])


_RESOLUTION_GONE, _RESOLUTION_NEW = _gone(resolucoes), _new(resolucoes)
_REVIEW_GONE, _REVIEW_NEW = _gone(revisoes), _new(revisoes)
_CHANGE_GONE, _CHANGE_NEW = _gone(mudancas), _new(mudancas)
_KEPT_GONE, _KEPT_NEW = _gone(mantidas), _new(mantidas)
_P = processados.c
_PROCESSED_GONE = Statement(
    delete(processados).where(
        _P.demanda_id == bindparam("k_demanda"), _P.evento == bindparam("k_evento")
    )
)
_PROCESSED_NEW = _new(processados)
_WAITING_BECAME = Statement(
    update(processados)
    .where(_P.demanda_id == bindparam("k_demanda"), _P.resultado == "aguardando")
    .values(resultado=bindparam("n_resultado"))
)
_R, _A, _M, _K = revisoes.c, resolucoes.c, mudancas.c, mantidas.c
_THIS = select(bindparam("k_demanda", type_=Text).label("demanda_id")).subquery("esta")


def _told(condition: Any) -> Any:
    told = select(_P.evento).where(_P.demanda_id == _THIS.c.demanda_id, condition)
    return told.limit(1).scalar_subquery()


_SITUATION = Statement(
    select(
        _R.demanda_id,
        _R.event_id,
        _A.demanda_id,
        _A.event_id,
        _M.demanda_id,
        _K.demanda_id,
        _told(_P.resultado == "aguardando"),
        _told(_P.resultado == "retirada"),
        _told(_P.evento == bindparam("k_evento")),
    ).select_from(
        _THIS.outerjoin(revisoes, _R.demanda_id == _THIS.c.demanda_id)
        .outerjoin(resolucoes, _A.demanda_id == _THIS.c.demanda_id)
        .outerjoin(mudancas, _M.demanda_id == _THIS.c.demanda_id)
        .outerjoin(mantidas, _K.demanda_id == _THIS.c.demanda_id)
    )
)
_KEPT_COLUMNS = (
    _K.unidade_civica_id,
    _K.unidade_recusada_id,
    _K.coordenadas_lat,
    _K.coordenadas_lng,
)
_WAITING = select(
    _R.demanda_id,
    _R.correlacao_id,
    _R.coordenadas_lat,
    _R.coordenadas_lng,
    _R.precisao_local,
    _R.unidade_informada_id,
    *_KEPT_COLUMNS,
).select_from(revisoes.outerjoin(mantidas, _K.demanda_id == _R.demanda_id))
_IS_KEPT = Statement(select(*_KEPT_COLUMNS).where(_K.demanda_id == bindparam("k_demanda")))
_KEPT_BY = Statement(
    select(_K.demanda_id).where(
        _K.demanda_id == bindparam("k_demanda"), _K.event_id == bindparam("k_event")
    )
)
_POINT = Statement(
    select(resolucoes.c.coordenadas_lat, resolucoes.c.coordenadas_lng).where(
        resolucoes.c.demanda_id == bindparam("k_demanda")
    )
)
_DUE = Statement(
    _WAITING.where(_R.demanda_id == bindparam("k_demanda"), _R.evento == bindparam("k_evento"))
)
_ALL_DUE = Statement(
    _WAITING.where(_R.no == bindparam("k_no")).order_by(_R.criado_em, _R.demanda_id)
)


class _Known(NamedTuple):
    """What is known of a demand before an event is folded; None where there is no such row.

    Args:
        em_revisao: the demand, where it waits for its unit.
        pedida: event_id of the ``demanda.normalizada`` that it waits for an answer to.
        resolvida: the demand, where it has its unit.
        respondida: event_id of the ``demanda.normalizada`` that was answered.
        mudaria: the demand, where new outlines would change its unit.
        mantida: the demand, where a person keeps its unit.
        aguardando: hash of an event that waits for its outcome.
        retirada: hash of its withdrawal.
        repetido: hash of this very event, told once more.
    """

    em_revisao: str | None
    pedida: str | None
    resolvida: str | None
    respondida: str | None
    mudaria: str | None
    mantida: str | None
    aguardando: bytes | None
    retirada: bytes | None
    repetido: bytes | None


def _put_away(event: Event, db: ApplyDb, outcome: str) -> _Known:
    """Take out what was known of the event's demand, and say what became of what waited; it."""
    demanda = event.payload["demanda_id"]
    params = {"k_demanda": demanda, "k_evento": bytes.fromhex(event.event_hash)}
    known = _Known(*(db.one(_SITUATION, params) or (None,) * len(_Known._fields)))
    for is_there, statement in (
        (known.resolvida, _RESOLUTION_GONE),
        (known.em_revisao, _REVIEW_GONE),
        (known.mudaria, _CHANGE_GONE),
    ):
        if is_there is not None:
            db.run(statement, {"k_demanda": demanda})
    if known.aguardando is not None:
        db.run(_WAITING_BECAME, {"k_demanda": demanda, "n_resultado": outcome})
    return known


def apply_normalizada(event: Event, db: ApplyDb) -> None:
    """The demand waits for its unit; what was known of it before – a correction – is put away."""
    demanda = event.payload["demanda_id"]
    resultado, lugar = rules.read_place(event.payload)
    known = _put_away(event, db, "substituida")
    word = None if known.mantida is None else db.one(_IS_KEPT, {"k_demanda": demanda})
    if word is not None and (lugar is None or not Mantida(*word).holds_for(lugar)):
        db.run(_KEPT_GONE, {"k_demanda": demanda})
    is_withdrawn = known.retirada is not None
    _processed(event, db, "retirada" if is_withdrawn else resultado, is_new=known.repetido is None)
    if lugar is None or is_withdrawn:
        return
    db.run(
        _REVIEW_NEW,
        {
            "demanda_id": demanda,
            "evento": bytes.fromhex(event.event_hash),
            "event_id": event.event_id,
            "no": event.no,
            "correlacao_id": event.correlacao_id or demanda,
            "coordenadas_lat": lugar.lat,
            "coordenadas_lng": lugar.lng,
            "precisao_local": lugar.precisao,
            "unidade_informada_id": lugar.unidade_id,
            "criado_em": event.timestamp,
        },
    )


def apply_georreferenciada(event: Event, db: ApplyDb) -> None:
    """The demand has its unit; whether new outlines would change it is judged at once."""
    payload = event.payload
    demanda = payload["demanda_id"]
    known = _put_away(event, db, "georreferenciada")
    lat, lng = payload.get("coordenadas_lat"), payload.get("coordenadas_lng")
    row = {
        "demanda_id": demanda,
        "no": event.no,
        "unidade_civica_id": payload["unidade_civica_id"],
        "nivel_minimo_resolvido": payload["nivel_minimo_resolvido"],
        "cadeia_ucs": msgspec.json.encode(payload["cadeia_ucs"]).decode(),
        "municipio_id": payload.get("municipio_id"),
        "metodo_resolucao": payload["metodo_resolucao"],
        "confianca_geo": payload["confianca_geo"],
        "coordenadas_lat": None if lat is None else float(lat) + 0.0,
        "coordenadas_lng": None if lng is None else float(lng) + 0.0,
        "event_id": known.respondida if known.em_revisao is None else known.pedida,
        "correlacao_id": event.correlacao_id or demanda,
        "criado_em": event.timestamp,
    }
    db.run(_RESOLUTION_NEW, row)
    db.run_many(_CHANGE_NEW, changes_of(db, demanda))


def apply_mantida(event: Event, db: ApplyDb) -> None:
    """A person keeps the unit, or takes that back; what outlines would change is judged anew."""
    payload = event.payload
    key = {"k_demanda": payload["demanda_id"]}
    undone = payload.get("desfaz_event_id")
    if undone is None:
        point = db.one(_POINT, key) or (None, None)
        motive = payload.get("motivo")
        db.run(_KEPT_GONE, key)
        db.run(
            _KEPT_NEW,
            {
                "demanda_id": payload["demanda_id"],
                "event_id": event.event_id,
                "unidade_civica_id": payload["unidade_civica_id"],
                "unidade_recusada_id": payload.get("unidade_recusada_id"),
                "coordenadas_lat": point[0],
                "coordenadas_lng": point[1],
                "motivo": None if motive is None else motive.replace("\x00", ""),
                "mantida_em": event.timestamp,
            },
        )
    elif db.one(_KEPT_BY, {**key, "k_event": undone}) is not None:
        db.run(_KEPT_GONE, key)
    db.run(_CHANGE_GONE, key)
    db.run_many(_CHANGE_NEW, changes_of(db, payload["demanda_id"]))


def apply_retirada(event: Event, db: ApplyDb) -> None:
    """Terminal (design.md 11): a withdrawn demand waits for nothing; its resolution stays."""
    demanda = event.payload["demanda_id"]
    for statement in (_REVIEW_GONE, _CHANGE_GONE):
        db.run(statement, {"k_demanda": demanda})
    db.run(_WAITING_BECAME, {"k_demanda": demanda, "n_resultado": "retirada"})
    _processed(event, db, "retirada", is_new=False)


def _processed(event: Event, db: ApplyDb, resultado: str, *, is_new: bool) -> None:
    demanda, evento = event.payload["demanda_id"], bytes.fromhex(event.event_hash)
    if not is_new:
        db.run(_PROCESSED_GONE, {"k_demanda": demanda, "k_evento": evento})
    db.run(
        _PROCESSED_NEW,
        {
            "demanda_id": demanda,
            "evento": evento,
            "event_id": event.event_id,
            "resultado": resultado,
            "processado_em": event.timestamp,
        },
    )


def react_normalizada(event: Event, context: Context) -> Sequence[NewEvent]:
    """Resolve the demand, where it still waits for the answer to this very event.

    Raises:
        UserFacingError: ``territorio.anexo_ausente``: outlines are missing; the event is parked
            with this reason and the demand goes on waiting.
    """
    params = {
        "k_demanda": event.payload["demanda_id"],
        "k_evento": bytes.fromhex(event.event_hash),
    }
    row = context.db.one(_DUE, params)
    if row is None:
        return ()
    mapa: Mapa = context.db.memory
    if mapa.faltas and row[2] is not None:
        raise UserFacingError("territorio.anexo_ausente", anexo=mapa.faltas[0][:12])
    return resolved([row], mapa)


def resolved(rows: Sequence[Sequence[Any]], mapa: Mapa) -> list[NewEvent]:
    """What is to be said of waiting demands: nothing of those that have no unit.

    Args:
        rows: as ``waiting_of`` reads them.
        mapa: while outlines are missing, points are left alone.
    """
    events = []
    for demanda, correlacao, lat, lng, precisao, unidade, *word in rows:
        if mapa.faltas and lat is not None:
            continue
        found = rules.resolve(mapa.resolvedor, Lugar(lat, lng, precisao, unidade))
        found = rules.kept(mapa.resolvedor, found, Mantida(*word) if word[0] else None)
        if found is not None:
            events.append(_georreferenciada(demanda, correlacao, lat, lng, found))
    return events


def waiting_of(no: str, db: ReadDb) -> list[Any]:
    """The demands of a node that wait for their unit, oldest first."""
    return db.all(_ALL_DUE, {"k_no": no})


def _georreferenciada(
    demanda: str, correlacao: str, lat: float | None, lng: float | None, found: Resolucao
) -> NewEvent:
    return NewEvent(
        "demanda.georreferenciada",
        {
            "demanda_id": demanda,
            "unidade_civica_id": found.unidade_civica_id,
            "nivel_minimo_resolvido": found.nivel,
            "cadeia_ucs": list(found.cadeia),
            "metodo_resolucao": found.metodo,
            "confianca_geo": found.confianca,
            "coordenadas_lat": lat,
            "coordenadas_lng": lng,
            "municipio_id": found.municipio_id,
        },
        sujeito=demanda,
        correlacao_id=correlacao,
    )


def keys(event: Event) -> frozenset[str]:
    """The demand; behind a parked import everything waits, for the map is not whole."""
    return frozenset({event.payload.get("demanda_id") or EVERYTHING})


def fold_keys(event: Event) -> frozenset[str]:
    """The demand; an import is folded with everything."""
    return keys(event)
