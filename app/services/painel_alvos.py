"""What opens the list behind a number of the panel.

A target is what ``widgets/demandas`` opens: ``lista:`` and an ``Escolha`` as text, e.g.
``lista:{"situacoes":["atribuida"],"unidade":"<id>","so_esta":true}``. Unit and "só esta unidade" are
those of the panel; the moment is that of opening: the list is read anew.
"""

from __future__ import annotations

from typing import Any, Final

import msgspec

from app.services.demanda_lista import Escolha
from app.services.painel import PainelVisto, SemanaDoPainel
from core.colonies.d7_transparencia.queries.demandas import ATRASADA
from core.colonies.d7_transparencia.rules.situacao import ABERTAS, SEM_CONSELHEIRO

LISTA: Final = "lista:"


def escolha_de(alvo: str) -> Escolha:
    """The filters that a target stands for."""
    return Escolha.from_text(alvo.removeprefix(LISTA))


class Alvos:
    """Targets of one panel.

    Args:
        painel: what is shown.
    """

    def __init__(self, painel: PainelVisto) -> None:
        unit = painel.unidade
        self._base = Escolha(
            unidade=None if unit is None else unit.unidade_civica_id, so_esta=painel.so_esta
        )

    def _target(self, **fields: Any) -> str:
        """The panel's unit and these filters."""
        return LISTA + msgspec.structs.replace(self._base, **fields).as_target()

    def todas(self) -> str:
        """Every demand."""
        return LISTA + self._base.as_target()

    def abertas(self, **fields: Any) -> str:
        """Open demands, and what else they must be."""
        return self._target(situacoes=tuple(ABERTAS), **fields)

    def situacao(self, *codigos: str) -> str:
        """Demands in these states."""
        return self._target(situacoes=codigos)

    def sem_conselheiro(self) -> str:
        """Ranked, open, and nobody works on them."""
        return self.situacao(*(one for one in ABERTAS if one in SEM_CONSELHEIRO))

    def nivel(self, nivel: int) -> str:
        """Open demands of a level."""
        return self.abertas(nivel=nivel)

    def categoria(self, categoria: str) -> str:
        """Open demands of a category."""
        return self.abertas(categoria=categoria)

    def atraso(self, tipo: str = ATRASADA) -> str:
        """Overdue demands: one kind of wait, or any."""
        return self._target(atraso=tipo)

    def recebidas(self, semana: SemanaDoPainel) -> str:
        """Received in a week."""
        return self._target(de=semana.inicio, ate=semana.fim)

    def local_incerto(self) -> str:
        """Open, and placed with low confidence."""
        return self.abertas(marca="local_incerto")

    def sem_ponto(self) -> str:
        """Open, and on no map for want of coordinates."""
        return self.abertas(marca="sem_ponto")

    def sem_unidade(self) -> str:
        """Open, and of no known unit."""
        return self.abertas(sem_lugar=True)

    def ocultas(self) -> str:
        """With the text held back, in whatever state."""
        return self._target(marca="oculta")
