"""The door for services: contest, decide, take back, and hold an item while looking at it.

Decisions compare what the person saw with what stands: the second of two gets what the first one
did. Source: Apêndice B D-3 (revisão manual), G-035; peers.md 8.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from sqlalchemy import bindparam, delete, insert, select

from core.base.taxonomia.classifier import Alternativa
from core.base.taxonomia.loading import Categorizacao
from core.colonies.d3_categorizacao import rows, rules
from core.colonies.d3_categorizacao.queries import Reserva
from core.colonies.d3_categorizacao.rules import Versao
from core.colonies.d3_categorizacao.tables import reservas
from core.kernel.clock import format_timestamp, parse_timestamp
from core.kernel.colony import Context, Decisao, ReadDb
from core.kernel.errors import UserFacingError
from core.kernel.event import NewEvent, Payload
from core.kernel.store.statement import Cursor, Dialect, Statement

Ator = Mapping[str, str]
Decide = Callable[[Context], Decisao]
Arquivos = Callable[[], Categorizacao]

MAX_MOTIVE: Final = 300
LEASE_MS: Final = 10 * 60_000
"""How long an item is held."""

_R = reservas.c
_LEASE = Statement(
    select(_R.conta_id, _R.nome, _R.expira_em).where(_R.demanda_id == bindparam("k_demanda"))
)
_LEASE_GONE = Statement(delete(reservas).where(_R.demanda_id == bindparam("k_demanda")))
_LEASE_MINE_GONE = Statement(
    delete(reservas).where(
        _R.demanda_id == bindparam("k_demanda"), _R.conta_id == bindparam("k_conta")
    )
)
_LEASE_NEW = Statement(insert(reservas), [column.name for column in reservas.columns])


@dataclass(frozen=True, slots=True, kw_only=True)
class Escolha:
    """What a reviewer says.

    Args:
        versao_vista: of the item that was looked at; None decides on whatever stands.
        motivo: why, restricted.
    """

    demanda_id: str
    categoria_id: str
    subcategoria_id: str | None = None
    versao_vista: str | None = None
    motivo: str | None = None


def contestar(
    demanda_id: str,
    arquivos: Arquivos,
    *,
    categoria_sugerida: str | None = None,
    motivo: str | None = None,
    ator: Ator | None = None,
) -> Decide:
    """Say that a demand's category is wrong; it goes to the head of the review.

    Raises:
        UserFacingError: ``categoria.demanda_desconhecida``, ``categoria.demanda_retirada``,
            ``categoria.ainda_sem``, ``categoria.igual``, ``categoria.motivo_longo``,
            ``categoria.desconhecida``, ``categoria.retirada``.
    """

    def decide(context: Context) -> Decisao:
        current = _published(context.db, demanda_id)
        payload: Payload = {"demanda_id": demanda_id}
        if categoria_sugerida is not None:
            rules.checked_choice(arquivos().taxonomy, categoria_sugerida, None)
            if categoria_sugerida == current.categoria_id:
                raise UserFacingError("categoria.igual", categoria=categoria_sugerida)
            payload["categoria_sugerida"] = categoria_sugerida
        reason = _reason(motivo)
        if reason is not None:
            payload["motivo"] = reason
        answer = {"demanda_id": demanda_id, "categoria_id": current.categoria_id}
        return Decisao(answer, (NewEvent(rules.CONTESTADA, payload, demanda_id, ator=ator),))

    return decide


def decidir_revisao(escolha: Escolha, arquivos: Arquivos, ator: Ator | None = None) -> Decide:
    """Give a demand in the queue its category.

    The answer is ``{"demanda_id", "decidida", "decisao": {…}}``; ``decidida`` is False where
    somebody else was first, and ``decisao`` then is theirs.

    Raises:
        UserFacingError: ``revisao.fora_da_fila``, ``revisao.mudou``, ``revisao.sem_unidade``,
            ``revisao.reservada``, ``categoria.desconhecida``, ``categoria.retirada``,
            ``categoria.subcategoria_desconhecida``, ``categoria.demanda_retirada``,
            ``categoria.motivo_longo``.
    """
    demanda = escolha.demanda_id

    def decide(context: Context) -> Decisao:
        db = context.db
        taxonomy = arquivos().taxonomy
        chosen = rules.checked_choice(taxonomy, escolha.categoria_id, escolha.subcategoria_id)
        _living(db, demanda)
        queued = rows.read_queued(db, demanda)
        if queued is None:
            return _too_late(db, demanda)
        if escolha.versao_vista not in {None, queued["versao_vista"]}:
            raise UserFacingError("revisao.mudou")
        _check_lease(db, demanda, ator, context.now())
        geo = rows.read_geo(db, demanda)
        if geo is None:
            raise UserFacingError("revisao.sem_unidade")
        version = _decided(chosen, queued, rules.spoken(chosen, taxonomy, None, "revisao"))
        payload = rules.payload_of(demanda, version, geo[1], geo[2])
        reason = _reason(escolha.motivo)
        if reason is not None:
            payload["motivo"] = reason
        return Decisao(
            _answer(demanda, version, is_own=True),
            (NewEvent(rules.CATEGORIZADA, payload, demanda, ator=ator),),
        )

    return decide


def _decided(chosen: tuple[str, str | None], queued: Mapping[str, Any], version: Versao) -> Versao:
    """The person's word, beside it what the classifier had thought."""
    known = list(rows.suggestions_of(queued["sugestoes"]))
    if queued["categoria_id"] is not None:
        known.insert(0, Alternativa(queued["categoria_id"], queued["confianca"]))
    return replace(
        version,
        sugestoes=rules.others(known, chosen[0]),
        versao_classificador=queued["versao_classificador"],
    )


