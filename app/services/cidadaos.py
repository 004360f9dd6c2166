"""Citizens: register, find, open contact data, change, merge. Contact data leave a trace."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from app.services.escrita import Ator, Escrita
from app.services.leitura import Leitor
from app.services.permissoes import Ato, exigir
from core.colonies.c1_cidadaos import api, queries
from core.colonies.c1_cidadaos.queries import Acesso, Cidadao
from core.colonies.c1_cidadaos.rules import Cadastro
from core.kernel.errors import UserFacingError
from core.kernel.ids import Ids

COLONY: Final = "C-1"


@dataclass(frozen=True, slots=True)
class CidadaoAberto:
    """A record with contact data, as it was opened and written down.

    Args:
        cidadao: the record.
        unidos: ids that went up in it.
        acessos: who opened it before, last first, this time included.
    """

    cidadao: Cidadao
    unidos: tuple[str, ...]
    acessos: tuple[Acesso, ...]


@dataclass(frozen=True, slots=True)
class CidadaoResumo:
    """What a list may show without a trace."""

    cidadao_id: str
    nome: str
    verificado_presencialmente: bool


class CidadaosService:
    """Over one office.

    Args:
        leitor: reads.
        escrita: writes.
        ids: identifiers.
        agora: the present moment as a UTC timestamp.
    """

    def __init__(
        self, leitor: Leitor, escrita: Escrita, ids: Ids, agora: Callable[[], str]
    ) -> None:
        self._leitor = leitor
        self._escrita = escrita
        self._ids = ids
        self._agora = agora

    def registrar(self, cadastro: Cadastro, ator: Ator, *, cidadao_id: str | None = None) -> str:
        """Register a citizen; the id.

        Raises:
            UserFacingError: ``cidadaos.*``.
        """
        exigir(ator, Ato.CIDADAOS)
        decide = api.cadastrar(cadastro, ator, cidadao_id=cidadao_id)
        answer = self._escrita.executar(COLONY, decide).result().resposta
        return str(answer["cidadao_id"])

    def atualizar(self, cidadao_id: str, cadastro: Cadastro, ator: Ator) -> tuple[str, ...]:
        """Bring a record to ``cadastro``; the fields that changed.

        Raises:
            UserFacingError: ``cidadaos.*``.
        """
        exigir(ator, Ato.CIDADAOS)
        decide = api.atualizar_perfil(cidadao_id, cadastro, ator)
        receipt = self._escrita.executar(COLONY, decide, chaves=frozenset({cidadao_id})).result()
        return tuple(receipt.resposta["campos_alterados"])

    def unir(self, de: str, para: str, ator: Ator) -> str:
        """Say that two ids are one person; the id that stays.

        Raises:
            UserFacingError: ``cidadaos.*``.
        """
        exigir(ator, Ato.CIDADAOS)
        keys = frozenset({de, para})
        decide = api.vincular(de, para, ator)
        answer = self._escrita.executar(COLONY, decide, chaves=keys).result().resposta
        return str(answer["cidadao_id"])

    def procurar(self, nome: str, limite: int = 20) -> list[CidadaoResumo]:
        """Records by name, accents and case apart; no contact data.

        Raises:
            UserFacingError: ``cidadaos.busca_curta``.
        """
        with self._leitor.ler() as (cursor, dialect):
            found = queries.find_by_name(cursor, dialect, nome, limite)
        if not found and not any(char.isalnum() for char in nome):
            raise UserFacingError("cidadaos.busca_curta")
        return [
            CidadaoResumo(one.cidadao_id, one.nome or "", bool(one.verificado_presencialmente))
            for one in found
        ]

    def anotar_acesso(self, cidadao_id: str, ator: Ator) -> None:
        """Write down that this account opens what is restricted of this person."""
        now = self._agora()
        self._escrita.local(
            lambda cursor, dialect: api.note_access(
                cursor,
                dialect,
                acesso_id=self._ids.new_uuid(),
                cidadao_id=cidadao_id,
                ator=ator,
                now=now,
            )
        )

    def abrir(self, cidadao_id: str, ator: Ator) -> CidadaoAberto:
        """A record with its contact data; that it was opened is written down first.

        Raises:
            UserFacingError: ``cidadaos.nao_encontrado``.
        """
        exigir(ator, Ato.CIDADAOS)
        with self._leitor.ler() as (cursor, dialect):
            found = queries.present_cidadao(cursor, dialect, cidadao_id)
        self.anotar_acesso(found.cidadao_id, ator)
        with self._leitor.ler() as (cursor, dialect):
            return CidadaoAberto(
                found,
                queries.merged_into(cursor, dialect, found.cidadao_id),
                tuple(queries.list_accesses(cursor, dialect, found.cidadao_id)),
            )
