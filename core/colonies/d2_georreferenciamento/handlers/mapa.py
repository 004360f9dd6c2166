"""The colony's memory – the polygons – and what new outlines would change.

Outlines are read here only, through the content store. What judging finds is a function of the
demands and of the territory as they stand: it is judged when an import is whole, and again when a
demand is resolved, so that folding one demand anew gives the same row as folding everything.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import bindparam, select

from core.base.territorio.montagem import montar, unidade_da_linha
from core.colonies.d2_georreferenciamento import rules
from core.colonies.d2_georreferenciamento.rules import Mapa
from core.colonies.d2_georreferenciamento.tables import (
    importacoes,
    mantidas,
    processados,
    resolucoes,
    unidades,
)
from core.kernel.colony import ReadDb
from core.kernel.store.statement import Statement

_UNITS = Statement(
    select(
        unidades.c.unidade_civica_id,
        unidades.c.fonte,
        unidades.c.nivel,
        unidades.c.codigo,
        unidades.c.parent_uc_id,
        unidades.c.contornos,
    ).order_by(unidades.c.unidade_civica_id)
)
_NEWEST_IMPORT = Statement(
    select(importacoes.c.versao_fronteira, importacoes.c.concluida_em)
    .order_by(importacoes.c.altura.desc(), importacoes.c.evento.desc())
    .limit(1)
)
_R = resolucoes.c
_PLACED = (
    select(
        _R.demanda_id,
        _R.no,
        _R.unidade_civica_id,
        _R.coordenadas_lat,
        _R.coordenadas_lng,
        _R.metodo_resolucao,
        mantidas.c.unidade_civica_id,
        mantidas.c.unidade_recusada_id,
    )
    .select_from(resolucoes.outerjoin(mantidas, mantidas.c.demanda_id == _R.demanda_id))
    .where(
        _R.coordenadas_lat.is_not(None),
        _R.coordenadas_lng.is_not(None),
        ~select(processados.c.evento)
        .where(
            processados.c.demanda_id == _R.demanda_id,
            processados.c.resultado == "retirada",
        )
        .exists(),
    )
    .order_by(_R.demanda_id)
)
_ALL_PLACED = Statement(_PLACED)
_ONE_PLACED = Statement(_PLACED.where(_R.demanda_id == bindparam("k_demanda")))


def load_memory(db: ReadDb) -> Mapa:
    """The polygons from table and attachments; outlines that are missing are named."""
    from core.base.territorio.resolvedor import Resolvedor  # noqa: PLC0415 # loads shapely

    rows = [
        (unidade_da_linha(unidade, fonte, nivel, codigo, "", pai), outlines)
        for unidade, fonte, nivel, codigo, pai, outlines in db.all(_UNITS)
    ]
    montado = montar(rows, db.attachment)
    return Mapa(Resolvedor(montado.territorio), montado.faltas)


def changes_of_all(db: ReadDb) -> list[dict[str, Any]]:
    """Rows of ``d2_mudancas_pendentes``: the demands that the newest import puts elsewhere."""
    return _changes(db, db.all(_ALL_PLACED))


def changes_of(db: ReadDb, demanda_id: str) -> list[dict[str, Any]]:
    """The same of one demand: at most one row."""
    return _changes(db, db.all(_ONE_PLACED, {"k_demanda": demanda_id}))


def _changes(db: ReadDb, placed: Sequence[Sequence[Any]]) -> list[dict[str, Any]]:
    newest = db.one(_NEWEST_IMPORT)
    if newest is None or not placed:
        return []
    mapa: Mapa = db.memory
    if mapa.faltas:
        return []
    rows = []
    for demanda, no, unidade, lat, lng, metodo, kept, refused in placed:
        change = rules.judge(mapa.resolvedor, unidade, lat, lng, metodo)
        if change is not None and (kept, refused) != (unidade, change.unidade_id):
            rows.append(
                {
                    "demanda_id": demanda,
                    "no": no,
                    "unidade_atual_id": unidade,
                    "unidade_nova_id": change.unidade_id,
                    "nivel_novo": change.nivel,
                    "versao_fronteira": newest[0],
                    "detectada_em": newest[1],
                }
            )
    return rows
