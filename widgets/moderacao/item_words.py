"""The words around an item of moderation: why it is here, what was said and decided of it."""

from __future__ import annotations

from typing import Final

from app.services.moderacao_item import Item
from app.services.moderacao_vistas import DO_RELATO, STATUS, nao_examinado, tipo_dito
from app.services.momentos import ms_de
from widgets.moderacao.columns import PATTERNS
from widgets.runtime.context import Moments

TEMPLATES: Final = (
    "Ofensa ou xingamento",
    "Dado pessoal de alguém",
    "Acusação contra pessoa identificada",
    "Conteúdo sexual ou violento",
    "Propaganda",
    "Não é sobre o bairro",
)
"""Reasons that come up every day; any other may be written."""
WHAT: Final = {
    "texto": "Texto de um morador, retido até alguém decidir.",
    "relato": "Relato de um conselheiro, retido até alguém decidir.",
    "anexo": "Arquivo que veio com a demanda.",
}
WITH_REPORT: Final = "Arquivo que veio com um relato do conselheiro."
LANGUAGE: Final = "inglês"


def what_of(item: Item) -> str:
    """What it is, and with what it came."""
    return WITH_REPORT if tipo_dito(item.item) == DO_RELATO else WHAT[item.item.tipo]


def reasons_of(item: Item) -> str:
    """What it was flagged for, and what an approval would not do."""
    reasons = ", ".join(PATTERNS.get(one, one) for one in item.item.motivo)
    said = [f"Sinalizado por: {reasons}."] if reasons else []
    unseen = nao_examinado(item.item)
    if unseen is not None and item.is_aberto:
        said.append(unseen)
    if not item.consente:
        said.append("Sem consentimento para publicar: aprovar não publica este texto.")
    if item.item.is_bloqueado_ja and item.is_aberto:
        said.append("Retido pelo limiar automático até alguém decidir.")
    return " ".join(said)


def description_lines(item: Item) -> list[str]:
    """What a model said of the picture, translated first; never how sure it was."""
    found = item.descricao
    if found is None or not found.descricao:
        return []
    lines = ["Descrição automática", found.descricao]
    if found.descricao_original and found.descricao_original != found.descricao:
        lines.append(f"Original ({LANGUAGE}): {found.descricao_original}")
    return lines


def history_lines(item: Item, moments: Moments) -> list[str]:
    """Decisions, oldest first."""
    lines = ["Decisões até agora:"]
    for one in item.historico:
        made = one.decisao
        when = moments.curto(ms_de(made.data))
        who = one.moderador or "um moderador"
        back = " (reverteu)" if made.is_reaberto else ""
        why = f": {made.motivo}" if made.motivo else ""
        lines.append(f"{when} · {who} · {STATUS[made.decisao]}{back}{why}")
    return lines


def note_lines(item: Item, moments: Moments) -> list[str]:
    """What moderators told each other."""
    lines = []
    for one in item.notas:
        when = moments.curto(ms_de(one.escrita_em))
        wish = "pede 2ª opinião" if one.quer_opiniao else "anotou"
        words = f": {one.texto}" if one.texto else "."
        lines.append(f"{one.nome} {wish} ({when}){words}")
    return lines


def place_of(item: Item) -> str:
    """Where the demand is."""
    lines = [f"Lugar: {item.unidade}."] if item.unidade else []
    if item.endereco:
        lines.append(f"Endereço dito: {item.endereco}.")
    return " ".join(lines)
