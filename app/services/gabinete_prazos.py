"""A councillor's deadlines, counted as the panel counts what is overdue. Values in, values out.

72 hours to begin; then 30 calendar days of the office from one report to the next, and the day
that was promised last. Source: design.md 7.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Literal

from core.colonies.d6a_sorteio.rules import answer_due
from core.colonies.d6b_relatoria.queries import Acompanhamento
from core.colonies.d7_transparencia.rules.prazos import PADRAO, Agora, Parametros
from core.kernel.clock import parse_timestamp

Espera = Literal["inicio", "atualizacao", "prazo"]


@dataclass(frozen=True, slots=True)
class Prazo:
    """Something that is due.

    Args:
        espera: ``inicio`` the first report, ``atualizacao`` the next one, ``prazo`` what was
            promised.
        dia: the office's day on which it is due.
        momento_ms: the exact moment, for ``inicio`` alone.
        dias: calendar days from today; negative once it has passed.
        is_vencido: it is overdue now.
    """

    espera: Espera
    dia: date
    momento_ms: int | None
    dias: int
    is_vencido: bool


def prazos_de(
    ciclo: Acompanhamento,
    ultima_atualizacao: str | None,
    agora: Agora,
    parametros: Parametros = PADRAO,
) -> tuple[Prazo, ...]:
    """What is due in a running cycle, the nearest first.

    Args:
        ciclo: the cycle.
        ultima_atualizacao: when its last report was published; None before the first.
        agora: moment and zone of the question.
        parametros: how long is too long here.
    """
    today = agora.local().date()
    found = []
    if ciclo.iniciado_em is None:
        due = parse_timestamp(answer_due(ciclo.sorteado_em))
        day = Agora(due, agora.fuso).local().date()
        found.append(Prazo("inicio", day, due, (day - today).days, agora.ms >= due))
    else:
        since = _day(ultima_atualizacao or ciclo.iniciado_em, agora)
        day = since + timedelta(days=parametros.dias_sem_atualizacao)
        found.append(Prazo("atualizacao", day, None, (day - today).days, today >= day))
    if ciclo.prazo_estimado is not None:
        promised = date.fromisoformat(ciclo.prazo_estimado)
        days = (promised - today).days
        found.append(Prazo("prazo", promised, None, days, days < 0))
    return tuple(sorted(found, key=lambda one: (one.dia, one.espera)))


def _day(timestamp: str, agora: Agora) -> date:
    return datetime.fromisoformat(timestamp).astimezone(agora.fuso).date()
