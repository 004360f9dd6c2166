"""Which unit a point lies in, and the chain above it.

An STRtree over the units below state level and a second one over the rest, asked only where the
first finds nothing; outlines prepared at first use; answers built once per unit. Ties – overlaps
and shared borders, which belong to both sides – go by (level, area, id), so that every office
answers alike (G-052). A point in a hole is outside. Source: D-2 4.2, 4.3, 4.5.
"""

from __future__ import annotations

import math
import threading
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt
import shapely
from shapely.geometry import Point
from shapely.geometry.base import BaseGeometry

from core.base.territorio.distancia import Caixa, Ponto
from core.base.territorio.indice import abrir_indice
from core.base.territorio.unidade import (
    MUNICIPIO,
    UF,
    Territorio,
    Unidade,
    versao_fronteira,
)
from core.kernel.errors import UserFacingError


@dataclass(frozen=True, slots=True)
class Resolucao:
    """Where a point lies.

    Args:
        unidade: the smallest unit that holds it; None outside all.
        cadeia: from that unit to the highest one known; a broken hierarchy ends it early.
        municipio_id: the link of level 4, where the chain has one (G-016).
    """

    unidade: Unidade | None
    cadeia: tuple[Unidade, ...] = ()
    municipio_id: str | None = None

    @property
    def cadeia_ids(self) -> list[str]:
        """``cadeia_ucs`` of ``demanda.georreferenciada``."""
        return [unidade.unidade_civica_id for unidade in self.cadeia]


FORA: Final = Resolucao(None)
"""The answer outside all units."""


class _Arvore:
    """Outlines in the order they are asked, and their STRtree."""

    __slots__ = ("arvore", "geometrias", "pergunta", "respostas", "unidades")

    def __init__(self, pares: list[tuple[Unidade, BaseGeometry]]) -> None:
        pares = sorted(pares, key=lambda par: par[0].ordem)
        self.unidades = [unidade for unidade, _ in pares]
        self.geometrias = [geometria for _, geometria in pares]
        self.respostas: list[Resolucao] = []
        self.arvore = shapely.STRtree(self.geometrias)
        self.pergunta = np.empty(1, dtype=object)
        shapely.prepare(self.geometrias)

    def primeira(self, ponto: Point) -> int | None:
        """Place of the first outline that covers the point."""
        # Asked with an array and judged one by one: a ufunc call costs 2 microseconds, a scalar
        # predicate of a prepared outline 0.1.
        self.pergunta[0] = ponto
        achados = self.arvore.query(self.pergunta)[1]
        if len(achados) == 0:
            return None
        for lugar in sorted(achados.tolist()):
            if self.geometrias[lugar].intersects(ponto):
                return int(lugar)
        return None

    def todas(self, ponto: Point) -> Iterable[Unidade]:
        """Every unit that covers the point, in order."""
        for lugar in sorted(self.arvore.query(ponto).tolist()):
            if self.geometrias[lugar].intersects(ponto):
                yield self.unidades[lugar]


