"""What D-4 keeps in memory: the orders of the units that were asked for, and the set in force.

Loaded from the tables when first needed, moved by apply in step with its rows, dropped by any
rollback (design.md 2). So each apply asks for the order before it writes the row.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import msgspec
from sqlalchemy import bindparam, select

from core.base.parametros.conjunto import PADRAO, Parametros, de_payload
from core.colonies.d4_ranking.order import Chave, Ordem, chave
from core.colonies.d4_ranking.tables import parametros, prazos, rankings
from core.kernel.colony import ReadDb
from core.kernel.store.statement import Statement

_R = rankings.c
_KEYS: Final = Statement(
    select(_R.score_final, _R.demanda_id)
    .where(_R.unidade_civica_id == bindparam("k_unidade"), _R.ativo == 1)
    .order_by(_R.score_final.desc(), _R.demanda_id)
)
_FIRST_KEYS: Final = Statement(
    select(_R.score_final, _R.demanda_id)
    .where(_R.unidade_civica_id == bindparam("k_unidade"), _R.ativo == 1)
    .order_by(_R.score_final.desc(), _R.demanda_id)
    .limit(bindparam("k_limite"))
)
_IN_FORCE: Final = Statement(select(parametros.c.conteudo).where(parametros.c.em_vigor == 1))
_PROGRESS: Final = Statement(select(prazos.c.evento, prazos.c.sujeito))


class Recalculo(NamedTuple):
    """The new calculation that the set in force asked for.

    Args:
        evento: hash of its ``parametros.carregados``, 64 hex.
        cursor: the last demand or unit that it has answered (handlers/parametros.py).
    """

    evento: str
    cursor: str


class Memoria:
    """See the module. Reads through the colony's own view of the running transaction."""

    __slots__ = ("_db", "_parametros", "_recalculo", "_unidades")

    def __init__(self, db: ReadDb) -> None:
        self._db = db
        self._unidades: dict[str, Ordem] = {}
        self._parametros: Parametros | None = None
        # The outer None: not asked yet.
        self._recalculo: tuple[Recalculo | None] | None = None

    def unidade(self, unidade_civica_id: str) -> Ordem:
        """The order of a unit."""
        found = self._unidades.get(unidade_civica_id)
        if found is None:
            rows = self._db.all(_KEYS, {"k_unidade": unidade_civica_id})
            found = self._unidades[unidade_civica_id] = Ordem(chave(*row) for row in rows)
        return found

    def topo(self, unidade_civica_id: str, count: int) -> list[Chave]:
        """The first keys of a unit, without loading the rest of it for that."""
        known = self._unidades.get(unidade_civica_id)
        if known is not None:
            return [key for key, _ in zip(known, range(count), strict=False)]
        params = {"k_unidade": unidade_civica_id, "k_limite": count}
        return [chave(*row) for row in self._db.all(_FIRST_KEYS, params)]

    @property
    def parametros(self) -> Parametros:
        """The set in force."""
        if self._parametros is None:
            row = self._db.one(_IN_FORCE)
            self._parametros = PADRAO if row is None else de_payload(msgspec.json.decode(row[0]))
        return self._parametros

    @property
    def recalculo(self) -> Recalculo | None:
        """How far the new calculation has come; None where no set was ever loaded."""
        if self._recalculo is None:
            row = self._db.one(_PROGRESS)
            self._recalculo = (None if row is None else Recalculo(bytes(row[0]).hex(), row[1]),)
        return self._recalculo[0]

    def set_recalculo(self, recalculo: Recalculo) -> None:
        """The row of the deadline was written."""
        self._recalculo = (recalculo,)

    def set_parametros(self, in_force: Parametros) -> None:
        """Another set is in force."""
        self._parametros = in_force
