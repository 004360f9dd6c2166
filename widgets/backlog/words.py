"""The backlog in sentences: why a demand stands there, who is ahead, what would swap two of them.

Pure functions of what the service explains. Source: ui.md, Backlog and Words.
"""

from __future__ import annotations

from decimal import Decimal
from typing import Final

from app.services.backlog_explicacao import Bloco, Explicacao, Fatores, Vizinha
from app.services.backlog_quadro import AGENDA, ANDAMENTO, ESPERA, Quadro
from app.services.decimais import decimal
from widgets.runtime.words import counted, number

FAIXAS: Final = {ANDAMENTO: "Em andamento", AGENDA: "Na agenda", ESPERA: "Esperando vaga"}


def points(value: Decimal) -> str:
    """``5.100,00``."""
    return decimal(value)


def factor(value: Decimal | int) -> str:
    """``0,75`` and ``60``: no needless zeros."""
    text = f"{Decimal(value):,f}"
    if "." in text:
        text = text.rstrip("0").rstrip(".")
    return text.translate(_SWAPPED)


_SWAPPED: Final = str.maketrans(",.", ".,")


def ordinal(place: int) -> str:
    """``7ª``, ``1.204ª``."""
    return f"{number(place)}ª"


def heading(quadro: Quadro, faixa: str, shown: int) -> str:
    """What stands over a band: its name, how many, and what makes its order."""
    agenda = quadro.backlog.agenda
    name = FAIXAS[faixa]
    if faixa == ANDAMENTO:
        return f"{name} · {number(shown)}"
    if faixa == AGENDA:
        taken = f"{number(quadro.vagas_ocupadas)} de {counted(agenda.capacidade, 'vaga', 'vagas')}"
        held = f"{name} · {number(shown)} · {taken} {_held(quadro.vagas_ocupadas)}"
        first = agenda.nivel_nao_vencido
        if first is None:
            return f"{held} · por pontos"
        share = counted(agenda.vagas_por_nivel.get(first, 0), "vaga", "vagas")
        return f"{held} · nível {first} primeiro, com {share}"
    return f"{name} · {number(shown)} · por pontos; quem tem mais entra quando abre uma vaga"


def _held(count: int) -> str:
    return "ocupada" if count == 1 else "ocupadas"


def factors(found: Fatores) -> str:
    """``nível 3 pesa 60, a carência da unidade é 0,75 e a categoria vale 85``."""
    return (
        f"nível {found.nivel} pesa {factor(found.peso_nacional)}, "
        f"a carência da unidade é {factor(found.carencia)} "
        f"e a categoria vale {factor(found.categoria_vale)}"
    )


def product(found: Fatores) -> str:
    """``60 × 0,75 × 85 = 3.825,00 pontos``."""
    return (
        f"{factor(found.peso_nacional)} × {factor(found.carencia)} × "
        f"{factor(found.categoria_vale)} = {points(found.score)} pontos"
    )


def sentence(found: Explicacao) -> str:
    """Why it stands where it stands, in one sentence or two."""
    if found.fatores is None:
        return (
            "Está em andamento sem pontos: foi sorteada antes de entrar no ranking desta unidade."
        )
    reason = factors(found.fatores)
    if found.faixa == ANDAMENTO:
        place = "" if found.posicao is None else f"; é a {ordinal(found.posicao)} em pontos"
        return f"Já está em andamento e ocupa uma vaga{place}, porque {reason}."
    if found.faixa == AGENDA and found.ordem is not None:
        return f"{ordinal(found.ordem)} da agenda porque {reason}{_moved(found)}."
    return f"{ordinal(found.posicao or 0)} porque {reason}{_moved(found)}. {_turn(found)}"


