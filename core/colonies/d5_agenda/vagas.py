"""The places of a unit: filling the open ones, and making the agenda anew.

Filling is what happens at every arrival and end: whoever waits with the best score comes to the end
of the agenda (G-113). Making anew is what ``ranking.atualizado``, an aggregate and new parameters
ask for: decay, order and groups. Work in progress keeps its place in both. Source: D-5 3.10, 4.1,
G-091 to G-093, G-105.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from decimal import Decimal
from typing import Final

import msgspec
from sqlalchemy import bindparam, delete, insert, select

from core.base.agrupamento import agrupar
from core.base.parametros.conjunto import (
    MAX_CAPACIDADE,
    PADRAO,
    Parametros,
    de_payload,
    para_payload,
)
from core.colonies.d5_agenda import rows, rules
from core.colonies.d5_agenda.rows import Item
from core.colonies.d5_agenda.rules import DISPONIVEL, Candidata
from core.colonies.d5_agenda.tables import AGENDA, ESPERA, afetadas, parametros
from core.kernel.colony import ApplyDb, ReadDb
from core.kernel.event import Event, Payload
from core.kernel.store.statement import Statement

_SET = Statement(select(parametros.c.conteudo))
_SET_GONE = Statement(delete(parametros))
_SET_NEW = rows.new(parametros)
_A = afetadas.c
_AFFECTED = Statement(
    select(_A.unidade_civica_id, _A.refeita)
    .where(_A.evento == bindparam("k_evento"))
    .order_by(_A.unidade_civica_id)
)
_AFFECTED_GONE = Statement(
    delete(afetadas).where(
        _A.evento == bindparam("k_evento"), _A.unidade_civica_id == bindparam("k_unidade")
    )
)
_AFFECTED_NEW = Statement(insert(afetadas), [column.name for column in afetadas.columns])
_NAMED: Final = "unidade_civica_id"


# -- parameters ----------------------------------------------------------------------------------


def load_parametros(db: ReadDb) -> Parametros:
    """The colony's memory: the set in force."""
    row = db.one(_SET)
    return PADRAO if row is None else de_payload(msgspec.json.decode(row[0]))


def set_parametros(db: ApplyDb, payload: Payload, moment: str) -> Parametros:
    """Put a set in force; returns it."""
    loaded = de_payload(payload)
    content = msgspec.json.encode(para_payload(loaded), order="deterministic").decode()
    db.run(_SET_GONE)
    db.run(_SET_NEW, {"versao": loaded.versao, "conteudo": content, "carregado_em": moment})
    db.drop_memory()
    return loaded


def capacidade(loaded: Parametros, unidade: str) -> int:
    """Items that a unit's agenda holds."""
    return min(loaded.capacidade(unidade), MAX_CAPACIDADE)


def pesos(loaded: Parametros, unidade: str) -> Mapping[int, Decimal] | None:
    """The situational weights that the set names for a unit."""
    return loaded.pesos_situacionais.get(unidade)


# -- filling -------------------------------------------------------------------------------------


def preencher(event: Event, db: ApplyDb, unidade: str) -> None:
    """Give the open places to who waits, best first, at the end of the agenda."""
    held, last = rows.occupied(db, unidade)
    livres = capacidade(db.memory, unidade) - held
    if livres <= 0:
        return
    waiting = rows.best_waiting(db, unidade, livres)
    for ordem, one in enumerate(rules.melhores(waiting, livres), start=last + 1):
        _enter(event, db, one, unidade, ordem)


def _enter(event: Event, db: ApplyDb, one: Candidata, unidade: str, ordem: int) -> None:
    """A demand becomes available."""
    rows.set_place(db, one.demanda_id, AGENDA)
    rows.add_item(
        db,
        Item(
            demanda_id=one.demanda_id,
            unidade_civica_id=unidade,
            ordem=ordem,
            score=one.score,
            status=DISPONIVEL,
            conselheiro_id=None,
            grupo_id=None,
            categoria_id=one.categoria_id,
            nivel_precedencia=one.nivel,
            event_id=event.event_id,
            entrou_em=event.timestamp,
            atualizado_em=event.timestamp,
            anunciado_em=None,
            vaga_cedida_em=None,
            data_conclusao=None,
            dias_ate_conclusao=None,
        ),
    )


# -- making anew ---------------------------------------------------------------------------------


def refazer(event: Event, db: ApplyDb, unidade: str) -> None:
    """Choose and order a unit's available items anew, and group what is near each other."""
    active = {item.demanda_id: item for item in rows.read_active(db, unidade)}
    available = [item for item in active.values() if item.status == DISPONIVEL]
    working = [item for item in active.values() if item.status != DISPONIVEL]
    places = capacidade(db.memory, unidade)
    holding = [item for item in working if item.vaga_cedida_em is None]
    livres = max(0, places - len(holding))
    candidates = [
        Candidata(i.demanda_id, i.score, i.nivel_precedencia, i.categoria_id) for i in available
    ]
    if livres:
        candidates += rows.best_waiting(db, unidade, livres)
    chosen = rules.selecionar(
        candidates,
        Counter(item.nivel_precedencia for item in holding),
        places,
        pesos(db.memory, unidade),
    ).ordem
    kept = {one.demanda_id for one in chosen}
    for item in available:
        if item.demanda_id not in kept:
            rows.drop_item(db, item.demanda_id)
            rows.set_place(db, item.demanda_id, ESPERA)
    orders = {one.demanda_id: ordem for ordem, one in enumerate(chosen, start=1)}
    for one in chosen:
        if one.demanda_id not in active:
            _enter(event, db, one, unidade, orders[one.demanda_id])
    orders |= {item.demanda_id: n for n, item in enumerate(working, start=len(chosen) + 1)}
    rows.set_orders(
        db,
        {
            demanda: ordem
            for demanda, ordem in orders.items()
            if demanda in active and active[demanda].ordem != ordem
        },
    )
    _group(db, unidade, {d: active[d].grupo_id if d in active else None for d in orders})


def _group(db: ApplyDb, unidade: str, before: Mapping[str, str | None]) -> None:
    """Write the groups that changed."""
    found = agrupar(rows.read_placed(db, unidade))
    rows.set_groups(db, {d: found.get(d) for d, known in before.items() if found.get(d) != known})


# -- units that an event does not name -----------------------------------------------------------


def afetou(event: Event, db: ApplyDb, unidade: str | None, *, refeita: bool = False) -> None:
    """Remember that the event touched a unit's agenda, where its own reaction could not know."""
    if unidade is None or (unidade == event.payload.get(_NAMED) and not refeita):
        return
    key = {"k_evento": bytes.fromhex(event.event_hash), "k_unidade": unidade}
    db.run(_AFFECTED_GONE, key)
    db.run(
        _AFFECTED_NEW,
        {
            "evento": key["k_evento"],
            "unidade_civica_id": unidade,
            "refeita": int(refeita),
        },
    )


def afetadas_por(event: Event, db: ReadDb) -> dict[str, bool]:
    """The units an event touched, in order -> whether their agenda was made anew."""
    found = {row[0]: bool(row[1]) for row in db.all(_AFFECTED, _key(event))}
    named = event.payload.get(_NAMED)
    if named is not None:
        found.setdefault(named, False)
    return dict(sorted(found.items()))


def _key(event: Event) -> dict[str, bytes]:
    return {"k_evento": bytes.fromhex(event.event_hash)}
