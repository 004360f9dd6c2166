"""One demand's rows, read and written: what handlers and commands have in common."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

import msgspec
from sqlalchemy import Table, Text, bindparam, delete, insert, select, update

from core.base.taxonomia.classifier import Alternativa
from core.colonies.d3_categorizacao.rules import Estado, Versao
from core.colonies.d3_categorizacao.tables import (
    categorizacoes,
    contestacoes,
    demandas,
    espera,
    fila_revisao,
    projecao_geo,
)
from core.kernel.colony import ApplyDb, ReadDb
from core.kernel.store.statement import Row, Statement

VERSION_COLUMNS: Final = (
    "event_id",
    "categoria_id",
    "subcategoria_id",
    "nivel_precedencia",
    "score_horizontal",
    "confianca",
    "metodo",
    "autoria",
    "sugestoes",
    "unidade_civica_id",
    "nivel_minimo_resolvido",
    "versao_taxonomia",
    "versao_classificador",
)
DEMAND: Final = tuple(column.name for column in demandas.columns)
QUEUE: Final = tuple(column.name for column in fila_revisao.columns)


def is_demand(table: Table) -> Any:
    """``demanda_id`` equals the parameter ``k_demanda``."""
    return table.c.demanda_id == bindparam("k_demanda")


def gone(table: Table) -> Statement:
    """Delete a demand's rows."""
    return Statement(delete(table).where(is_demand(table)))


def new(table: Table) -> Statement:
    """Insert a row."""
    return Statement(insert(table), [column.name for column in table.columns])


_V = categorizacoes.c
_DEMAND = Statement(select(demandas).where(is_demand(demandas)))
_DEMAND_GONE, _DEMAND_NEW = gone(demandas), new(demandas)
_D = demandas.c
_DEMAND_COMPLETED = Statement(
    update(demandas)
    .where(is_demand(demandas), _D.evento.is_not(None))
    .values(completada_por=bindparam("n_evento"))
)
_DEMAND_CLASSIFIED = Statement(
    update(demandas)
    .where(is_demand(demandas), _D.classificada_de.is_distinct_from(_D.evento))
    .values(classificada_de=_D.evento)
)
_GEO = Statement(select(projecao_geo).where(is_demand(projecao_geo)))
_CURRENT = Statement(
    select(*(_V[name] for name in VERSION_COLUMNS)).where(is_demand(categorizacoes), _V.atual == 1)
)
_LAST = Statement(select(_V.versao).where(is_demand(categorizacoes), _V.atual == 1))
_KNOWN = Statement(
    select(_V.versao).where(is_demand(categorizacoes), _V.evento == bindparam("k_evento"))
)
_OUTDATED = Statement(
    update(categorizacoes).where(is_demand(categorizacoes), _V.atual == 1).values(atual=0)
)
_VERSION_NEW = new(categorizacoes)
_PREVIOUS = Statement(
    select(*(_V[name] for name in VERSION_COLUMNS))
    .where(is_demand(categorizacoes), _V.atual == 0)
    .order_by(_V.versao.desc())
    .limit(1)
)
_QUEUED = Statement(select(fila_revisao).where(is_demand(fila_revisao)))
_QUEUE_GONE, _QUEUE_NEW = gone(fila_revisao), new(fila_revisao)
_C = contestacoes.c
_OPEN_CONTESTS = Statement(
    select(_C.categoria_sugerida, _C.contestada_em)
    .where(is_demand(contestacoes), _C.aberta == 1)
    .order_by(_C.contestada_em, _C.evento)
)


