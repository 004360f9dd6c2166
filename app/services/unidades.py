"""Which unit a person means: by its identifier, the beginning of it, its code or its name.

``UnidadesService`` is what a picker asks.

No Qt, no SQL.
"""

from __future__ import annotations

import re
from typing import Final

from app.services.leitura import Leitor, Leitura
from core.colonies.d4_ranking.queries import read_units
from core.colonies.d7_transparencia.queries import unidades as territorio
from core.colonies.d7_transparencia.queries.nomes import unit_names
from core.kernel.errors import UserFacingError

PICKED: Final = 40
"""Units that a picker lists at most."""
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


class UnidadesService:
    """Units for a picker, over one office.

    Args:
        leitor: reads.
    """

    def __init__(self, leitor: Leitor) -> None:
        self._leitor = leitor

    def procurar(self, texto: str) -> list[tuple[str, str]]:
        """(id, where it lies) of units with this in their name, the best first.

        Without a text those whose rankings are longest.
        """
        with self._leitor.ler() as read:
            if texto.strip():
                found = territorio.find_units(*read, territorio.FiltroUnidade(nome=texto), PICKED)
            else:
                ranked = read_units(*read, PICKED)
                known = [territorio.read_unit(*read, unit) for unit, _count in ranked]
                found = [one for one in known if one is not None]
        return [(one.unidade_civica_id, place_name(one)) for one in found]

    def maior(self) -> str:
        """The unit with the longest ranking; empty where nothing was ranked yet."""
        with self._leitor.ler() as read:
            found = read_units(*read, 1)
        return found[0][0] if found else ""

    @staticmethod
    def rotulo(unidade: territorio.Unidade) -> str:
        """``SP · São Paulo · Pinheiros``."""
        return place_name(unidade)
