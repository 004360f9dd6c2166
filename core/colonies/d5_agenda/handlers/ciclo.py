"""Folds the life of an item: drawn, begun, given back, concluded, joined under another, withdrawn.

Only the transitions of ``rules`` happen; what else is told changes nothing (G-100). Work in
progress keeps its place until it ends; every end opens a place, which is filled at once (G-113).
Source: D-5 3.3 to 3.7, 3.12, 4.5, G-093, G-099, G-101, G-111, G-116; design.md 11.
"""

from __future__ import annotations

from typing import Any

from core.colonies.d5_agenda import rows, rules, vagas
from core.colonies.d5_agenda.rows import Item, Score
from core.colonies.d5_agenda.rules import Transicao
from core.colonies.d5_agenda.tables import FORA
from core.kernel.colony import ApplyDb
from core.kernel.event import Event


def apply_sorteado(event: Event, db: ApplyDb) -> None:
    """A councillor has it; a draw for a demand without a place is taken as it is (G-099)."""
    payload = event.payload
    demanda, conselheiro = payload["demanda_id"], payload["conselheiro_id"]
    item = rows.read_item(db, demanda)
    if item is not None and item.conselheiro_id == conselheiro:
        return  # whoever has it already does not begin again
    _change(event, db, demanda, rules.SORTEIO, conselheiro_id=conselheiro)


def apply_iniciada(event: Event, db: ApplyDb) -> None:
    """The councillor made the first contact; a demand that nobody drew for is left alone."""
    payload = event.payload
    demanda = payload["demanda_id"]
    item = rows.read_item(db, demanda)
    drawn = None if item is None else item.conselheiro_id
    conselheiro = drawn or payload["conselheiro_id"]
    _change(event, db, demanda, rules.INICIO, conselheiro_id=conselheiro)


def apply_devolvida(event: Event, db: ApplyDb) -> None:
    """``conselheiro.atribuicao_recusada``: whoever had it has it no more; D-6a draws again.

    Until then it stays assigned, to nobody: it holds its place, and is not announced a second time
    to the colony that is drawing for it. Where nobody can be drawn, see ``apply_sem_candidatos``.
    """
    payload = event.payload
    item = rows.read_item(db, payload["demanda_id"])
    if item is None or item.conselheiro_id != payload["conselheiro_id"]:
        return
    _change(event, db, item.demanda_id, rules.DEVOLUCAO, conselheiro_id=None)


def apply_sem_candidatos(event: Event, db: ApplyDb) -> None:
    """Nobody can be drawn for what was given back: it cedes its place until somebody has it.

    It waits in D-6a's queue, perhaps for long – whoever refused it is not drawn again (G-128) – and
    meanwhile free councillors must not stand before an agenda full of what they cannot have. What is
    available keeps its place: it was announced, and is the next to be drawn for.
    """
    item = rows.read_item(db, event.payload["demanda_id"])
    if item is None or item.status != rules.ATRIBUIDO or item.conselheiro_id is not None:
        return
    rows.set_item(db, item._replace(vaga_cedida_em=item.vaga_cedida_em or event.timestamp))
    vagas.afetou(event, db, item.unidade_civica_id)
    if item.unidade_civica_id is not None:
        vagas.preencher(event, db, item.unidade_civica_id)


def apply_ciclo(event: Event, db: ApplyDb) -> None:
    """``conselheiro.ciclo_concluído`` by giving up or the end of a mandate: as given back (G-101).

    The end of the demand itself is told by ``demanda.concluída``.
    """
    if event.payload["motivo_encerramento"] != "demanda_concluida":
        apply_devolvida(event, db)


def apply_concluida(event: Event, db: ApplyDb) -> None:
    """Done, by its councillor."""
    _conclude(event, db, rules.CONCLUSAO)


def apply_confirmada(event: Event, db: ApplyDb) -> None:
    """Done, say its residents; where a councillor works on it, D-6b ratifies first (D-5 3.6)."""
    if not event.payload["ratificacao_necessaria"]:
        _conclude(event, db, rules.CONCLUSAO_COLETIVA)


