"""Where the problem is, while the resident still speaks: what the words may mean, whose it is.

Outlines are put together once per state of the territory and kept; a first question waits for
that, so ask from a worker. Source: issue of part 4 (Atendimento); design.md 11 (Units).
"""

from __future__ import annotations

import re
import threading
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from app.services.demandas import DemandasService
from app.services.leitura import Leitor
from app.services.territorio import TerritorioService
from app.services.unidades import place_name
from core.base.territorio.coordenadas import conferir_ponto, ler_ponto
from core.base.territorio.distancia import Caixa, Ponto
from core.base.territorio.unidade import NIVEIS
from core.colonies.d1a_captura.rules import Precisao
from core.colonies.d7_transparencia.queries import unidades as territorio
from core.colonies.escritorio.queries import EscritorioAtual, read_escritorio
from core.kernel.errors import UserFacingError

if TYPE_CHECKING:
    from core.base.territorio.resolvedor import Resolvedor

SHOWN: Final = 8
MIN_CHARS: Final = 3
_LETTER: Final = re.compile(r"[^\W\d_]")
_CEP: Final = re.compile(r"\s*\d{5}-?\d{3}\s*")


@dataclass(frozen=True, slots=True)
class Candidato:
    """Something that the words in the place field may mean.

    Args:
        titulo: what it is called.
        detalhe: what tells it from others.
        ponto: None for a unit.
        unidade_id: only for a unit.
    """

    precisao: Precisao
    titulo: str
    detalhe: str
    ponto: Ponto | None = None
    unidade_id: str | None = None


@dataclass(frozen=True, slots=True)
class Elo:
    """A unit of a chain; ``nivel`` in words."""

    unidade_civica_id: str
    nome: str
    nivel: str


@dataclass(frozen=True, slots=True)
class Onde:
    """Whose a place is.

    Args:
        cadeia: from the smallest unit up; empty where no outline holds the point.
        is_atendida: one of the units that the office serves; None where it named none.
    """

    ponto: Ponto | None
    cadeia: tuple[Elo, ...]
    is_atendida: bool | None

    @property
    def aviso(self) -> str:
        """What to tell the resident of a place that the office does not serve; else empty."""
        if self.is_atendida is not False:
            return ""
        # Many places have a "Centro".
        place = " · ".join(one.nome for one in self.cadeia[:2])
        then = f"segue para {place}" if place else "espera que digam a unidade"
        return f"Fica fora das unidades que este escritório atende; o pedido é aceito e {then}."


def parece_coordenada(texto: str) -> bool:
    """Whether somebody is writing numbers for a place, and no CEP or street."""
    return (
        _LETTER.search(texto) is None
        and any(char.isdigit() for char in texto)
        and not _CEP.fullmatch(texto)
    )


