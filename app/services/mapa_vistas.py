"""What the map is asked and what it answers with: values, with names in the place of identifiers."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Final

from app.services.situacoes import Situacao
from core.base.territorio.distancia import Caixa, Ponto

__all__ = [
    "MAX_LINHAS",
    "MAX_SIMBOLOS",
    "MUDAM_O_MAPA",
    "OCULTA",
    "ZOOM_MAXIMO",
    "Alvo",
    "Caixa",
    "FiltroDoMapa",
    "Grupo",
    "NaTela",
    "Onde",
    "Opcoes",
    "Ponto",
    "Simbolo",
    "VisaoDoMapa",
    "Vista",
]

MAX_SIMBOLOS: Final = 500
"""Symbols in one view, groups included."""

MAX_LINHAS: Final = 2_000
"""Rows of the list beside the map; its count is always that of all."""

ZOOM_MAXIMO: Final = 19
OCULTA: Final = "⊘"
MUDAM_O_MAPA: Final = frozenset(
    {
        "agenda.item_disponível",
        "conselheiro.atribuicao_recusada",
        "conselheiro.ciclo_concluído",
        "conselheiro.demanda_iniciada",
        "conselheiro.sorteado",
        "demanda.categorizada",
        "demanda.concluída",
        "demanda.georreferenciada",
        "demanda.normalizada",
        "demanda.recebida",
        "demanda.retirada",
        "demanda.revisao_solicitada",
        "duplicidade.agregada",
        "moderacao.decidida",
        "sorteio.sem_candidatos",
        "territorio.importado",
        "titular.eliminado",
    }
)
"""What moves a symbol or changes its shape; a new rank alone does not."""


@dataclass(frozen=True, slots=True)
class Vista:
    """What the window shows: a box in degrees and a whole zoom, 0 to ``ZOOM_MAXIMO``."""

    caixa: Caixa
    zoom: int


@dataclass(frozen=True, slots=True)
class FiltroDoMapa:
    """Which demands; days are the office's, both included.

    Args:
        situacoes: codes; empty for all that is open: not resolved, joined or withdrawn.
        unidade: with all units below it; alone where ``so_esta``.
    """

    situacoes: tuple[str, ...] = ()
    nivel: int | None = None
    categoria: str | None = None
    unidade: str | None = None
    so_esta: bool = False
    de: date | None = None
    ate: date | None = None

    @property
    def is_restricting(self) -> bool:
        """Other than the map as it opens."""
        return self != FiltroDoMapa()


@dataclass(frozen=True, slots=True)
class Simbolo:
    """One demand on the map; words that are held back are None."""

    demanda_id: str
    protocolo: str | None
    titulo: str | None
    situacao: Situacao
    is_oculta: bool
    nivel: int | None
    categoria: str | None
    unidade: str | None
    recebida_em: str | None
    lat: float
    lng: float

    @property
    def forma(self) -> str:
        """The shape that says the state."""
        return OCULTA if self.is_oculta else self.situacao.forma


@dataclass(frozen=True, slots=True)
class Alvo:
    """A demand to be shown; ``passa`` where the filter lets it through."""

    demanda: Simbolo
    passa: bool


@dataclass(frozen=True, slots=True)
class Grupo:
    """Several demands in one symbol.

    Args:
        por_situacao: (code, how many) in the order of a demand's life.
        nivel: the most urgent among them.
        caixa: what the symbol stands for.
    """

    total: int
    por_situacao: tuple[tuple[str, int], ...]
    nivel: int | None
    lat: float
    lng: float
    caixa: Caixa


@dataclass(frozen=True, slots=True)
class VisaoDoMapa:
    """The symbols of a view, ``MAX_SIMBOLOS`` at most; their demands sum to ``total``."""

    simbolos: tuple[Simbolo, ...]
    grupos: tuple[Grupo, ...]

    @property
    def total(self) -> int:
        """Demands in the view."""
        return len(self.simbolos) + sum(grupo.total for grupo in self.grupos)


@dataclass(frozen=True, slots=True)
class NaTela:
    """The list beside the map.

    Args:
        linhas: most urgent first, ``MAX_LINHAS`` at most.
        total: demands in the view: what the symbols sum to.
        sem_localizacao: demands that pass the filter and that no map can show.
    """

    linhas: tuple[Simbolo, ...]
    total: int
    sem_localizacao: int


@dataclass(frozen=True, slots=True)
class Onde:
    """The unit a point lies in: its name, and those above it up to the municipality; None outside
    all units.
    """

    unidade_civica_id: str | None
    nome: str | None
    acima: tuple[str, ...] = ()

    @property
    def frase(self) -> str:
        """In words."""
        if self.nome is None:
            return "Fora de todas as unidades conhecidas"
        return " · ".join((self.nome, *self.acima))


@dataclass(frozen=True, slots=True)
class Opcoes:
    """What can be filtered by: (code, name) each; levels from the most urgent one."""

    situacoes: tuple[Situacao, ...]
    niveis: tuple[tuple[int, str], ...]
    categorias: tuple[tuple[str, str], ...]
    unidades: tuple[tuple[str, str], ...]
