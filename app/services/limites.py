"""What an account may not do although its role permits it: review its own text, be another councillor.

``permissoes`` asks for the role; this asks whose the matter is. An act of nobody – an office without
accounts, the demonstration – has no matter of its own and is let through. Source: design.md 9.
"""

from __future__ import annotations

from app.services.escrita import NINGUEM, Ator
from app.services.leitura import Leitor
from app.services.permissoes import Ato, Papel, exigir
from core.colonies.d1a_captura import queries as capturas
from core.colonies.d1a_captura.queries import DemandaRecebida
from core.colonies.escritorio.queries import list_accounts
from core.kernel.errors import UserFacingError


def exigir_texto_de_outro(recebida: DemandaRecebida | None, ator: Ator) -> None:
    """Nobody moderates or reviews a text of their own.

    Args:
        recebida: the demand; None where nothing is known of who registered it.
        ator: who decides.

    Raises:
        UserFacingError: ``conta.texto_proprio``.
    """
    if recebida is None or ator["conta_id"] == NINGUEM:
        return
    if recebida.conta_id == ator["conta_id"]:
        raise UserFacingError("conta.texto_proprio")


def exigir_revisao(recebida: DemandaRecebida | None, ator: Ator) -> None:
    """A reviewer, and not of the own text.

    Raises:
        UserFacingError: ``conta.sem_permissao``, ``conta.texto_proprio``.
    """
    exigir(ator, Ato.REVISAR)
    exigir_texto_de_outro(recebida, ator)


def exigir_demanda_de_outro(leitor: Leitor, demanda_id: str, ator: Ator) -> None:
    """The same of a demand by its id.

    Raises:
        UserFacingError: ``conta.texto_proprio``.
    """
    with leitor.ler() as (cursor, dialect):
        try:
            found = capturas.find_demanda(cursor, dialect, demanda_id)
        except UserFacingError:
            return
    exigir_texto_de_outro(found, ator)


def conselheiro_proprio(leitor: Leitor, ator: Ator, conselheiro_id: str | None) -> str | None:
    """In whose name an account may act: a councillor's own, whoever is named for the others.

    Args:
        leitor: reads.
        ator: who acts.
        conselheiro_id: who was named; None where nobody was.

    Raises:
        UserFacingError: ``conta.outro_conselheiro``.
    """
    if ator["papel"] != Papel.CONSELHEIRO:
        return conselheiro_id
    with leitor.ler() as (cursor, dialect):
        known = {one.conta_id: one for one in list_accounts(cursor, dialect)}
    account = known.get(ator["conta_id"])
    if account is None:
        return conselheiro_id
    if conselheiro_id not in {None, account.conselheiro_id}:
        raise UserFacingError("conta.outro_conselheiro")
    return account.conselheiro_id
