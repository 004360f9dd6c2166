"""What a demand adds to sums, and what of it may be overdue: pure functions of its facts.

A demand stands in exactly one cell of ``d7_contagens``. When its facts change, the cell before is
reduced and the cell after raised, so that a panel reads sums and counts nothing.
Source: design.md 7 (Overdue); Apêndice B D-7, Dashboard.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from core.colonies.d7_transparencia.rules.situacao import (
    EM_TRABALHO,
    FINAIS,
    SEM_CONSELHEIRO,
    Fatos,
)

TIPOS_DE_ESPERA: Final = ("prazo", "inicio", "conselheiro", "atualizacao", "revisao")


# A member of an aggregate is worked on to its end (G-133).
_ENDED: Final = frozenset({"concluida", "retirada"})


class Celula(NamedTuple):
    """Which sums a demand belongs to; empty or 0 where it is not known yet."""

    unidade_civica_id: str
    situacao: str
    nivel_precedencia: int
    categoria_id: str
    confianca_geo: str


class Parcela(NamedTuple):
    """What a demand adds to its cell; durations in seconds."""

    total: int
    ocultas: int
    na_fila: int
    com_conselheiro: int
    com_inicio: int
    soma_inicio_s: int
    com_conclusao: int
    soma_conclusao_s: int


def celula(fatos: Fatos) -> Celula:
    """The cell of a demand."""
    return Celula(
        fatos["unidade_civica_id"] or "",
        fatos["situacao"],
        fatos["nivel_precedencia"] or 0,
        fatos["categoria_id"] or "",
        fatos["confianca_geo"] or "",
    )


def parcela(fatos: Fatos) -> Parcela:
    """What a demand adds to its cell."""
    inicio, conclusao, situacao = fatos["inicio_s"], fatos["conclusao_s"], fatos["situacao"]
    is_closed = situacao == "concluida" and conclusao is not None
    return Parcela(
        1,
        int(fatos["oculta"]),
        int(fatos["fila_unidade_id"] is not None),
        int(fatos["conselheiro_id"] is not None and situacao not in _ENDED),
        int(inicio is not None),
        inicio or 0,
        int(is_closed),
        conclusao if is_closed else 0,
    )


def esperas(fatos: Fatos) -> dict[str, str]:
    """What the demand waits for -> since when; whether that is too long is told when it is read."""
    situacao = fatos["situacao"]
    found: dict[str, str | None] = {}
    if situacao in FINAIS:
        return {}
    if situacao in EM_TRABALHO:
        found["prazo"] = fatos["prazo_estimado"]
    if situacao == "atribuida":
        found["inicio"] = fatos["sorteada_em"]
    if situacao in SEM_CONSELHEIRO:
        found["conselheiro"] = fatos["livre_desde"] or fatos["recebida_em"] or fatos["visto_em"]
    if situacao == "em_progresso":
        found["atualizacao"] = fatos["ultima_atualizacao_em"] or fatos["iniciada_em"]
    if situacao == "aguardando_territorio":
        found["revisao"] = fatos["situacao_desde"]
    elif fatos["revisao_desde"] is not None:
        found["revisao"] = fatos["revisao_desde"]
    return {tipo: desde for tipo, desde in found.items() if desde is not None}
