"""One item of moderation with everything that a decision needs, read in one snapshot.

No Qt, no SQL. See ``moderacao``, which decides.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from app.services.escrita import NINGUEM
from app.services.leitura import Leitura
from app.services.unidades import place_name
from core.base.texto.denylist import Denylist
from core.base.texto.personal_data import spans
from core.colonies.d1a_captura.queries import DemandaRecebida, read_demanda
from core.colonies.d1c_anexos.rules import ATUALIZACAO
from core.colonies.d1d_moderacao import queries
from core.colonies.d1d_moderacao.queries import (
    Anotacao,
    Decisao,
    Descricao,
    ItemModeracao,
    Reserva,
)
from core.colonies.d7_transparencia.queries.listas import DemandaListada, read_listed
from core.colonies.d7_transparencia.queries.unidades import read_unit
from core.colonies.escritorio.queries import Conta, list_accounts
from core.kernel.errors import UserFacingError
from core.kernel.store.log_read import read_by_hash


class ImagensDaModeracao(Protocol):
    """The pictures that items are about."""

    def ler(self, item: ItemModeracao) -> bytes | None:
        """Bytes of a picture; None where there is none here, or it is no picture."""


@dataclass(frozen=True, slots=True)
class Feita:
    """A decision of the history, with the name of whoever took it; None where erased."""

    decisao: Decisao
    moderador: str | None


@dataclass(frozen=True, slots=True)
class Item:
    """An item as a moderator sees it.

    Args:
        texto: what is judged: the words as published once approved; None where not here.
        bruto: as the resident said it, where that differs from ``texto``.
        marcas: (start, end) in ``texto`` of what it was flagged for.
        publica: of the demand, as lists show it; None where nothing is known.
        unidade: name of the place; None without one.
        historico: oldest first.
        consente: the author agreed that the text is published.
        descricao: what a model said of the picture.
        autores: accounts that wrote it; they may not decide.
    """

    item: ItemModeracao
    texto: str | None
    bruto: str | None
    marcas: tuple[tuple[int, int], ...]
    protocolo: str | None
    publica: DemandaListada | None
    unidade: str | None
    endereco: str | None
    historico: tuple[Feita, ...]
    notas: tuple[Anotacao, ...]
    descricao: Descricao | None
    reserva: Reserva | None
    consente: bool
    autores: frozenset[str]

    @property
    def is_aberto(self) -> bool:
        """It waits for a decision."""
        return self.item.status == "pendente"


def abrir_item(leitura: Leitura, item_id: str, agora: str) -> Item:
    """Everything about one item.

    Raises:
        UserFacingError: ``moderacao.item_desconhecido``.
    """
    item = queries.read_item(*leitura, item_id)
    if item is None:
        raise UserFacingError("moderacao.item_desconhecido")
    received = read_demanda(*leitura, item.demanda_id)
    listed = read_listed(*leitura, [item.demanda_id]).get(item.demanda_id)
    text = item.trecho or item.titulo
    names = nomes_de_contas(leitura)
    history = queries.read_history(*leitura, item_id)
    consents = {} if received is None else received.consentimentos or {}
    raw = received.texto_bruto if received is not None and item.tipo == "texto" else None
    return Item(
        item,
        text,
        raw if raw and text and " ".join(raw.split()) != " ".join(text.split()) else None,
        () if text is None else _marks(leitura, text),
        None if listed is None else listed.protocolo,
        listed,
        _unit(leitura, listed),
        None if received is None else received.endereco_informado,
        tuple(Feita(one, names.get(one.moderador_id or "")) for one in history),
        tuple(queries.read_notes(*leitura, item_id)),
        queries.read_description(*leitura, item.demanda_id, item.indice),
        queries.read_lease(*leitura, item_id, agora),
        item.tipo != "texto" or bool(consents.get("publicacao_texto")),
        (autores_de(leitura, item) | _registrant(item, received)) - {NINGUEM},
    )


def autores_de(leitura: Leitura, item: ItemModeracao) -> frozenset[str]:
    """The accounts behind the event that the item followed from: who typed it, whose it is."""
    event = None if item.causa is None else read_by_hash(*leitura, item.causa)
    if event is None:
        return frozenset()
    who = {one.conta_id for one in _councillors(leitura, event.payload.get("conselheiro_id"))}
    return frozenset(who | {(event.ator or {}).get("conta_id", NINGUEM)}) - {NINGUEM}


def _councillors(leitura: Leitura, conselheiro_id: str | None) -> list[Conta]:
    """The accounts of a councillor: also what a clerk registered in their name is their own."""
    if conselheiro_id is None:
        return []
    return [one for one in list_accounts(*leitura) if one.conselheiro_id == conselheiro_id]


def e_do_conselheiro(item: ItemModeracao) -> bool:
    """A report, or what came with one: not the matter of whoever registered the demand."""
    return item.tipo == "relato" or item.via == ATUALIZACAO


def nomes_de_contas(leitura: Leitura) -> Mapping[str, str]:
    """Names of the accounts of this office, by id."""
    return {one.conta_id: one.nome for one in list_accounts(*leitura)}


def _registrant(item: ItemModeracao, received: DemandaRecebida | None) -> frozenset[str]:
    if e_do_conselheiro(item) or received is None or received.conta_id is None:
        return frozenset()
    return frozenset({received.conta_id})


def _unit(leitura: Leitura, listed: DemandaListada | None) -> str | None:
    if listed is None or listed.unidade_civica_id is None:
        return None
    found = read_unit(*leitura, listed.unidade_civica_id)
    return None if found is None else place_name(found)


def _marks(leitura: Leitura, text: str) -> tuple[tuple[int, int], ...]:
    """Terms of the lists in force, and patterns of personal data; where they meet, one mark."""
    found = sorted([*Denylist(queries.read_terms(*leitura)).where(text), *spans(text)])
    joined: list[tuple[int, int]] = []
    for start, end in found:
        if joined and start <= joined[-1][1]:
            joined[-1] = (joined[-1][0], max(end, joined[-1][1]))
        else:
            joined.append((start, end))
    return tuple(joined)