_G = projecao_geo.c
_THIS = select(bindparam("k_demanda", type_=Text).label("demanda_id")).subquery("esta")
_SITUATION = Statement(
    select(
        espera.c.falta,
        _D.retirada,
        _D.evento,
        _D.classificada_de,
        _G.evento,
        _G.causa,
        fila_revisao.c.prioridade,
    ).select_from(
        _THIS.outerjoin(espera, espera.c.demanda_id == _THIS.c.demanda_id)
        .outerjoin(demandas, _D.demanda_id == _THIS.c.demanda_id)
        .outerjoin(projecao_geo, _G.demanda_id == _THIS.c.demanda_id)
        .outerjoin(fila_revisao, fila_revisao.c.demanda_id == _THIS.c.demanda_id)
    )
)
_WAIT_GONE, _WAIT_NEW = gone(espera), new(espera)
_WAIT_OTHER = Statement(
    update(espera)
    .where(is_demand(espera))
    .values(falta=bindparam("n_falta"), desde=bindparam("n_desde"))
)
_TOGETHER = Statement(
    select(
        _D.texto,
        _D.idioma,
        _D.categoria_informada,
        _D.subcategoria_informada,
        _D.escolha_mudou,
        _D.evento,
        _D.classificada_de,
        _G.unidade_civica_id,
        _G.nivel_minimo_resolvido,
    )
    .join(projecao_geo, _G.demanda_id == _D.demanda_id)
    .where(is_demand(demandas), _D.completada_por == bindparam("k_evento"), _D.retirada == 0)
)


class Situacao(NamedTuple):
    """A demand at a glance, before an event is folded.

    Args:
        falta: what ``d3_espera`` says that it lacks.
        retirada: None where ``d3_demandas`` does not know it.
        evento: hash of the text that stands.
        classificada_de: hash of the text that the last outcome answers.
        geo: hash of the event that brought the unit.
        causa_geo: hash of what that event answers.
        prioridade: its place in ``d3_fila_revisao``; None where it is not there.
    """

    falta: str | None
    retirada: int | None
    evento: bytes | None
    classificada_de: bytes | None
    geo: bytes | None
    causa_geo: bytes | None
    prioridade: int | None

    @property
    def is_queued(self) -> bool:
        """A person has to look at it."""
        return self.prioridade is not None


def read_situation(db: ReadDb, demanda_id: str) -> Situacao:
    """See :class:`Situacao`; all None where nothing is known of the demand."""
    row = db.one(_SITUATION, {"k_demanda": demanda_id})
    return Situacao(None, None, None, None, None, None, None) if row is None else Situacao(*row)


def read_demand(db: ReadDb, demanda_id: str) -> dict[str, Any] | None:
    """The row of ``d3_demandas``."""
    row = db.one(_DEMAND, {"k_demanda": demanda_id})
    return None if row is None else dict(zip(DEMAND, row, strict=True))


def write_demand(db: ApplyDb, values: Mapping[str, Any]) -> None:
    """Put a row of ``d3_demandas`` in the place of the one before."""
    db.run(_DEMAND_GONE, {"k_demanda": values["demanda_id"]})
    db.run(_DEMAND_NEW, values)


def add_demand(db: ApplyDb, values: Mapping[str, Any]) -> None:
    """The first row of a demand in ``d3_demandas``."""
    db.run(_DEMAND_NEW, values)


def completed(db: ApplyDb, demanda_id: str, evento: bytes) -> None:
    """An event brought the unit to a text that is there."""
    db.run(_DEMAND_COMPLETED, {"k_demanda": demanda_id, "n_evento": evento})


def classified(db: ApplyDb, demanda_id: str) -> None:
    """The text that stands has its outcome."""
    db.run(_DEMAND_CLASSIFIED, {"k_demanda": demanda_id})


def read_geo(db: ReadDb, demanda_id: str) -> Row | None:
    """(demanda_id, unit, level, event, cause, moment) of ``d3_projecao_geo``."""
    return db.one(_GEO, {"k_demanda": demanda_id})


def read_current(db: ReadDb, demanda_id: str) -> Versao | None:
    """The category that stands."""
    row = db.one(_CURRENT, {"k_demanda": demanda_id})
    return None if row is None else version_of(row)


def read_previous(db: ReadDb, demanda_id: str) -> Versao | None:
    """The version before the one that stands."""
    row = db.one(_PREVIOUS, {"k_demanda": demanda_id})
    return None if row is None else version_of(row)


def version_of(row: Sequence[Any]) -> Versao:
    """From ``VERSION_COLUMNS``."""
    values = dict(zip(VERSION_COLUMNS, row, strict=True))
    values["sugestoes"] = suggestions_of(values["sugestoes"])
    return Versao(**values)


