"""What each event about the agenda, the draw and a councillor's work adds to a demand's facts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from core.colonies.d7_transparencia.rules import valores
from core.colonies.d7_transparencia.rules.demanda import Linha, Publico
from core.kernel.event import Event

_DAY_FIELDS: Final = ("data", "data_estimada", "prazo_estimado", "prazo")
_DAY_LENGTH: Final = 10


def item_disponivel(linha: Linha, publico: Publico, event: Event) -> None:
    """On the agenda of a unit: a councillor may be drawn.

    One that waits in the draw's queue goes on waiting, announced again or elsewhere: only a draw
    ends that.
    """
    linha["agenda_unidade_id"] = publico["unidade_civica_id"]
    linha["disponivel_em"] = event.timestamp
    linha["grupo_id"] = publico.get("grupo_id")


def sem_candidatos(linha: Linha, publico: Publico, _event: Event) -> None:
    """A draw found nobody: the demand waits in the queue of its unit."""
    linha["agenda_unidade_id"] = publico["unidade_civica_id"]
    linha["aguarda_conselheiro"] = 1


def sorteado(linha: Linha, publico: Publico, event: Event) -> None:
    """A councillor has it from now on."""
    linha["total_sorteios"] += 1
    linha["aguarda_conselheiro"] = 0
    if linha["conselheiro_id"] == publico["conselheiro_id"]:
        return
    _set_free(linha)
    linha["conselheiro_id"] = publico["conselheiro_id"]
    linha["sorteada_em"] = event.timestamp


def atribuicao_recusada(linha: Linha, publico: Publico, event: Event) -> None:
    """Given back by whoever has it; anybody else's word changes nothing (D-6a/E3.13-14)."""
    if linha["conselheiro_id"] == publico["conselheiro_id"]:
        _left(linha, publico, event)


def _left(linha: Linha, publico: Publico, event: Event) -> None:
    """The councillor is gone: the next one is drawn for the same demand (G-101, G-149)."""
    _set_free(linha)
    linha["livre_desde"] = event.timestamp
    linha["aguarda_conselheiro"] = 1
    linha["agenda_unidade_id"] = linha["unidade_civica_id"] or publico.get("unidade_civica_id")


def _set_free(linha: Linha) -> None:
    for name in ("conselheiro_id", "sorteada_em", "iniciada_em", "prazo_estimado"):
        linha[name] = None


def demanda_iniciada(linha: Linha, publico: Publico, event: Event) -> None:
    """The first act. Told of somebody while nobody is known to have it, it says who has it."""
    if linha["conselheiro_id"] is None:
        linha["conselheiro_id"] = publico["conselheiro_id"]
    if linha["conselheiro_id"] == publico["conselheiro_id"]:
        linha["iniciada_em"] = linha["iniciada_em"] or event.timestamp
        linha["primeira_acao_em"] = linha["primeira_acao_em"] or event.timestamp


def atualizacao_publicada(linha: Linha, publico: Publico, event: Event) -> None:
    """A report; its words only where they are public."""
    linha["total_atualizacoes"] += 1
    linha["ultima_atualizacao_em"] = event.timestamp
    linha["ultima_atualizacao_id"] = publico["atualizacao_id"]
    words = publico.get("descricao_sanitizada")
    linha["texto_ultima_atualizacao"] = valores.cut(words, valores.ATUALIZACAO_MAX)
    if publico.get("tipo") == "prazo_registrado":
        day = _day(publico.get("campos_estruturados"))
        linha["prazo_estimado"] = day or linha["prazo_estimado"]


def _day(fields: Any) -> str | None:
    """The day that a registered deadline names; None where none is told."""
    if not isinstance(fields, Mapping):
        return None
    for name in _DAY_FIELDS:
        value = fields.get(name)
        if isinstance(value, str) and is_day(value[:_DAY_LENGTH]):
            return value[:_DAY_LENGTH]
    return None


def is_day(value: str) -> bool:
    """Whether a text is a day as contracts write it, 2026-11-30."""
    return (
        len(value) == _DAY_LENGTH
        and value[4] == value[7] == "-"
        and value.isascii()
        and (value[:4] + value[5:7] + value[8:]).isdigit()
    )


def prazo_proximo(linha: Linha, publico: Publico, _event: Event) -> None:
    """A deadline that is near is the one that stands."""
    if linha["conselheiro_id"] == publico["conselheiro_id"]:
        linha["prazo_estimado"] = publico["prazo_estimado"]


def is_end_of_mandate(publico: Publico) -> bool:
    """Whether the end of a cycle also makes the councillor inactive (D-6a)."""
    return bool(publico.get("motivo_encerramento") == "fim_mandato")


def ciclo_concluido(linha: Linha, publico: Publico, event: Event) -> None:
    """A councillor's work ended: with the demand, or without its end."""
    is_its = linha["conselheiro_id"] == publico["conselheiro_id"]
    if publico.get("motivo_encerramento") == "demanda_concluida":
        _close(linha, publico.get("data_fim") or event.timestamp, "conselheiro")
        if is_its:
            _set_free(linha)
    elif is_its:
        _left(linha, publico, event)


def concluida(linha: Linha, publico: Publico, event: Event) -> None:
    """Closed by its councillor."""
    _close(linha, publico.get("data_conclusao") or event.timestamp, "conselheiro")


def conclusao_confirmada(linha: Linha, publico: Publico, event: Event) -> None:
    """Residents say that it is done: that ends it, unless its councillor is to be asked."""
    linha["total_conclusoes"] = publico.get("total_conclusoes")
    if not publico.get("ratificacao_necessaria"):
        _close(linha, publico.get("data_conclusao") or event.timestamp, "coletiva")
    elif linha["concluida_em"] is None:
        linha["ratificacao_pendente"] = 1


def _close(linha: Linha, moment: str, via: str) -> None:
    """The first end stands: a concluded demand never comes back, and is not concluded again."""
    if linha["concluida_em"] is None:
        linha["concluida_em"], linha["conclusao_via"] = moment, via
    linha["ratificacao_pendente"] = 0


def membro(linha: Linha, representante: str) -> None:
    """The demand stands under another one of its aggregate."""
    linha["agregado_representante_id"] = representante


def representante(linha: Linha, membros: list[str]) -> None:
    """The demand stands for others: all that ever were added."""
    known = set(valores.from_json(linha["agregado_membros_ids"]) or ())
    linha["agregado_membros_ids"] = valores.as_json(sorted(known | set(membros)))
