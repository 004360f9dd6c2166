"""One demand's snapshot with its sums, waits, words and timeline: read, changed, written.

A line of timeline is written at once. The snapshot is held in memory until the batch ends, since a
demand's events follow each other closely, and then written with all that follows from it: the
columns that changed and nothing else, its sums, waits and the words that it is found by. That is a
fixed number of rows a demand, whatever the size of the log.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Final

from sqlalchemy import and_, bindparam, delete, insert, select, update
from sqlalchemy.dialects import postgresql, sqlite

from core.colonies.d7_transparencia.rules import procura, somas, valores
from core.colonies.d7_transparencia.rules.demanda import Linha
from core.colonies.d7_transparencia.rules.situacao import FINAIS, is_oculta, situacao
from core.colonies.d7_transparencia.tables import (
    contagens,
    esperas,
    palavras,
    snapshots,
    timeline,
)
from core.kernel.colony import ApplyDb, ReadDb
from core.kernel.event import Event
from core.kernel.store.statement import Statement

COLUMNS: Final = tuple(column.name for column in snapshots.columns)
_NUMBERS: Final = (
    "oculta",
    "conteudo_removido",
    "suspeito",
    "texto_corrigido",
    "local_pendente",
    "contestada",
    "aguarda_conselheiro",
    "total_sorteios",
    "total_atualizacoes",
    "ratificacao_pendente",
    "total_confirmacoes",
    "ordem_score",
)
_TYPES: Final = {column.name: column.type.python_type for column in snapshots.columns}
MAX_HELD: Final = 500
"""Demands in memory; then all that is held back is written and the older half forgotten."""

MAX_SHAPES: Final = 1_024
Changed = Sequence[tuple[Linha | None, Linha]]
"""Of demands: what the table holds, and what it is to hold."""

_EMPTY: Final[Linha] = {**dict.fromkeys(COLUMNS), **dict.fromkeys(_NUMBERS, 0)}

_S, _C, _W = snapshots.c, contagens.c, esperas.c
_READ = Statement(select(snapshots).where(_S.demanda_id == bindparam("k_demanda")))
_NEW = Statement(insert(snapshots), list(COLUMNS))
_LINE: Final = [column.name for column in timeline.columns]
_TELL: Final = {
    "sqlite": Statement(sqlite.insert(timeline).on_conflict_do_nothing(), _LINE),
    "postgresql": Statement(postgresql.insert(timeline).on_conflict_do_nothing(), _LINE),
}

_CELL: Final = somas.Celula._fields
_SHARE: Final = somas.Parcela._fields
_K_CELL: Final = tuple(f"k_{name}" for name in _CELL)
_N_SHARE: Final = tuple(f"n_{name}" for name in _SHARE)
_IS_CELL = and_(*(_C[name] == bindparam(f"k_{name}") for name in _CELL))
_REDUCED = Statement(
    update(contagens)
    .where(_IS_CELL, _C.total + bindparam("n_total") > 0)
    .values({name: _C[name] + bindparam(f"n_{name}") for name in _SHARE})
)
_EMPTIED = Statement(delete(contagens).where(_IS_CELL))


def _adding(insertion: Any) -> Statement:
    new = insertion.excluded
    return Statement(
        insertion.on_conflict_do_update(
            index_elements=list(_CELL), set_={name: _C[name] + new[name] for name in _SHARE}
        ),
        [*_CELL, *_SHARE],
    )


_ADD: Final = {
    "sqlite": _adding(sqlite.insert(contagens)),
    "postgresql": _adding(postgresql.insert(contagens)),
}
_WAIT_GONE = Statement(
    delete(esperas).where(_W.demanda_id == bindparam("k_demanda"), _W.tipo == bindparam("k_tipo"))
)
_WAIT_NEW = Statement(insert(esperas), [column.name for column in esperas.columns])
_WORD_GONE = Statement(
    delete(palavras).where(
        palavras.c.palavra == bindparam("k_palavra"),
        palavras.c.demanda_id == bindparam("k_demanda"),
    )
)
_WORD: Final = ("palavra", "demanda_id", "momento")
_WORD_NEW = Statement(insert(palavras), list(_WORD))


@lru_cache(maxsize=MAX_SHAPES)
def _changing(columns: tuple[str, ...]) -> Statement:
    """Write some columns of a snapshot, so that only their indexes are touched."""
    return Statement(
        update(snapshots)
        .where(_S.demanda_id == bindparam("k_demanda"))
        .values({name: bindparam(f"n_{name}") for name in columns})
    )


@dataclass(slots=True)
class Held:
    """The colony's memory.

    Args:
        rows: snapshots as the events so far leave them, and as the table would give them back.
        stored: what the table holds of those that are to be written; None where it holds nothing.
    """

    rows: dict[str, Linha] = field(default_factory=dict)
    stored: dict[str, Linha | None] = field(default_factory=dict)


def nothing_held(_db: ReadDb) -> Held:
    """The memory at the start of a transaction, or after a rollback."""
    return Held()


def read_snapshot(db: ReadDb, demanda_id: str) -> Linha | None:
    """The row of ``d7_demanda_snapshots``; None while nothing is known of the demand."""
    held: Held = db.memory
    known = held.rows.get(demanda_id)
    if known is not None:
        return known
    row = db.one(_READ, {"k_demanda": demanda_id})
    if row is None:
        return None
    found = dict(zip(COLUMNS, row, strict=True))
    if found["texto_evento"] is not None:
        found["texto_evento"] = bytes(found["texto_evento"])
    return found


def change(db: ApplyDb, event: Event, demanda_id: str, edit: Callable[[Linha], None]) -> None:
    """Let ``edit`` change a demand's facts; what follows from them is written by ``flush``."""
    before = read_snapshot(db, demanda_id)
    after = dict(before or {**_EMPTY, "demanda_id": demanda_id, "visto_em": event.timestamp})
    edit(after)
    _derive(before or after, after, event)
    held: Held = db.memory
    held.stored.setdefault(demanda_id, before)
    held.rows.pop(demanda_id, None)  # the one changed last is forgotten last
    held.rows[demanda_id] = after
    if not _reads_back(before, after):
        flush(db)
        del held.rows[demanda_id]
    elif len(held.rows) >= MAX_HELD:
        flush(db)
        for old in list(held.rows)[: MAX_HELD // 2]:
            del held.rows[old]


def _reads_back(before: Linha | None, after: Linha) -> bool:
    """Whether the table would give the row back as it stands in memory."""
    return all(
        value is None or type(value) is _TYPES[name]
        for name, value in after.items()
        if before is None or value is not before[name]
    )


def flush(db: ApplyDb) -> None:
    """Write what is held back: snapshots, sums, waits, words; in the order of their keys."""
    held: Held = db.memory
    if not held.stored:
        return
    changed = [(held.stored[key], held.rows[key]) for key in sorted(held.stored)]
    held.stored.clear()
    db.run_many(_NEW, [after for before, after in changed if before is None])
    for before, after in changed:
        if before is not None:
            _write_columns(db, before, after)
    _move_sums(db, changed)
    _move_waits(db, changed)
    _move_words(db, changed)


def _write_columns(db: ApplyDb, before: Linha, after: Linha) -> None:
    names = tuple([name for name in COLUMNS if after[name] != before[name]])
    if names:
        values = {f"n_{name}": after[name] for name in names}
        db.run(_changing(names), {"k_demanda": after["demanda_id"], **values})


def _derive(before: Linha, linha: Linha, event: Event) -> None:
    """The columns that follow from the facts."""
    state = situacao(linha)
    if state != linha["situacao"]:
        linha["situacao"], linha["situacao_desde"] = state, event.timestamp
    linha["oculta"] = int(is_oculta(linha))
    if linha["oculta"]:
        linha["titulo_busca"] = None
    elif linha["titulo_busca"] is None or linha["titulo"] != before["titulo"]:
        linha["titulo_busca"] = valores.folded(linha["titulo"])
    linha["faixa"] = valores.faixa(linha["coordenada_lat"])
    linha["fila_unidade_id"] = linha["ranking_unidade_id"] if _is_listed(linha) else None
    start = linha["recebida_em"]
    linha["inicio_s"] = valores.seconds_between(start, linha["primeira_acao_em"])
    linha["conclusao_s"] = valores.seconds_between(start, linha["concluida_em"])


def _is_listed(linha: Linha) -> bool:
    """A ranking lists what is open and stands in its unit (G-075, G-028)."""
    return (
        linha["situacao"] not in FINAIS
        and not linha["local_pendente"]
        and linha["ranking_unidade_id"] == linha["unidade_civica_id"]
    )


def _move_sums(db: ApplyDb, changed: Changed) -> None:
    moves = dict[somas.Celula, list[int]]()
    for before, after in changed:
        _add_share(moves, after, 1)
        if before is not None:
            _add_share(moves, before, -1)
    _write_sums(db, moves)


def _add_share(moves: dict[somas.Celula, list[int]], linha: Linha, sign: int) -> None:
    share = moves.setdefault(somas.celula(linha), [0] * len(_SHARE))
    for place, value in enumerate(somas.parcela(linha)):
        share[place] += sign * value


def _write_sums(db: ApplyDb, moves: Mapping[somas.Celula, Sequence[int]]) -> None:
    """Raise and reduce cells; the last demand takes its cell along, as a rebuild has the same rows."""
    for cell, share in sorted(moves.items()):
        if share[0] < 0:
            key = dict(zip(_K_CELL, cell, strict=True))
            if db.run_counted(_REDUCED, key | dict(zip(_N_SHARE, share, strict=True))) == 0:
                db.run(_EMPTIED, key)
        elif any(share):
            db.run(_ADD[db.dialect], dict(zip((*_CELL, *_SHARE), (*cell, *share), strict=True)))


def _move_waits(db: ApplyDb, changed: Changed) -> None:
    gone: list[dict[str, Any]] = []
    new: list[dict[str, Any]] = []
    for before, after in changed:
        _compare_waits(before, after, gone, new)
    db.run_many(_WAIT_GONE, gone)
    db.run_many(_WAIT_NEW, new)


def _compare_waits(
    before: Linha | None, after: Linha, gone: list[dict[str, Any]], new: list[dict[str, Any]]
) -> None:
    old = {} if before is None else somas.esperas(before)
    waits = somas.esperas(after)
    demanda, unit = after["demanda_id"], after["unidade_civica_id"]
    alone = len(waits) == 1
    is_moved = before is not None and before["unidade_civica_id"] != unit
    is_other = is_moved or alone != (len(old) == 1)
    gone += [
        {"k_demanda": demanda, "k_tipo": tipo}
        for tipo, since in old.items()
        if is_other or waits.get(tipo) != since
    ]
    for tipo, since in waits.items():
        if is_other or old.get(tipo) != since:
            row = {"demanda_id": demanda, "tipo": tipo, "desde": since}
            new.append({**row, "unidade_civica_id": unit or "", "sozinha": int(alone)})


def _move_words(db: ApplyDb, changed: Changed) -> None:
    """What a search finds demands by, where that became another text."""
    gone: list[tuple[str, str]] = []
    new: list[tuple[str, str, int]] = []
    for before, after in changed:
        if before is not None and procura.is_same(before, after):
            continue
        old = {} if before is None else procura.palavras(before)
        words, demanda = procura.palavras(after), after["demanda_id"]
        gone += [(word, demanda) for word, moment in old.items() if words.get(word) != moment]
        new += [
            (word, demanda, moment) for word, moment in words.items() if old.get(word) != moment
        ]
    _forget_words(db, gone)
    db.run_many(_WORD_NEW, [dict(zip(_WORD, row, strict=True)) for row in sorted(new)])


def _forget_words(db: ApplyDb, gone: list[tuple[str, str]]) -> None:
    rows = [{"k_palavra": word, "k_demanda": demanda} for word, demanda in sorted(gone)]
    db.run_many(_WORD_GONE, rows)


def take_out(keys: frozenset[str], db: ApplyDb) -> None:
    """The demands among some fold keys are about to be folded anew: sums and words go first."""
    moves = dict[somas.Celula, list[int]]()
    words: list[tuple[str, str]] = []
    for key in sorted(keys):
        snapshot = read_snapshot(db, key)
        if snapshot is not None:
            _add_share(moves, snapshot, -1)
            words += [(word, key) for word in procura.palavras(snapshot)]
    _write_sums(db, moves)
    _forget_words(db, words)


def tell(
    db: ApplyDb,
    event: Event,
    assunto: str,
    *,
    dados: Mapping[str, Any],
    texto: Mapping[str, Any] | None,
    referencia: str | None = None,
) -> bool:
    """Add an event to a timeline; False where it stands there already: nothing is done twice."""
    line = {
        "assunto": assunto,
        "altura": event.altura,
        "event_hash": bytes.fromhex(event.event_hash),
        "event_id": event.event_id,
        "tipo": event.tipo,
        "ocorrido_em": event.timestamp,
        "dados": valores.as_json(dados),
        "texto": valores.as_json(texto) if texto else None,
        "oculto": 0,
        "referencia": referencia,
    }
    return db.run_counted(_TELL[db.dialect], line) > 0
