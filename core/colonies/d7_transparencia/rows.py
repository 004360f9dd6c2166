"""One demand's snapshot with its sums, waits, words and timeline: read, changed, written.

A change writes the columns that changed and nothing else, moves one unit of two sums at most, and
adds one line of timeline: a fixed number of rows, whatever the size of the log. Another public text
also moves the words that it is found by.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
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
MAX_KNOWN: Final = 500
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
    .where(_IS_CELL, _C.total > 1)
    .values({name: _C[name] - bindparam(f"n_{name}") for name in _SHARE})
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
_WORD_NEW = Statement(insert(palavras), [column.name for column in palavras.columns])


@cache
def _changing(columns: tuple[str, ...]) -> Statement:
    """Write some columns of a snapshot, so that only their indexes are touched."""
    return Statement(
        update(snapshots)
        .where(_S.demanda_id == bindparam("k_demanda"))
        .values({name: bindparam(f"n_{name}") for name in columns})
    )


def no_snapshots(_db: ReadDb) -> dict[str, Linha]:
    """The colony's memory: rows that were just written, for the next events of the same demands."""
    return {}


def read_snapshot(db: ReadDb, demanda_id: str) -> Linha | None:
    """The row of ``d7_demanda_snapshots``; None while nothing is known of the demand."""
    known: Linha | None = db.memory.get(demanda_id)
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
    """Let ``edit`` change a demand's facts, and bring all that follows from them up to date."""
    before = read_snapshot(db, demanda_id)
    db.memory.pop(demanda_id, None)
    after = dict(before or {**_EMPTY, "demanda_id": demanda_id, "visto_em": event.timestamp})
    edit(after)
    _derive(before or after, after, event)
    if before is None:
        other: Sequence[str] = COLUMNS
        db.run(_NEW, after)
    else:
        other = [name for name in COLUMNS if after[name] is not before[name]]
        changed = tuple([name for name in other if after[name] != before[name]])
        if changed:
            values = {f"n_{name}": after[name] for name in changed}
            db.run(_changing(changed), {"k_demanda": demanda_id, **values})
    _keep(db, after, other)
    _move_sums(db, before, after)
    _move_waits(db, before, after)
    _move_words(db, before, after)


def _keep(db: ApplyDb, linha: Linha, other: Sequence[str]) -> None:
    """Remember a row as the table would give it back; where a type is another, it is read again."""
    if all(linha[name] is None or type(linha[name]) is _TYPES[name] for name in other):
        known: dict[str, Linha] = db.memory
        if len(known) >= MAX_KNOWN:
            del known[next(iter(known))]
        known[linha["demanda_id"]] = linha


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


def _move_sums(db: ApplyDb, before: Linha | None, after: Linha) -> None:
    cell, share = somas.celula(after), somas.parcela(after)
    if before is not None:
        old_cell, old_share = somas.celula(before), somas.parcela(before)
        if (old_cell, old_share) == (cell, share):
            return
        _take_out(db, old_cell, old_share)
    row = dict(zip(_CELL, cell, strict=True)) | dict(zip(_SHARE, share, strict=True))
    db.run(_ADD[db.dialect], row)


def _take_out(db: ApplyDb, cell: somas.Celula, share: somas.Parcela) -> None:
    """Reduce a cell; the last demand takes it along, so that a rebuild has the same rows."""
    key = dict(zip(_K_CELL, cell, strict=True))
    if db.run(_REDUCED, key | dict(zip(_N_SHARE, share, strict=True))) == 0:
        db.run(_EMPTIED, key)


def _move_waits(db: ApplyDb, before: Linha | None, after: Linha) -> None:
    old = {} if before is None else somas.esperas(before)
    new = somas.esperas(after)
    unit = after["unidade_civica_id"]
    is_moved = before is not None and before["unidade_civica_id"] != unit
    alone = len(new) == 1
    is_other = is_moved or alone != (len(old) == 1)
    for tipo in old:
        if is_other or new.get(tipo) != old[tipo]:
            db.run(_WAIT_GONE, {"k_demanda": after["demanda_id"], "k_tipo": tipo})
    for tipo, since in new.items():
        if is_other or old.get(tipo) != since:
            row = {"demanda_id": after["demanda_id"], "tipo": tipo, "desde": since}
            db.run(_WAIT_NEW, {**row, "unidade_civica_id": unit or "", "sozinha": int(alone)})


def _move_words(db: ApplyDb, before: Linha | None, after: Linha) -> None:
    """What a search finds the demand by, where that became another text."""
    if before is not None and procura.is_same(before, after):
        return
    old = {} if before is None else procura.palavras(before)
    new = procura.palavras(after)
    demanda = after["demanda_id"]
    for word, moment in old.items():
        if new.get(word) != moment:
            db.run(_WORD_GONE, {"k_palavra": word, "k_demanda": demanda})
    rows = [
        {"palavra": word, "demanda_id": demanda, "momento": moment}
        for word, moment in new.items()
        if old.get(word) != moment
    ]
    db.run_many(_WORD_NEW, rows)


def take_out(keys: frozenset[str], db: ApplyDb) -> None:
    """The demands among some fold keys are about to be folded anew: sums and words go first."""
    for key in sorted(keys):
        snapshot = read_snapshot(db, key)
        if snapshot is not None:
            _take_out(db, somas.celula(snapshot), somas.parcela(snapshot))
            for word in procura.palavras(snapshot):
                db.run(_WORD_GONE, {"k_palavra": word, "k_demanda": key})


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
    return db.run(_TELL[db.dialect], line) > 0
