"""Backlogs for tests: ranking, agenda and public state as they are, everything else told by hand.

Numbers stand for ids as in ``tests.support.office``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from app.services.backlog import BacklogService
from app.services.backlog_quadro import Quadro
from app.services.leitura import BancoLeitor
from app.services.situacoes import Situacoes
from app.settings.recursos import Recursos
from core.colonies.d4_ranking.colony import RANKING
from core.colonies.d5_agenda.colony import AGENDA
from core.colonies.d7_transparencia.colony import TRANSPARENCIA
from core.kernel.colony import Colony, no_keys
from core.kernel.engine.engine import Engine
from core.kernel.event import NewEvent
from tests.core.colonies.d5_agenda.conftest import parametros
from tests.core.colonies.d7_transparencia import conftest as e
from tests.core.colonies.d7_transparencia.test_leituras import territorio
from tests.support.categorias import shipped_files
from tests.support.office import Office, unidade

_LISTENING: Final = (RANKING, AGENDA, TRANSPARENCIA)
SOURCE: Final = Colony(
    id="FONTE",
    prefixo="fonte",
    nome="Fonte",
    publica=tuple(
        sorted(
            {tipo for colony in _LISTENING for tipo in colony.apply}
            - {tipo for colony in _LISTENING for tipo in colony.publica}
            | {"parametros.carregados"}
        )
    ),
    apply={},
    chaves=no_keys,
)
PESOS: Final = {1: "0.85", 2: "0.60", 3: "0.75", 4: "0.40", 5: "0.20"}
"""Level 1 is not covered."""


@dataclass
class Bairro:
    """An office whose unit 1, "Jardim das Flores", has a backlog."""

    office: Office
    service: BacklogService = field(init=False)

    def __post_init__(self) -> None:
        self.office.colonies = (SOURCE, *_LISTENING)
        taxonomy = shipped_files().taxonomy
        self.service = BacklogService(
            self.leitor, lambda: taxonomy, Situacoes(Recursos().states_toml())
        )
        self.publicar(territorio())

    @property
    def engine(self) -> Engine:
        """The running engine."""
        return self.office.engines[-1] if self.office.engines else self.office.engine()

    @property
    def leitor(self) -> BancoLeitor:
        """Reads without keeping connections."""
        return BancoLeitor(self.office.database, keep=0)

    def publicar(self, *events: NewEvent) -> None:
        """Publish one by one, letting everything follow each."""
        for event in events:
            self.engine.publicar("FONTE", event)
            self.engine.aguardar_ocioso()

    def parametros(
        self, capacidade: int, pesos: Mapping[int, str] | None = None, versao: str = "teste-1"
    ) -> None:
        """Weights and places of unit 1."""
        self.publicar(parametros(versao, {1: pesos} if pesos else None, {1: capacidade}))

    def entra(self, n: int, nivel: int, vale: int, u: int = 1, titulo: str = "Buraco") -> None:
        """A demand of that level, whose category is worth so much, up to its place."""
        self.publicar(
            e.recebida(n),
            e.normalizada(n, titulo),
            e.georreferenciada(n, u),
            e.categorizada(n, f"{nivel}.1", u, nivel_precedencia=nivel, score_horizontal=vale),
        )

    def quadro(self, u: int = 1) -> Quadro:
        """A unit's backlog as the service reads it."""
        return self.service.quadro(unidade(u))
