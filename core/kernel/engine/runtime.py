"""A colony while it runs: its positions and its parked keys.

Everything here mirrors committed rows plus the running transaction; ``reset`` after a rollback
reads the rows again. Source: design.md 3 (positions, order), 2 (memory and rollback).
"""

from __future__ import annotations

from typing import Final

from sqlalchemy import bindparam, insert, select, update

from core.kernel.colony import Colony
from core.kernel.engine.colony_db import ColonyDb
from core.kernel.event import Event
from core.kernel.store import installation
from core.kernel.store import tables as t
from core.kernel.store.attachments import Attachments
from core.kernel.store.database import Writer
from core.kernel.store.log_read import TypedScan
from core.kernel.store.statement import Statement

_POSITION: Final = Statement(
    select(
        t.kernel_posicoes.c.aplicado_ate,
        t.kernel_posicoes.c.reagido_ate,
        t.kernel_posicoes.c.versao_projecao,
        t.kernel_posicoes.c.assinatura,
        t.kernel_posicoes.c.ativa,
    ).where(t.kernel_posicoes.c.colonia == bindparam("k_colonia"))
)
_NEW_POSITION: Final = Statement(
    insert(t.kernel_posicoes), [column.name for column in t.kernel_posicoes.columns]
)
_MOVE: Final = Statement(
    update(t.kernel_posicoes)
    .where(t.kernel_posicoes.c.colonia == bindparam("k_colonia"))
    .values(aplicado_ate=bindparam("aplicado"), reagido_ate=bindparam("reagido"))
)
_FOLDED: Final = Statement(
    update(t.kernel_posicoes)
    .where(t.kernel_posicoes.c.colonia == bindparam("k_colonia"))
    .values(versao_projecao=bindparam("versao"), assinatura=bindparam("assinatura_nova"))
)
_ACTIVE: Final = Statement(
    update(t.kernel_posicoes)
    .where(t.kernel_posicoes.c.colonia == bindparam("k_colonia"))
    .values(ativa=bindparam("ativa_nova"))
)
_INSTALLED: Final = Statement(
    select(t.kernel_instalacao.c.valor).where(t.kernel_instalacao.c.chave == bindparam("k_chave"))
)
_PARKED: Final = Statement(
    select(t.kernel_chaves_paradas.c.fase, t.kernel_chaves_paradas.c.chave).where(
        t.kernel_chaves_paradas.c.consumidor == bindparam("k_colonia")
    )
)


def signature(colony: Colony) -> str:
    """The subscribed types, one a line: a changed subscription marks a refold.

    Kept in words, so that whoever reads the table alone can tell the colony's lag.
    """
    return "\n".join(colony.consome)


