"""The second account that an act for good needs: somebody else, who says so with a password.

Where nobody signs in – a demonstration, an office before its accounts – there is no second one to
ask, and the act says so by the id that it records. Source: design.md 9.
"""

from __future__ import annotations

from typing import Final

from app.services.contas import ContasService
from app.services.escrita import NINGUEM, Ator
from app.services.permissoes import Papel
from core.kernel.errors import UserFacingError

SEGUNDA_DE_NINGUEM: Final = "00000000-0000-4000-8000-000000000001"
_MAY: Final = frozenset({Papel.MODERADOR.value, Papel.OPERADOR.value})


def conferida(contas: ContasService, nome: str, senha: str, ator: Ator) -> str:
    """The id of the account that checks what ``ator`` is about to do.

    Args:
        contas: accounts with their passwords.
        nome: whose account.
        senha: typed by that person.
        ator: who acts; somebody else.

    Raises:
        UserFacingError: ``moderacao.segunda_conta``, ``conta.senha_errada``, ``conta.espere``.
    """
    if ator["conta_id"] == NINGUEM:
        return SEGUNDA_DE_NINGUEM
    if not nome.strip():
        raise UserFacingError("moderacao.segunda_conta")
    found = contas.entrar(nome, senha)
    if found.conta_id == ator["conta_id"] or _MAY.isdisjoint(found.papeis):
        raise UserFacingError("moderacao.segunda_conta")
    return found.conta_id
