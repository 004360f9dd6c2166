"""What opens the list behind a number of the panel.

A target is what ``widgets/demandas`` opens: an ``Escolha`` as text (``Escolha.as_target``). Unit and
"só esta unidade" are those of the panel, the moment is that of opening: the list is read anew.
"""

from __future__ import annotations

from typing import Any

import msgspec

from app.services.demanda_lista import Escolha
from app.services.painel import PainelVisto, SemanaDoPainel
from core.colonies.d7_transparencia.queries.demandas import ATRASADA
from core.colonies.d7_transparencia.rules.situacao import ABERTAS, SEM_CONSELHEIRO


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

    def escolha(self, **fields: Any) -> Escolha:
        """The panel's unit and these filters."""
        return msgspec.structs.replace(self._base, **fields)

    def todas(self) -> str:
        """Every demand."""
        return self._base.as_target()

    def abertas(self, **fields: Any) -> str:
        """Open demands, and what else they must be."""
        return self.escolha(situacoes=tuple(ABERTAS), **fields).as_target()

    def situacao(self, *codigos: str) -> str:
        """Demands in these states."""
        return self.escolha(situacoes=codigos).as_target()

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
        return self.escolha(atraso=tipo).as_target()

    def recebidas(self, semana: SemanaDoPainel) -> str:
        """Received in a week."""
        return self.escolha(de=semana.inicio, ate=semana.fim).as_target()

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
        return self.escolha(marca="oculta").as_target()
