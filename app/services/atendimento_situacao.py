"""How a demand stands, told to the resident who asks: public facts, its story, whom to call."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
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
        fotos: small JPEGs of what everybody may see; read for paper alone.
    """

    demanda: DemandaVista
    historia: tuple[tuple[int, str], ...]
    contato: Contato | None
    fotos: tuple[bytes, ...] = ()


class SituacaoService:
    """Over one office.

    Args:
        demanda: the public summary of a demand.
        linha: a page of its timeline.
        telefones: whom to call.
        fotos: small pictures that everybody may see.
    """

    def __init__(
        self,
        demanda: Callable[[str], DemandaVista],
        linha: Callable[[str, int], LinhaDoTempo],
        telefones: TelefonesService,
        fotos: Callable[[str], tuple[bytes, ...]],
    ) -> None:
        self._fotos = fotos
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

    def para_imprimir(self, demanda_id: str) -> SituacaoParaMorador:
        """As ``de``, with its photos: read when it is printed, so that it is as public as now.

        Raises:
            UserFacingError: as ``de``.
        """
        return replace(self.de(demanda_id), fotos=self._fotos(demanda_id))