def _moved(found: Explicacao) -> str:
    """What besides points puts others before or behind it."""
    parts: list[str] = []
    block = found.bloco
    if block is not None and block.passam:
        parts.append(f"{_fewer(block.passam)} à frente {_by_block(block, found.capacidade)}")
    if block is not None and block.passa:
        more = counted(block.passa, "demanda", "demandas")
        parts.append(
            f"passa à frente de {more} com mais pontos {_by_block(block, found.capacidade)}"
        )
    if found.reposicao:
        came = "entrou" if found.reposicao == 1 else "entraram"
        when = "quando abriu vaga, e a agenda ainda não foi refeita"
        parts.append(f"{_fewer(found.reposicao)} à frente porque {came} antes, {when}")
    if found.entrou_antes:
        more = counted(found.entrou_antes, "demanda", "demandas")
        parts.append(f"está à frente de {more} com mais pontos porque entrou antes, na reposição")
    return "".join(f"; {part}" for part in parts)


def _fewer(count: int) -> str:
    stands = "está" if count == 1 else "estão"
    return f"{counted(count, 'demanda', 'demandas')} com menos pontos {stands}"


def _by_block(block: Bloco, capacity: int) -> str:
    share = f"{number(block.vagas)} das {counted(capacity, 'vaga', 'vagas')}"
    return f"pelo bloco do nível {block.nivel}, o que falta cobrir nesta unidade, com {share}"


def _turn(found: Explicacao) -> str:
    """When whoever waits enters the agenda: the refill."""
    free = found.capacidade - found.ocupadas
    if found.proximas == 0:
        return "É a próxima a entrar na agenda quando abrir uma vaga."
    before = counted(found.proximas or 0, "demanda entra", "demandas entram")
    if free > 0:
        return f"{before} antes dela nas vagas que abrirem."
    full = counted(
        found.capacidade, "vaga da agenda está ocupada", "vagas da agenda estão ocupadas"
    )
    return f"Espera porque {full}; quando abrir vaga, {before} antes dela."


def ahead(found: Explicacao) -> str:
    """Who is ahead, band by band."""
    if found.faixa == ANDAMENTO:
        return "Ninguém: já está em andamento."
    who = found.a_frente
    parts = []
    if who.em_andamento:
        parts.append(f"{number(who.em_andamento)} em andamento")
    if who.na_agenda:
        parts.append(f"{number(who.na_agenda)} na agenda")
    if who.esperando:
        levels = ", ".join(f"{number(n)} do nível {level}" for level, n in who.por_nivel.items())
        parts.append(f"{number(who.esperando)} esperando com mais pontos ({levels})")
    return " · ".join(parts) or "Ninguém."


def neighbour(found: Vizinha, *, is_ahead: bool) -> str:
    """What keeps two neighbours in their order, and the difference that would swap them."""
    held = f"{ordinal(found.lugar)}, {points(found.score)} pontos"
    if found.troca == "bloco":
        why = "está antes" if is_ahead else "está depois"
        return f"{held}: {why} pelo bloco do nível a cobrir. Nenhuma diferença de pontos as troca."
    if found.troca == "entrada":
        return f"{held}: vale a ordem de entrada na agenda, até que ela seja refeita por pontos."
    lacking = points(found.faltam or Decimal(0))
    who = "a esta faltam" if is_ahead else "a ela faltam"
    text = f"{held}: {who} {lacking} pontos para passar à frente"
    if found.diferenca == 0:
        text = (
            f"{held}: empate; no empate vale o identificador. {who.capitalize()} {lacking} pontos"
        )
        text += " para trocar"
    if found.categoria_bastaria is None:
        return f"{text}; nem a categoria de maior valor bastaria."
    return f"{text}; bastaria a categoria valer {found.categoria_bastaria}."


def mixed(quadro: Quadro) -> str:
    """The warning while scores by several parameter sets stand side by side; empty without."""
    if not quadro.outras_versoes:
        return ""
    others = ", ".join(
        f"{number(count)} pela versão {name}" for name, count in quadro.outras_versoes.items()
    )
    return (
        f"Os pontos estão sendo recalculados: {others}, as outras pela versão "
        f"{quadro.backlog.agenda.versao_parametros}. A ordem muda até o recálculo terminar."
    )
