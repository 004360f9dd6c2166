"""Draws and the queue of demands that wait for a councillor, as everybody may read them."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol, TypeVar

from app.services.leitura import Leitor
from app.services.nomes_publicos import nomes_publicos
from core.colonies.d6a_sorteio import queries
from core.colonies.d6a_sorteio.queries import Pendente, Ponto
from core.kernel.errors import UserFacingError

Sorteado = queries.Sorteado
"""A draw and what became of it."""

PAGE: Final = 50
_POINT: Final = re.compile(r"([0-9]{1,15})/([0-9a-f]{64})")


class _Placed(Protocol):
    @property
    def ponto(self) -> str: ...


T = TypeVar("T", bound=_Placed)


@dataclass(frozen=True, slots=True)
class PaginaDeSorteios:
    """A page of draws, newest first; ``depois`` is given back for the next one."""

    sorteios: tuple[Sorteado, ...]
    depois: str | None


@dataclass(frozen=True, slots=True)
class PaginaDaFila:
    """A page of the queue, first in first; ``depois`` is given back for the next one."""

    pendentes: tuple[Pendente, ...]
    depois: str | None


@dataclass(frozen=True, slots=True)
class DoConselheiro:
    """A draw of one councillor with the demand's protocol; None where it has none."""

    sorteado: Sorteado
    protocolo: str | None

    @property
    def demanda_id(self) -> str:
        """Its demand."""
        return self.sorteado.demanda_id


class SorteioService:
    """Over one office.

    Args:
        leitor: reads.
    """

    def __init__(self, leitor: Leitor) -> None:
        self._leitor = leitor

    def listar(
        self,
        *,
        demanda_id: str | None = None,
        conselheiro_id: str | None = None,
        unidade_id: str | None = None,
        limite: int = PAGE,
        depois: str | None = None,
    ) -> PaginaDeSorteios:
        """Draws, newest first.

        Raises:
            UserFacingError: ``sorteio.pagina_invalida``.
        """
        found = self._read(
            queries.read_sorteios,
            demanda_id=demanda_id,
            conselheiro_id=conselheiro_id,
            unidade_id=unidade_id,
            limite=limite,
            depois=_point(depois),
        )
        return PaginaDeSorteios(tuple(found), _next(found, limite))

    def do_conselheiro(
        self, conselheiro_id: str, *, limite: int = PAGE
    ) -> tuple[DoConselheiro, ...]:
        """The draws of one councillor, newest first, by the protocol that a clerk knows."""
        found = self._read(queries.read_sorteios, conselheiro_id=conselheiro_id, limite=limite)
        known = nomes_publicos(self._leitor, demandas=[one.demanda_id for one in found])
        return tuple(DoConselheiro(one, known.protocolos.get(one.demanda_id)) for one in found)

    def fila(
        self, *, unidade_id: str | None = None, limite: int = PAGE, depois: str | None = None
    ) -> PaginaDaFila:
        """Demands that wait for a councillor, of a unit and the smaller ones in it, or all.

        Raises:
            UserFacingError: ``sorteio.pagina_invalida``.
        """
        found = self._read(
            queries.read_fila, unidade_id=unidade_id, limite=limite, depois=_point(depois)
        )
        return PaginaDaFila(tuple(found), _next(found, limite))

    def _read(self, query: Callable[..., list[T]], **filters: Any) -> list[T]:
        with self._leitor.ler() as (cursor, dialect):
            return query(cursor, dialect, **filters)


def _next(found: Sequence[_Placed], limite: int) -> str | None:
    return found[-1].ponto if found and len(found) == limite else None


def _point(depois: str | None) -> Ponto | None:
    if depois is None:
        return None
    found = _POINT.fullmatch(depois.strip())
    if found is None:
        raise UserFacingError("sorteio.pagina_invalida")
    return int(found[1]), bytes.fromhex(found[2])
