"""Collects files of the content store that nothing refers to any more.

A file is written before the transaction that refers to it: a crash in between, a draft thrown away
or a refused form leaves one that nobody names. It stays for a grace period, so that no file of an
open form is taken. A file that moderation removed has no grace. What any part of the log names is
never taken, whatever this program's colonies think of it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from sqlalchemy import or_, select

from core.kernel.errors import IntegrityFault
from core.kernel.parts import ATTACHMENT_PARTS, decode_part
from core.kernel.store import tables as t
from core.kernel.store.attachments import AttachmentStore
from core.kernel.store.statement import Cursor, Dialect, Statement

GRACE_MS: Final = 3 * 24 * 3_600_000
"""A form left open over a weekend keeps its photos."""

_NAMING: Final = Statement(
    select(t.event_parts.c.nome, t.event_parts.c.conteudo).where(
        or_(*(t.event_parts.c.nome == name for name in sorted(ATTACHMENT_PARTS)))
    )
)


@dataclass(frozen=True, slots=True)
class Sweep:
    """What a collection came to: files deleted, of those that were removed and of the others."""

    removidos: int
    sem_dono: int


def named_by_the_log(cursor: Cursor, dialect: Dialect) -> frozenset[str]:
    """Every object that a part of some event commits to."""
    found: set[str] = set()
    for nome, content in _NAMING.run(cursor, dialect).fetchall():
        try:
            items = decode_part(nome, bytes(content)).get("anexos", ())
        except IntegrityFault:
            continue  # verification's to say
        found.update(item["sha256"] for item in items if "sha256" in item)
    return frozenset(found)


def sweep(
    store: AttachmentStore,
    *,
    em_uso: frozenset[str],
    removidos: frozenset[str],
    nomeados: Callable[[], frozenset[str]],
    agora_ms: int,
) -> Sweep:
    """Delete what nothing needs.

    Args:
        store: the office's.
        em_uso: objects that rows or drafts of this office refer to.
        removidos: objects of removed files; those also in ``em_uso`` stay.
        nomeados: what the log names; asked only where something might be taken.
        agora_ms: the office clock, Unix milliseconds.

    Raises:
        EnvironmentFault: ``anexo.nao_apagado``.
    """
    there = list(store.all())
    gone = sum(store.remove(one) for one in there if one in removidos and one not in em_uso)
    loose = [one for one in there if one not in em_uso and one not in removidos]
    if not loose:
        return Sweep(gone, 0)
    named = nomeados()
    before = agora_ms - GRACE_MS
    taken = sum(store.remove_if_older(one, before) for one in loose if one not in named)
    return Sweep(gone, taken)
