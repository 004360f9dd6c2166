"""Which unit a person means: by its identifier, the beginning of it, its code or its name.

No Qt, no SQL.
"""

from __future__ import annotations

import re
from typing import Final

from app.services.leitura import Leitor, Leitura
from core.colonies.d7_transparencia.queries import unidades as territorio
from core.colonies.d7_transparencia.queries.nomes import unit_names
from core.kernel.errors import UserFacingError

_SHOWN: Final = 5
_UUID: Final = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")


def encontrar_unidade(leitura: Leitura, texto: str) -> territorio.Unidade:
    """The one unit that ``texto`` names.

    A name that is the whole name of one unit means that one, whatever others contain it.

    Raises:
        UserFacingError: ``unidade.nao_encontrada``, or ``unidade.varias`` with the first few.
    """
    typed = " ".join(texto.split())
    if _UUID.fullmatch(typed.lower()):
        exact = territorio.read_unit(*leitura, typed.lower())
        found = [] if exact is None else [exact]
    else:
        found = territorio.find_named(*leitura, typed, _SHOWN + 1)
    if len(found) == 1:
        return found[0]
    if not found:
        raise UserFacingError("unidade.nao_encontrada", texto=typed[:64])
    shown = "; ".join(f"{place_name(one)} ({one.unidade_civica_id})" for one in found[:_SHOWN])
    raise UserFacingError("unidade.varias", texto=typed[:64], unidades=shown)


def identificar_unidade(leitor: Leitor, texto: str) -> str:
    """The identifier of the unit that ``texto`` names; a whole identifier is taken as it is.

    Raises:
        UserFacingError: as ``encontrar_unidade``.
    """
    typed = texto.strip().lower()
    if _UUID.fullmatch(typed):
        return typed
    with leitor.ler() as leitura:
        return encontrar_unidade(leitura, texto).unidade_civica_id


def nome_da_unidade(leitura: Leitura, unidade_civica_id: str) -> str | None:
    """Its name; None where the territory does not have it."""
    return unit_names(*leitura, [unidade_civica_id]).get(unidade_civica_id)


def place_name(one: territorio.Unidade) -> str:
    """``SP · São Paulo · Pinheiros``: state, what lies between, the unit."""
    between = [name for name in reversed(one.acima[:1]) if name]
    return " · ".join([*([one.uf] if one.uf else []), *between, one.nome])
