"""A set of parameters is loaded: what it changes is calculated anew, by and by.

Each step publishes at most ``rules.LOTE`` scores, in the order of the demands' ids, or tops, in
the order of the units' ids, and says with the last of them how far it has come (progress.py).
All are caused by the event of the set, so that no chain of causes grows with the number of
demands; which ones are left follows from the tables, so that it goes on where it was killed.
What is ranked meanwhile already has the new weights. Source: D-4 8.3, design.md 3 and 7.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

import msgspec
from sqlalchemy import bindparam, select, update

from core.base.parametros.conjunto import Parametros, de_payload, number_of
from core.base.pontuacao import pontuar
from core.colonies.d4_ranking import progress, rows, rules
from core.colonies.d4_ranking.handlers.topo import told_top
from core.colonies.d4_ranking.order import Previa, chave
from core.colonies.d4_ranking.tables import parametros, rankings, topos
from core.kernel.colony import ApplyDb, Context, Deadline, ReadDb
from core.kernel.event import Event, NewEvent
from core.kernel.store.statement import Row, Statement

WINDOW: Final = 2_000
"""Rows read at once while looking for what is left."""

_P, _R, _T = parametros.c, rankings.c, topos.c
_KNOWN: Final = Statement(select(_P.versao).where(_P.evento == bindparam("k_evento")))
_OUT_OF_FORCE: Final = Statement(update(parametros).where(_P.em_vigor == 1).values(em_vigor=0))
_NEW: Final = rows.new(parametros)
_NEXT: Final = Statement(
    select(
        _R.demanda_id,
        _R.unidade_civica_id,
        _R.categoria_id,
        _R.nivel_precedencia,
        _R.score_horizontal,
        _R.score_final,
        _R.correlacao_id,
        _R.peso_nacional,
        _R.peso_situacional,
    )
    .where(_R.demanda_id > bindparam("k_depois"), _R.ativo == 1)
    .order_by(_R.demanda_id)
    .limit(bindparam("k_limite"))
)
_NEXT_TOPS: Final = Statement(
    select(_T.unidade_civica_id, _T.top_10)
    .where(_T.unidade_civica_id > bindparam("k_depois"))
    .order_by(_T.unidade_civica_id)
    .limit(bindparam("k_limite"))
)


def apply_carregados(event: Event, db: ApplyDb) -> None:
    """The set is in force from here on."""
    payload, own = event.payload, bytes.fromhex(event.event_hash)
    if db.one(_KNOWN, {"k_evento": own}) is not None:
        return
    db.run(_OUT_OF_FORCE)
    db.run(
        _NEW,
        {
            "evento": own,
            "versao": payload["versao"],
            "hash_conteudo": payload["hash_conteudo"],
            "conteudo": msgspec.json.encode(payload).decode(),
            "em_vigor": 1,
            "carregado_em": event.timestamp,
        },
    )
    rows.memory(db).set_parametros(de_payload(payload))
    progress.begin(event, db)


def apply_atualizados(_event: Event, _db: ApplyDb) -> None:
    """The stub of D-19: read and passed over (D-4 4.7, T17)."""


def react_recalculo(deadline: Deadline, context: Context) -> Sequence[NewEvent]:
    """The next scores that differ under the set; after the last of them, the tops that do."""
    under_way = rows.memory(context.db).recalculo
    if under_way is None or under_way.evento != deadline.evento.event_hash:
        return ()
    after = deadline.sujeito
    if not after.startswith(progress.UNIDADE):
        events = _scores(context, after)
        if events:
            return events
        after = progress.UNIDADE
    return _tops(context, after.removeprefix(progress.UNIDADE))


def _scores(context: Context, after: str) -> list[NewEvent]:
    known, agora = rows.memory(context.db), context.now()
    in_force = known.parametros
    events: list[NewEvent] = []
    ahead: dict[str, Previa] = {}
    for row in _pages(context.db, _NEXT, after):
        demanda, unidade, categoria, nivel, horizontal, score, trace, *weights = row
        if not _differs(in_force, unidade, nivel, weights) or not context.holds(unidade):
            continue
        pontuacao = pontuar(in_force, unidade, nivel, horizontal)
        order = ahead.get(unidade)
        if order is None:
            order = ahead[unidade] = Previa(known.unidade(unidade))
        key = rules.chave_de(pontuacao, demanda)
        order.move(chave(score, demanda), key)
        told = rules.ranqueada(
            demanda,
            unidade,
            (categoria, nivel),
            pontuacao,
            (order.position(key), len(order)),
            agora,
        )
        # Of the demand's own chain of events, which the set is not part of.
        events.append(NewEvent(rules.RANQUEADA, told, sujeito=demanda, correlacao_id=trace))
        if len(events) == rules.LOTE:
            break
    return events


def _differs(in_force: Parametros, unidade: str, nivel: int, weights: Sequence[float]) -> bool:
    """Another factor than the row has: then the score or at least its breakdown changes."""
    national, situational = weights
    return national != number_of(in_force.peso_nacional(nivel)) or situational != number_of(
        in_force.peso_situacional(unidade, nivel)
    )


def _tops(context: Context, after: str) -> list[NewEvent]:
    known = rows.memory(context.db)
    events: list[NewEvent] = []
    for unidade, stored in _pages(context.db, _NEXT_TOPS, after):
        if not context.holds(unidade):
            continue
        told = msgspec.json.decode(stored, type=list[tuple[str, float]])
        now = known.topo(unidade, rules.TOPO)
        found = rules.diferenca(told, [(demanda, -minus + 0.0) for minus, demanda in now])
        if found is None:
            continue
        events.append(told_top(context, unidade, *found, (now, len(known.unidade(unidade)))))
        if len(events) == rules.LOTE:
            break
    return events


def _pages(db: ReadDb, statement: Statement, after: str) -> Iterator[Row]:
    """Rows in the order of their first column, page by page."""
    while True:
        page: list[Any] = db.all(statement, {"k_depois": after, "k_limite": WINDOW})
        yield from page
        if len(page) < WINDOW:
            return
        after = page[-1][0]
