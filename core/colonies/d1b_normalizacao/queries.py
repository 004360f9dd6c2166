"""Reads of D-1b: the clean form of a demand, for people of this office."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import msgspec
from sqlalchemy import bindparam, select

from core.colonies.d1b_normalizacao.tables import demandas, denylist
from core.kernel.store.statement import Cursor, Dialect, Row, Statement

_D = demandas.c
_FIELDS: Final = (
    "demanda_id",
    "versao",
    "normalizada_em",
    "titulo",
    "descricao_limpa",
    "entidades_extraidas",
    "termos_suspeitos",
    "conteudo_suspeito",
    "confianca_normalizacao",
    "origem_normalizacao",
    "idioma_detectado",
    "publica_texto",
)
_BY_ID = Statement(
    select(*(_D[name] for name in _FIELDS)).where(
        _D.demanda_id == bindparam("k_demanda"), _D.versao > 0
    )
)
_LISTS = Statement(select(denylist.c.termos).where(denylist.c.termos.is_not(None)))
_WORDS = Statement(
    select(_D.demanda_id, _D.titulo, _D.descricao_limpa)
    .where(_D.descricao_limpa.is_not(None))
    .order_by(_D.demanda_id)
)
CHUNK: Final = 500


@dataclass(frozen=True, slots=True)
class FormaLimpa:
    """The clean form. ``is_publica`` False: sealed restricted, or held for a moderator."""

    demanda_id: str
    versao: int
    normalizada_em: str
    titulo: str | None
    descricao_limpa: str | None
    entidades_extraidas: dict[str, str]
    termos_suspeitos: tuple[str, ...]
    conteudo_suspeito: bool
    confianca_normalizacao: float
    origem_normalizacao: str
    idioma_detectado: str | None
    is_publica: bool


def read_forma(cursor: Cursor, dialect: Dialect, demanda_id: str) -> FormaLimpa | None:
    """The clean form of a demand; None until it was normalised."""
    row = _BY_ID.run(cursor, dialect, {"k_demanda": demanda_id}).fetchone()
    return None if row is None else _forma(row)


def read_lists(cursor: Cursor, dialect: Dialect) -> list[str]:
    """The denylists of all offices that are known here, each a JSON array."""
    return [row[0] for row in _LISTS.run(cursor, dialect).fetchall()]


def read_words(cursor: Cursor, dialect: Dialect) -> Iterator[tuple[str, str | None, str]]:
    """(demand, title, description) of every demand that has words here, read by chunks."""
    rows = _WORDS.run(cursor, dialect)
    while chunk := rows.fetchmany(CHUNK):
        yield from ((row[0], row[1], row[2]) for row in chunk)


def _forma(row: Row) -> FormaLimpa:
    values = dict(zip(_FIELDS, row, strict=True))
    entities, terms = values["entidades_extraidas"], values["termos_suspeitos"]
    values["entidades_extraidas"] = msgspec.json.decode(entities) if entities else {}
    values["termos_suspeitos"] = tuple(msgspec.json.decode(terms)) if terms else ()
    values["conteudo_suspeito"] = bool(values["conteudo_suspeito"])
    values["is_publica"] = bool(values.pop("publica_texto")) and not values["conteudo_suspeito"]
    return FormaLimpa(**values)
