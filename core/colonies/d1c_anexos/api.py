"""The door for services: what may be attached to a demand.

D-1c takes no commands: files come with other colonies' events, decisions from D-1d, and the result
of looking at a file enters through its trabalho.
"""

from __future__ import annotations

from core.colonies.d1c_anexos.queries import foi_removido
from core.kernel.errors import UserFacingError
from core.kernel.store.statement import Cursor, Dialect


def conferir_reenvio(
    cursor: Cursor, dialect: Dialect, demanda_id: str, sha256: str, hash_origem: str | None
) -> None:
    """Refuse a file that moderation removed from this demand.

    Raises:
        UserFacingError: ``midia.removida_antes``.
    """
    if foi_removido(cursor, dialect, demanda_id, sha256, hash_origem):
        raise UserFacingError("midia.removida_antes")
