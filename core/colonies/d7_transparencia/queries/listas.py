"""What every list of demands shows of one; words that are held back are left out here."""

from __future__ import annotations

from collections.abc import Iterable
from decimal import Decimal
from typing import Final, NamedTuple

from sqlalchemy import Integer, bindparam, case, cast, select

from core.base.texto.search import searched
from core.colonies.d7_transparencia.queries.demanda import score_of
from core.colonies.d7_transparencia.tables import snapshots
from core.kernel.store.statement import Cursor, Dialect, Row, Statement

_S = snapshots.c
_TITLE: Final = case((_S.oculta == 0, _S.titulo)).label("titulo_publico")
LISTADAS: Final = (
    _S.demanda_id,
    _S.protocolo,
    _TITLE,
    _S.situacao,
    _S.situacao_desde,
    _S.categoria_id,
    _S.subcategoria_id,
    _S.nivel_precedencia,
    _S.unidade_civica_id,
    _S.recebida_em,
    _S.concluida_em,
    _S.conclusao_via,
    _S.ordem_score,
    _S.ranqueada_em,
    _S.coordenada_lat,
    _S.coordenada_lng,
    _S.total_confirmacoes,
    _S.agregado_representante_id,
    _S.conselheiro_id,
    _S.grupo_id,
    _S.oculta,
    _S.conteudo_removido,
)
"""Columns in the order that ``listed`` reads."""
LOT: Final = 64
"""Demands that one execution seeks."""
_LOT_OF: Final = Statement(
    select(*LISTADAS).where(_S.demanda_id.in_([bindparam(f"k_{n}") for n in range(LOT)]))
)
_ONE: Final = Statement(select(*LISTADAS).where(_S.demanda_id == bindparam("k_demanda")))
LIMITED: Final = cast(bindparam("k_limite"), Integer)


class DemandaListada(NamedTuple):
    """A demand in a list; ``titulo`` is None where none may be shown."""

    demanda_id: str
    protocolo: str | None
    titulo: str | None
    situacao: str
    situacao_desde: str
    categoria_id: str | None
    subcategoria_id: str | None
    nivel_precedencia: int | None
    unidade_civica_id: str | None
    recebida_em: str | None
    concluida_em: str | None
    conclusao_via: str | None
    score: Decimal | None
    lat: float | None
    lng: float | None
    total_confirmacoes: int
    agregado_representante_id: str | None
    conselheiro_id: str | None
    grupo_id: str | None
    is_oculta: bool
    is_removida: bool


def listed(row: Row) -> DemandaListada:
    """From a row of ``LISTADAS``."""
    order, ranked = row[12:14]
    flags = (bool(row[20]), bool(row[21]))
    return DemandaListada._make((*row[:12], score_of(order, ranked), *row[14:20], *flags))


def like(part: str) -> str:
    """A pattern that finds a folded part anywhere."""
    part = searched(part)
    for special in ("\\", "%", "_"):
        part = part.replace(special, "\\" + special)
    return f"%{part}%"


def read_listed(
    cursor: Cursor, dialect: Dialect, demandas: Iterable[str]
) -> dict[str, DemandaListada]:
    """Id -> what a list shows of it, of the demands that are known: for lists of another order."""
    wanted = sorted(set(demandas))
    found: dict[str, DemandaListada] = {}
    while len(wanted) >= LOT:
        lot, wanted = wanted[:LOT], wanted[LOT:]
        params = {f"k_{n}": one for n, one in enumerate(lot)}
        for row in _LOT_OF.run(cursor, dialect, params).fetchall():
            found[row[0]] = listed(row)
    for one in wanted:
        row = _ONE.run(cursor, dialect, {"k_demanda": one}).fetchone()
        if row is not None:
            found[one] = listed(row)
    return found