def _too_late(db: ReadDb, demanda_id: str) -> Decisao:
    current = rows.read_current(db, demanda_id)
    if current is None or current.autoria != "revisao":
        raise UserFacingError("revisao.fora_da_fila")
    return Decisao(_answer(demanda_id, current, is_own=False))


def _answer(demanda_id: str, version: Versao, *, is_own: bool) -> dict[str, Any]:
    return {
        "demanda_id": demanda_id,
        "decidida": is_own,
        "decisao": {
            "event_id": version.event_id or None,
            "categoria_id": version.categoria_id,
            "subcategoria_id": version.subcategoria_id,
            "metodo": version.metodo,
        },
    }


def desfazer_decisao(
    demanda_id: str, event_id: str, *, motivo: str | None = None, ator: Ator | None = None
) -> Decide:
    """Take a decision back: what stood before it stands again, and the review is open again.

    What is published cannot be unpublished: where nothing stood before, the decided category
    stays until the next decision.

    Args:
        demanda_id: of which demand.
        event_id: of the decision, which must be the version that stands.
        motivo: why, restricted.
        ator: account and role.

    Raises:
        UserFacingError: ``revisao.nada_a_desfazer``, ``revisao.mudou``,
            ``categoria.demanda_retirada``, ``categoria.motivo_longo``.
    """

    def decide(context: Context) -> Decisao:
        db = context.db
        _living(db, demanda_id)
        current, geo = rows.read_current(db, demanda_id), rows.read_geo(db, demanda_id)
        if current is None or current.autoria != "revisao":
            raise UserFacingError("revisao.nada_a_desfazer")
        if current.event_id != event_id:
            raise UserFacingError("revisao.mudou")
        if rows.read_queued(db, demanda_id) is not None:
            raise UserFacingError("revisao.nada_a_desfazer")
        contest: Payload = {"demanda_id": demanda_id, "desfaz_event_id": event_id}
        reason = _reason(motivo)
        if reason is not None:
            contest["motivo"] = reason
        events = [NewEvent(rules.CONTESTADA, contest, demanda_id, ator=ator)]
        before = rows.read_previous(db, demanda_id)
        if before is not None and geo is not None:
            payload = rules.payload_of(demanda_id, before, geo[1], geo[2])
            events.insert(0, NewEvent(rules.CATEGORIZADA, payload, demanda_id, ator=ator))
        standing = (before or current).categoria_id
        return Decisao({"demanda_id": demanda_id, "categoria_id": standing}, tuple(events))

    return decide


def _living(db: ReadDb, demanda_id: str) -> None:
    demand = rows.read_demand(db, demanda_id)
    if demand is not None and demand["retirada"]:
        raise UserFacingError("categoria.demanda_retirada")


def _published(db: ReadDb, demanda_id: str) -> Versao:
    _living(db, demanda_id)
    current = rows.read_current(db, demanda_id)
    if current is not None:
        return current
    is_known = rows.read_demand(db, demanda_id) is not None
    raise UserFacingError("categoria.ainda_sem" if is_known else "categoria.demanda_desconhecida")


def _reason(motivo: str | None) -> str | None:
    clean = " ".join((motivo or "").split())
    if len(clean) > MAX_MOTIVE:
        raise UserFacingError("categoria.motivo_longo", limite=MAX_MOTIVE)
    return clean or None


# -- leases: local rows, no events ---------------------------------------------------------------


def _check_lease(db: ReadDb, demanda_id: str, ator: Ator | None, agora: str) -> None:
    row = db.one(_LEASE, {"k_demanda": demanda_id})
    if row is None or row[2] <= agora or (ator is not None and row[0] == ator["conta_id"]):
        return
    raise UserFacingError("revisao.reservada", nome=row[1])


def reservar(
    cursor: Cursor, dialect: Dialect, demanda_id: str, conta_id: str, nome: str, agora: str
) -> Reserva:
    """Hold an item for ten minutes, or find out who does.

    Args:
        cursor: of the writing connection, in a transaction.
        dialect: of that connection.
        demanda_id: the item.
        conta_id: whose account.
        nome: shown to the others.
        agora: UTC timestamp.

    Returns:
        Whoever holds it now: oneself, or the other whose lease has not expired.
    """
    row = _LEASE.run(cursor, dialect, {"k_demanda": demanda_id}).fetchone()
    if row is not None and row[2] > agora and row[0] != conta_id:
        return Reserva(*row)
    until = format_timestamp(parse_timestamp(agora) + LEASE_MS)
    _LEASE_GONE.run(cursor, dialect, {"k_demanda": demanda_id})
    _LEASE_NEW.run(
        cursor,
        dialect,
        {"demanda_id": demanda_id, "conta_id": conta_id, "nome": nome, "expira_em": until},
    )
    return Reserva(conta_id, nome, until)


def soltar(cursor: Cursor, dialect: Dialect, demanda_id: str, conta_id: str) -> None:
    """Let go of an item that one holds oneself."""
    _LEASE_MINE_GONE.run(cursor, dialect, {"k_demanda": demanda_id, "k_conta": conta_id})
