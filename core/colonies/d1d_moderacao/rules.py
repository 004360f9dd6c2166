"""What may be decided on an item, and what a decision says: values in, values out.

Source: Apêndice B D-1d (decidir, reverter), G-040, design.md 4 (released text) and 9.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from core.base.texto.denylist import MAX_TERM_CHARS, Denylist
from core.kernel.errors import UserFacingError
from core.kernel.event import Payload

DECIDIDA: Final = "moderacao.decidida"
LISTA: Final = "denylist.atualizada"
APROVADO, BLOQUEADO, REMOVIDO = "aprovado", "bloqueado", "removido"
PENDENTE, SUBSTITUIDO = "pendente", "substituido"
DECISOES: Final = (APROVADO, BLOQUEADO, REMOVIDO)
STATUS: Final = (PENDENTE, *DECISOES, SUBSTITUIDO)
TIPOS: Final = ("texto", "relato", "anexo")
OPOSTA: Final = {APROVADO: BLOQUEADO, BLOQUEADO: APROVADO}
MAX_MOTIVE: Final = 2_000
MAX_TERMS: Final = 2_000
MIN_TERM_LETTERS: Final = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Escolha:
    """What a moderator says of an item.

    Args:
        versao_vista: of the item that was looked at; None decides on whatever stands.
        motivo: restricted; needed for a removal.
        remover_texto_demanda: the text of the demand goes with its file.
        segunda_conta: who checked a removal; another account than the one that decides.
        libera: the author agreed that the text is published; without it an approval releases none.
    """

    item_id: str
    decisao: str
    versao_vista: str | None = None
    motivo: str | None = None
    remover_texto_demanda: bool = False
    segunda_conta: str | None = None
    libera: bool = True


def status_of(decisions: Sequence[str], *, is_current: bool, is_taken_along: bool) -> str:
    """What an item is after its decisions, oldest first; a removal is for good.

    Args:
        decisions: ``decisao`` of each.
        is_current: its text still stands.
        is_taken_along: the removal of a file took it along.
    """
    if is_taken_along or REMOVIDO in decisions:
        return REMOVIDO
    if decisions:
        return decisions[-1]
    return PENDENTE if is_current else SUBSTITUIDO


def checked(escolha: Escolha, item: Mapping[str, Any], conta_id: str) -> str | None:
    """The reason as it is kept, if this may be said of this item at all.

    Raises:
        UserFacingError: ``moderacao.decisao_desconhecida``, ``moderacao.relato_sem_remocao``,
            ``moderacao.motivo_obrigatorio``, ``moderacao.segunda_conta``,
            ``moderacao.so_com_anexo``, ``moderacao.motivo_longo``, ``moderacao.substituido``.
    """
    if escolha.decisao not in DECISOES:
        raise UserFacingError("moderacao.decisao_desconhecida", decisao=escolha.decisao)
    reason = motive(escolha.motivo)
    is_removal = escolha.decisao == REMOVIDO
    if is_removal and item["tipo"] == "relato":
        raise UserFacingError("moderacao.relato_sem_remocao")
    if escolha.remover_texto_demanda and not (is_removal and item["tipo"] == "anexo"):
        raise UserFacingError("moderacao.so_com_anexo")
    if is_removal and reason is None:
        raise UserFacingError("moderacao.motivo_obrigatorio")
    if is_removal and escolha.segunda_conta in {None, "", conta_id}:
        raise UserFacingError("moderacao.segunda_conta")
    if not item["vigente"]:
        raise UserFacingError("moderacao.substituido")
    return reason


def motive(text: str | None) -> str | None:
    """Without blanks around; None for none.

    Raises:
        UserFacingError: ``moderacao.motivo_longo``.
    """
    reason = (text or "").replace("\x00", "").strip()
    if len(reason) > MAX_MOTIVE:
        raise UserFacingError("moderacao.motivo_longo", maximo=MAX_MOTIVE)
    return reason or None


def payload_of(
    item: Mapping[str, Any],
    decisao: str,
    conta_id: str,
    motivo: str | None,
    *,
    libera: bool,
    remover_texto: bool = False,
    reaberto: bool = False,
) -> Payload:
    """``moderacao.decidida`` for an item; an approval carries the words that it releases."""
    payload: Payload = {
        "item_id": item["item_id"],
        "tipo": item["tipo"],
        "referencia_id": item["referencia_id"],
        "decisao": decisao,
        "moderador_id": conta_id,
        "demanda_id": item["demanda_id"],
    }
    if motivo is not None:
        payload["motivo"] = motivo
    if remover_texto:
        payload["remover_texto_demanda"] = True
    if reaberto:
        payload["reaberto"] = True
    released = released_words(item) if decisao == APROVADO and libera else None
    if released is not None:
        payload["texto_liberado"] = released
    return payload


def released_words(item: Mapping[str, Any]) -> dict[str, str] | None:
    """The words that everybody may read after an approval; None where there are none here."""
    if item["tipo"] == "relato":
        words = {"descricao_sanitizada": item["trecho"]}
    elif item["tipo"] == "texto":
        words = {"titulo": item["titulo"], "descricao_limpa": item["trecho"]}
    else:
        return None
    return {name: text for name, text in words.items() if text} or None


def listed_terms(lines: Sequence[str]) -> tuple[str, ...]:
    """Terms as an operator wrote them, one a line, each once; ``#`` begins a remark.

    Raises:
        UserFacingError: ``denylist.muitos_termos``, ``denylist.termo_longo``,
            ``denylist.termo_sem_letras``.
    """
    found: dict[str, str] = {}
    for number, line in enumerate(lines, 1):
        term = " ".join(line.split("#", 1)[0].replace("\x00", "").replace("\ufeff", "").split())
        if not term:
            continue
        if len(term) > MAX_TERM_CHARS:
            raise UserFacingError("denylist.termo_longo", linha=number, maximo=MAX_TERM_CHARS)
        read = Denylist([term]).termos
        if not read or len(read[0]) < MIN_TERM_LETTERS:
            raise UserFacingError("denylist.termo_sem_letras", linha=number, termo=term)
        found.setdefault(read[0], term)
    if len(found) > MAX_TERMS:
        raise UserFacingError("denylist.muitos_termos", maximo=MAX_TERMS)
    return tuple(found.values())
