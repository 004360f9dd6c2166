"""The door for services: commands that the office's own state decides."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from core.base.territorio.nome import nome_busca
from core.colonies.escritorio import queries as q
from core.colonies.escritorio.queries import Conta
from core.colonies.escritorio.rules import (
    CONSELHEIRO,
    OPERADOR,
    checked_account_name,
    checked_box,
    checked_motive,
    checked_name,
    checked_roles,
    checked_zone,
)
from core.contracts.nucleo import AtoDeConta
from core.kernel.colony import Context, Decisao
from core.kernel.errors import UserFacingError
from core.kernel.event import NewEvent, Payload

Ator = Mapping[str, str]
Decide = Callable[[Context], Decisao]


def configurar(
    no: str,
    nome: str,
    fuso: str,
    unidades: Sequence[str] = (),
    *,
    caixa: Mapping[str, float] | None = None,
    is_demo: bool = False,
    ator: Ator | None = None,
) -> Decide:
    """Set the office's name, zone and units.

    Args:
        no: the node, 32 hex.
        nome: as it stands on receipts.
        fuso: IANA name, e.g. ``America/Sao_Paulo``.
        unidades: ids of the units the office serves.
        caixa: bounding box of captures: ``sul``, ``oeste``, ``norte``, ``leste`` in degrees.
        is_demo: marks a demonstration, for ever.
        ator: account and role of whoever does it.

    Raises:
        UserFacingError: ``escritorio.*``, before anything is written.
    """
    payload: Payload = {
        "nome": checked_name(nome),
        "fuso": checked_zone(fuso),
        "unidades": list(unidades),
    }
    if caixa is not None:
        payload["caixa"] = checked_box(caixa)
    if is_demo:
        payload["demonstracao"] = True

    def decide(_context: Context) -> Decisao:
        return Decisao(None, (NewEvent("escritorio.configurado", payload, sujeito=no, ator=ator),))

    return decide


# -- accounts --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class NovaConta:
    """A new account.

    Args:
        conta_id: fresh UUID.
        nome: how the person signs in; unlike every other account's, folded.
        papeis: at least one.
        conselheiro_id: the one councillor a ``conselheiro`` acts for.
    """

    conta_id: str
    nome: str
    papeis: Collection[str]
    conselheiro_id: str | None = None


def criar_conta(nova: NovaConta, ator: Ator, *, motivo: str | None = None) -> Decide:
    """Create an account; the first one must be an operator's. The answer is the account's id.

    Raises:
        UserFacingError: ``conta.*``; nothing is written.
    """
    name = checked_account_name(nova.nome)
    roles = checked_roles(nova.papeis, nova.conselheiro_id)
    reason = checked_motive(motivo)

    def decide(context: Context) -> Decisao:
        known = q.accounts_at_head(context.db)
        folded = nome_busca(name)
        if any(one.nome_busca == folded for one in known):
            raise UserFacingError("conta.nome_em_uso", nome=name)
        _check_councillor(known, nova.conta_id, nova.conselheiro_id)
        if OPERADOR not in roles and not any(one.is_operator for one in known):
            raise UserFacingError("conta.primeira_operador")
        now = Conta(nova.conta_id, name, folded, roles, nova.conselheiro_id, ativa=True)
        return _told("criacao", now, ator, reason)

    return decide


def definir_papeis(
    conta_id: str,
    papeis: Collection[str],
    ator: Ator,
    *,
    conselheiro_id: str | None = None,
    motivo: str | None = None,
) -> Decide:
    """An account holds these roles and no other from now on. The answer is the account's id.

    Raises:
        UserFacingError: ``conta.*``; nothing is written.
    """
    reason = checked_motive(motivo)

    def decide(context: Context) -> Decisao:
        known = q.accounts_at_head(context.db)
        before = _found(known, conta_id)
        wanted = conselheiro_id
        if wanted is None and CONSELHEIRO in papeis:
            wanted = before.conselheiro_id
        roles = checked_roles(papeis, wanted)
        _check_councillor(known, conta_id, wanted)
        now = replace(before, papeis=roles, conselheiro_id=wanted)
        if now == before:
            raise UserFacingError("conta.nada_mudou", nome=before.nome)
        _check_operator_left(known, now)
        return _told("papeis", now, ator, reason)

    return decide


def ativar_conta(conta_id: str, ator: Ator, *, ativa: bool, motivo: str | None = None) -> Decide:
    """Nobody signs in with an account that is not active. The answer is the account's id.

    Raises:
        UserFacingError: ``conta.*``; nothing is written.
    """
    reason = checked_motive(motivo)

    def decide(context: Context) -> Decisao:
        known = q.accounts_at_head(context.db)
        before = _found(known, conta_id)
        if before.ativa is ativa:
            raise UserFacingError(
                "conta.ja_ativa" if ativa else "conta.ja_desativada", nome=before.nome
            )
        now = replace(before, ativa=ativa)
        if ativa:
            _check_councillor(known, conta_id, now.conselheiro_id)
        else:
            _check_operator_left(known, now)
        return _told("reativacao" if ativa else "desativacao", now, ator, reason)

    return decide


def anotar_senha(conta_id: str, ator: Ator) -> Decide:
    """Somebody else set an account's password: whoever sets it could sign in, so it is told.

    Raises:
        UserFacingError: ``conta.nao_encontrada``.
    """

    def decide(context: Context) -> Decisao:
        now = _found(q.accounts_at_head(context.db), conta_id)
        return _told("senha", now, ator, None)

    return decide


def _found(known: Sequence[Conta], conta_id: str) -> Conta:
    for one in known:
        if one.conta_id == conta_id:
            return one
    raise UserFacingError("conta.nao_encontrada")


def _check_councillor(known: Sequence[Conta], conta_id: str, conselheiro_id: str | None) -> None:
    """One councillor, one account: what was done with it was done by one person."""
    if conselheiro_id is None:
        return
    for one in known:
        if one.ativa and one.conselheiro_id == conselheiro_id and one.conta_id != conta_id:
            raise UserFacingError("conta.conselheiro_em_uso", nome=one.nome)


def _check_operator_left(known: Sequence[Conta], now: Conta) -> None:
    """Without an operator nobody could ever make one again."""
    others = any(one.is_operator for one in known if one.conta_id != now.conta_id)
    if not (now.is_operator or others):
        raise UserFacingError("conta.ultimo_operador", nome=now.nome)


def _told(ato: AtoDeConta, now: Conta, ator: Ator, motivo: str | None) -> Decisao:
    payload: Payload = {
        "conta_id": now.conta_id,
        "papeis": list(now.papeis),
        "ato": ato,
        "nome": now.nome,
        "ativa": now.ativa,
    }
    if now.conselheiro_id is not None:
        payload["conselheiro_id"] = now.conselheiro_id
    if motivo is not None:
        payload["motivo"] = motivo
    event = NewEvent(
        "papel.alterado",
        payload,
        sujeito="conta",
        ator=ator,
        titulares={"conta": now.conta_id},
    )
    return Decisao(now.conta_id, (event,))
