"""The panel's charts as values: what each bar counts, says and opens."""

from __future__ import annotations

from typing import Final

from app.services.painel import PainelVisto
from app.services.painel_alvos import Alvos
from widgets.painel.words import day_spans, week
from widgets.runtime.bar_chart import Bar, Chart
from widgets.runtime.words import counted, number

MOST_CATEGORIES: Final = 12
WAITS: Final = {
    "prazo": "prazo registrado passou",
    "inicio": "sorteada há 72 h sem começo",
    "conselheiro": "30 dias sem conselheiro",
    "atualizacao": "30 dias sem atualização",
    "revisao": "7 dias em revisão",
}


def charts_of(painel: PainelVisto) -> tuple[Chart, ...]:
    """All of them, in the order shown."""
    targets = Alvos(painel)
    return (
        _states(painel, targets),
        _levels(painel, targets),
        _categories(painel, targets),
        _overdue(painel, targets),
        _weeks(painel, targets),
        _times(painel),
    )


def _count(label: str, count: int, target: str, tone: str = "accent") -> Bar:
    return Bar(
        label,
        (float(count),),
        f"{label}: {counted(count, 'demanda', 'demandas')}",
        target if count else "",
        tone,
    )


def _states(painel: PainelVisto, targets: Alvos) -> Chart:
    counts = painel.numeros.por_situacao
    bars = [
        _count(f"{one.forma} {one.nome}", counts[one.codigo], targets.situacao(one.codigo))
        for one in painel.situacoes
    ]
    return Chart(
        "situacao", "Demandas por situação", "demandas", tuple(bars), is_lying=True, axis="Situação"
    )


def _levels(painel: PainelVisto, targets: Alvos) -> Chart:
    counts = painel.numeros.por_nivel
    bars = [
        _count(f"nível {level}", counts.get(level, 0), targets.nivel(level), f"level{level}")
        for level in range(1, 6)
    ]
    bars.append(_count("sem nível ainda", counts.get(0, 0), "", "secondary"))
    return Chart(
        "nivel", "Em aberto por nível de precedência", "demandas", tuple(bars), axis="Nível"
    )


def _categories(painel: PainelVisto, targets: Alvos) -> Chart:
    bars = [
        _count(name, count, targets.categoria(code) if code else "", "accent")
        for code, name, count in painel.categorias[:MOST_CATEGORIES]
    ]
    rest = painel.categorias[MOST_CATEGORIES:]
    if rest:
        total = sum(count for *_, count in rest)
        bars.append(_count(f"outras {number(len(rest))}", total, "", "secondary"))
    return Chart(
        "categoria",
        "Em aberto por categoria",
        "demandas",
        tuple(bars),
        is_lying=True,
        axis="Categoria",
    )


def _overdue(painel: PainelVisto, targets: Alvos) -> Chart:
    bars = [
        _count(WAITS[kind], count, targets.atraso(kind), "danger")
        for kind, count in painel.numeros.atrasos.por_tipo.items()
    ]
    return Chart(
        "atraso", "Atrasadas por motivo", "demandas", tuple(bars), is_lying=True, axis="Motivo"
    )


def _weeks(painel: PainelVisto, targets: Alvos) -> Chart:
    bars = [
        Bar(
            week(one),
            (float(one.recebidas), float(one.concluidas)),
            f"semana de {one.inicio:%d/%m/%Y}: {counted(one.recebidas, 'recebida', 'recebidas')}, "
            f"{counted(one.concluidas, 'concluída', 'concluídas')}",
            targets.recebidas(one) if one.recebidas else "",
        )
        for one in painel.semanas
    ]
    return Chart(
        "semanas",
        "Por semana (segunda a domingo)",
        "demandas por semana",
        tuple(bars),
        ("recebidas", "concluídas"),
        axis="Semana de",
    )


def _times(painel: PainelVisto) -> Chart:
    starts, ends = painel.inicio.por_faixa, painel.conclusao.por_faixa
    bars = [
        Bar(
            name,
            (float(start), float(end)),
            f"{name} dias: {number(start)} com o primeiro ato, {number(end)} concluídas",
        )
        for name, start, end in zip(day_spans(), starts, ends, strict=True)
    ]
    return Chart(
        "tempos",
        "Quanto tempo levou, em dias desde o registro",
        "demandas",
        tuple(bars),
        ("até o primeiro ato", "até a conclusão"),
        axis="Dias",
    )
