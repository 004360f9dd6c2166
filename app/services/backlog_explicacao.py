"""Why a demand stands where it stands in its unit's backlog: factors, block, refill, neighbours.

Values in, values out: the words are the screen's. Three things make the order. Points order the
ranking and whoever waits. A level that the unit has not covered gets most places of the agenda and
its front (the block). Whoever came in when a place became free stands at the end until the agenda
is made anew (the refill). Source: ui.md, Backlog; D-5 3.10, 4.1, G-091 to G-093, G-113.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Final, Literal

from app.services.backlog_quadro import AGENDA, ANDAMENTO, ESPERA, Chave, Quadro, chave_de
from core.base.parametros.conjunto import decimal_of
from core.base.pontuacao import score_final
from core.colonies.d5_agenda.queries import Pontuada

MAX_HORIZONTAL: Final = 100

Troca = Literal["pontos", "bloco", "entrada"]
"""What keeps two neighbours in their order: points, the block of a level, or who came in first."""


@dataclass(frozen=True, slots=True)
class Fatores:
    """A score with what it is the product of.

    Args:
        versao: label of the parameters it is by.
        is_outra_versao: another set is in force by now; the score will be calculated anew.
    """

    nivel: int
    peso_nacional: Decimal
    carencia: Decimal
    categoria_vale: int
    score: Decimal
    versao: str
    is_outra_versao: bool


@dataclass(frozen=True, slots=True)
class Vizinha:
    """Who stands directly before or behind.

    Args:
        lugar: in the agenda, or in the ranking where both wait.
        diferenca: points between the two, never negative.
        troca: what keeps them in this order.
        faltam: points that whoever is behind lacks to go ahead; None where points change nothing.
        categoria_bastaria: value of its category with which whoever is behind would be ahead,
            all else equal; None where not even the greatest would do, or points change nothing.
    """

    demanda_id: str
    lugar: int
    score: Decimal
    diferenca: Decimal
    troca: Troca
    faltam: Decimal | None
    categoria_bastaria: int | None


@dataclass(frozen=True, slots=True)
class Bloco:
    """The level that the unit has not covered.

    Args:
        vagas: places of the agenda that its share is.
        is_dela: the demand is of this level.
        passam: how many of the agenda stand before the demand with fewer points, by their level.
        passa: how many of the agenda stand behind it with more points, by its level.
    """

    nivel: int
    vagas: int
    is_dela: bool
    passam: int
    passa: int


@dataclass(frozen=True, slots=True)
class AFrente:
    """Who is ahead; a number for each band, and of those who wait one for each level."""

    em_andamento: int
    na_agenda: int
    esperando: int
    por_nivel: Mapping[int, int]


@dataclass(frozen=True, slots=True)
class Explicacao:
    """All that makes a demand's place.

    Args:
        faixa: where it stands.
        ordem: in the agenda; None elsewhere.
        posicao: in the ranking; None where it was never ranked.
        fatores: None where it was never ranked.
        bloco: None where the unit has no level to cover, or the demand is being worked on.
        reposicao: how many of the agenda stand before it with fewer points only because they came
            in first, when a place became free.
        entrou_antes: how many of the agenda stand behind it with more points for the same reason.
        a_frente: who is ahead of it.
        proximas: how many enter the agenda before it when places become free; None unless it waits.
        capacidade: places of the agenda, worked on and available together.
        ocupadas: how many of them are held.
        acima: None where nobody of its band stands before it.
        abaixo: None where nobody of its band stands behind it.
    """

    demanda_id: str
    faixa: str
    ordem: int | None
    posicao: int | None
    total: int
    fatores: Fatores | None
    bloco: Bloco | None
    reposicao: int
    entrou_antes: int
    a_frente: AFrente
    proximas: int | None
    capacidade: int
    ocupadas: int
    acima: Vizinha | None
    abaixo: Vizinha | None


def vizinhas_de(quadro: Quadro, demanda_id: str) -> tuple[str | None, str | None]:
    """Who stands directly before and behind within the same band; None where nobody does."""
    at = quadro.lugar_na_espera(demanda_id)
    names: Sequence[str] = quadro.fila.demandas
    if at is None:
        names = [one.item.demanda_id for one in quadro.disponiveis]
        if demanda_id not in names:
            return None, None
        at = names.index(demanda_id)
    before = names[at - 1] if at else None
    behind = names[at + 1] if at + 1 < len(names) else None
    return before, behind


def explicar(
    quadro: Quadro,
    demanda_id: str,
    pontuadas: Mapping[str, Pontuada],
    por_nivel: Mapping[int, int],
) -> Explicacao | None:
    """Why the demand stands where it does; None where the quadro does not hold it.

    Args:
        quadro: the unit's backlog.
        demanda_id: whose place.
        pontuadas: of the demand and of its neighbours.
        por_nivel: who waits before it, by level.
    """
    at = quadro.lugar_na_espera(demanda_id)
    line = next((one for one in quadro.linhas if one.demanda_id == demanda_id), None)
    if at is None and line is None:
        return None
    agenda = quadro.backlog.agenda
    mine = pontuadas.get(demanda_id)
    available = [one.item.demanda_id for one in quadro.disponiveis]
    keys = {one: chave_de(quadro.pontuadas[one]) for one in available if one in quadro.pontuadas}
    place = available.index(demanda_id) if demanda_id in available else None
    own = None if mine is None else chave_de(mine)
    before = available if place is None else available[:place]
    behind = [] if place is None else available[place + 1 :]
    levels = {one.item.demanda_id: one.item.nivel_precedencia for one in quadro.disponiveis}
    fewer = [one for one in before if own is not None and keys.get(one, own) > own]
    more = [one for one in behind if own is not None and keys.get(one, own) < own]
    first = agenda.nivel_nao_vencido
    is_first = mine is not None and mine.nivel_precedencia == first
    pass_by = [one for one in fewer if levels[one] == first and not is_first]
    passed = [one for one in more if is_first and levels[one] != first]
    faixa = ESPERA if at is not None else AGENDA if place is not None else ANDAMENTO
    above, below = vizinhas_de(quadro, demanda_id)
    bloco = None
    if first is not None and faixa != ANDAMENTO:
        shares = agenda.vagas_por_nivel.get(first, 0)
        bloco = Bloco(first, shares, is_first, len(pass_by), len(passed))
    return Explicacao(
        demanda_id=demanda_id,
        faixa=faixa,
        ordem=None if line is None else line.ordem,
        posicao=quadro.posicao_na_espera(at) if at is not None else line and line.posicao,
        total=quadro.total_no_ranking,
        fatores=None if mine is None else fatores_de(mine, agenda.versao_parametros),
        bloco=bloco,
        reposicao=0 if faixa == ANDAMENTO else len(fewer) - len(pass_by),
        entrou_antes=len(more) - len(passed),
        a_frente=AFrente(
            0 if faixa == ANDAMENTO else len(quadro.em_andamento),
            0 if faixa == ANDAMENTO else len(before),
            at or 0,
            dict(por_nivel) if at else {},
        ),
        proximas=at,
        capacidade=agenda.capacidade,
        ocupadas=quadro.vagas_ocupadas,
        acima=_neighbour(quadro, pontuadas, above, demanda_id, above),
        abaixo=_neighbour(quadro, pontuadas, demanda_id, below, below),
    )


def fatores_de(pontuada: Pontuada, em_vigor: str) -> Fatores:
    """The factors of a score as decimals."""
    return Fatores(
        pontuada.nivel_precedencia,
        decimal_of(pontuada.peso_nacional),
        decimal_of(pontuada.peso_situacional),
        pontuada.score_horizontal,
        decimal_of(pontuada.score_final),
        pontuada.versao_parametros,
        pontuada.versao_parametros != em_vigor,
    )


def _neighbour(
    quadro: Quadro,
    pontuadas: Mapping[str, Pontuada],
    ahead_id: str | None,
    behind_id: str | None,
    shown_id: str | None,
) -> Vizinha | None:
    """What stands between two that follow each other, told of one of them."""
    ahead = None if ahead_id is None else pontuadas.get(ahead_id)
    behind = None if behind_id is None else pontuadas.get(behind_id)
    if ahead is None or behind is None or shown_id is None:
        return None
    troca = _kept_by(quadro, ahead, behind)
    lacking = _lacking(chave_de(ahead), chave_de(behind)) if troca == "pontos" else None
    at = quadro.lugar_na_espera(shown_id)
    line = next((one for one in quadro.linhas if one.demanda_id == shown_id), None)
    lugar = quadro.posicao_na_espera(at) if at is not None else (line and line.ordem) or 0
    shown = pontuadas[shown_id]
    return Vizinha(
        shown_id,
        lugar,
        decimal_of(shown.score_final),
        abs(decimal_of(ahead.score_final) - decimal_of(behind.score_final)),
        troca,
        lacking,
        None if lacking is None else _category_that_would_do(ahead, behind),
    )


def _kept_by(quadro: Quadro, ahead: Pontuada, behind: Pontuada) -> Troca:
    first = quadro.backlog.agenda.nivel_nao_vencido
    if quadro.lugar_na_espera(ahead.demanda_id) is not None:
        return "pontos"
    if ahead.nivel_precedencia == first != behind.nivel_precedencia:
        return "bloco"
    return "pontos" if chave_de(ahead) < chave_de(behind) else "entrada"


def _lacking(ahead: Chave, behind: Chave) -> Decimal:
    """Points with which whoever is behind would be ahead; of equal points the id decides."""
    between = decimal_of(-ahead[0]) - decimal_of(-behind[0])
    return between if behind[1] < ahead[1] else between + Decimal("0.01")


def _category_that_would_do(ahead: Pontuada, behind: Pontuada) -> int | None:
    """The least value of its category with which whoever is behind would be ahead."""
    weight, share = decimal_of(behind.peso_nacional), decimal_of(behind.peso_situacional)
    wanted = chave_de(ahead)
    for value in range(behind.score_horizontal + 1, MAX_HORIZONTAL + 1):
        if (-float(score_final(weight, share, value)), behind.demanda_id) < wanted:
            return value
    return None
