"""Which demands a unit's agenda holds, in which order, and how an item's state may change.

Values in, values out. Two facts carry the rest: the capacity is a ceiling over what is available
and what is being worked on together (G-109), and a place that its level does not need goes to
whoever has the best score (G-091). Source: D-5 3.6, 4.2, 4.5, G-090 to G-100, G-114.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from core.base.parametros.conjunto import NIVEIS
from core.kernel.clock import parse_timestamp

DISPONIVEL: Final = "disponivel"
ATRIBUIDO: Final = "atribuido"
EM_PROGRESSO: Final = "em_progresso"
CONCLUIDO: Final = "concluido"
AGREGADO: Final = "agregado"
REMOVIDO: Final = "removido"

EM_ANDAMENTO: Final = (ATRIBUIDO, EM_PROGRESSO)
ATIVOS: Final = (DISPONIVEL, *EM_ANDAMENTO)
ENCERRADOS: Final = (CONCLUIDO, AGREGADO, REMOVIDO)

LIMIAR_NAO_VENCIDO: Final = Decimal("0.1")
"""A level with exactly this weight is covered (G-095)."""

# The decay factor 0.40 as a fraction: shares of the capacity are exact.
_NUMERADOR: Final = 2
_DENOMINADOR: Final = 5

_DIA_MS: Final = 86_400_000

Transicao = Mapping[str | None, str]
"""State before -> state after; None before: the demand is not in the agenda. Others: no change."""

SORTEIO: Final[Transicao] = {
    None: ATRIBUIDO,
    DISPONIVEL: ATRIBUIDO,
    ATRIBUIDO: ATRIBUIDO,
    EM_PROGRESSO: ATRIBUIDO,
}
INICIO: Final[Transicao] = {DISPONIVEL: EM_PROGRESSO, ATRIBUIDO: EM_PROGRESSO}
DEVOLUCAO: Final[Transicao] = {ATRIBUIDO: ATRIBUIDO, EM_PROGRESSO: ATRIBUIDO}
"""A councillor gave the demand back: it stays assigned, to nobody, until the new draw (G-101)."""
CONCLUSAO: Final[Transicao] = {
    None: CONCLUIDO,
    DISPONIVEL: CONCLUIDO,
    ATRIBUIDO: CONCLUIDO,
    EM_PROGRESSO: CONCLUIDO,
}
CONCLUSAO_COLETIVA: Final[Transicao] = {
    None: CONCLUIDO,
    DISPONIVEL: CONCLUIDO,
    ATRIBUIDO: CONCLUIDO,
}
AGREGACAO: Final[Transicao] = {
    DISPONIVEL: AGREGADO,
    ATRIBUIDO: AGREGADO,
    EM_PROGRESSO: AGREGADO,
    CONCLUIDO: AGREGADO,
}
RETIRADA: Final[Transicao] = {
    None: REMOVIDO,
    DISPONIVEL: REMOVIDO,
    ATRIBUIDO: REMOVIDO,
    EM_PROGRESSO: REMOVIDO,
}


@dataclass(frozen=True, slots=True)
class Candidata:
    """A demand that may be made available, or is."""

    demanda_id: str
    score: float
    nivel: int
    categoria_id: str


@dataclass(frozen=True, slots=True)
class Selecao:
    """Who is available, in the order of the agenda.

    Args:
        nivel: the level that is not covered; None where the unit has none.
    """

    nivel: int | None
    ordem: tuple[Candidata, ...]


def nivel_nao_vencido(pesos: Mapping[int, Decimal] | None) -> int | None:
    """The level with the greatest weight over the threshold; of equal ones the most critical.

    Args:
        pesos: what the unit's set names; a level that it does not name is no candidate (G-094).
    """
    found: int | None = None
    greatest = LIMIAR_NAO_VENCIDO
    for nivel in NIVEIS:
        peso = (pesos or {}).get(nivel)
        if peso is not None and peso > greatest:
            found, greatest = nivel, peso
    return found


def vagas_por_nivel(capacidade: int, nivel: int) -> dict[int, int]:
    """Geometric decay of the places with the distance from ``nivel``, which gets the remainder.

    The most critical levels come first after ``nivel`` itself, as the document's loop has them.
    """
    farthest = NIVEIS[-1] - NIVEIS[0]
    pesos = {
        each: _NUMERADOR ** abs(each - nivel) * _DENOMINADOR ** (farthest - abs(each - nivel))
        for each in NIVEIS
    }
    total = sum(pesos.values())
    others = {each: capacidade * pesos[each] // total for each in NIVEIS if each != nivel}
    return {nivel: capacidade - sum(others.values()), **others}


def selecionar(
    candidatas: Iterable[Candidata],
    em_andamento: Mapping[int, int],
    capacidade: int,
    pesos: Mapping[int, Decimal] | None,
) -> Selecao:
    """The available items of a unit.

    Args:
        candidatas: of every level at least as many of the best as there are places.
        em_andamento: level -> items being worked on, which hold their places.
        capacidade: items that the agenda holds.
        pesos: situational weights that the unit's set names.
    """
    livres = max(0, capacidade - sum(em_andamento.values()))
    ordered = sorted(candidatas, key=_merito)
    nivel = nivel_nao_vencido(pesos)
    if nivel is None:
        return Selecao(None, tuple(ordered[:livres]))
    chosen = _by_level(ordered, vagas_por_nivel(capacidade, nivel), em_andamento, livres)
    taken = {one.demanda_id for one in chosen}
    rest = [one for one in ordered if one.demanda_id not in taken]
    chosen += rest[: livres - len(chosen)]
    return Selecao(nivel, tuple(sorted(chosen, key=lambda one: (one.nivel != nivel, _merito(one)))))


def _by_level(
    ordered: Sequence[Candidata],
    vagas: Mapping[int, int],
    em_andamento: Mapping[int, int],
    livres: int,
) -> list[Candidata]:
    """The best of each level as far as its share goes, which work in progress uses up first."""
    by_level: dict[int, list[Candidata]] = {}
    for one in ordered:
        by_level.setdefault(one.nivel, []).append(one)
    chosen: list[Candidata] = []
    for nivel, vagas_do_nivel in vagas.items():
        share = max(0, vagas_do_nivel - em_andamento.get(nivel, 0))
        chosen += by_level.get(nivel, [])[: min(share, livres - len(chosen))]
    return chosen


def melhores(candidatas: Iterable[Candidata], vagas: int) -> list[Candidata]:
    """Who is promoted into open places: the greatest score, ties by demand (G-113)."""
    return sorted(candidatas, key=_merito)[:vagas]


def _merito(one: Candidata) -> tuple[float, str]:
    return (-one.score, one.demanda_id)


def posicoes(ordens: Iterable[int]) -> list[int]:
    """The positions of an agenda's items from their ``ordem``, in the order of the agenda.

    1 is drawn for next. Who was drawn without having had a place has position 0 (G-099).
    """
    found: list[int] = []
    last = 0
    for ordem in ordens:
        last += ordem > 0
        found.append(last if ordem > 0 else 0)
    return found


def dias_entre(entrou_em: str, data_conclusao: str) -> int | None:
    """Whole days from entering the agenda to the end, at least 0 (G-114); None for no such day."""
    try:
        passed_ms = parse_timestamp(data_conclusao) - parse_timestamp(entrou_em)
    except ValueError:
        return None
    return max(0, passed_ms // _DIA_MS)
