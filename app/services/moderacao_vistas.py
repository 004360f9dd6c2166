"""What moderation answers with: lines and pages of the queue, outcomes, trails. Values only."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, Protocol

from app.services.escrita import Ator
from core.colonies.d1c_anexos.rules import ATUALIZACAO
from core.colonies.d1d_moderacao.queries import Decisao, ItemModeracao
from core.colonies.d1d_moderacao.rules import PENDENTE
from core.kernel.colony import Context
from core.kernel.colony import Decisao as Decidida

TIPOS: Final[Mapping[str, str]] = {"texto": "texto", "relato": "relato", "anexo": "anexo"}
"""What an item is, in words."""
STATUS: Final[Mapping[str, str]] = {
    "pendente": "espera decisão",
    "aprovado": "aprovado",
    "bloqueado": "bloqueado",
    "removido": "removido",
    "substituido": "texto trocado",
}
"""What became of an item, in words."""

DO_RELATO: Final = "anexo de relato"


def tipo_dito(item: ItemModeracao) -> str:
    """What an item is, in words: a file that came with a councillor's report says so."""
    return DO_RELATO if item.via == ATUALIZACAO else TIPOS[item.tipo]


_NAO_EXAMINADO: Final[Mapping[str, str]] = {
    "application/pdf": "o programa não lê PDF por dentro. Salve uma cópia pela tela Demandas, "
    "leia todas as páginas",
    "audio/": "o programa não procura dados pessoais em gravações. Salve uma cópia pela tela "
    "Demandas, ouça até o fim",
    "application/octet-stream": "o arquivo não pôde ser lido. Salve uma cópia pela tela Demandas, "
    "confira o que é",
}


def nao_examinado(item: ItemModeracao) -> str | None:
    """That nothing looked into a file, and what to do before deciding; None where something did.

    No library that reads PDF is among those of the program: what nothing looked at is restricted
    until a person has.
    """
    if item.tipo != "anexo":
        return None
    kind = item.tipo_mime or "application/octet-stream"
    for begins, why in _NAO_EXAMINADO.items():
        if kind.startswith(begins):
            return f"Não examinado: {why} e só então decida."
    return None


@dataclass(frozen=True, slots=True)
class PedidoDeRemocao:
    """What is to be removed for good, and who says so.

    Args:
        item: what was looked at.
        leva_texto: the words of its demand go.
        motivo: restricted.
        ator: who removes.
        segunda_conta: whoever checked it.
    """

    item: ItemModeracao
    leva_texto: bool
    motivo: str
    ator: Ator
    segunda_conta: str


class Remocao(Protocol):
    """Decides a removal and erases what it takes away, in one transaction."""

    def remover(
        self, pedido: PedidoDeRemocao, decide: Callable[[Context], Decidida], /
    ) -> tuple[Any, int, tuple[str, ...]]:
        """The colony's answer, how many parts are gone, and which copies made before hold them."""


@dataclass(frozen=True, slots=True)
class Linha:
    """A line of the queue; ``protocolo`` None where it has none."""

    item: ItemModeracao
    protocolo: str | None

    @property
    def chave(self) -> str:
        """What it is, whatever becomes of it."""
        return self.item.item_id


@dataclass(frozen=True, slots=True)
class Pagina:
    """A page of the queue.

    Args:
        depois: to be given back for the next page; None on the last.
        contagens: (status, kind) -> items of the whole queue.
    """

    itens: tuple[Linha, ...]
    depois: str | None
    contagens: Mapping[tuple[str, str], int]

    @property
    def pendentes(self) -> int:
        """How many wait."""
        return sum(n for (status, _tipo), n in self.contagens.items() if status == PENDENTE)


@dataclass(frozen=True, slots=True)
class Resultado:
    """What came of a decision.

    Args:
        is_minha: False where somebody else was first; then ``decisao`` is theirs.
        moderador: name of whoever decided.
        partes: parts that a removal erased.
        copias: copies, made before, that still hold them.
    """

    item_id: str
    demanda_id: str
    decisao: str
    is_minha: bool
    moderador: str | None = None
    partes: int = 0
    copias: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Trilha:
    """What one moderator decided: the newest lines, and how many of each kind."""

    linhas: tuple[Decisao, ...]
    contagens: Mapping[str, int]
    protocolos: Mapping[str, str]
