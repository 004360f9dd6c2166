"""Several items of the review decided with one reason, one after another, and taken back together.

Each is an act of its own, with all that is asked of one; what is refused holds up no other.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from app.services.escrita import Ator
from app.services.fila_revisao import Aberta, Decidida, FilaDeRevisaoService
from core.kernel.errors import UserFacingError


@dataclass(frozen=True, slots=True)
class Escolhido:
    """An item as it was seen, and what is to become of it.

    Args:
        categoria: category and subcategory to give; None where there is none to give.
        mantem: what stands today stays instead, category or unit.
    """

    aberta: Aberta
    categoria: tuple[str, str | None] | None
    mantem: bool


@dataclass(frozen=True, slots=True)
class Lote:
    """What came of it: the decisions that went through, and why the others did not."""

    decididas: tuple[Decidida, ...]
    recusas: tuple[UserFacingError, ...]


def decidir_lote(
    service: FilaDeRevisaoService, itens: Sequence[Escolhido], motivo: str, ator: Ator
) -> Lote:
    """Decide each; refused are also those for which the choice means nothing."""
    done: list[Decidida] = []
    refused: list[UserFacingError] = []
    for one in itens:
        try:
            decided = _decide(service, one, motivo, ator)
        except UserFacingError as error:
            refused.append(error)
            continue
        if decided.e_minha:
            done.append(decided)
        else:
            refused.append(UserFacingError("revisao.mudou"))
    return Lote(tuple(done), tuple(refused))


def desfazer_lote(service: FilaDeRevisaoService, decididas: Sequence[Decidida], ator: Ator) -> Lote:
    """Take each back."""
    back: list[Decidida] = []
    refused: list[UserFacingError] = []
    for one in decididas:
        try:
            service.desfazer(one, ator)
        except UserFacingError as error:
            refused.append(error)
        else:
            back.append(one)
    return Lote(tuple(back), tuple(refused))


def _decide(service: FilaDeRevisaoService, one: Escolhido, motivo: str, ator: Ator) -> Decidida:
    item, kind = one.aberta, one.aberta.pendencia.tipo
    if one.mantem and kind == "mudanca":
        return service.manter_unidade(item, ator, motivo)
    if one.mantem and kind == "categoria":
        return service.manter_categoria(item, ator, motivo)
    if not one.mantem and one.categoria is not None:
        category, sub = one.categoria
        return service.decidir_categoria(item, category, ator, sub, motivo)
    raise UserFacingError("revisao.lote_nao_serve")