def _conclude(event: Event, db: ApplyDb, transicao: Transicao) -> None:
    payload = event.payload
    demanda, date = payload["demanda_id"], payload["data_conclusao"]
    item = rows.read_item(db, demanda)
    days = payload.get("dias_ate_conclusao")
    if days is None:
        days = rules.dias_entre(event.timestamp if item is None else item.entrou_em, date)
    days = None if days is None else int(days)
    _change(event, db, demanda, transicao, data_conclusao=date, dias_ate_conclusao=days)


def apply_retirada(event: Event, db: ApplyDb) -> None:
    """Withdrawn, for good, also before it was ever ranked."""
    _change(event, db, event.payload["demanda_id"], rules.RETIRADA)


def apply_agregada(event: Event, db: ApplyDb) -> None:
    """Members leave the agenda for good, the representative keeps its place; units of members are
    made anew (D-5 3.7, G-110, G-161).
    """
    payload = event.payload
    representante = payload["representante_demanda_id"]
    members = sorted({one["demanda_id"] for one in payload["membros"]} - {representante})
    known = [(rows.read_item(db, one), rows.read_score(db, one)) for one in members]
    rows.set_members(
        db,
        (
            {
                "demanda_id": one,
                "agregado_id": payload["agregado_id"],
                "representante_demanda_id": representante,
                "evento_id": event.event_id,
                "agregado_em": event.timestamp,
            }
            for one in members
        ),
    )
    units = set()
    for item, score in known:
        if item is not None and item.status in rules.AGREGACAO:
            rows.set_item(
                db,
                item._replace(
                    status=rules.AGREGACAO[item.status],
                    event_id=event.event_id,
                    atualizado_em=event.timestamp,
                ),
            )
        if score is not None:
            rows.set_place(db, score.demanda_id, FORA)
        units.add(_unit(None, item, score))
    for unidade in sorted(unit for unit in units if unit is not None):
        vagas.refazer(event, db, unidade)
        vagas.afetou(event, db, unidade, refeita=True)


def _change(event: Event, db: ApplyDb, demanda: str, transicao: Transicao, **changes: Any) -> None:
    """Bring an item into its next state, where there is one from where it stands.

    An open place is filled where the item held one and does not any more.
    """
    item = rows.read_item(db, demanda)
    before = None if item is None else item.status
    if before not in transicao or (item is None and rows.is_member(db, demanda)):
        return
    score = rows.read_score(db, demanda)
    moment: dict[str, Any] = {
        "status": transicao[before],
        "vaga_cedida_em": None,
        "event_id": event.event_id,
        "atualizado_em": event.timestamp,
    }
    if item is None:
        item = _outsider(event, demanda, score)._replace(**moment, **changes)
        rows.add_item(db, item)
    else:
        item = item._replace(**moment, **changes)
        rows.set_item(db, item)
    rows.set_place(db, demanda, FORA)
    vagas.afetou(event, db, item.unidade_civica_id)
    if item.status in rules.ENCERRADOS and item.unidade_civica_id is not None:
        vagas.preencher(event, db, item.unidade_civica_id)


def _unit(event: Event | None, item: Item | None, score: Score | None) -> str | None:
    """Whose agenda a demand belongs to: as it stands there, as it was ranked, as the event says."""
    if item is not None and item.unidade_civica_id is not None:
        return item.unidade_civica_id
    if score is not None:
        return score.unidade_civica_id
    return None if event is None else event.payload.get("unidade_civica_id")


def _outsider(event: Event, demanda: str, score: Score | None) -> Item:
    """A demand that has no place, as the item it becomes."""
    return Item(
        demanda_id=demanda,
        unidade_civica_id=_unit(event, None, score),
        ordem=0,
        score=0.0 if score is None else score.score_final,
        status=rules.DISPONIVEL,
        conselheiro_id=None,
        grupo_id=None,
        categoria_id="" if score is None else score.categoria_id,
        nivel_precedencia=0 if score is None else score.nivel_precedencia,
        event_id=event.event_id,
        entrou_em=event.timestamp,
        atualizado_em=event.timestamp,
        anunciado_em=None,
        vaga_cedida_em=None,
        data_conclusao=None,
        dias_ate_conclusao=None,
    )
