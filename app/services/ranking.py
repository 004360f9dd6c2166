"""The ranking of a unit as a person reads it: pages, the top, the place of one demand.

No Qt, no SQL. Ranking is of the exact unit (G-028).
"""

from __future__ import annotations

from dataclasses import dataclass
from math import isfinite
from typing import Final

from app.services.leitura import Leitor, Leitura
from app.services.unidades import encontrar_unidade, nome_da_unidade
from core.colonies.d1b_normalizacao.queries import read_forma
from core.colonies.d4_ranking import queries
from core.colonies.d4_ranking.queries import Continuacao, Posicao
from core.kernel.errors import UserFacingError

PAGE: Final = queries.LIMITE


@dataclass(frozen=True, slots=True)
class Linha:
    """A demand of a ranking.

    Args:
        titulo: public title; None where it is not public or not known.
    """

    posicao: Posicao
    titulo: str | None


@dataclass(frozen=True, slots=True)
class Pagina:
    """A page of a ranking.

    Args:
        unidade_civica_id: whose.
        unidade: its name; None where the territory does not have it.
        linhas: in order.
        total: demands of the unit.
        depois: to be given back for the next page; None on the last.
        versao_parametros: label of the set in force.
    """

    unidade_civica_id: str
    unidade: str | None
    linhas: tuple[Linha, ...]
    total: int
    depois: str | None
    versao_parametros: str


@dataclass(frozen=True, slots=True)
class UnidadeRanqueada:
    """A unit that has a ranking."""

    unidade_civica_id: str
    unidade: str | None
    demandas: int


class RankingService:
    """Over one office.

    Args:
        leitor: reads.
    """

    def __init__(self, leitor: Leitor) -> None:
        self._leitor = leitor

    def pagina(self, unidade: str, limite: int = PAGE, depois: str | None = None) -> Pagina:
        """A page of a unit's ranking, from its head or from where one ended.

        Args:
            unidade: identifier or name.
            limite: rows of a page.
            depois: ``Pagina.depois`` of the page before.

        Raises:
            UserFacingError: ``unidade.nao_encontrada``, ``unidade.varias``,
                ``ranking.pagina_invalida``, ``ranking.limite``.
        """
        if limite < 1:
            raise UserFacingError("ranking.limite", limite=limite)
        after = None if depois is None else _point(depois)
        with self._leitor.ler() as leitura:
            found = encontrar_unidade(leitura, unidade)
            page = queries.read_page(*leitura, found.unidade_civica_id, after, limite)
            return Pagina(
                found.unidade_civica_id,
                found.nome,
                tuple(Linha(one, _title(leitura, one.demanda_id)) for one in page.itens),
                page.total,
                None if page.proxima is None else _token(page.proxima),
                queries.read_in_force(*leitura).parametros.versao,
            )

    def demanda(self, demanda_id: str) -> tuple[Linha, str | None, int]:
        """The place of a demand, the name of its unit and how many that unit has.

        Raises:
            UserFacingError: ``ranking.demanda_sem_pontos``.
        """
        with self._leitor.ler() as leitura:
            found = queries.read_position(*leitura, demanda_id)
            if found is None:
                raise UserFacingError("ranking.demanda_sem_pontos")
            return (
                Linha(found, _title(leitura, demanda_id)),
                nome_da_unidade(leitura, found.unidade_civica_id),
                queries.read_total(*leitura, found.unidade_civica_id),
            )

    def unidades(self, limite: int = PAGE) -> list[UnidadeRanqueada]:
        """Units that have a ranking, the largest first."""
        with self._leitor.ler() as leitura:
            return [
                UnidadeRanqueada(unit, nome_da_unidade(leitura, unit), count)
                for unit, count in queries.read_units(*leitura, limite)
            ]


def _title(leitura: Leitura, demanda_id: str) -> str | None:
    form = read_forma(*leitura, demanda_id)
    return form.titulo if form is not None and form.is_publica else None


def _token(point: Continuacao) -> str:
    return f"{point.score_final!r}/{point.demanda_id}"


def _point(text: str) -> Continuacao:
    try:
        score, demanda_id = text.split("/")
        point = Continuacao(float(score), demanda_id)
    except ValueError:
        raise UserFacingError("ranking.pagina_invalida") from None
    if not isfinite(point.score_final):
        raise UserFacingError("ranking.pagina_invalida")
    return point
