"""A councillor's work on a demand: suggest, report, conclude, ratify, give up, end a mandate."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from app.services.escrita import Ator, Escrita
from app.services.leitura import Leitor
from app.services.limites import conselheiro_proprio
from app.services.permissoes import Ato, exigir
from core.base.midia.limpeza import MidiaGuardada
from core.base.texto.suspicion import PATTERN_PREFIX
from core.colonies.d1c_anexos.api import conferir_reenvio
from core.colonies.d6a_sorteio.queries import read_cidadao
from core.colonies.d6b_relatoria import api, queries
from core.colonies.d6b_relatoria.api import Pedido
from core.colonies.d6b_relatoria.queries import Atualizacao, Relatoria
from core.colonies.d6b_relatoria.rules.sugestao import Sugestao
from core.kernel.errors import UserFacingError

COLONY: Final = "D-6b"


@dataclass(frozen=True, slots=True)
class Proposta:
    """A suggestion, and what everybody would read of the report if it were registered so.

    Args:
        publica: the public words; None where a moderator would have to look first, and where the
            words speak for no kind.
        termos: why a moderator would have to, by name.
    """

    sugestao: Sugestao
    publica: str | None
    campos_publicos: Mapping[str, str]
    termos: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Previa:
    """What a report would show to everybody, and what would stay inside the office.

    Args:
        publica: the public words; None where they would wait for a moderator.
        campos_publicos: fields that everybody sees.
        campos_internos: fields that nobody outside sees: a person, a file, a held text.
        padroes: patterns of personal data found, by name (``cpf``, ``telefone`` …), never quoted.
        termos_da_lista: how many terms of the denylist were found.
        is_alterada: the public words are not those that were typed: persons were left out.
    """

    publica: str | None
    campos_publicos: Mapping[str, str]
    campos_internos: tuple[str, ...]
    padroes: tuple[str, ...]
    termos_da_lista: int
    is_alterada: bool


class RelatoriaService:
    """Over one office.

    Args:
        leitor: reads.
        escrita: writes.
        agora: the present moment as a UTC timestamp.
        no: this node.
    """

    def __init__(
        self, leitor: Leitor, escrita: Escrita, agora: Callable[[], str], *, no: str
    ) -> None:
        self._leitor = leitor
        self._escrita = escrita
        self._agora = agora
        self._no = no

    # -- reads -----------------------------------------------------------------------------

    def abrir(self, demanda_id: str) -> Relatoria:
        """The cycles of a demand."""
        with self._leitor.ler() as (cursor, dialect):
            return queries.read_relatoria(cursor, dialect, demanda_id)

    def atualizacoes(
        self, demanda_id: str, *, publico: bool = True, depois: int = 0
    ) -> list[Atualizacao]:
        """A page of a demand's published reports, in their order."""
        with self._leitor.ler() as (cursor, dialect):
            return queries.read_atualizacoes(
                cursor, dialect, demanda_id, publico=publico, depois=depois
            )

    def sugerir(self, texto: str) -> Proposta:
        """How words might be structured; nothing is stored."""
        with self._leitor.ler() as (cursor, dialect):
            found = api.sugerir(cursor, dialect, self._no, texto, self._agora())
            if found.tipo is None:
                return Proposta(found, None, {}, ())
            form = api.prever(cursor, dialect, found.tipo, texto, found.campos)
        return Proposta(
            found,
            form.publica,
            form.campos["campos_estruturados"],
            tuple(form.campos.get("termos_suspeitos", ())),
        )

    def prever(self, tipo: str, texto: str, campos: Mapping[str, str]) -> Previa:
        """How a report would be published as it stands, finished or not; nothing is stored."""
        given = {name: value.strip() for name, value in campos.items() if value.strip()}
        with self._leitor.ler() as (cursor, dialect):
            form = api.prever(cursor, dialect, tipo, texto, given)
        shown: Mapping[str, str] = form.campos["campos_estruturados"]
        found = [str(one) for one in form.campos.get("termos_suspeitos", ())]
        patterns = tuple(
            one.removeprefix(PATTERN_PREFIX) for one in found if one.startswith(PATTERN_PREFIX)
        )
        words = str(form.campos["descricao_sanitizada"])
        return Previa(
            publica=form.publica,
            campos_publicos=shown,
            campos_internos=tuple(name for name in given if name not in shown),
            padroes=patterns,
            termos_da_lista=len(found) - len(patterns),
            is_alterada=" ".join(words.split()) != " ".join(texto.split()),
        )

    # -- acts ------------------------------------------------------------------------------

    def completar(self, pedido: Pedido, tipo: str | None) -> Pedido:
        """The request with what is suggested for its words, which is kept beside it.

        Args:
            pedido: its fields stand before suggested ones.
            tipo: the kind that was said; None takes the suggested one.

        Raises:
            UserFacingError: ``relatoria.sem_sugestao``.
        """
        found = self.sugerir(pedido.texto).sugestao
        kind = tipo or found.tipo
        if kind is None:
            raise UserFacingError("relatoria.sem_sugestao")
        suggested = found.campos if kind == found.tipo else {}
        return replace(
            pedido,
            tipo=kind,
            campos={**suggested, **pedido.campos},
            sugestao=found.as_payload(),
        )

    def registrar(
        self, pedido: Pedido, ator: Ator, *, comando_id: str | None = None
    ) -> Mapping[str, Any]:
        """Register a report; its public form follows.

        Raises:
            UserFacingError: ``midia.removida_antes``; see the colony's ``api``.
        """
        exigir(ator, Ato.TRABALHAR)
        who = conselheiro_proprio(self._leitor, ator, pedido.conselheiro_id)
        sender = self._sender_of(pedido.midias, pedido.demanda_id, who)
        wanted = replace(pedido, conselheiro_id=who, remetente_id=sender)
        return self._done(api.registrar_atualizacao(self._no, wanted, ator), comando_id)

    def concluir(
        self,
        demanda_id: str,
        texto: str,
        ator: Ator,
        *,
        conselheiro_id: str | None = None,
        midias: Sequence[MidiaGuardada] = (),
        comando_id: str | None = None,
    ) -> Mapping[str, Any]:
        """Report that a demand is done. Faults: see the colony's ``api``."""
        exigir(ator, Ato.TRABALHAR)
        who = conselheiro_proprio(self._leitor, ator, conselheiro_id)
        sender = self._sender_of(midias, demanda_id, who)
        decide = api.concluir(
            self._no, demanda_id, texto, ator, conselheiro_id=who, midias=midias,
            remetente_id=sender,
        )  # fmt: skip
        return self._done(decide, comando_id)

    def _sender_of(
        self, midias: Sequence[MidiaGuardada], demanda_id: str, conselheiro_id: str | None
    ) -> str | None:
        """The citizen behind the councillor who gives files; None where that is not known here.

        Raises:
            UserFacingError: ``midia.removida_antes`` for what was removed from this demand.
        """
        if not midias:
            return None
        with self._leitor.ler() as leitura:
            for one in midias:
                conferir_reenvio(*leitura, demanda_id, one.sha256, one.hash_origem)
            cycle = queries.read_relatoria(*leitura, demanda_id).ativo
            who = conselheiro_id or (None if cycle is None else cycle.conselheiro_id)
            return None if who is None else read_cidadao(*leitura, who)

    def ratificar(
        self, demanda_id: str, ator: Ator, *, conselheiro_id: str | None = None
    ) -> Mapping[str, Any]:
        """Confirm the residents' conclusion. Faults: see the colony's ``api``."""
        exigir(ator, Ato.TRABALHAR)
        who = conselheiro_proprio(self._leitor, ator, conselheiro_id)
        return self._done(api.ratificar(demanda_id, ator, conselheiro_id=who))

    def desistir(
        self, demanda_id: str, ator: Ator, *, conselheiro_id: str | None = None
    ) -> Mapping[str, Any]:
        """Give a demand up. Faults: see the colony's ``api``."""
        exigir(ator, Ato.TRABALHAR)
        who = conselheiro_proprio(self._leitor, ator, conselheiro_id)
        return self._done(api.desistir(demanda_id, ator, conselheiro_id=who))

    def encerrar_mandato(self, conselheiro_id: str, ator: Ator) -> Mapping[str, Any]:
        """End the cycle of a councillor whose mandate is over. Faults: see the colony's ``api``."""
        return self._done(api.encerrar_mandato(conselheiro_id, ator))

    def _done(self, decide: api.Decide, comando_id: str | None = None) -> Mapping[str, Any]:
        receipt = self._escrita.executar(COLONY, decide, comando_id=comando_id).result()
        answer: Mapping[str, Any] = receipt.resposta
        return answer
