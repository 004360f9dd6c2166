"""Moments in the office's time zone: "há 3 dias", and exact with date, time and zone.

A timestamp is a claim: it is shown, it never orders or decides (design.md 7). Everything takes
Unix milliseconds and returns Portuguese text or milliseconds. No clock of its own.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from typing import Final
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

DEFAULT_ZONE: Final = "America/Sao_Paulo"
_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_MINUTE_S: Final = 60
_HOUR_S: Final = 3_600
_DAY_S: Final = 86_400
_MONTHS_AFTER_DAYS: Final = 60
_YEARS_AFTER_DAYS: Final = 730


class FormatoTempo:
    """Formats moments for one office.

    Args:
        zona: IANA name of ``escritorio.configurado``.
        agora_ms: the office clock, Unix milliseconds.

    Raises:
        ValueError: there is no such zone.
    """

    def __init__(self, zona: str, agora_ms: Callable[[], int]) -> None:
        try:
            self._zone = ZoneInfo(zona)
        except (ZoneInfoNotFoundError, ValueError, OSError) as fault:
            raise ValueError(f"unknown time zone {zona!r}") from fault
        self._agora_ms = agora_ms

    @property
    def zona(self) -> str:
        """IANA name of the zone in use."""
        return self._zone.key

    def agora_ms(self) -> int:
        """The office clock."""
        return self._agora_ms()

    def _local(self, ms: int) -> datetime:
        try:
            return (_EPOCH + timedelta(milliseconds=ms)).astimezone(self._zone)
        except OverflowError:
            return datetime.min.replace(tzinfo=UTC) if ms < 0 else datetime.max.replace(tzinfo=UTC)

    def relativo(self, ms: int) -> str:
        """``há 3 dias``; calendar days from yesterday on, in the office's zone."""
        now = self._agora_ms()
        seconds = abs(now - ms) // 1_000
        if seconds < _MINUTE_S:
            return "agora"
        days = abs((self._local(now).date() - self._local(ms).date()).days)
        if seconds < _HOUR_S:
            span = f"{seconds // _MINUTE_S} min"
        elif seconds < _DAY_S or days == 0:
            span = f"{seconds // _HOUR_S} h"
        elif days < _MONTHS_AFTER_DAYS:
            span = "1 dia" if days == 1 else f"{days} dias"
        elif days < _YEARS_AFTER_DAYS:
            span = f"{days // 30} meses"
        else:
            span = f"{days // 365} anos"
        return f"há {span}" if ms <= now else f"daqui a {span}"

    def exato(self, ms: int) -> str:
        """``28/11/2026 14:32:05 (UTC−3, America/Sao_Paulo)``."""
        local = self._local(ms)
        return (
            f"{local:%d/%m/}{local.year:04d} {local:%H:%M:%S} ({self._offset(local)}, {self.zona})"
        )

    def curto(self, ms: int) -> str:
        """``28/11/2026 14:32:05``, for a column whose heading names the zone."""
        local = self._local(ms)
        return f"{local:%d/%m/}{local.year:04d} {local:%H:%M:%S}"

    def iso(self, ms: int) -> str:
        """RFC 3339 local time with offset, for files."""
        return self._local(ms).isoformat(timespec="milliseconds")

    def hoje(self) -> date:
        """The office's calendar day."""
        return self._local(self._agora_ms()).date()

    def inicio_do_dia_ms(self, dia: date) -> int:
        """First moment of that local day, also where a clock change skips midnight."""
        local = datetime(dia.year, dia.month, dia.day, tzinfo=self._zone)
        return int(local.timestamp()) * 1_000

    @staticmethod
    def _offset(local: datetime) -> str:
        offset = local.utcoffset() or timedelta()
        minutes = int(offset.total_seconds()) // 60
        sign = "−" if minutes < 0 else "+"
        hours, rest = divmod(abs(minutes), 60)
        return f"UTC{sign}{hours}" + (f":{rest:02d}" if rest else "")
