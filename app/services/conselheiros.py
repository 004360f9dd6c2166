"""Councillors: register, show, and the acts on an assignment that the draw decides.

What is reported of the work is D-6b's. The citizen behind a councillor is asked of C-1 and told to
nobody.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from app.services.escrita import Ator, Escrita
from app.services.leitura import Leitor
from app.services.limites import conselheiro_proprio
from app.services.permissoes import Ato, exigir
from core.colonies.c1_cidadaos import queries as cidadaos
from core.colonies.d6a_sorteio import api, queries
from core.colonies.d6a_sorteio.queries import Situacao
from core.colonies.d6a_sorteio.rules import MOTIVOS_RECUSA, RECUSA_EXPLICITA
from core.kernel.errors import UserFacingError

Conselheiro = queries.Conselheiro
"""A councillor as everybody may see it."""

COLONY: Final = "D-6a"
PAGE: Final = 50
MOTIVOS: Final = MOTIVOS_RECUSA
STATUS: Final = ("disponivel", "ocupado", "suspenso", "inativo")
MIN_DIGITS: Final = 8
CHUNK: Final = 500
MAX_ROWS: Final = 10_000
_HEX: Final = re.compile(r"[0-9a-f-]+")


@dataclass(frozen=True, slots=True)
class Pagina:
    """A page of councillors.

    Args:
        conselheiros: by id.
        depois: to be given back for the next page; None on the last.
        por_status: how many there are in the office.
    """

    conselheiros: tuple[Conselheiro, ...]
    depois: str | None
    por_status: Mapping[str, int]


def find_conselheiro_id(leitor: Leitor, quem: str) -> str:
    """A councillor by id, or by at least the first eight characters of it.

    Raises:
        UserFacingError: ``conselheiros.desconhecido``, ``conselheiros.ambiguo``, ``busca.curta``.
    """
    typed = quem.strip().lower()
    if _HEX.fullmatch(typed) is None:
        raise UserFacingError("conselheiros.desconhecido", conselheiro=quem.strip()[:64])
    if len(typed) < MIN_DIGITS:
        raise UserFacingError("busca.curta")
    with leitor.ler() as (cursor, dialect):
        found = queries.find_by_prefix(cursor, dialect, typed)
    if not found:
        raise UserFacingError("conselheiros.desconhecido", conselheiro=quem.strip()[:64])
    if len(found) > 1:
        raise UserFacingError("conselheiros.ambiguo", conselheiro=typed)
    return found[0]


class ConselheirosService:
    """Over one office.

    Args:
        leitor: reads.
        escrita: writes.
    """

    def __init__(self, leitor: Leitor, escrita: Escrita) -> None:
        self._leitor = leitor
        self._escrita = escrita

    # -- reads -----------------------------------------------------------------------------

    def listar(
        self,
        *,
        unidade_id: str | None = None,
        status: str | None = None,
        limite: int = PAGE,
        depois: str | None = None,
    ) -> Pagina:
        """A page of councillors, of one unit or of all."""
        with self._leitor.ler() as (cursor, dialect):
            found = queries.read_conselheiros(
                cursor, dialect, unidade_id=unidade_id, status=status, limite=limite, depois=depois
            )
            counts = queries.count_conselheiros(cursor, dialect)
        last = found[-1].conselheiro_id if found and len(found) == limite else None
        return Pagina(tuple(found), last, counts)

    def todos(self) -> tuple[Conselheiro, ...]:
        """Every councillor of the office, up to ``MAX_ROWS``, by id."""
        found: list[Conselheiro] = []
        with self._leitor.ler() as (cursor, dialect):
            while len(found) < MAX_ROWS:
                after = found[-1].conselheiro_id if found else None
                page = queries.read_conselheiros(cursor, dialect, limite=CHUNK, depois=after)
                found += page
                if len(page) < CHUNK:
                    break
        return tuple(found)

    def situacao(self, quem: str) -> Situacao:
        """A councillor's own situation: status, end of a suspension, running assignment.

        Raises:
            UserFacingError: as ``find_conselheiro_id``.
        """
        conselheiro_id = find_conselheiro_id(self._leitor, quem)
        with self._leitor.ler() as (cursor, dialect):
            found = queries.read_situacao(cursor, dialect, conselheiro_id)
        if found is None:
            raise UserFacingError("conselheiros.desconhecido", conselheiro=conselheiro_id)
        return found

    def situacao_do_cidadao(self, cidadao_id: str) -> Situacao | None:
        """The same, asked by the person; None where the person is no councillor.

        Raises:
            UserFacingError: ``cidadaos.nao_encontrado``.
        """
        ids = self._ids_of(cidadao_id)
        with self._leitor.ler() as (cursor, dialect):
            who = queries.find_of_citizens(cursor, dialect, ids)
            return None if who is None else queries.read_situacao(cursor, dialect, who)

    # -- acts ------------------------------------------------------------------------------

    def cadastrar(
        self,
        cidadao_id: str,
        unidade_id: str,
        ator: Ator,
        *,
        nome_publico: str | None = None,
        comando_id: str | None = None,
    ) -> Mapping[str, Any]:
        """Make a citizen a councillor; ``{"conselheiro_id", "unidade_civica_id", "nivel_atuacao"}``.

        Raises:
            UserFacingError: ``conta.sem_permissao``, ``cidadaos.nao_encontrado``,
                ``conselheiros.sem_documento`` where nobody has seen a document of the person
                (design.md 9), ``conselheiros.*``.
        """
        exigir(ator, Ato.CADASTRAR_CONSELHEIRO)
        present, *others = self._ids_of(cidadao_id, verificado=True)
        decide = api.cadastrar(present, unidade_id, ator, unidos=others, nome_publico=nome_publico)
        return self._done(decide, frozenset(), comando_id)

    def recusar(
        self,
        conselheiro_id: str,
        demanda_id: str,
        ator: Ator,
        *,
        motivo: str = RECUSA_EXPLICITA,
        comando_id: str | None = None,
    ) -> Mapping[str, Any]:
        """Give a demand back; ``{"conselheiro_id", "demanda_id", "motivo"}``.

        Raises:
            UserFacingError: ``conta.sem_permissao``, ``conselheiros.*``.
        """
        exigir(ator, Ato.TRABALHAR)
        conselheiro_proprio(self._leitor, ator, conselheiro_id)
        decide = api.recusar(conselheiro_id, demanda_id, motivo, ator)
        return self._done(decide, frozenset({conselheiro_id, demanda_id}), comando_id)

    def liberar(
        self, demanda_id: str, ator: Ator, *, comando_id: str | None = None
    ) -> Mapping[str, Any]:
        """Free a demand whose councillor does not answer; the answer is as of ``recusar``.

        Raises:
            UserFacingError: ``conselheiros.*``.
        """
        exigir(ator, Ato.GERIR_CONSELHEIROS)
        return self._done(api.liberar(demanda_id, ator), frozenset({demanda_id}), comando_id)

    def inativar(
        self, conselheiro_id: str, ator: Ator, *, motivo: str | None = None
    ) -> Mapping[str, Any]:
        """Take a councillor out of all pools; ``{"conselheiro_id"}``.

        Raises:
            UserFacingError: ``conselheiros.*``.
        """
        exigir(ator, Ato.GERIR_CONSELHEIROS)
        decide = api.inativar(conselheiro_id, ator, motivo=motivo)
        return self._done(decide, frozenset({conselheiro_id}))

    def reativar(
        self, conselheiro_id: str, ator: Ator, *, motivo: str | None = None
    ) -> Mapping[str, Any]:
        """Bring a councillor back; ``{"conselheiro_id"}``.

        Raises:
            UserFacingError: ``conselheiros.*``.
        """
        exigir(ator, Ato.GERIR_CONSELHEIROS)
        decide = api.reativar(conselheiro_id, ator, motivo=motivo)
        return self._done(decide, frozenset({conselheiro_id}))

    def _done(
        self, decide: api.Decide, chaves: frozenset[str], comando_id: str | None = None
    ) -> Mapping[str, Any]:
        future = self._escrita.executar(COLONY, decide, comando_id=comando_id, chaves=chaves)
        answer: Mapping[str, Any] = future.result().resposta
        return answer

    def _ids_of(self, cidadao_id: str, *, verificado: bool = False) -> Sequence[str]:
        """The id that the person has today, then those that went up in it.

        Args:
            cidadao_id: any of the person's ids.
            verificado: only of whom a document was seen.

        Raises:
            UserFacingError: ``cidadaos.nao_encontrado``, ``conselheiros.sem_documento``.
        """
        with self._leitor.ler() as (cursor, dialect):
            found = cidadaos.present_cidadao(cursor, dialect, cidadao_id.strip().lower())
            if found.nome is None:
                raise UserFacingError("cidadaos.nao_encontrado")
            if verificado and not found.verificado_presencialmente:
                raise UserFacingError("conselheiros.sem_documento")
            merged = cidadaos.merged_into(cursor, dialect, found.cidadao_id)
        return (found.cidadao_id, *merged)
