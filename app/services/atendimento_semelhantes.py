"""Demands nearby that may be the same one, found while the clerk types.

The box is small and the number of demands looked at is bounded, so an answer costs the same in an
office of ten demands and of a hundred thousand. It helps a person to see; it decides nothing.
Source: issue of part 4; peers.md (fixmystreet#1677: judged with distance and text side by side).
"""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import Final

from app.services.leitura import Leitor, Leitura
from app.services.situacoes import Situacao, Situacoes
from core.base.territorio.distancia import Caixa, Ponto, haversine_m
from core.base.texto.tokens import is_content, words
from core.colonies.d1b_normalizacao.queries import read_forma
from core.colonies.d7_transparencia.queries.listas import DemandaListada
from core.colonies.d7_transparencia.queries.mapa import Caixa as CaixaDoMapa
from core.colonies.d7_transparencia.queries.mapa import FiltroMapa, read_map
from core.colonies.d7_transparencia.rules.situacao import ABERTAS

RAIO_M: Final = 500.0
MESMO_LUGAR_M: Final = 60.0
SHOWN: Final = 6
_IN_BOX: Final = 300
_COMPARED: Final = 60
_LEAST: Final = 0.18
_LEAST_HERE: Final = 0.08
_TEXT_SHARE: Final = 0.7


@dataclass(frozen=True, slots=True)
class Semelhante:
    """A demand that may be the same.

    Args:
        titulo: None where its words are held back.
        distancia_m: from the place in the form, whole metres.
        semelhanca: of the texts, 0 to 1.
        recebida_em: UTC timestamp.
    """

    demanda_id: str
    protocolo: str
    titulo: str | None
    situacao: Situacao
    distancia_m: int
    semelhanca: float
    recebida_em: str | None


def radicais(texto: str) -> frozenset[str]:
    """The stems of what a text is about."""
    return frozenset(word.stem for word in words(texto) if is_content(word))


def semelhanca(um: AbstractSet[str], outro: AbstractSet[str]) -> float:
    """How much two texts share, 0 to 1 (Dice)."""
    whole = len(um) + len(outro)
    return 2 * len(um & outro) / whole if whole else 0.0


class SemelhantesService:
    """Over one office.

    Args:
        leitor: reads.
        situacoes: states in words.
    """

    def __init__(self, leitor: Leitor, situacoes: Situacoes) -> None:
        self._leitor = leitor
        self._situacoes = situacoes

    def procurar(self, texto: str, ponto: Ponto, limite: int = SHOWN) -> list[Semelhante]:
        """Open demands within 500 m that speak of the same, the likeliest first."""
        wanted = radicais(texto)
        if not wanted:
            return []
        box = Caixa(ponto.lat, ponto.lng, ponto.lat, ponto.lng).alargada(RAIO_M)
        with self._leitor.ler() as read:
            near = self._near(read, box, ponto)
            found = [self._compared(read, wanted, one, metres) for metres, one in near]
        kept = [one for one in found if _is_like(one)]
        kept.sort(key=lambda one: (-_weight(one), one.distancia_m, one.demanda_id))
        return kept[:limite]

    @staticmethod
    def _near(read: Leitura, box: Caixa, ponto: Ponto) -> list[tuple[float, DemandaListada]]:
        shown = read_map(
            *read,
            CaixaDoMapa(box.sul, box.oeste, box.norte, box.leste),
            FiltroMapa(situacoes=ABERTAS),
            _IN_BOX,
        )
        near = [
            (haversine_m(ponto, Ponto(one.lat, one.lng)), one)
            for one in shown.demandas
            if one.lat is not None and one.lng is not None and one.protocolo is not None
        ]
        near = [pair for pair in near if pair[0] <= RAIO_M]
        near.sort(key=lambda pair: (pair[0], pair[1].demanda_id))
        return near[:_COMPARED]

    def _compared(
        self, read: Leitura, wanted: frozenset[str], one: DemandaListada, metres: float
    ) -> Semelhante:
        form = read_forma(*read, one.demanda_id)
        title, clean = one.titulo or "", (form.descricao_limpa if form else None) or ""
        likeness = max(
            semelhanca(wanted, radicais(title)),
            semelhanca(wanted, radicais(f"{title} {clean}")),
        )
        return Semelhante(
            demanda_id=one.demanda_id,
            protocolo=one.protocolo or "",
            titulo=one.titulo,
            situacao=self._situacoes.of(one.situacao),
            distancia_m=round(metres),
            semelhanca=round(likeness, 4),
            recebida_em=one.recebida_em,
        )


def _is_like(one: Semelhante) -> bool:
    least = _LEAST_HERE if one.distancia_m <= MESMO_LUGAR_M else _LEAST
    return one.semelhanca >= least


def _weight(one: Semelhante) -> float:
    nearness = 1 - one.distancia_m / RAIO_M
    return _TEXT_SHARE * one.semelhanca + (1 - _TEXT_SHARE) * nearness
