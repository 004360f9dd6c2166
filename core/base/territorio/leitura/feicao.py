"""What every reader hands over: features of a layer, and what was remarkable about the file."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from shapely.geometry.base import BaseGeometry

MAX_BYTES_TEXTO = 2 * 1024**3
"""Unpacked bytes of one file that are read at most: beyond it stands a bomb, not a map."""


@dataclass(frozen=True, slots=True)
class Feicao:
    """One feature as the file holds it.

    Args:
        ordem: place in its layer, from 1.
        propriedades: name -> value (text, number, boolean or None).
        geometria: None where there is none, or none that can be built.
        motivo: message code that says why there is none; None where the file says so itself.
    """

    ordem: int
    propriedades: dict[str, Any]
    geometria: BaseGeometry | None
    motivo: str | None = None


@dataclass(slots=True)
class Camada:
    """A layer; its features are read once, in order.

    Args:
        nome: of the layer, for the summary.
        formato: ``geojson``, ``shapefile`` or ``geopackage``.
        feicoes: the features.
        avisos: message codes of what the person should know; readers may add while reading.
    """

    nome: str
    formato: str
    feicoes: Iterator[Feicao]
    avisos: list[str] = field(default_factory=list)


class CursorSql(Protocol):
    """The part of a DBAPI cursor that the GeoPackage reader uses."""

    def fetchall(self) -> list[Any]: ...

    def __iter__(self) -> Iterator[Any]: ...


class ConexaoSql(Protocol):
    """A read-only connection to an SQLite file; ``sqlite3.Connection`` is one."""

    def execute(self, sql: str, parameters: Any = ..., /) -> CursorSql: ...


AbrirSql = Callable[[Path], AbstractContextManager[ConexaoSql]]
"""Opens an SQLite file read-only. core.base speaks to no database: who may, passes this in."""
