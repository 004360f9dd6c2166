"""When a wait is too long: computed at read time, in the office's calendar days (design.md 7).

The moment and the zone come in as values. A claim that lies in the future is never overdue.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta, tzinfo
from typing import Final

from core.kernel.clock import MIN_MS, format_timestamp

_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_HOUR_MS: Final = 3_600_000


@dataclass(frozen=True, slots=True)
class Parametros:
    """How long is too long, as this installation wants it."""

    horas_sem_inicio: int = 72
    dias_sem_conselheiro: int = 30
    dias_sem_atualizacao: int = 30
    dias_em_revisao: int = 7


PADRAO: Final = Parametros()
"""What holds where an installation says nothing else (design.md 7)."""


@dataclass(frozen=True, slots=True)
class Agora:
    """The moment of a read.

    Args:
        ms: Unix milliseconds of the office clock.
        fuso: the office's time zone.
    """

    ms: int
    fuso: tzinfo

    def local(self) -> datetime:
        """The moment in the office's zone."""
        return (_EPOCH + timedelta(milliseconds=self.ms)).astimezone(self.fuso)


def limites(agora: Agora, parametros: Parametros) -> dict[str, str]:
    """Kind of wait -> what lies before it is overdue: a day for ``prazo``, else a UTC moment.

    n days without something are full when the local day of the last claim is n days ago, so the
    limit is the first moment of the day after that one.
    """
    today = agora.local().date()

    def days(count: int) -> str:
        start = datetime.combine(today - timedelta(days=count - 1), time.min, tzinfo=agora.fuso)
        ms = int(start.timestamp() * 1000)
        return format_timestamp(max(MIN_MS, min(ms, agora.ms)))

    return {
        "prazo": today.isoformat(),
        # One millisecond on: exactly 72 h ago is 72 h ago.
        "inicio": format_timestamp(agora.ms - parametros.horas_sem_inicio * _HOUR_MS + 1),
        "conselheiro": days(parametros.dias_sem_conselheiro),
        "atualizacao": days(parametros.dias_sem_atualizacao),
        "revisao": days(parametros.dias_em_revisao),
    }


def dias_em_aberto(desde: str | None, ate_ms: int, fuso: tzinfo) -> int | None:
    """Calendar days from a claim to a moment in the office's zone; None without a usable claim."""
    if desde is None:
        return None
    try:
        start = datetime.fromisoformat(desde).astimezone(fuso).date()
    except (ValueError, OverflowError):
        return None
    between = (Agora(ate_ms, fuso).local().date() - start).days
    return between if between >= 0 else None
