"""Demands nearby that may be the same one, found while the clerk types.

The box is small and the number of demands looked at is bounded, so an answer costs the same in an
office of ten demands and of a hundred thousand. It helps a person to see; it decides nothing.
Source: issue of part 4; peers.md (fixmystreet#1677: judged with distance and text side by side).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from app.services.atendimento_parecer import Parecer, comparar, pesos, radicais
from app.services.leitura import Leitor, Leitura
from app.services.situacoes import Situacao, Situacoes
from core.base.territorio.distancia import Caixa, Ponto, haversine_m
from core.colonies.d1b_normalizacao.queries import read_forma
from core.colonies.d7_transparencia.queries.listas import DemandaListada
from core.colonies.d7_transparencia.queries.mapa import Caixa as CaixaDoMapa
from core.colonies.d7_transparencia.queries.mapa import FiltroMapa, read_map
from core.colonies.d7_transparencia.rules.situacao import ABERTAS

RAIO_M: Final = 500.0
SHOWN: Final = 6
_IN_BOX: Final = 300
_COMPARED: Final = 60
_TEXT_SHARE: Final = 0.7
_CATEGORY_SHARE: Final = 0.1


@dataclass(frozen=True, slots=True)
class Semelhante:
    """A demand that may be the same.

    Args:
        titulo: None where its words are held back.
        distancia_m: from the place in the form, whole metres.
        semelhanca: of the texts, 0 to 1.
        recebida_em: UTC timestamp.
        palavras: what both speak of, as it was typed, the most telling first.
        mesma_categoria: both are of one category.
    """

    demanda_id: str
    protocolo: str
    titulo: str | None
    situacao: Situacao
    distancia_m: int
    semelhanca: float
    recebida_em: str | None
    palavras: tuple[str, ...] = ()
    mesma_categoria: bool = False


class SemelhantesService:
    """Over one office.

    Args:
        leitor: reads.
        situacoes: states in words.
    """

    def __init__(self, leitor: Leitor, situacoes: Situacoes) -> None:
        self._leitor = leitor
        self._situacoes = situacoes

    def procurar(
        self, texto: str, ponto: Ponto, limite: int = SHOWN, *, categoria: str | None = None
    ) -> list[Semelhante]:
        """Open demands within 500 m that speak of the same, the likeliest first.

        Args:
            texto: what is being typed.
            ponto: the place in the form.
            limite: how many at most.
            categoria: suggested or chosen for the text; None where there is none yet.
        """
        wanted = radicais(texto)
        if not wanted:
            return []
        box = Caixa(ponto.lat, ponto.lng, ponto.lat, ponto.lng).alargada(RAIO_M)
        with self._leitor.ler() as read:
            near = [
                (metres, one, _words(read, one)) for metres, one in self._near(read, box, ponto)
            ]
        weights = pesos([wanted, *(radicais(" ".join(said)) for _m, _one, said in near)])
        found: list[Semelhante] = []
        for metres, one, (title, clean) in near:
            # A title alone is judged too: a long text has much that is beside the matter.
            both = (
                comparar(
                    texto, said, weights, metros=metres, categorias=(categoria, one.categoria_id)
                )
                for said in (title, f"{title} {clean}")
            )
            best = max(both, key=lambda one: (one.is_parecida, one.grau))
            if best.is_parecida:
                found.append(self._said(one, metres, best))
        found.sort(key=lambda one: (-_weight(one), one.distancia_m, one.demanda_id))
        return found[:limite]

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

    def _said(self, one: DemandaListada, metres: float, both: Parecer) -> Semelhante:
        return Semelhante(
            demanda_id=one.demanda_id,
            protocolo=one.protocolo or "",
            titulo=one.titulo,
            situacao=self._situacoes.of(one.situacao),
            distancia_m=round(metres),
            semelhanca=both.grau,
            recebida_em=one.recebida_em,
            palavras=both.palavras,
            mesma_categoria=both.mesma_categoria,
        )


def _words(read: Leitura, one: DemandaListada) -> tuple[str, str]:
    """Title and public text."""
    form = read_forma(*read, one.demanda_id)
    return one.titulo or "", (form.descricao_limpa if form else None) or ""


def _weight(one: Semelhante) -> float:
    nearness = 1 - one.distancia_m / RAIO_M
    of_one_kind = _CATEGORY_SHARE if one.mesma_categoria else 0.0
    return _TEXT_SHARE * one.semelhanca + (1 - _TEXT_SHARE) * nearness + of_one_kind
