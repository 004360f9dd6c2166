"""Who acts from the command line: the account that ``--conta`` names, in one of its roles.

An office that has no account yet, and the demonstration, are acted in by whoever sits at the
machine, in every role. Reading and verifying asks nobody.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from app.bootstrap.abertura import Aplicacao
from app.bootstrap.contas import servico_contas
from app.cli.ambiente import Ambiente
from app.cli.senhas import asked_account_password, given_account_password
from app.services.escrita import NINGUEM, Ator
from app.services.permissoes import PAPEIS_DO_ATO, Ato, Papel, pode, sem_permissao
from core.colonies.escritorio.queries import Conta
from core.colonies.escritorio.rules import PAPEIS
from core.kernel.errors import UserFacingError

ROLES: Final = ("atendente", "moderador", "operador")


@dataclass(frozen=True, slots=True)
class Quem:
    """Whoever acts in this call.

    Args:
        conta: None where the office asks for no account.
    """

    conta: Conta | None

    @property
    def papeis(self) -> tuple[str, ...]:
        """The roles that it holds: all of them where nobody is asked who it is."""
        return PAPEIS if self.conta is None else self.conta.papeis

    @property
    def conselheiro_id(self) -> str | None:
        """The councillor that the account acts for."""
        return None if self.conta is None else self.conta.conselheiro_id

    def ator(self, ato: Ato, wanted: str | None = None) -> Ator:
        """The account and the role in which it does this.

        Args:
            ato: what is done.
            wanted: the role that ``--papel`` names; whether it may do it is the service's to say.

        Raises:
            UserFacingError: ``conta.papel_nao_tem``, ``conta.sem_permissao``.
        """
        if wanted is None and not pode(map(Papel, self.papeis), ato):
            raise sem_permissao(ato)
        return self.ator_de([papel for papel in Papel if papel in PAPEIS_DO_ATO[ato]], wanted)

    def ator_de(self, fitting: Sequence[str], wanted: str | None = None) -> Ator:
        """The account in one of these roles, the usual one first; else in any that it has.

        Raises:
            UserFacingError: ``conta.papel_nao_tem``.
        """
        held = self.papeis
        if wanted is not None and wanted not in held:
            raise UserFacingError("conta.papel_nao_tem", papel=wanted, papeis=", ".join(held))
        role = wanted or next((str(papel) for papel in fitting if papel in held), held[0])
        return {"conta_id": NINGUEM if self.conta is None else self.conta.conta_id, "papel": role}


def signed_in(ambiente: Ambiente, office: Aplicacao) -> Quem:
    """Who acts in this call.

    Raises:
        UserFacingError: ``conta.falta``, ``conta.senha_errada``, ``conta.espere``, ``uso.*``.
    """
    service = servico_contas(office)
    if ambiente.conta is not None:
        return Quem(service.entrar(ambiente.conta, account_password(ambiente, "Senha da conta")))
    if office.escritorio.is_demo or not service.ha_contas():
        return Quem(None)
    raise UserFacingError("conta.falta")


def account_password(ambiente: Ambiente, prompt: str) -> str:
    """From the file, the environment or the terminal.

    Raises:
        UserFacingError: ``uso.senha_ilegivel``, ``uso.conta_sem_terminal``.
    """
    given = given_account_password(ambiente.conta_senha_arquivo)
    return asked_account_password(prompt) if given is None else given


def acting(ambiente: Ambiente, office: Aplicacao, ato: Ato, *, wanted: str | None = None) -> Ator:
    """``signed_in`` and ``Quem.ator`` in one."""
    return signed_in(ambiente, office).ator(ato, wanted)


def role_argument(parser: argparse.ArgumentParser) -> None:
    """``--papel``, for those who hold several."""
    parser.add_argument(
        "--papel",
        choices=ROLES,
        help="papel de quem age; sem isto, o que o ato pede, entre os que a conta tem",
    )
