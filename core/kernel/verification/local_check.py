"""What must hold of the rows that only this installation has.

Nothing signs them. A byte that changed by itself is SQLite's to find (``store/witness.py``); a value
that was written wrong and well formed cannot be told from a right one. What is checked here is that
facts, positions, states and answers are such as the program writes.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Final

import msgspec
from sqlalchemy import and_, func, select

from core.kernel.errors import IntegrityFault
from core.kernel.header import is_hash, is_label
from core.kernel.store import installation as facts
from core.kernel.store import tables as t
from core.kernel.store.database import Reader
from core.kernel.store.installation import Installation
from core.kernel.store.statement import Statement
from core.kernel.verification.report import Report

_OPEN_FEEDS: Final = Statement(
    select(t.kernel_feeds.c.no, t.kernel_feeds.c.epoca).where(t.kernel_feeds.c.estado == "aberta")
)
_POSITIONS: Final = Statement(select(*t.kernel_posicoes.columns))
_ANSWERS: Final = Statement(
    select(t.kernel_comandos.c.resposta, t.kernel_comandos.c.sequence_number)
)
_WRITERS: Final = Statement(select(t.kernel_escrita.c.id, t.kernel_escrita.c.contador))
_CLOSED: Final = {
    "dead_letter_queue": (
        t.dead_letter_queue.c.estado,
        ("pendente", "esperando", "suspenso", "descartado", "liberado"),
    ),
    "dead_letter_queue.fase": (t.dead_letter_queue.c.fase, ("apply", "react", "prazo")),
    "kernel_chaves_paradas": (t.kernel_chaves_paradas.c.fase, ("apply", "react")),
    "kernel_saida": (t.kernel_saida.c.estado, ("pendente", "feito", "falhou")),
    "registry_schemas": (t.registry_schemas.c.deprecated, (0, 1)),
    "kernel_copias": (t.kernel_copias.c.verificada, (0, 1)),
}  # fmt: skip
_OUTSIDE: Final = {
    name: Statement(
        select(func.count())
        .select_from(column.table)
        .where(and_(*(column != value for value in values)))
    )
    for name, (column, values) in _CLOSED.items()
}


def check_installation(reader: Reader, report: Report) -> Installation | None:
    """The facts of this installation, or None where they cannot be read."""
    try:
        found = facts.read(reader.cursor, reader.dialect)
    except IntegrityFault as fault:
        report.add(fault.code, **fault.params)
        return None
    wrong = [
        name
        for name, holds in (
            ("rede", is_hash(found.rede)),
            ("no", is_label(found.no)),
            ("instancia", is_label(found.instancia)),
            ("epoca", found.epoca >= 0),
        )
        if not holds
    ]
    for name in wrong:
        report.add("instalacao.valor_invalido", campo=name)
    if wrong:
        return None
    open_feeds = {(bytes(no).hex(), e) for no, e in _rows(reader, _OPEN_FEEDS)}
    if [feed for feed in open_feeds if feed[0] == found.no] != [(found.no, found.epoca)]:
        report.add("instalacao.ramo_danificado", epoca=found.epoca)
    return found


def check_local_rows(
    reader: Reader,
    report: Report,
    head: int,
    colonies: Collection[str] = (),
    types: Collection[str] = (),
) -> None:
    """Positions, states and answers.

    Args:
        reader: a read-only connection.
        report: where findings go.
        head: highest position of the log.
        colonies: ids of the colonies of this program; empty where unknown.
        types: all event types of this program, which never become fewer; empty where unknown.
    """
    for row in _rows(reader, _POSITIONS):
        colonia, applied, reacted, version, signature, active = row
        holds = (
            0 <= applied <= head
            and 0 <= reacted <= head
            and version >= 0
            and active in (0, 1)
            and (not types or set(signature.split("\n")) <= {*types, ""})
            and (not colonies or colonia in colonies)
        )
        if not holds:
            report.add("banco.valores_danificados", tabela="kernel_posicoes", linhas=1)
    for answer, sequence in _rows(reader, _ANSWERS):
        if not 0 <= sequence <= head or not _is_json(answer):
            report.add("banco.valores_danificados", tabela="kernel_comandos", linhas=1)
    if [row[0] for row in _rows(reader, _WRITERS)] != [1]:
        report.add("banco.valores_danificados", tabela="kernel_escrita", linhas=1)
    for name, statement in _OUTSIDE.items():
        count = _rows(reader, statement)[0][0]
        if count:
            report.add(
                "banco.valores_danificados", tabela=name.partition(".")[0], linhas=int(count)
            )


def _rows(reader: Reader, statement: Statement) -> list[tuple[Any, ...]]:
    rows: list[tuple[Any, ...]] = statement.run(reader.cursor, reader.dialect).fetchall()
    return rows


def _is_json(text: object) -> bool:
    if not isinstance(text, str):
        return False
    try:
        msgspec.json.decode(text.encode("utf-8", "surrogateescape"))
    except (msgspec.MsgspecError, UnicodeError):
        return False
    return True
