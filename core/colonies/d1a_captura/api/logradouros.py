"""Streets of this office: imported from a list, found by name or CEP without accents.

A street only helps to find a point; the point itself goes into the event. Places of past demands
are found beside them. Local rows, no events.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import bindparam, func, or_, select
from sqlalchemy.dialects import postgresql, sqlite

from core.base.territorio.distancia import Ponto
from core.base.territorio.nome import nome_busca
from core.colonies.d1a_captura.queries import TOP, in_range
from core.colonies.d1a_captura.tables import demandas, logradouros
from core.kernel.store.statement import Cursor, Dialect, Row, Statement

_L = logradouros.c
_COLUMNS: Final = [column.name for column in logradouros.columns]
_KEY: Final = ("nome_busca", "bairro_busca", "cep")
_VALUES: Final = ("nome", "bairro", "lat", "lng")
_SET_SQLITE = sqlite.insert(logradouros)
_SET_POSTGRES = postgresql.insert(logradouros)
_SET: Final = {
    "sqlite": Statement(
        _SET_SQLITE.on_conflict_do_update(
            index_elements=list(_KEY),
            set_={name: _SET_SQLITE.excluded[name] for name in _VALUES},
        ),
        _COLUMNS,
    ),
    "postgresql": Statement(
        _SET_POSTGRES.on_conflict_do_update(
            index_elements=list(_KEY),
            set_={name: _SET_POSTGRES.excluded[name] for name in _VALUES},
        ),
        _COLUMNS,
    ),
}
_COUNT = Statement(select(func.count()).select_from(logradouros))
_SHOWN = (_L.nome, _L.bairro, _L.cep, _L.lat, _L.lng)
_ORDER = (_L.nome_busca, _L.bairro_busca, _L.cep)
_BY_CEP = Statement(
    select(*_SHOWN).where(_L.cep == bindparam("k_cep")).order_by(*_ORDER).limit(bindparam("limite"))
)
_BY_NAME: Final = {
    dialect: Statement(
        select(*_SHOWN)
        .where(clause, or_(bindparam("bairro") == "", _L.bairro_busca == bindparam("bairro")))
        .order_by(*_ORDER)
        .limit(bindparam("limite"))
    )
    for dialect, clause in in_range(_L.nome_busca).items()
}
_D = demandas.c
_PAST: Final = {
    dialect: Statement(
        select(_D.endereco_informado, _D.lat, _D.lng)
        .where(clause, _D.lat.is_not(None))
        .order_by(_D.endereco_busca, _D.recebida_em.desc(), _D.demanda_id)
        .limit(bindparam("limite"))
    )
    for dialect, clause in in_range(_D.endereco_busca).items()
}
_CEP = re.compile(r"([0-9]{5})-?([0-9]{3})")
# Ways to write the kind of a street, folded, and the one that is searched for.
_KINDS: Final = {
    "r": "rua",
    "av": "avenida",
    "aven": "avenida",
    "trav": "travessa",
    "tv": "travessa",
    "al": "alameda",
    "rod": "rodovia",
    "est": "estrada",
    "pca": "praca",
    "pc": "praca",
    "lgo": "largo",
}


@dataclass(frozen=True, slots=True)
class Logradouro:
    """A street with a point on it; ``cep`` is eight digits or empty."""

    nome: str
    bairro: str
    cep: str
    ponto: Ponto


@dataclass(frozen=True, slots=True)
class Achado:
    """A place that a search found.

    Args:
        origem: ``lista`` of streets, or ``demanda`` where an earlier one lay.
    """

    nome: str
    bairro: str
    cep: str
    ponto: Ponto
    origem: str


def street_key(name: str) -> str:
    """A street's name as it is searched for: folded, the kind written out."""
    words = nome_busca(name).split()
    if words and words[0] in _KINDS:
        words[0] = _KINDS[words[0]]
    return " ".join(words)


def read_cep(text: str) -> str | None:
    """The eight digits of a CEP, None where ``text`` is none."""
    found = _CEP.fullmatch(re.sub(r"[\s.]", "", text))
    return None if found is None else found[1] + found[2]


def set_streets(cursor: Cursor, dialect: Dialect, streets: Iterable[Logradouro]) -> int:
    """Write streets; one of the same name, district and CEP is replaced. How many were given."""
    rows = [
        {
            "nome_busca": street_key(street.nome),
            "bairro_busca": nome_busca(street.bairro),
            "cep": street.cep,
            "nome": street.nome,
            "bairro": street.bairro,
            "lat": street.ponto.lat,
            "lng": street.ponto.lng,
        }
        for street in streets
    ]
    _SET[dialect].run_many(cursor, dialect, rows)
    return len(rows)


def count_streets(cursor: Cursor, dialect: Dialect) -> int:
    """How many streets are known."""
    return int(_COUNT.run(cursor, dialect).fetchone()[0])


def streets_of_cep(cursor: Cursor, dialect: Dialect, cep: str, limite: int = 20) -> list[Achado]:
    """Streets of a CEP (eight digits)."""
    rows = _BY_CEP.run(cursor, dialect, {"k_cep": cep, "limite": limite}).fetchall()
    return [_listed(row) for row in rows]


def streets_named(
    cursor: Cursor,
    dialect: Dialect,
    name: str,
    bairro: str = "",
    *,
    whole: bool = False,
    limite: int = 20,
) -> list[Achado]:
    """Streets whose name begins so, accents and case apart.

    Args:
        cursor: of any connection.
        dialect: of that connection.
        name: as typed, e.g. ``r. sao joao``.
        bairro: only in this district.
        whole: the whole name instead of its beginning.
        limite: at most so many.
    """
    key = street_key(name)
    if not key:
        return []
    params: dict[str, Any] = {
        "de": key,
        "antes": key + ("\x01" if whole else TOP),
        "bairro": nome_busca(bairro),
        "limite": limite,
    }
    return [_listed(row) for row in _BY_NAME[dialect].run(cursor, dialect, params).fetchall()]


def past_places(cursor: Cursor, dialect: Dialect, name: str, limite: int = 20) -> list[Achado]:
    """Where earlier demands lay whose address begins so, each address once."""
    key = nome_busca(name)
    if not key:
        return []
    params = {"de": key, "antes": key + TOP, "limite": limite * 5}
    found: dict[str, Achado] = {}
    for address, lat, lng in _PAST[dialect].run(cursor, dialect, params).fetchall():
        found.setdefault(nome_busca(address), Achado(address, "", "", Ponto(lat, lng), "demanda"))
    return list(found.values())[:limite]


def _listed(row: Row) -> Achado:
    return Achado(row[0], row[1], row[2], Ponto(row[3], row[4]), "lista")
