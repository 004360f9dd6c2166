"""What a moderator's decision does to the words that are shown. Source: Apêndice B D-1d, D-7."""

from __future__ import annotations

from typing import Any

from core.colonies.d7_transparencia.rules import valores
from core.colonies.d7_transparencia.rules.demanda import Linha, Publico
from core.kernel.event import Event

_WORDS = ("titulo", "descricao", "descricoes_midia", "texto_ultima_atualizacao")

MOSTRADO, RETIDO, REMOVIDO = 0, 1, 2
"""Values of ``d7_timeline.oculto``."""
OCULTO_POR = {"aprovado": MOSTRADO, "bloqueado": RETIDO, "removido": REMOVIDO}


def is_about_text(publico: Publico) -> bool:
    """Whether the decision is about a demand's text; a removed file may take it along."""
    if publico.get("tipo") == "texto":
        return True
    is_removal = publico.get("decisao") == "removido"
    return is_removal and bool(publico.get("remover_texto_demanda"))


def texto_decidido(linha: Linha, publico: Publico, event: Event) -> None:
    """Approval releases, a block holds back and may be reversed, a removal is for good."""
    decision = publico.get("decisao")
    if linha["veredito"] == "removido":
        return
    linha["veredito"] = decision
    if decision == "removido":
        for name in _WORDS:
            linha[name] = None
        linha["conteudo_removido"] = 1
        linha["conteudo_removido_em"] = event.timestamp
    elif decision == "aprovado":
        released = publico.get("texto_liberado") or {}
        linha["titulo"] = valores.text(released.get("titulo")) or linha["titulo"]
        linha["descricao"] = valores.text(released.get("descricao_limpa")) or linha["descricao"]


def relato_decidido(linha: Linha, publico: Publico, palavras: str | None) -> None:
    """The last update is quoted while its words are shown.

    Args:
        linha: the demand.
        publico: of the decision.
        palavras: the report's public words as they stand after the decision; None where held back.
    """
    if linha["ultima_atualizacao_id"] == publico.get("referencia_id"):
        linha["texto_ultima_atualizacao"] = valores.cut(palavras, valores.ATUALIZACAO_MAX)


def palavras_liberadas(publico: Publico, antes: dict[str, Any] | None) -> dict[str, Any] | None:
    """The words of a report's entry: what an approval released in the place of what was there."""
    released = (publico.get("texto_liberado") or {}).get("descricao_sanitizada")
    if publico.get("decisao") != "aprovado" or released is None:
        return antes
    return {**(antes or {}), "descricao_sanitizada": released}
