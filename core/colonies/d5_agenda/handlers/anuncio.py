"""What D-5 publishes: a summary of an agenda made anew, and the one item to be drawn for next.

An item is told of once while it is available in a unit, when it stands at the top (G-118). Every
reaction looks at the units that its event touched, as they stand at the head of the log, and says
what nobody was told yet; so an announcement that was missed is made by whatever comes next (G-098).
What was told is read from the published events themselves. Source: D-5 3.8, 3.9, 5.3, 5.4.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from sqlalchemy import bindparam, delete, update

from core.base.parametros.conjunto import Parametros
from core.colonies.d5_agenda import rows, rules, vagas
from core.colonies.d5_agenda.rows import Item
from core.colonies.d5_agenda.tables import agendas, items, prazos
from core.kernel.colony import ApplyDb, Context, Deadline
from core.kernel.event import Event, NewEvent
from core.kernel.store.statement import Statement

GERADA: Final = "agenda.gerada"
ITEM_DISPONIVEL: Final = "agenda.item_disponível"
TOP: Final = 10

_TOPO: Final = 1
"""Position of the first available item: work in progress stands behind what is available."""

_TOLD = Statement(
    update(items)
    .where(
        items.c.demanda_id == bindparam("k_demanda"),
        items.c.unidade_civica_id == bindparam("k_unidade"),
        items.c.status == rules.DISPONIVEL,
    )
    .values(anunciado_em=bindparam("n_anunciado_em"))
)
_PAID = Statement(delete(prazos).where(prazos.c.sujeito == bindparam("k_unidade")))
_TOLD_OF: Final = ("nivel_nao_vencido", "versao_parametros", "event_id", "gerada_em")
_GENERATED_AGAIN = Statement(
    update(agendas)
    .where(agendas.c.unidade_civica_id == bindparam("k_unidade"))
    .values({name: bindparam(f"n_{name}") for name in _TOLD_OF})
)
_GENERATED_NEW = rows.new(agendas)


# -- apply ---------------------------------------------------------------------------------------


def apply_disponivel(event: Event, db: ApplyDb) -> None:
    """The item was told of."""
    payload = event.payload
    db.run(
        _TOLD,
        {
            "k_demanda": payload["demanda_id"],
            "k_unidade": payload["unidade_civica_id"],
            "n_anunciado_em": event.timestamp,
        },
    )


def apply_gerada(event: Event, db: ApplyDb) -> None:
    """Only a summary: the selection was made where its cause was applied (design.md 3).

    It pays what new parameters left owed for the unit.
    """
    payload = event.payload
    key = {"k_unidade": payload["unidade_civica_id"]}
    db.run(_PAID, key)
    told = (
        payload["distribuicao_decay"]["nivel_nao_vencido"],
        payload["versao_parametros"],
        event.event_id,
        event.timestamp,
    )
    again = {f"n_{name}": value for name, value in zip(_TOLD_OF, told, strict=True)}
    if db.run_counted(_GENERATED_AGAIN, key | again) == 0:
        row = dict(zip(_TOLD_OF, told, strict=True))
        db.run(_GENERATED_NEW, {"unidade_civica_id": payload["unidade_civica_id"], **row})


# -- react ---------------------------------------------------------------------------------------


def react_announcing(event: Event, context: Context) -> Sequence[NewEvent]:
    """After anything that can bring an item to the top of a unit, or make an agenda anew."""
    found: list[NewEvent] = []
    for unidade, is_anew in vagas.afetadas_por(event, context.db).items():
        found += _said(context, unidade, is_anew=is_anew)
    return found


def react_ranking(event: Event, context: Context) -> Sequence[NewEvent]:
    """After an agenda was made anew for its ranking."""
    return _said(context, event.payload["unidade_civica_id"], is_anew=True)


def react_prazo(deadline: Deadline, context: Context) -> Sequence[NewEvent]:
    """After an agenda was made anew for new parameters: one unit a step."""
    return _said(context, deadline.sujeito, is_anew=True)


def _said(context: Context, unidade: str, *, is_anew: bool) -> list[NewEvent]:
    if not context.holds(unidade):
        return []
    said = [_generated(context, unidade)] if is_anew else []
    top = rows.top_available(context.db, unidade)
    if top is not None and top.anunciado_em is None:
        said.append(_available(context, unidade, top))
    return said


def _available(context: Context, unidade: str, top: Item) -> NewEvent:
    """Under the demand's own correlation: it may be the end of another one that brought it up."""
    score = rows.read_score(context.db, top.demanda_id)
    return NewEvent(
        ITEM_DISPONIVEL,
        {
            "demanda_id": top.demanda_id,
            "unidade_civica_id": unidade,
            "posicao_no_backlog": _TOPO,
            "score_final": top.score,
            "categoria_id": top.categoria_id,
            "nivel_precedencia": top.nivel_precedencia,
            "grupo_id": top.grupo_id,
            "timestamp": context.now(),
        },
        sujeito=top.demanda_id,
        correlacao_id=None if score is None else score.correlacao_id,
    )


def _generated(context: Context, unidade: str) -> NewEvent:
    loaded: Parametros = context.db.memory
    active = rows.read_active(context.db, unidade)
    nivel = rules.nivel_nao_vencido(vagas.pesos(loaded, unidade))
    first = sum(item.nivel_precedencia == nivel for item in active)
    return NewEvent(
        GERADA,
        {
            "unidade_civica_id": unidade,
            "total_itens": len(active),
            "distribuicao_decay": {
                "nivel_nao_vencido": nivel,
                "itens_nivel_prioritario": first,
                "itens_outros_niveis": len(active) - first,
            },
            "top_10": _top(active),
            "grupos_territoriais": len({i.grupo_id for i in active if i.grupo_id is not None}),
            "versao_parametros": loaded.versao,
            "timestamp": context.now(),
        },
        sujeito=unidade,
    )


def _top(active: Sequence[Item]) -> list[dict[str, Any]]:
    """The first ten; one that only its draw is known of has no category to be told."""
    positions = rules.posicoes(item.ordem for item in active)
    listed = [
        _line(posicao, item)
        for posicao, item in zip(positions, active, strict=True)
        if posicao and item.categoria_id
    ]
    return listed[:TOP]


def _line(posicao: int, item: Item) -> dict[str, Any]:
    return {
        "posicao": posicao,
        "demanda_id": item.demanda_id,
        "score_final": item.score,
        "categoria_id": item.categoria_id,
        "grupo_id": item.grupo_id,
    }
