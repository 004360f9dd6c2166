"""Erasing a person for good, at their request: a resident's record, or an account's holder.

What the log and everything folded from it say of the person goes; hashes and proofs stay. An
account has to be switched off first, so that nobody erases whoever is working.
No Qt, no SQL. Source: design.md 4; LGPD art. 18.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, Protocol
from uuid import UUID

from app.services.coleta_anexos import ColetaDeAnexos, hashes_em
from app.services.contas import ContasService
from app.services.escrita import Ator
from app.services.leitura import Leitor
from app.services.permissoes import Ato, exigir
from core.colonies.c1_cidadaos import queries
from core.colonies.d1a_captura.api.rascunhos import drafts_naming, list_drafts
from core.colonies.d6a_sorteio.queries import conselheiros_de
from core.colonies.d6b_relatoria.rascunhos import list_drafts as list_reports
from core.kernel.errors import EnvironmentFault, UserFacingError

BASES_LEGAIS: Final = (
    "LGPD art. 18, VI",
    "LGPD art. 18, IV",
    "LGPD art. 16",
)
"""The usual ones: consent withdrawn, excessive data, end of the treatment."""

MAX_BASE: Final = 120


@dataclass(frozen=True, slots=True)
class Pessoa:
    """Who is to be erased.

    Args:
        ids: what events name the person by, merged records included.
        nome: as it is shown before the act; None for an anonymous attendance.
    """

    ids: tuple[str, ...]
    nome: str | None


@dataclass(frozen=True, slots=True)
class Eliminada:
    """What an erasure came to.

    Args:
        eventos: how many events lost parts.
        partes: how many parts are gone.
        copias: backups made before that still hold them.
        is_limpo: freed pages are overwritten and files deleted too; what is left of either is done
            at a later start.
        rascunhos: how many unfinished registrations about the person are gone.
        arquivos: stored objects that lost their only reason to be there.
    """

    eventos: int
    partes: int
    copias: tuple[str, ...]
    is_limpo: bool
    rascunhos: int = 0
    arquivos: frozenset[str] = frozenset()


class Direitos(Protocol):
    """Erases, in the log and in everything folded from it."""

    def eliminar(
        self,
        ids: Sequence[str],
        base_legal: str,
        motivo: str,
        ator: Ator,
        segunda_conta: str,
        locais: Sequence[str],
        /,
    ) -> Eliminada:
        """Every part that speaks of the person under any of these ids, and their private files.

        ``locais`` are ids that events go on naming: of them only rows of this machine go.
        """


class TitularesService:
    """Over one office.

    Args:
        leitor: reads.
        direitos: erases.
        contas: the office's accounts.
        coleta: deletes stored objects.
    """

    def __init__(
        self, leitor: Leitor, direitos: Direitos, contas: ContasService, coleta: ColetaDeAnexos
    ) -> None:
        self._coleta = coleta
        self._leitor = leitor
        self._direitos = direitos
        self._contas = contas

    def morador(self, cidadao_id: str, ator: Ator) -> Pessoa:
        """The resident behind an id, whichever of the merged records it is.

        Raises:
            UserFacingError: ``conta.sem_permissao``, ``titulares.id_invalido``.
        """
        exigir(ator, Ato.ELIMINAR)
        try:
            given = str(UUID(cidadao_id.strip()))
        except ValueError:
            raise UserFacingError("titulares.id_invalido") from None
        with self._leitor.ler() as (cursor, dialect):
            if queries.read_cidadao(cursor, dialect, given) is None:
                # An anonymous attendance has no record, and events all the same.
                return Pessoa((given,), None)
            found = queries.present_cidadao(cursor, dialect, given)
            merged = queries.merged_into(cursor, dialect, found.cidadao_id)
        return Pessoa((found.cidadao_id, *merged), found.nome)

    def titular_da_conta(self, nome: str, ator: Ator) -> Pessoa:
        """The holder of an account that is switched off.

        Raises:
            UserFacingError: ``conta.sem_permissao``, ``titulares.conta_ativa``; what
                ``ContasService.achar`` raises.
        """
        exigir(ator, Ato.ELIMINAR)
        found = self._contas.achar(nome)
        if found.ativa:
            raise UserFacingError("titulares.conta_ativa", nome=found.nome)
        return Pessoa((found.conta_id,), found.nome)

    def eliminar(
        self, pessoa: Pessoa, base_legal: str, motivo: str, segunda_conta: str, ator: Ator
    ) -> Eliminada:
        """Erase, for good.

        Args:
            pessoa: as ``morador`` or ``titular_da_conta`` found it.
            base_legal: public.
            motivo: restricted.
            segunda_conta: whoever checked it, already known to be who they say.
            ator: who erases.

        Raises:
            UserFacingError: ``conta.sem_permissao``, ``titulares.base_legal``,
                ``titulares.motivo``, ``direitos.segunda_conta``, ``direitos.nada_encontrado``.
            EnvironmentFault: nothing was erased.
        """
        exigir(ator, Ato.ELIMINAR)
        law, reason = " ".join(base_legal.split()), motivo.strip()
        if not law or len(law) > MAX_BASE:
            raise UserFacingError("titulares.base_legal", maximo=MAX_BASE)
        if not reason:
            raise UserFacingError("titulares.motivo")
        with self._leitor.ler() as leitura:
            drafts = list_drafts(*leitura)
            gone = set(drafts_naming(drafts, pessoa.ids))
            councillors = conselheiros_de(*leitura, pessoa.ids)
            reports = [one for one in list_reports(*leitura) if one.conselheiro_id in councillors]
        done = self._direitos.eliminar(
            pessoa.ids, law, reason, ator, segunda_conta, sorted(councillors)
        )
        forms = [one.conteudo for one in drafts if one.rascunho_id in gone]
        forms += [one.conteudo for one in reports]
        # What was staged for a form that is gone, and what came with a demand and was never shown.
        loose = done.arquivos | hashes_em(forms)
        is_clean = self._delete(loose) and done.is_limpo
        return replace(done, rascunhos=len(gone) + len(reports), is_limpo=is_clean)

    def _delete(self, objetos: frozenset[str]) -> bool:
        """The erasure is committed: a disk that refuses now leaves the files to the collector."""
        try:
            self._coleta.apagar_soltos(objetos)
        except EnvironmentFault:
            return False
        return True