def suggestions_of(stored: str) -> tuple[Alternativa, ...]:
    """From the stored JSON."""
    return tuple(
        Alternativa(*pair) for pair in msgspec.json.decode(stored, type=list[tuple[str, float]])
    )


def stored_suggestions(listed: Sequence[Mapping[str, Any]]) -> str:
    """The JSON of a payload's suggestions."""
    pairs = [(one["categoria_id"], float(one["score_confianca"]) + 0.0) for one in listed]
    return msgspec.json.encode(pairs).decode()


def add_version(db: ApplyDb, values: Mapping[str, Any], *, is_first: bool) -> bool:
    """Add a version as the one that stands; False where the event is there already.

    Args:
        db: the colony's tables.
        values: the row, without ``versao`` and ``atual``.
        is_first: none stands, so the demand has no version at all.
    """
    key = {"k_demanda": values["demanda_id"]}
    versao = 1
    if not is_first:
        if db.one(_KNOWN, {**key, "k_evento": values["evento"]}) is not None:
            return False
        last = db.one(_LAST, key)
        versao = 1 if last is None else last[0] + 1
        db.run(_OUTDATED, key)
    db.run(_VERSION_NEW, {**values, "versao": versao, "atual": 1})
    return True


def read_queued(db: ReadDb, demanda_id: str) -> dict[str, Any] | None:
    """The row of ``d3_fila_revisao``."""
    row = db.one(_QUEUED, {"k_demanda": demanda_id})
    return None if row is None else dict(zip(QUEUE, row, strict=True))


def write_queued(db: ApplyDb, values: Mapping[str, Any], *, is_new: bool) -> None:
    """Put a row of ``d3_fila_revisao`` in the place of the one before, where there is one."""
    if not is_new:
        db.run(_QUEUE_GONE, {"k_demanda": values["demanda_id"]})
    db.run(_QUEUE_NEW, values)


def unqueue(db: ApplyDb, demanda_id: str) -> None:
    """The demand needs no review."""
    db.run(_QUEUE_GONE, {"k_demanda": demanda_id})


def open_contests(db: ReadDb, demanda_id: str) -> list[Row]:
    """(suggested category, moment) of contests that nobody decided on, oldest first."""
    return db.all(_OPEN_CONTESTS, {"k_demanda": demanda_id})


def settle_wait(db: ApplyDb, demanda_id: str, moment: str, situacao: Situacao) -> None:
    """Say in ``d3_espera`` what the demand lacks now; since when stays where it was.

    Args:
        db: the colony's tables.
        demanda_id: which.
        moment: since when, if it lacks something else than before.
        situacao: as it is now, but for ``falta``, which is what the table says until here.
    """
    before, wanted = situacao.falta, _missing(situacao)
    if before == wanted:
        return
    if wanted is None:
        db.run(_WAIT_GONE, {"k_demanda": demanda_id})
    elif before is None:
        db.run(_WAIT_NEW, {"demanda_id": demanda_id, "falta": wanted, "desde": moment})
    else:
        db.run(_WAIT_OTHER, {"k_demanda": demanda_id, "n_falta": wanted, "n_desde": moment})


def _missing(known: Situacao) -> str | None:
    if known.retirada:
        return None
    if known.evento is None:
        return None if known.geo is None else "texto"
    if known.geo is None:
        return "unidade"
    return None if known.classificada_de == known.evento else "categoria"


def read_state(db: ReadDb, demanda_id: str, event_hash: str) -> Estado | None:
    """The demand that ``event_hash`` brought together; None where that is not its to react to."""
    row = db.one(_TOGETHER, {"k_demanda": demanda_id, "k_evento": bytes.fromhex(event_hash)})
    if row is None:
        return None
    texto, idioma, categoria, subcategoria, mudou, evento, classificada, unidade, nivel = row
    return Estado(
        demanda_id=demanda_id,
        texto=texto,
        idioma=idioma,
        escolha=(categoria, subcategoria),
        escolha_mudou=bool(mudou),
        is_classificada=classificada == evento,
        atual=read_current(db, demanda_id),
        unidade_civica_id=unidade,
        nivel_minimo_resolvido=nivel,
    )
