"""The door for services: decide, take back, tell the denylist; hold an item, and write notes on it.

A decision compares what the person saw with what stands: the second of two gets what the first one
did. Whose text an item is stands with whoever took it in, so services ask that (design.md 9).
Source: Apêndice B D-1d; peers.md 8.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from sqlalchemy import bindparam, delete, insert, select

from core.colonies.d1d_moderacao import rows, rules
from core.colonies.d1d_moderacao.queries import Reserva
from core.colonies.d1d_moderacao.rules import Escolha
from core.colonies.d1d_moderacao.tables import anotacoes, reservas
from core.kernel.clock import format_timestamp, parse_timestamp
from core.kernel.colony import Context, Decisao, ReadDb
from core.kernel.errors import UserFacingError
from core.kernel.event import NewEvent, Payload
from core.kernel.store.statement import Cursor, Dialect, Statement

Ator = Mapping[str, str]
Decide = Callable[[Context], Decisao]

LEASE_MS: Final = 10 * 60_000
"""How long an item is held."""

_R, _A = reservas.c, anotacoes.c
_LEASE = Statement(
    select(_R.conta_id, _R.nome, _R.expira_em).where(_R.item_id == bindparam("k_item"))
)
_LEASE_GONE = Statement(delete(reservas).where(_R.item_id == bindparam("k_item")))
_LEASE_MINE_GONE = Statement(
    delete(reservas).where(_R.item_id == bindparam("k_item"), _R.conta_id == bindparam("k_conta"))
)
_LEASE_NEW = Statement(insert(reservas), [column.name for column in reservas.columns])
_NOTE_SAME = Statement(
    select(_A.texto).where(
        _A.item_id == bindparam("k_item"),
        _A.escrita_em == bindparam("k_em"),
        _A.conta_id == bindparam("k_conta"),
    )
)
_NOTE_NEW = Statement(insert(anotacoes), [column.name for column in anotacoes.columns])


def decidir(escolha: Escolha, ator: Ator) -> Decide:
    """Approve, block or remove an item.

    What waits may be approved, blocked or removed; what was approved or blocked may be removed.
    The answer is ``{"item_id", "decidida", "decisao": {…}}``; ``decidida`` is False where somebody
    else was first, and ``decisao`` then is theirs.

    Raises:
        UserFacingError: ``moderacao.item_desconhecido``, ``moderacao.mudou``,
            ``moderacao.reservada``, ``moderacao.sem_conteudo``; what ``rules.checked`` raises.
    """

    def decide(context: Context) -> Decisao:
        db = context.db
        item = _known(db, escolha.item_id)
        conta = ator["conta_id"]
        reason = rules.checked(escolha, item, conta)
        is_removal = escolha.decisao == rules.REMOVIDO
        is_open = item["status"] == rules.PENDENTE
        is_stale = escolha.versao_vista not in {None, item["versao_vista"]}
        if not is_open and (not is_removal or is_stale or item["status"] == rules.REMOVIDO):
            return _too_late(db, item)
        if is_stale:
            raise UserFacingError("moderacao.mudou")
        if is_open and not is_removal and not item["tem_conteudo"]:
            raise UserFacingError("moderacao.sem_conteudo")
        _check_lease(db, item["item_id"], conta, context.now())
        payload = rules.payload_of(
            item,
            escolha.decisao,
            conta,
            reason,
            libera=escolha.libera,
            remover_texto=escolha.remover_texto_demanda,
        )
        return _said(item, payload, ator)

    return decide


def reverter(
    item_id: str,
    ator: Ator,
    *,
    versao_vista: str | None = None,
    motivo: str | None = None,
    libera: bool = True,
) -> Decide:
    """Take an approval or a block back: the opposite stands. The answer is that of ``decidir``.

    Raises:
        UserFacingError: ``moderacao.item_desconhecido``, ``moderacao.nao_decidido``,
            ``moderacao.removido_sem_volta``, ``moderacao.substituido``, ``moderacao.mudou``,
            ``moderacao.reservada``, ``moderacao.motivo_longo``, ``moderacao.sem_conteudo``.
    """

    def decide(context: Context) -> Decisao:
        db = context.db
        item = _known(db, item_id)
        reason = rules.motive(motivo)
        if item["status"] == rules.REMOVIDO:
            raise UserFacingError("moderacao.removido_sem_volta")
        if not item["vigente"]:
            raise UserFacingError("moderacao.substituido")
        opposite = rules.OPOSTA.get(item["status"])
        if opposite is None:
            raise UserFacingError("moderacao.nao_decidido")
        if versao_vista not in {None, item["versao_vista"]}:
            raise UserFacingError("moderacao.mudou")
        if opposite == rules.APROVADO and not item["tem_conteudo"]:
            raise UserFacingError("moderacao.sem_conteudo")
        _check_lease(db, item_id, ator["conta_id"], context.now())
        payload = rules.payload_of(
            item, opposite, ator["conta_id"], reason, libera=libera, reaberto=True
        )
        return _said(item, payload, ator)

    return decide


def atualizar_denylist(
    no: str,
    linhas: Sequence[str],
    ator: Ator,
    *,
    versao_vista: int | None = None,
    motivo: str | None = None,
) -> Decide:
    """Put this office's denylist in the place of the one before.

    The answer is ``{"versao", "termos", "publicada"}``; ``publicada`` is False where nothing changed.

    Args:
        no: this node.
        linhas: terms, one a line.
        ator: account and role.
        versao_vista: of the list that was edited; None writes over whatever stands.
        motivo: why, restricted.

    Raises:
        UserFacingError: ``denylist.mudou``; what ``rules.listed_terms`` raises.
    """

    def decide(context: Context) -> Decisao:
        known = rows.read_list(context.db, no)
        version, before = (0, None) if known is None else known
        if versao_vista not in {None, version}:
            raise UserFacingError("denylist.mudou")
        terms = rules.listed_terms(linhas)
        if before is not None and rows.decoded(before) == terms:
            return Decisao({"versao": version, "termos": len(terms), "publicada": False})
        payload: Payload = {"versao": version + 1, "termos": list(terms)}
        reason = rules.motive(motivo)
        if reason is not None:
            payload["motivo"] = reason[:300]
        event = NewEvent(rules.LISTA, payload, sujeito="denylist", ator=ator)
        answer = {"versao": version + 1, "termos": len(terms), "publicada": True}
        return Decisao(answer, (event,))

    return decide


def _known(db: ReadDb, item_id: str) -> dict[str, Any]:
    item = rows.read_item(db, item_id)
    if item is None:
        raise UserFacingError("moderacao.item_desconhecido")
    return item


def _too_late(db: ReadDb, item: Mapping[str, Any]) -> Decisao:
    made = rows.decisions(db, item["item_id"])
    last = made[-1] if made else None
    return Decisao(
        {
            "item_id": item["item_id"],
            "decidida": False,
            "decisao": {
                "decisao": item["status"],
                "moderador_id": None if last is None else last["moderador_id"],
                "data": item["decidido_em"],
                "event_id": None if last is None else last["event_id"],
            },
        }
    )


def _said(item: Mapping[str, Any], payload: Payload, ator: Ator) -> Decisao:
    answer = {
        "item_id": item["item_id"],
        "decidida": True,
        "decisao": {"decisao": payload["decisao"], "moderador_id": ator["conta_id"]},
    }
    event = NewEvent(rules.DECIDIDA, payload, sujeito=item["item_id"], ator=ator)
    return Decisao(answer, (event,))


# -- leases and notes: local rows, no events -------------------------------------------------------


def _check_lease(db: ReadDb, item_id: str, conta_id: str, agora: str) -> None:
    row = db.one(_LEASE, {"k_item": item_id})
    if row is not None and row[2] > agora and row[0] != conta_id:
        raise UserFacingError("moderacao.reservada", nome=row[1])


def reservar(
    cursor: Cursor, dialect: Dialect, item_id: str, conta_id: str, nome: str, agora: str
) -> Reserva:
    """Hold an item for ten minutes, or find out who does.

    Returns:
        Whoever holds it now: oneself, or the other whose lease has not expired.
    """
    row = _LEASE.run(cursor, dialect, {"k_item": item_id}).fetchone()
    if row is not None and row[2] > agora and row[0] != conta_id:
        return Reserva(*row)
    until = format_timestamp(parse_timestamp(agora) + LEASE_MS)
    _LEASE_GONE.run(cursor, dialect, {"k_item": item_id})
    values = {"item_id": item_id, "conta_id": conta_id, "nome": nome, "expira_em": until}
    _LEASE_NEW.run(cursor, dialect, values)
    return Reserva(conta_id, nome, until)


def soltar(cursor: Cursor, dialect: Dialect, item_id: str, conta_id: str) -> None:
    """Let go of an item that one holds oneself."""
    _LEASE_MINE_GONE.run(cursor, dialect, {"k_item": item_id, "k_conta": conta_id})


def anotar(
    cursor: Cursor,
    dialect: Dialect,
    item: tuple[str, str],
    conta: tuple[str, str],
    texto: str,
    agora: str,
    *,
    quer_opiniao: bool = False,
) -> None:
    """Write a note for the other moderators.

    Args:
        cursor: of the writing connection, in a transaction.
        dialect: of that connection.
        item: its id and its demand's.
        conta: id and name of whoever writes.
        texto: may be empty where a second opinion is asked for.
        agora: UTC timestamp.
        quer_opiniao: another moderator should decide.

    Raises:
        UserFacingError: ``moderacao.anotacao_vazia``, ``moderacao.motivo_longo``.
    """
    words = rules.motive(texto)
    if words is None and not quer_opiniao:
        raise UserFacingError("moderacao.anotacao_vazia")
    while _NOTE_SAME.run(
        cursor, dialect, {"k_item": item[0], "k_em": agora, "k_conta": conta[0]}
    ).fetchone():
        agora = format_timestamp(parse_timestamp(agora) + 1)
    _NOTE_NEW.run(
        cursor,
        dialect,
        {
            "item_id": item[0],
            "escrita_em": agora,
            "conta_id": conta[0],
            "demanda_id": item[1],
            "nome": conta[1],
            "texto": words or "",
            "segunda_opiniao": int(quer_opiniao),
        },
    )
