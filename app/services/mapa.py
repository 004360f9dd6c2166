"""The map: what a window shows of the demands, as symbols and as a list, with equal numbers.

Symbols, list and counts come from one filter (``FiltroMapa`` of D-7). Groups are made here, on a
grid whose cells have the same place whatever the window shows, so that nothing jumps while it is
moved; never more than ``MAX_SIMBOLOS`` leave.
"""

from __future__ import annotations

import math
import threading
from collections.abc import Callable, Iterable
from datetime import date, datetime, time, timedelta, tzinfo
from typing import TYPE_CHECKING, Final

from app.services.categorias import category_name
from app.services.leitura import Leitor, Leitura
from app.services.mapa_contornos import ContornosDoMapa
from app.services.mapa_grupos import ZOOM_SOLTO, agrupar, graus_por_pixel, juntar
from app.services.mapa_vistas import (
    MAX_LINHAS,
    MAX_SIMBOLOS,
    ZOOM_MAXIMO,
    Alvo,
    FiltroDoMapa,
    NaTela,
    Onde,
    Opcoes,
    Simbolo,
    VisaoDoMapa,
    Vista,
)
from app.services.situacoes import Situacoes
from core.base.taxonomia.taxonomy import Taxonomy
from core.base.territorio.distancia import BRASIL, Caixa
from core.base.territorio.unidade import MUNICIPIO
from core.colonies.d7_transparencia.queries import mapa as mapas
from core.colonies.d7_transparencia.queries.alcance import Alcance, units_with
from core.colonies.d7_transparencia.queries.listas import DemandaListada, read_listed
from core.colonies.d7_transparencia.queries.nomes import unit_names
from core.colonies.d7_transparencia.queries.unidades import read_unit
from core.colonies.d7_transparencia.rules.prazos import Agora
from core.colonies.d7_transparencia.rules.situacao import ABERTAS
from core.colonies.escritorio.queries import read_escritorio
from core.kernel.clock import format_timestamp

if TYPE_CHECKING:
    from core.base.territorio.resolvedor import Resolvedor

_FINER_THAN_TILES: Final = 2
"""A cell is a quarter of a tile's side: 64 pixels."""
_ONE_DEMAND_M: Final = 600.0
_NO_LEVEL: Final = 9


