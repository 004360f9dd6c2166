"""The door of D-4 for services: loading a set of parameters.

The command decides over sets alone; whether the units that a set names are in the territory is
asked by the service, which can read it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from sqlalchemy import bindparam, select

from core.base.parametros.conjunto import PADRAO, Parametros, para_payload
from core.colonies.d4_ranking import rows, rules
from core.colonies.d4_ranking.tables import parametros
from core.kernel.colony import Context, Decisao, ReadDb
from core.kernel.errors import UserFacingError
from core.kernel.event import NewEvent
from core.kernel.store.statement import Statement

_HASHES: Final = Statement(
    select(parametros.c.hash_conteudo).where(parametros.c.versao == bindparam("k_versao"))
)


def carregar_parametros(
    novos: Parametros, ator: Mapping[str, str] | None = None
) -> Callable[[Context], Decisao]:
    """Put a set in force.

    The answer is ``{"versao", "hash_conteudo", "ja_em_vigor"}``; nothing is published where the
    set is in force already. A set that was in force before may be loaded again.

    Args:
        novos: the set.
        ator: who loads it.

    Returns:
        What the engine has decided; raises ``parametros.versao_em_uso`` where its label stands
        for another content.
    """
    payload = para_payload(novos)

    def decide(context: Context) -> Decisao:
        db = context.db
        digest = payload["hash_conteudo"]
        if any(known != digest for known in _known_hashes(db, novos.versao)):
            raise UserFacingError("parametros.versao_em_uso", versao=novos.versao)
        in_force = para_payload(rows.memory(db).parametros)
        is_same = (in_force["versao"], in_force["hash_conteudo"]) == (novos.versao, digest)
        answer = {"versao": novos.versao, "hash_conteudo": digest, "ja_em_vigor": is_same}
        if is_same:
            return Decisao(answer)
        event = NewEvent(rules.CARREGADOS, payload, sujeito=novos.versao, ator=ator)
        return Decisao(answer, (event,))

    return decide


def _known_hashes(db: ReadDb, versao: str) -> list[str]:
    found = [row[0] for row in db.all(_HASHES, {"k_versao": versao})]
    if versao == PADRAO.versao:
        found.append(para_payload(PADRAO)["hash_conteudo"])
    return found
