"""Folds what comes from the ranking: scores, its changes at the top, places on the map, parameters.

``demanda.ranqueada`` fills an open place and no more; ``ranking.atualizado`` makes the agenda anew.
A demand that is ranked in another unit leaves the agenda it was in (G-083); work in progress moves
along with it. Source: D-5 3.10, 3.11, 4.6, G-108, G-112.
"""

from __future__ import annotations

from typing import Final

from sqlalchemy import bindparam, delete

from core.base.territorio.distancia import Ponto
from core.colonies.d5_agenda import rows, rules, vagas
from core.colonies.d5_agenda.rows import Item, Score
from core.colonies.d5_agenda.tables import AGENDA, ESPERA, FORA, prazos
from core.kernel.colony import ApplyDb
from core.kernel.event import Event
from core.kernel.store.statement import Statement

AT_ONCE: Final = "1970-01-01T00:00:00.000Z"
"""A deadline that is due on every clock: it parts the work, it waits for nothing."""

_DUE_GONE = Statement(
    delete(prazos).where(
        prazos.c.sujeito == bindparam("k_unidade"), prazos.c.evento == bindparam("k_evento")
    )
)
_DUE_NEW = rows.new(prazos)


def apply_ranqueada(event: Event, db: ApplyDb) -> None:
    """The demand's score; whoever waits longest for a place by score gets one that is open."""
    payload = event.payload
    if "categoria_id" not in payload or "nivel_precedencia" not in payload:
        return  # version 1.0.0 does not say what the agenda goes by (D-5 3.1)
    demanda, unidade = payload["demanda_id"], payload["unidade_civica_id"]
    before = rows.read_score(db, demanda)
    # Whoever waits has no item and is nobody's member: not asked for each of many ranked anew.
    waits = before is not None and before.lugar == ESPERA
    if not waits and rows.is_member(db, demanda):
        return  # told late: it was joined under another one
    item = None if waits else rows.read_item(db, demanda)
    is_moved = item is not None and item.unidade_civica_id != unidade
    if item is not None and is_moved and item.status == rules.DISPONIVEL:
        rows.drop_item(db, demanda)
        vagas.afetou(event, db, item.unidade_civica_id)
    lugar = _place(item, is_moved=is_moved)
    score = _score(event, before, lugar)
    rows.write_score(db, score, is_new=before is None)
    if item is not None and lugar != ESPERA and item.status in rules.ATIVOS:
        _follow(event, db, item, score)
    if item is not None and is_moved and item.status in rules.ATIVOS:
        vagas.preencher(event, db, item.unidade_civica_id or unidade)
    vagas.preencher(event, db, unidade)


def _place(item: Item | None, *, is_moved: bool) -> str:
    if item is None:
        return ESPERA
    if item.status != rules.DISPONIVEL:
        return FORA
    return ESPERA if is_moved else AGENDA


def _follow(event: Event, db: ApplyDb, item: Item, score: Score) -> None:
    """The item shows the new score where it stands; the next making anew puts it in its place."""
    known = item._replace(
        score=score.score_final,
        categoria_id=score.categoria_id,
        nivel_precedencia=score.nivel_precedencia,
    )
    if item.unidade_civica_id != score.unidade_civica_id:
        vagas.afetou(event, db, item.unidade_civica_id)
        _held, last = rows.occupied(db, score.unidade_civica_id)
        known = known._replace(
            unidade_civica_id=score.unidade_civica_id, ordem=last + 1, grupo_id=None
        )
    if known != item:
        rows.set_item(db, known)


def _score(event: Event, before: Score | None, lugar: str) -> Score:
    payload = event.payload
    breakdown = payload["breakdown"]
    return Score(
        demanda_id=payload["demanda_id"],
        unidade_civica_id=payload["unidade_civica_id"],
        categoria_id=payload["categoria_id"],
        nivel_precedencia=int(payload["nivel_precedencia"]),
        score_final=number(payload["score_final"]),
        peso_nacional=number(breakdown["peso_nacional"]),
        peso_situacional=number(breakdown["peso_situacional"]),
        score_horizontal=int(breakdown["score_horizontal"]),
        posicao_ranking=int(payload["posicao_no_ranking"]),
        versao_parametros=payload["versao_parametros"],
        lugar=lugar,
        event_id=event.event_id,
        correlacao_id=event.correlacao_id or payload["demanda_id"],
        criado_em=event.timestamp if before is None else before.criado_em,
    )


def number(value: float) -> float:
    """On the wire 95.0 is 95, and there is no minus zero."""
    return float(value) + 0.0


def apply_ranking(event: Event, db: ApplyDb) -> None:
    """The top of the ranking moved: the unit's agenda is made anew, from the scores known here."""
    vagas.refazer(event, db, event.payload["unidade_civica_id"])


def apply_georreferenciada(event: Event, db: ApplyDb) -> None:
    """Where the demand is; groups follow when its agenda is made anew (G-112)."""
    payload = event.payload
    lat, lng = payload.get("coordenadas_lat"), payload.get("coordenadas_lng")
    ponto = None
    if lat is not None and lng is not None:
        ponto = Ponto(number(lat), number(lng))
    rows.set_coordinates(db, payload["demanda_id"], ponto, event.timestamp)


def apply_parametros(event: Event, db: ApplyDb) -> None:
    """Another set is in force: agendas whose capacity or level it changes are made anew.

    What is owed for them stands in ``d5_prazos``, unit by unit: each is a step of its own.
    """
    before = db.memory
    after = vagas.set_parametros(db, event.payload, event.timestamp)
    for unidade in rows.units(db):
        was = (
            vagas.capacidade(before, unidade),
            rules.nivel_nao_vencido(vagas.pesos(before, unidade)),
        )
        now = (
            vagas.capacidade(after, unidade),
            rules.nivel_nao_vencido(vagas.pesos(after, unidade)),
        )
        if was == now:
            continue
        vagas.refazer(event, db, unidade)
        evento = bytes.fromhex(event.event_hash)
        db.run(_DUE_GONE, {"k_unidade": unidade, "k_evento": evento})
        db.run(_DUE_NEW, {"sujeito": unidade, "evento": evento, "vence_em": AT_ONCE})


def apply_stub(event: Event, db: ApplyDb) -> None:
    """``parâmetros.atualizados`` belongs to a later phase: heard, and nothing done (G-021)."""