class MapaService:
    """Over one office.

    Args:
        leitor: reads.
        contornos: outlines.
        situacoes: states in words.
        taxonomia: names of categories.
        resolvedor: makes the point-in-polygon of the present territory.
        no: this node.
        agora: the moment and zone of a question.
    """

    def __init__(
        self,
        leitor: Leitor,
        contornos: ContornosDoMapa,
        situacoes: Situacoes,
        taxonomia: Callable[[], Taxonomy],
        resolvedor: Callable[[], Resolvedor],
        no: str,
        agora: Callable[[], Agora],
    ) -> None:
        self._leitor = leitor
        self.contornos = contornos
        self.situacoes = situacoes
        self._taxonomia = taxonomia
        self._resolvedor = resolvedor
        self._no = no
        self._agora = agora
        self._resolving = threading.Lock()
        self._resolver: tuple[object, Resolvedor] | None = None

    @property
    def fuso(self) -> tzinfo:
        """The office's zone."""
        return self._agora().fuso

    @property
    def niveis(self) -> dict[int, str]:
        """The levels of precedence by number."""
        return {one.nivel: one.nome for one in self._taxonomia().niveis}

    # -- demands ---------------------------------------------------------------------------

    def visao(self, vista: Vista, filtro: FiltroDoMapa, escala: float = 1.0) -> VisaoDoMapa:
        """The symbols of a view; ``escala`` is how much larger than usual they are drawn."""
        side = _side(vista, escala)
        with self._leitor.ler() as read:
            cells = mapas.read_cells(*read, _box(vista.caixa), side, self._filter(filtro))
            groups, alone = agrupar(cells, side)
            listed = read_listed(*read, alone)
            symbols = self._symbols(read, listed.values())
        if vista.zoom < ZOOM_SOLTO:
            symbols, groups = juntar(symbols, groups, graus_por_pixel(vista.zoom) * escala)
        return VisaoDoMapa(tuple(symbols), tuple(groups))

    def na_tela(self, vista: Vista, filtro: FiltroDoMapa, limite: int = MAX_LINHAS) -> NaTela:
        """The same demands as a list."""
        wanted, box = self._filter(filtro), _box(vista.caixa)
        with self._leitor.ler() as read:
            cells = mapas.read_cells(*read, box, 360.0, wanted)
            rows = mapas.read_map(*read, box, wanted, limite).demandas
            symbols = self._symbols(read, rows)
            unplaced = mapas.count_unplaced(*read, wanted)
        symbols.sort(key=lambda s: (s.nivel or _NO_LEVEL, s.recebida_em or "", s.demanda_id))
        return NaTela(tuple(symbols), sum(cell.total for cell in cells), unplaced)

    def demanda(self, demanda_id: str) -> Simbolo | None:
        """One demand; None where it is unknown or has no place."""
        with self._leitor.ler() as read:
            found = self._symbols(read, read_listed(*read, [demanda_id]).values())
        return found[0] if found else None

    def alvo(self, demanda_id: str, filtro: FiltroDoMapa) -> Alvo | None:
        """A demand that somebody wants to see on the map, and whether the filter lets it through;
        None as ``demanda``.
        """
        found = self.demanda(demanda_id)
        if found is None:
            return None
        point = Vista(Caixa(found.lat, found.lng, found.lat, found.lng), ZOOM_MAXIMO)
        shown = self.na_tela(point, filtro).linhas
        return Alvo(found, any(one.demanda_id == demanda_id for one in shown))

    def _symbols(self, read: Leitura, rows: Iterable[DemandaListada]) -> list[Simbolo]:
        taxonomy = self._taxonomia()
        listed = list(rows)
        names = unit_names(
            *read, [one.unidade_civica_id for one in listed if one.unidade_civica_id]
        )
        return [
            Simbolo(
                demanda_id=one.demanda_id,
                protocolo=one.protocolo,
                titulo=one.titulo,
                situacao=self.situacoes.of(one.situacao),
                is_oculta=one.is_oculta,
                nivel=one.nivel_precedencia,
                categoria=category_name(taxonomy, one.categoria_id),
                unidade=names.get(one.unidade_civica_id or ""),
                recebida_em=one.recebida_em,
                lat=one.lat,
                lng=one.lng,
            )
            for one in listed
            if one.lat is not None and one.lng is not None
        ]

    def _filter(self, filtro: FiltroDoMapa) -> mapas.FiltroMapa:
        until = None if filtro.ate is None else filtro.ate + timedelta(days=1)
        return mapas.FiltroMapa(
            situacoes=filtro.situacoes or ABERTAS,
            categoria=filtro.categoria,
            nivel=filtro.nivel,
            alcance=Alcance(filtro.unidade, filtro.so_esta),
            de=self._moment(filtro.de),
            antes_de=self._moment(until),
        )

    def _moment(self, day: date | None) -> str | None:
        if day is None:
            return None
        start = datetime.combine(day, time.min, tzinfo=self._agora().fuso)
        return format_timestamp(int(start.timestamp() * 1000))

    def opcoes(self) -> Opcoes:
        """What can be filtered by; units are those with demands, and all above them."""
        with self._leitor.ler() as read:
            known: dict[str, str] = {}
            waiting = [one for one in units_with(*read, Alcance()) if one]
            while waiting:
                one = waiting.pop()
                unit = None if one in known else read_unit(*read, one)
                if unit is None:
                    continue
                known[one] = " · ".join((unit.nome, *unit.acima[:1]))
                if unit.parent_uc_id:
                    waiting.append(unit.parent_uc_id)
        taxonomy = self._taxonomia()
        return Opcoes(
            self.situacoes.todas(),
            tuple((one.nivel, one.nome) for one in taxonomy.niveis),
            tuple((one.id, one.nome) for one in taxonomy.categorias()),
            tuple(sorted(known.items(), key=lambda item: item[1])),
        )

    # -- places ----------------------------------------------------------------------------

    def caixa_inicial(self) -> Caixa:
        """Where the map opens: the units served, the office's box, the territory, the country.

        Outlines that are not there yet are waited for only where nothing else says where to look.
        """
        with self._leitor.ler() as (cursor, dialect):
            office = read_escritorio(cursor, dialect, self._no)
        ready = self.contornos.existentes()
        if office is not None and ready is not None:
            served = ready.caixa_de(office.unidades)
            if served is not None:
                return served
        if office is not None and office.caixa is not None:
            return Caixa(**office.caixa)
        ready = ready or self.contornos.prontos()
        return (None if ready is None else ready.caixa) or BRASIL

    def caixa_da_unidade(self, unidade: str) -> Caixa | None:
        """Around a unit's outline; None where it has none."""
        ready = self.contornos.prontos()
        return None if ready is None else ready.caixa_de([unidade])

    @staticmethod
    def caixa_do_ponto(lat: float, lng: float, raio_m: float = _ONE_DEMAND_M) -> Caixa:
        """Around a point."""
        return Caixa(lat, lng, lat, lng).alargada(raio_m)

    def onde(self, lat: float, lng: float) -> Onde:
        """The unit a point lies in.

        Raises:
            UserFacingError: ``territorio.anexo_ausente``: no answer would be sure.
        """
        # The outlines' own object changes with the territory: it says when to build anew.
        version = self.contornos.preparar()
        with self._resolving:
            if self._resolver is None or self._resolver[0] is not version:
                self._resolver = (version, self._resolvedor())
            found = self._resolver[1].resolver(lat, lng)
        if found.unidade is None:
            return Onde(None, None)
        above = tuple(one.nome for one in found.cadeia[1:] if one.nivel <= MUNICIPIO)
        return Onde(found.unidade.unidade_civica_id, found.unidade.nome, above)


def _box(caixa: Caixa) -> mapas.Caixa:
    return mapas.Caixa(caixa.sul, caixa.oeste, caixa.norte, caixa.leste)


def _side(vista: Vista, escala: float) -> float:
    """The finest grid of the zoom with at most ``MAX_SIMBOLOS`` cells in the box."""
    box = vista.caixa
    finest = vista.zoom + _FINER_THAN_TILES - round(math.log2(max(1.0, escala)))
    for halvings in range(finest, -1, -1):
        side = float(360 / 2**halvings)
        columns = math.floor((box.leste + 180) / side) - math.floor((box.oeste + 180) / side) + 1
        rows = math.floor((box.norte + 90) / side) - math.floor((box.sul + 90) / side) + 1
        if columns * rows <= MAX_SIMBOLOS:
            return side
    return 720.0
