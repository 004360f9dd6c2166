"""How a demand stands, told to the resident who asks: public facts, its story, whom to call."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from app.services.atendimento_telefones import Contato, TelefonesService
from app.services.linha_do_tempo import LinhaDoTempo
from app.services.transparencia_vistas import DemandaVista

STORY: Final = 30


@dataclass(frozen=True, slots=True)
class SituacaoParaMorador:
    """What is told and printed.

    Args:
        demanda: its public summary.
        historia: (moment in milliseconds, sentence), newest first.
        contato: whom to call; None where nothing is listed.
    """

    demanda: DemandaVista
    historia: tuple[tuple[int, str], ...]
    contato: Contato | None


class SituacaoService:
    """Over one office.

    Args:
        demanda: the public summary of a demand.
        linha: a page of its timeline.
        telefones: whom to call.
    """

    def __init__(
        self,
        demanda: Callable[[str], DemandaVista],
        linha: Callable[[str, int], LinhaDoTempo],
        telefones: TelefonesService,
    ) -> None:
        self._demanda = demanda
        self._linha = linha
        self._telefones = telefones

    def de(self, demanda_id: str) -> SituacaoParaMorador:
        """A demand's situation.

        Raises:
            UserFacingError: ``busca.nada_encontrado`` where nothing public is known of it yet.
        """
        found = self._demanda(demanda_id)
        story = self._linha(demanda_id, STORY)
        return SituacaoParaMorador(
            found,
            tuple((one.quando_ms, one.frase) for one in story.entradas),
            self._telefones.de(found.categoria_id),
        )
