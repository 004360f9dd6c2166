"""Which commits concern which screens: the event types behind what a screen shows.

Taken from the colonies' own declarations where a screen shows one colony's rows, so that a type added
there is heard here. A commit is told by the types that it holds (``Servicos.observar``).
"""

from __future__ import annotations

from typing import Final

from core.colonies.d1d_moderacao.colony import MODERACAO as D1D
from core.colonies.d2_georreferenciamento.colony import GEORREFERENCIAMENTO
from core.colonies.d4_ranking.colony import RANKING
from core.colonies.d6a_sorteio.colony import SORTEIO
from core.colonies.d6b_relatoria.colony import RELATORIA
from core.kernel.colony import Colony


def _of(*colonies: Colony) -> frozenset[str]:
    """What these colonies fold or publish."""
    return frozenset().union(*({*one.apply, *one.publica} for one in colonies))


CONSELHEIROS: Final = _of(SORTEIO)
"""Registrations, draws, refusals, the queue, endings."""

GABINETE: Final = _of(SORTEIO, RELATORIA) | {"demanda.corrigida"}
"""Assignments and reports, and the text that they are about."""

REVISAO: Final = _of(GEORREFERENCIAMENTO) | {
    "demanda.categoria_contestada",
    "demanda.categorizada",
    "demanda.corrigida",
    "demanda.revisao_solicitada",
}
"""What waits for a category or a unit, and what takes it away."""

MODERACAO: Final = _of(D1D) | {"titular.eliminado", "anexo.moderado", "anexo.removido"}
"""What was flagged, what was decided of it, and what an erasure took away."""

SORTEIOS: Final = _of(SORTEIO) | {"papel.alterado"}
"""Draws and attempts, and who held which role."""

PARAMETROS: Final = _of(RANKING)
"""Sets of parameters, and scores."""
