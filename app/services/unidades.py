"""Which unit a person means: by its identifier, the beginning of it, or its name.

No Qt, no SQL.
"""

from __future__ import annotations

from typing import Final

from app.services.leitura import Leitura
from core.base.territorio.nome import nome_busca
from core.colonies.geo_territorio import queries as geo
from core.kernel.errors import UserFacingError

_SHOWN: Final = 5
_UUID_CHARS: Final = 36


def encontrar_unidade(leitura: Leitura, texto: str) -> geo.UnidadeLida:
    """The one unit that ``texto`` names.

    A name that is the whole name of one unit means that one, whatever others contain it.

    Raises:
        UserFacingError: ``unidade.nao_encontrada``, or ``unidade.varias`` with the first few.
    """
    wanted = " ".join(texto.split())
    if len(wanted) == _UUID_CHARS:
        exact = geo.read_unit(*leitura, wanted.lower())
        if exact is not None:
            return exact
    if not wanted:
        raise UserFacingError("unidade.nao_encontrada", texto=texto[:40])
    found = geo.find_units(*leitura, geo.Filtro(nome=wanted), geo.LIMIT, 0)
    named = [one for one in found if nome_busca(one.nome) == nome_busca(wanted)]
    if len(named) == 1:
        return named[0]
    if len(found) == 1:
        return found[0]
    if not found:
        raise UserFacingError("unidade.nao_encontrada", texto=wanted[:40])
    shown = "; ".join(f"{one.nome} ({one.unidade_civica_id})" for one in (named or found)[:_SHOWN])
    raise UserFacingError("unidade.varias", texto=wanted[:40], unidades=shown)


def nome_da_unidade(leitura: Leitura, unidade_civica_id: str) -> str | None:
    """Its name; None where the territory does not have it."""
    found = geo.read_unit(*leitura, unidade_civica_id)
    return None if found is None else found.nome
