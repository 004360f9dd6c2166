"""Public places on the map. Homes never get into the table; what is disputed or gone is not shown.

Source: Apêndice B D-7 (``lugares``, ``lugar/:lugar_id/resumo``).
"""

from __future__ import annotations

from functools import cache
from typing import Any, Final, NamedTuple

from sqlalchemy import Integer, bindparam, cast, select

from core.colonies.d7_transparencia.queries.mapa import MAP_LIMIT, Caixa, strips, within_box
from core.colonies.d7_transparencia.rules.valores import faixa
from core.colonies.d7_transparencia.tables import lugares_geo
from core.kernel.store.statement import Cursor, Dialect, Statement

_P = lugares_geo.c
_IS_SHOWN: Final = (_P.status == "ativo", _P.status_confianca != "disputado")


class Lugar(NamedTuple):
    """A place; ``status_confianca``: provisorio or confirmado."""

    lugar_id: str
    tipo: str
    nome: str | None
    lat: float | None
    lng: float | None
    subtipo_declarado: str | None
    subtipo_confirmado: str | None
    descricao: str | None
    horario_funcionamento: str | None
    unidade_civica_id: str | None
    status_confianca: str
    metodo_validacao: str | None
    total_confirmacoes: int | None
    confianca_tipificacao: str | None


_COLUMNS: Final = tuple(_P[name] for name in Lugar._fields)
_ONE: Final = Statement(select(*_COLUMNS).where(_P.lugar_id == bindparam("k_lugar"), *_IS_SHOWN))


@cache
def _map() -> Statement:
    strip = strips()
    return Statement(
        select(*_COLUMNS)
        .select_from(strip.join(lugares_geo, _P.faixa == strip.c.n))
        .where(
            *within_box(_P.lat, _P.lng),
            *_IS_SHOWN,
        )
        .limit(cast(bindparam("k_limite"), Integer))
    )


def read_places(
    cursor: Cursor, dialect: Dialect, caixa: Caixa, limite: int = MAP_LIMIT
) -> list[Lugar]:
    """Places in a box, by identifier."""
    params: dict[str, Any] = {
        "k_de": faixa(caixa.sul),
        "k_ate": faixa(caixa.norte),
        "k_oeste": caixa.oeste,
        "k_leste": caixa.leste,
        "k_sul": caixa.sul,
        "k_norte": caixa.norte,
        "k_limite": limite,
    }
    return sorted(Lugar._make(row) for row in _map().run(cursor, dialect, params).fetchall())


def read_place(cursor: Cursor, dialect: Dialect, lugar_id: str) -> Lugar | None:
    """A place; None where it is unknown, disputed or gone."""
    row = _ONE.run(cursor, dialect, {"k_lugar": lugar_id}).fetchone()
    return None if row is None else Lugar._make(row)
