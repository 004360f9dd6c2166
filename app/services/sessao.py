"""Who sits at this window: the account that is signed in, and the role in which it acts.

One object for the life of a window; signing in, out and changing accounts replace what it holds.
It is read from the GUI thread and from workers. Source: design.md 9, Accounts.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from app.services.escrita import Ator
from app.services.permissoes import Ato, Papel, papel_para, pode, sem_permissao
from core.kernel.errors import UserFacingError


@dataclass(frozen=True, slots=True)
class Conta:
    """An account as a window knows it; nothing secret.

    Args:
        conta_id: stands in the restricted part of every act.
        nome: shown to the person and to the operator only.
        papeis: what it may be.
        conselheiro_id: the councillor that it belongs to, for the role ``conselheiro``.
    """

    conta_id: str
    nome: str
    papeis: frozenset[Papel]
    conselheiro_id: str | None = None


class Sessao:
    """See the module.

    Args:
        conta: signed in from the start; None asks for it.
    """

    def __init__(self, conta: Conta | None = None) -> None:
        self._conta = conta
        self._is_travada = False
        self._listeners: list[Callable[[], None]] = []

    @property
    def conta(self) -> Conta | None:
        """Who is signed in."""
        return self._conta

    @property
    def is_travada(self) -> bool:
        """The window is locked: nobody sits before it, whoever was signed in."""
        return self._is_travada

    def travar(self) -> None:
        """The window was locked; the account stays, for what still runs."""
        self._is_travada = True

    def destravar(self) -> None:
        """The same account is back."""
        self._is_travada = False

    def pode(self, ato: Ato) -> bool:
        """Whether the account may do this."""
        return self._conta is not None and pode(self._conta.papeis, ato)

    def ator(self, ato: Ato) -> Ator:
        """Account and role for an act, as services want it.

        Raises:
            UserFacingError: ``conta.entrada_necessaria`` where nobody is signed in,
                ``conta.sem_permissao`` where no role of the account permits the act.
        """
        if self._conta is None:
            raise UserFacingError("conta.entrada_necessaria")
        papel = papel_para(self._conta.papeis, ato)
        if papel is None:
            raise sem_permissao(ato)
        return {"conta_id": self._conta.conta_id, "papel": papel.value}

    def entrar(self, conta: Conta) -> None:
        """This account sits here now."""
        self._set(conta)

    def sair(self) -> None:
        """Nobody sits here now."""
        self._set(None)

    def observar(self, listener: Callable[[], None]) -> None:
        """Call ``listener`` after every change, in the thread that made it."""
        self._listeners.append(listener)

    def _set(self, conta: Conta | None) -> None:
        self._conta = conta
        self._is_travada = False
        for listener in self._listeners:
            listener()
