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
from core.colonies.escritorio.queries import read_escritorio
from core.kernel.errors import UserFacingError

PICKED: Final = 40
"""Units that a picker lists at most."""
_SHOWN: Final = 5
_RANKED: Final = 500
"""Rankings that are looked through for one of the office's own."""
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
        no: this node, whose office serves some of them.
    """

    def __init__(self, leitor: Leitor, no: str) -> None:
        self._leitor = leitor
        self._no = no

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

    def atendida(self) -> str:
        """The one unit that the office serves; empty where it named none or several."""
        with self._leitor.ler() as read:
            served = _served(read, self._no)
        return served[0] if len(served) == 1 else ""

    def padrao(self) -> str:
        """The unit that a screen of one unit opens with, the first time.

        Of those that the office serves, and those below them, the one with the longest ranking;
        with no ranking there, the first served; of an office that named none, ``maior``.
        """
        with self._leitor.ler() as read:
            served = _served(read, self._no)
            ranked = [unit for unit, _count in read_units(*read, _RANKED)]
            if not served:
                return ranked[0] if ranked else ""
            inside = (unit for unit in ranked if _is_within(read, unit, frozenset(served)))
            return next(inside, served[0])

    @staticmethod
    def rotulo(unidade: territorio.Unidade) -> str:
        """``SP · São Paulo · Pinheiros``."""
        return place_name(unidade)


def _served(read: Leitura, no: str) -> tuple[str, ...]:
    office = read_escritorio(*read, no)
    return () if office is None else office.unidades


def _is_within(read: Leitura, unit: str, places: frozenset[str]) -> bool:
    """Whether a unit is one of these, or below one."""
    at: str | None = unit
    seen: set[str] = set()
    while at is not None and at not in seen:
        if at in places:
            return True
        seen.add(at)
        found = territorio.read_unit(*read, at)
        at = None if found is None else found.parent_uc_id
    return False
