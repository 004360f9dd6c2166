"""What councillors of the story do with what was drawn for them, day by day.

A councillor takes the demand up, reports, meets obstacles, gives it back or brings it to its end,
as the die falls. Every act goes through the services that screens and verbs use.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Final

from app.bootstrap.demonstracao.dado import Dado
from app.bootstrap.demonstracao.elenco import Elenco
from app.services.conselheiros import ConselheirosService
from app.services.escrita import Ator
from app.services.relatoria import RelatoriaService
from core.colonies.d6b_relatoria.api import Pedido

PAGE: Final = 200
REPORTS_BEFORE_THE_END: Final = 3
_REASONS: Final = ("recusa_explicita", "recusa_explicita", "fora_do_territorio", "risco_pessoal")
_KINDS: Final = (
    "contato_realizado",
    "protocolo_aberto",
    "documento_anexado",
    "entrave_registrado",
    "status_atualizado",
)


@dataclass
class Atos:
    """How often something happened."""

    relatos: int = 0
    recusas: int = 0
    conclusoes: int = 0
    desistencias: int = 0
    mandatos: int = 0


@dataclass
class Conselho:
    """The councillors of an office.

    Args:
        avessos: councillors who refuse whatever is drawn for them.
        clerk: acts in their names.
    """

    conselheiros: ConselheirosService
    relatoria: RelatoriaService
    elenco: Elenco
    dado: Dado
    clerk: Ator
    avessos: set[str] = field(default_factory=set)
    atos: Atos = field(default_factory=Atos)

    def dia(self, hoje: date) -> None:
        """Everybody who has a demand may do one thing."""
        for who in self._busy():
            assignment = self.conselheiros.situacao(who).atribuicao
            if assignment is not None:
                self._act(who, assignment.demanda_id, hoje)

    def desistir_de_uma(self) -> None:
        """Somebody gives up what was begun."""
        for demanda_id, who in self._begun():
            self.relatoria.desistir(demanda_id, self.clerk, conselheiro_id=who)
            self.atos.desistencias += 1
            return

    def encerrar_um_mandato(self) -> None:
        """Somebody's mandate ends with a demand in hand."""
        for _demanda_id, who in self._begun():
            self.relatoria.encerrar_mandato(who, self.clerk)
            self.atos.mandatos += 1
            return

    def _busy(self) -> list[str]:
        found: list[str] = []
        after: str | None = None
        while True:
            page = self.conselheiros.listar(status="ocupado", limite=PAGE, depois=after)
            found += [one.conselheiro_id for one in page.conselheiros]
            after = page.depois
            if after is None:
                return found

    def _begun(self) -> list[tuple[str, str]]:
        """(demand, councillor) where at least one report was made."""
        found = []
        for who in self._busy():
            assignment = self.conselheiros.situacao(who).atribuicao
            if assignment is None:
                continue
            running = self.relatoria.abrir(assignment.demanda_id).ativo
            if running is not None and running.total_atualizacoes:
                found.append((assignment.demanda_id, who))
        return found

    def _act(self, who: str, demanda_id: str, hoje: date) -> None:
        running = self.relatoria.abrir(demanda_id).ativo
        if running is None:
            return
        if running.total_atualizacoes == 0:
            self._begin(who, demanda_id, hoje)
        elif running.total_atualizacoes >= REPORTS_BEFORE_THE_END and self.dado.chance(35):
            text = self.dado.escolher(self.elenco.conclusoes)
            self.relatoria.concluir(demanda_id, text, self.clerk, conselheiro_id=who)
            self.atos.conclusoes += 1
        elif self.dado.chance(25):
            self._report(who, demanda_id, _KINDS, hoje)

    def _begin(self, who: str, demanda_id: str, hoje: date) -> None:
        if who in self.avessos or self.dado.chance(6):
            reason = "recusa_explicita" if who in self.avessos else self.dado.escolher(_REASONS)
            self.conselheiros.recusar(who, demanda_id, self.clerk, motivo=reason)
            self.atos.recusas += 1
        elif self.dado.chance(40):
            self._report(who, demanda_id, ("contato_realizado", "prazo_registrado"), hoje)

    def _report(self, who: str, demanda_id: str, tipos: Sequence[str], hoje: date) -> None:
        told = self.elenco.relato(tipos, self.dado, hoje)
        asked = Pedido(
            demanda_id=demanda_id,
            tipo=told.tipo,
            texto=told.texto,
            campos=told.campos,
            conselheiro_id=who,
        )
        self.relatoria.registrar(asked, self.clerk)
        self.atos.relatos += 1