class LugarService:
    """Over one office. Called from any worker.

    Args:
        leitor: reads.
        demandas: streets and past places.
        territorio: outlines.
        no: this node.
    """

    def __init__(
        self, leitor: Leitor, demandas: DemandasService, territorio: TerritorioService, no: str
    ) -> None:
        self._leitor = leitor
        self._demandas = demandas
        self._territorio = territorio
        self._no = no
        self._lock = threading.Lock()
        self._known: tuple[object, Resolvedor] | None = None

    def escritorio(self) -> EscritorioAtual | None:
        """What the office says of itself."""
        with self._leitor.ler() as read:
            return read_escritorio(*read, self._no)

    def caixa(self) -> Caixa | None:
        """The office's box; None serves the country."""
        office = self.escritorio()
        return None if office is None or office.caixa is None else Caixa(**office.caixa)

    def procurar(self, texto: str) -> list[Candidato]:
        """What the words may mean: a point; streets and past places; units.

        Raises:
            UserFacingError: ``coordenada.*``: numbers that are no place of this office.
        """
        typed = texto.strip()
        if not typed:
            return []
        if parece_coordenada(typed):
            point = conferir_ponto(ler_ponto(typed), self.caixa())
            return [Candidato("ponto", f"Ponto {escrito(point)}", "coordenadas", point)]
        if len(typed) < MIN_CHARS:
            return []
        found = [
            Candidato(
                "rua",
                one.nome,
                _place_words(one.bairro, one.cep, one.origem),
                one.ponto,
            )
            for one in self._demandas.procurar_lugares(typed, limite=SHOWN)
        ]
        with self._leitor.ler() as read:
            units = territorio.find_units(*read, territorio.FiltroUnidade(nome=typed), SHOWN)
        found += [
            Candidato(
                "unidade",
                one.nome,
                f"{NIVEIS.get(one.nivel, 'unidade')} inteiro: {place_name(one)}"
                if one.acima
                else NIVEIS.get(one.nivel, "unidade"),
                unidade_id=one.unidade_civica_id,
            )
            for one in units
        ]
        return found[: 2 * SHOWN]

    def onde(self, ponto: Ponto) -> Onde:
        """Whose a point is; a point outside all units is allowed and has no chain.

        Raises:
            UserFacingError: ``coordenada.*``: outside the office's area;
                ``territorio.anexo_ausente``: outlines are missing.
        """
        conferir_ponto(ponto, self.caixa())
        found = self._resolver().resolver(ponto.lat, ponto.lng)
        return self._said(
            ponto,
            tuple(
                Elo(one.unidade_civica_id, one.nome, NIVEIS.get(one.nivel, ""))
                for one in found.cadeia
            ),
        )

    def onde_digitado(self, texto: str) -> Onde:
        """Whose a typed point is, read as people write it.

        Raises:
            UserFacingError: ``coordenada.*``, and as ``onde``.
        """
        return self.onde(ler_ponto(texto))

    def onde_da_unidade(self, unidade_id: str) -> Onde:
        """Whose a picked unit is: its own and those above it.

        Raises:
            UserFacingError: ``unidade.nao_encontrada``.
        """
        chain = self._territorio.cadeia(unidade_id)
        if not chain:
            raise UserFacingError("unidade.nao_encontrada", texto=unidade_id[:64])
        return self._said(
            None,
            tuple(Elo(one.unidade_civica_id, one.nome, NIVEIS.get(one.nivel, "")) for one in chain),
        )

    def onde_do_lugar(self, ponto: Ponto | None, unidade_id: str | None) -> Onde | None:
        """Whose the place of a registered demand is; None where that is not known (any more)."""
        try:
            if ponto is not None:
                return self.onde(ponto)
            return None if unidade_id is None else self.onde_da_unidade(unidade_id)
        except UserFacingError:
            return None

    def aviso(self, ponto: Ponto | None, unidade_id: str | None) -> str:
        """See ``Onde.aviso``; an office that named no units is not made to read its outlines."""
        office = self.escritorio()
        if office is None or not office.unidades:
            return ""
        where = self.onde_do_lugar(ponto, unidade_id)
        return "" if where is None else where.aviso

    def _said(self, ponto: Ponto | None, cadeia: tuple[Elo, ...]) -> Onde:
        office = self.escritorio()
        served = set(office.unidades) if office is not None else set()
        is_served = None
        if served:
            is_served = any(one.unidade_civica_id in served for one in cadeia)
        return Onde(ponto, cadeia, is_served)

    def _resolver(self) -> Resolvedor:
        with self._lock:
            state = tuple(self._territorio.importacoes())
            if self._known is None or self._known[0] != state:
                self._known = (state, self._territorio.resolvedor())
            return self._known[1]


def escrito(ponto: Ponto) -> str:
    """``-7,12; -34,86``: as the place field reads it back."""
    return "; ".join(
        f"{side:.6f}".rstrip("0").rstrip(".") for side in (ponto.lat, ponto.lng)
    ).replace(".", ",")


def _place_words(bairro: str, cep: str, origem: str) -> str:
    parts = [bairro, f"{cep[:5]}-{cep[5:]}" if cep else ""]
    if origem == "demanda":
        parts.append("de uma demanda anterior")
    return " · ".join(part for part in parts if part) or "rua"