class ColonyRuntime:
    """One registered colony in one engine.

    ``applied`` and ``reacted`` are the last subscribed event handled; types that do not concern
    the colony do not move them, so an idle colony costs no write. ``installed`` is the head of
    the log when the colony was added: what stood there before is applied, never reacted to.
    ``folds`` counts refolds, which change rows without moving ``applied``.
    """

    def __init__(
        self, colony: Colony, writer: Writer, order: int, attachments: Attachments
    ) -> None:
        self.colony = colony
        self.id = colony.id
        self.order = order
        self.db = ColonyDb(writer, colony, attachments)
        self._writer = writer
        self.apply = colony.apply
        self.types = frozenset(colony.apply)
        self.reacting = frozenset(colony.react)
        self.applied = 0
        self.reacted = 0
        self.installed = 0
        self.folds = 0
        self.active = True
        self.current = True
        self.dirty = False
        # True while every reaction up to the head is queued or done.
        self.queued = False
        self.parked_apply: set[str] = set()
        self.parked_react: set[str] = set()
        self._react_scan: TypedScan | None = None

    def load(self, head: int) -> bool:
        """Read the committed state; True when the colony is new here and rows were written.

        A colony seen for the first time applies from 0 and reacts only to what comes after its
        installation (G-001).
        """
        cursor, dialect = self._writer.cursor, self._writer.dialect
        self.dirty = self.queued = False
        self._react_scan = None
        self.db.drop_memory()
        self.folds += 1
        self.parked_apply, self.parked_react = set(), set()
        if not self.types:
            return False  # it only publishes: nothing to remember
        row = _POSITION.run(cursor, dialect, {"k_colonia": self.id}).fetchone()
        is_new = row is None
        if row is None:
            row = (0, head, self.colony.versao_projecao, signature(self.colony), 1)
            self._install(head)
        self.applied, self.reacted = row[0], row[1]
        self.current = tuple(row[2:4]) == (self.colony.versao_projecao, signature(self.colony))
        self.active = bool(row[4])
        fact = _INSTALLED.run(cursor, dialect, {"k_chave": self._installed_key}).fetchone()
        self.installed = int(fact[0]) if fact else 0
        for phase, key in _PARKED.run(cursor, dialect, {"k_colonia": self.id}).fetchall():
            (self.parked_apply if phase == "apply" else self.parked_react).add(key)
        return is_new

    @property
    def _installed_key(self) -> str:
        return f"colonia.{self.id}.instalada_ate"

    def _install(self, head: int) -> None:
        cursor, dialect = self._writer.cursor, self._writer.dialect
        _NEW_POSITION.run(
            cursor,
            dialect,
            {
                "colonia": self.id,
                "aplicado_ate": 0,
                "reagido_ate": head,
                "versao_projecao": self.colony.versao_projecao,
                "assinatura": signature(self.colony),
                "ativa": 1,
            },
        )
        if head:
            installation.set_fact(cursor, dialect, self._installed_key, str(head))

    def react_from_start(self) -> None:
        """Forget the installation: every event is reacted to (the operator's historical load)."""
        cursor, dialect = self._writer.cursor, self._writer.dialect
        installation.set_fact(cursor, dialect, self._installed_key, "0")
        self.installed = self.reacted = 0
        self.dirty = True
        self.queued = False
        self._react_scan = None

    def settle(self, head: int, *, reacts: bool) -> bool:
        """Nothing is left for the colony up to ``head``: say so, where a row is written anyway.

        Also where a guest applied what needs no reaction: only the holder can say it is done.

        Returns:
            True where the row is to be written.
        """
        if reacts and self.active and self.queued and self.reacted < self.applied:
            self.dirty = True
        if self.dirty and self.active:
            self.applied = head
            if reacts and self.queued:
                self.reacted = head
        return self.dirty and self.active

    def save(self) -> None:
        """Write what is held back, and the positions moved by this transaction."""
        self.db.flush()
        if self.dirty:
            _MOVE.run(
                self._writer.cursor,
                self._writer.dialect,
                {"k_colonia": self.id, "aplicado": self.applied, "reagido": self.reacted},
            )
            self.dirty = False

    def set_folded(self) -> None:
        """Record that the projection is of the present version and subscription."""
        _FOLDED.run(
            self._writer.cursor,
            self._writer.dialect,
            {
                "k_colonia": self.id,
                "versao": self.colony.versao_projecao,
                "assinatura_nova": signature(self.colony),
            },
        )
        self.current = True

    def set_active(self, *, active: bool) -> None:
        """Record whether the colony runs; positions stand still while it does not."""
        _ACTIVE.run(
            self._writer.cursor,
            self._writer.dialect,
            {"k_colonia": self.id, "ativa_nova": int(active)},
        )
        self.active = active

    def next_reactions(self, limit: int) -> list[Event]:
        """The next events whose reactions are not queued yet, in log order."""
        if self._react_scan is None:
            self._react_scan = TypedScan(sorted(self.reacting), self.reacted)
        found = self._react_scan.chunk(self._writer.cursor, self._writer.dialect, limit)
        if len(found) < limit:
            self.queued = True
            self._react_scan = None
        return found
