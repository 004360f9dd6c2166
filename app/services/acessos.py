"""Who opened what is restricted of people: contact data, and words as they were said.

Local to this machine, for the operator; people stand there by the protocol of what they asked for,
never by name. Source: design.md 9 (Opening contact data writes a local access log).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from app.services.escrita import Ator
from app.services.leitura import Leitor
from app.services.permissoes import Ato, exigir
from core.colonies.c1_cidadaos.queries import list_all_accesses
from core.colonies.d1a_captura.queries import list_of_citizen
from core.colonies.escritorio.queries import list_accounts
from core.kernel.clock import parse_timestamp

LIMITE: Final = 1_000
_PROTOCOLOS: Final = 3


@dataclass(frozen=True, slots=True)
class Acesso:
    """One look.

    Args:
        conta: name of the account; empty where it is unknown here.
        de_quem: protocols of what the person asked for, else the start of their id.
    """

    acesso_id: str
    quando_ms: int
    conta: str
    papel: str
    de_quem: str


class AcessosService:
    """Over one office."""

    def __init__(self, leitor: Leitor) -> None:
        self._leitor = leitor

    def listar(self, ator: Ator, limite: int = LIMITE) -> tuple[Acesso, ...]:
        """The last looks, newest first.

        Raises:
            UserFacingError: ``conta.sem_permissao``.
        """
        exigir(ator, Ato.CONTAS)
        with self._leitor.ler() as read:
            names = {one.conta_id: one.nome or "" for one in list_accounts(*read)}
            found = list_all_accesses(*read, limite)
            people = {one.cidadao_id for one in found}
            known = {one: list_of_citizen(*read, one, limite=_PROTOCOLOS) for one in people}
        told = {
            one: ", ".join(demand.protocolo for demand in demands if demand.protocolo)
            for one, demands in known.items()
        }
        return tuple(
            Acesso(
                one.acesso_id,
                parse_timestamp(one.acessado_em),
                names.get(one.conta_id, ""),
                one.papel,
                told[one.cidadao_id] or f"cadastro {one.cidadao_id[:8]}",
            )
            for one in found
        )
