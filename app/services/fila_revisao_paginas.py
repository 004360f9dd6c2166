"""Pages of the review's queue: three colonies' lists in one order, each read on from a key.

See ``fila_revisao``, which decides. No Qt, no SQL.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Final, Literal

from app.services.leitura import Leitor, Leitura
from core.colonies.d2_georreferenciamento import queries as d2
from core.colonies.d3_categorizacao import queries as d3
from core.colonies.d3_categorizacao.queries import ItemDaFila
from core.colonies.d7_transparencia.queries import nomes
from core.kernel.errors import UserFacingError

Tipo = Literal["categoria", "territorio", "mudanca"]
PAGE: Final = 100

MOTIVOS: Final[dict[str, str]] = {
    "contestada": "contestada",
    "confianca_baixa": "confiança baixa",
    "amostra": "amostra",
    "texto_corrigido": "texto corrigido",
    "sem_unidade": "sem unidade",
    "mudanca": "mudança de unidade",
}
"""Why an item is in the queue, in words."""

Segmento = Literal["contestadas", "territorio", "mudancas", "categorias"]
_ORDER: Final[tuple[Segmento, ...]] = ("contestadas", "territorio", "mudancas", "categorias")


@dataclass(frozen=True, slots=True)
class EmEspera:
    """A demand that cannot be categorised yet; ``falta``: texto, unidade or categoria."""

    demanda_id: str
    protocolo: str | None
    falta: str
    desde: str


@dataclass(frozen=True, slots=True)
class Pendencia:
    """A line of the queue.

    Args:
        motivo: key of ``MOTIVOS``.
        desde: UTC timestamp.
        confianca: of the classifier; None where it is not about a category.
        sugerida: category that the classifier would give; None without one.
        ponto: to read on from here.
    """

    tipo: Tipo
    demanda_id: str
    protocolo: str | None
    motivo: str
    desde: str
    confianca: float | None
    sugerida: str | None
    ponto: str

    @property
    def chave(self) -> str:
        """What it is, whatever becomes of it."""
        return f"{self.tipo}:{self.demanda_id}"


@dataclass(frozen=True, slots=True)
class PaginaDaFila:
    """A page.

    Args:
        depois: to be given back for the next page; None on the last.
        por_tipo: how many items in the whole queue.
        em_espera: how many demands lack what, and so are in no queue yet.
    """

    itens: tuple[Pendencia, ...]
    depois: str | None
    por_tipo: Mapping[Tipo, int]
    em_espera: Mapping[str, int]

    @property
    def total(self) -> int:
        """Items of the whole queue."""
        return sum(self.por_tipo.values())


def ler_pagina(leitor: Leitor, limite: int, depois: str | None) -> PaginaDaFila:
    """A page of the queue, from its head or from where one ended.

    Raises:
        UserFacingError: ``revisao.pagina_invalida``.
    """
    segment, key = _point(depois)
    found: list[Pendencia] = []
    with leitor.ler() as leitura:
        for one in _ORDER[_ORDER.index(segment) :]:
            found += _SEGMENTS[one](leitura, limite + 1 - len(found), key)
            key = None
            if len(found) > limite:
                break
        has_more = len(found) > limite
        shown = found[:limite]
        known = nomes.protocols(*leitura, [one.demanda_id for one in shown])
        counts: dict[Tipo, int] = {
            "categoria": sum(d3.count_queue(*leitura).values()),
            "territorio": d2.count_reviews(*leitura),
            "mudanca": d2.count_changes(*leitura),
        }
        waiting = d3.count_waiting(*leitura)
    return PaginaDaFila(
        tuple(replace(one, protocolo=known.get(one.demanda_id)) for one in shown),
        shown[-1].ponto if has_more else None,
        counts,
        waiting,
    )


def _point(depois: str | None) -> tuple[Segmento, str | None]:
    if depois is None:
        return _ORDER[0], None
    name, _, key = depois.partition("/")
    segment = next((one for one in _ORDER if one == name), None)
    if segment is None or not key:
        raise UserFacingError("revisao.pagina_invalida")
    return segment, key


def _contested(leitura: Leitura, limite: int, key: str | None) -> list[Pendencia]:
    items = d3.read_queue(*leitura, limite, None if key is None else _category_point(key))
    return [_category("contestadas", one) for one in items if one.prioridade == 0]


def _categories(leitura: Leitura, limite: int, key: str | None) -> list[Pendencia]:
    after = d3.Ponto(0, 2.0, "") if key is None else _category_point(key)
    return [_category("categorias", one) for one in d3.read_queue(*leitura, limite, after)]


def _category(segment: Segmento, one: ItemDaFila) -> Pendencia:
    point = f"{segment}/{one.prioridade}/{one.confianca!r}/{one.demanda_id}"
    return Pendencia(
        "categoria", one.demanda_id, None, one.motivo, one.entrou_em, one.confianca,
        one.categoria_id, point,
    )  # fmt: skip


def _category_point(key: str) -> d3.Ponto:
    try:
        priority, confidence, demand = key.split("/")
        return d3.Ponto(int(priority), float(confidence), demand)
    except ValueError:
        raise UserFacingError("revisao.pagina_invalida") from None


def _reviews(leitura: Leitura, limite: int, key: str | None) -> list[Pendencia]:
    return [
        Pendencia(
            "territorio", one.demanda_id, None, "sem_unidade", one.criado_em, None, None,
            f"territorio/{one.criado_em}/{one.demanda_id}",
        )
        for one in d2.read_reviews_after(*leitura, limite, _moment_point(key))
    ]  # fmt: skip


def _changes(leitura: Leitura, limite: int, key: str | None) -> list[Pendencia]:
    return [
        Pendencia(
            "mudanca", one.demanda_id, None, "mudanca", one.detectada_em, None, None,
            f"mudancas/{one.detectada_em}/{one.demanda_id}",
        )
        for one in d2.read_changes_after(*leitura, limite, _moment_point(key))
    ]  # fmt: skip


def _moment_point(key: str | None) -> d2.Ponto:
    if key is None:
        return d2.INICIO
    moment, _, demand = key.partition("/")
    return moment, demand


_SEGMENTS: Final[Mapping[Segmento, Callable[[Leitura, int, str | None], list[Pendencia]]]] = {
    "contestadas": _contested,
    "territorio": _reviews,
    "mudancas": _changes,
    "categorias": _categories,
}
