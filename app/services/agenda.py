"""A unit's agenda in the words that every list uses (design.md 11), for the command line and screens.

Public: nothing here needs a role, and titles that are held back are left out. Exactly the unit that is
asked for, not those below it (G-028).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from app.services.leitura import Leitor, Leitura
from core.colonies.d5_agenda import api
from core.colonies.d5_agenda.queries import ItemDaAgenda
from core.colonies.d7_transparencia.queries.listas import DemandaListada, read_listed
from core.colonies.d7_transparencia.queries.unidades import Unidade
from core.colonies.d7_transparencia.rules.situacao import NA_AGENDA

AGUARDANDO_VAGA: Final = "aguardando_vaga"
AGUARDANDO_CONSELHEIRO: Final = "aguardando_conselheiro"
_SITUACAO: Final = {
    "disponivel": "disponivel",
    "atribuido": "atribuida",
    "em_progresso": "em_progresso",
    "concluido": "concluida",
    "agregado": "agregada",
    "removido": "retirada",
}


@dataclass(frozen=True, slots=True)
class ItemDoBacklog:
    """An item with its state in the common words.

    Args:
        demanda: what every list shows of it; None where nothing public is known of it yet.
    """

    situacao: str
    item: ItemDaAgenda
    demanda: DemandaListada | None


@dataclass(frozen=True, slots=True)
class Backlog:
    """A unit's agenda, ready to be shown.

    Args:
        itens: in order; position 1 is drawn for next.
        por_situacao: how many of the unit stand where, those that wait for a place included.
        agenda: capacity, shares and the rest that explains the order.
    """

    unidade: Unidade
    itens: tuple[ItemDoBacklog, ...]
    por_situacao: Mapping[str, int]
    agenda: api.Agenda


class AgendaService:
    """Over one office.

    Args:
        leitor: reads.
        unidade: finds a unit by what a person wrote: id, code or name.
    """

    def __init__(self, leitor: Leitor, unidade: Callable[[str], Unidade]) -> None:
        self._leitor = leitor
        self._unidade = unidade

    def mostrar(self, quem: str) -> Backlog:
        """The agenda of a unit; empty where nothing was ranked there yet.

        Raises:
            UserFacingError: ``unidade.nao_encontrada``, ``unidade.varias``.
        """
        unidade = self._unidade(quem)
        with self._leitor.ler() as read:
            return read_backlog(read, unidade)


def read_backlog(read: Leitura, unidade: Unidade) -> Backlog:
    """The agenda of a unit in an open read, so that whatever else is read fits to it."""
    agenda = api.ler_agenda(*read, unidade.unidade_civica_id)
    known = read_listed(*read, (item.demanda_id for item in agenda.itens))
    itens = []
    for item in agenda.itens:
        demanda = known.get(item.demanda_id)
        itens.append(ItemDoBacklog(situacao(item, demanda), item, demanda))
    return Backlog(unidade, tuple(itens), _counted(agenda, itens), agenda)


def situacao(item: ItemDaAgenda, demanda: DemandaListada | None) -> str:
    """The common word for an item that holds a place.

    D-7 knows it for what was announced; what stands in the agenda unannounced is available, too, and
    what was given back waits for its councillor.
    """
    if demanda is not None and demanda.situacao in NA_AGENDA:
        return demanda.situacao
    if item.status == "atribuido" and item.conselheiro_id is None:
        return AGUARDANDO_CONSELHEIRO
    return _SITUACAO[item.status]


def _counted(agenda: api.Agenda, itens: list[ItemDoBacklog]) -> dict[str, int]:
    found = {_SITUACAO[status]: n for status, n in agenda.por_status.items()}
    active = [_SITUACAO[item.status] for item in agenda.itens]
    for name in {*active, *(one.situacao for one in itens)}:
        found[name] = sum(one.situacao == name for one in itens)
    found[AGUARDANDO_VAGA] = agenda.em_espera
    return {name: n for name, n in sorted(found.items()) if n}