class Resolvedor:
    """Point-in-polygon over a fixed set of units. One instance may be asked from any thread.

    Args:
        territorio: units and outlines; an outline that cannot be read is left out and named in
            ``ignoradas`` (D-2/B4.5-3).
    """

    def __init__(self, territorio: Territorio) -> None:
        self.versao = versao_fronteira(territorio)
        self._unidades = {u.unidade_civica_id: u for u in territorio.unidades}
        pares, ignoradas = _geometrias(territorio, self._unidades)
        self.ignoradas: tuple[str, ...] = ignoradas
        self._folhas = _Arvore([par for par in pares if par[0].nivel < UF])
        self._acima = _Arvore([par for par in pares if par[0].nivel >= UF])
        for arvore in (self._folhas, self._acima):
            arvore.respostas = [self._resposta(unidade) for unidade in arvore.unidades]
        self._caixa = _caixa(pares)
        # GEOS prepares an outline at its first question and is not safe while it does.
        self._trava = threading.Lock()
        # A demand is placed, and judged by the outlines of today right after.
        self._ultima: tuple[float, float, Resolucao] = (math.nan, math.nan, FORA)

    @classmethod
    def de_indice(cls, dados: bytes) -> Resolvedor:
        """From the bytes of :func:`core.base.territorio.indice.gravar_indice`.

        Raises:
            IntegrityFault: ``territorio.indice_danificado``.
        """
        return cls(abrir_indice(dados))

    @property
    def caixa(self) -> Caixa | None:
        """Box of all outlines; None without any."""
        return self._caixa

    @property
    def unidades(self) -> Iterable[Unidade]:
        """All units, with and without outline."""
        return self._unidades.values()

    def unidade(self, unidade_civica_id: str) -> Unidade | None:
        """A unit by its identifier."""
        return self._unidades.get(unidade_civica_id)

    def resolver(self, lat: float, lng: float) -> Resolucao:
        """The smallest unit that holds the point; ``FORA`` outside all and for NaN."""
        ultima = self._ultima
        if ultima[0] == lat and ultima[1] == lng:
            return ultima[2]
        achada = self._encontrada(Point(lng, lat))
        self._ultima = (lat, lng, achada)
        return achada

    def _encontrada(self, ponto: Point) -> Resolucao:
        with self._trava:
            for arvore in (self._folhas, self._acima):
                lugar = arvore.primeira(ponto)
                if lugar is not None:
                    return arvore.respostas[lugar]
        return FORA

    def resolver_muitos(self, lat_lng: npt.NDArray[np.float64]) -> list[Resolucao]:
        """The same for an (n, 2) array of latitudes and longitudes, several times faster."""
        pontos = np.asarray(shapely.points(lat_lng[:, 1], lat_lng[:, 0]), dtype=object)
        respostas = [FORA] * len(lat_lng)
        with self._trava:
            livres = np.arange(len(lat_lng))
            for arvore in (self._folhas, self._acima):
                if not arvore.geometrias or not len(livres):
                    continue
                achados = _primeiras(arvore, pontos[livres], lat_lng[livres])
                for ordem, lugar in achados.items():
                    respostas[int(livres[ordem])] = arvore.respostas[lugar]
                livres = np.delete(livres, list(achados))
        return respostas

    def exigir(self, lat: float, lng: float) -> Resolucao:
        """As :meth:`resolver`, for a point that must have a unit.

        Raises:
            UserFacingError: ``coordenada.sem_unidade`` (at sea, or a place without outline).
        """
        resolucao = self.resolver(lat, lng)
        if resolucao.unidade is None:
            raise UserFacingError("coordenada.sem_unidade", lat=lat, lng=lng)
        return resolucao

    def contendo(self, lat: float, lng: float) -> tuple[Unidade, ...]:
        """Every unit whose outline holds the point, by (level, area, id)."""
        ponto = Point(lng, lat)
        with self._trava:
            return (*self._folhas.todas(ponto), *self._acima.todas(ponto))

    def cadeia(self, unidade_civica_id: str) -> tuple[Unidade, ...]:
        """From the unit to the highest one known; empty for an unknown one (D-2 4.3).

        A parent that is missing or not above its child ends the chain.
        """
        elos: list[Unidade] = []
        unidade = self._unidades.get(unidade_civica_id)
        while unidade is not None and (not elos or unidade.nivel > elos[-1].nivel):
            elos.append(unidade)
            unidade = self._unidades.get(unidade.parent_id or "")
        return tuple(elos)

    def ponto_de(self, unidade_civica_id: str) -> Ponto | None:
        """A representative point of a unit's outline, for a demand placed by unit."""
        for arvore in (self._folhas, self._acima):
            for unidade, geometria in zip(arvore.unidades, arvore.geometrias, strict=True):
                if unidade.unidade_civica_id == unidade_civica_id:
                    dentro = shapely.point_on_surface(geometria)
                    return Ponto(float(shapely.get_y(dentro)), float(shapely.get_x(dentro)))
        return None

    def _resposta(self, unidade: Unidade) -> Resolucao:
        cadeia = self.cadeia(unidade.unidade_civica_id)
        municipio = next((u.unidade_civica_id for u in cadeia if u.nivel == MUNICIPIO), None)
        return Resolucao(unidade, cadeia, municipio)


def _geometrias(
    territorio: Territorio, unidades: dict[str, Unidade]
) -> tuple[list[tuple[Unidade, BaseGeometry]], tuple[str, ...]]:
    """Units with their outlines, and identifiers of outlines that cannot be read."""
    chaves = [chave for chave in territorio.geometrias if chave in unidades]
    if not chaves:
        return [], ()
    bytes_wkb = np.empty(len(chaves), dtype=object)
    bytes_wkb[:] = [territorio.geometrias[chave] for chave in chaves]
    lidas = shapely.from_wkb(bytes_wkb, on_invalid="ignore")
    pares: list[tuple[Unidade, BaseGeometry]] = []
    ignoradas: list[str] = []
    for chave, geometria in zip(chaves, lidas, strict=True):
        if geometria is None or geometria.is_empty:
            ignoradas.append(chave)
        else:
            pares.append((unidades[chave], geometria))
    return pares, tuple(ignoradas)


def _caixa(pares: list[tuple[Unidade, BaseGeometry]]) -> Caixa | None:
    if not pares:
        return None
    oeste, sul, leste, norte = shapely.total_bounds([geometria for _, geometria in pares])
    return Caixa(float(sul), float(oeste), float(norte), float(leste))


def _primeiras(
    arvore: _Arvore, pontos: npt.NDArray[np.object_], lat_lng: npt.NDArray[np.float64]
) -> dict[int, int]:
    """Place of the point -> place of the first outline that covers it."""
    qual, lugares = arvore.arvore.query(pontos)
    if not len(qual):
        return {}
    geometrias = np.empty(len(arvore.geometrias), dtype=object)
    geometrias[:] = arvore.geometrias
    cobre = shapely.intersects_xy(geometrias[lugares], lat_lng[qual, 1], lat_lng[qual, 0])
    qual, lugares = qual[cobre], lugares[cobre]
    ordem = np.lexsort((lugares, qual))
    unicos, inicio = np.unique(qual[ordem], return_index=True)
    return dict(zip(unicos.tolist(), lugares[ordem][inicio].tolist(), strict=True))
