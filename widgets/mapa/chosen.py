"""What the filter chips of the map say, as a value that can be kept."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import Final

from app.services.mapa_vistas import Caixa, FiltroDoMapa

PERIODOS: Final = (
    ("tudo", "Todo o período", 0),
    ("7d", "Últimos 7 dias", 7),
    ("30d", "Últimos 30 dias", 30),
    ("90d", "Últimos 90 dias", 90),
    ("365d", "Últimos 12 meses", 365),
)
_DAYS: Final = {key: days for key, _word, days in PERIODOS}
DATAS: Final = "datas"


def as_day(iso: str) -> date | None:
    """A day as it is kept; None for none."""
    return date.fromisoformat(iso) if iso else None


@dataclass(frozen=True, slots=True)
class Escolhido:
    """What the chips say. ``periodo`` is a key of ``PERIODOS`` or ``DATAS``; days are ISO."""

    situacoes: tuple[str, ...] = ()
    nivel: int | None = None
    categoria: str | None = None
    unidade: str | None = None
    so_esta: bool = False
    periodo: str = "tudo"
    desde: str = ""
    ate: str = ""

    @property
    def is_restricting(self) -> bool:
        """Some demand may be left out."""
        return replace(self, so_esta=False) != Escolhido()

    def filtro(self, hoje: date) -> FiltroDoMapa:
        """For the service; a preset counts back from today."""
        since, until = as_day(self.desde), as_day(self.ate)
        days = _DAYS.get(self.periodo, 0)
        if self.periodo != DATAS:
            since, until = (hoje - timedelta(days=days - 1) if days else None), None
        return FiltroDoMapa(
            self.situacoes, self.nivel, self.categoria, self.unidade, self.so_esta, since, until
        )

    def to_text(self) -> str:
        """For the view settings."""
        return json.dumps({name: getattr(self, name) for name in self.__slots__})

    @staticmethod
    def from_text(text: str) -> Escolhido:
        """What ``to_text`` wrote; nothing chosen where it is not that."""
        try:
            stored = json.loads(text)
            chosen = Escolhido(**{**stored, "situacoes": tuple(stored["situacoes"])})
            chosen.filtro(date(2000, 1, 1))
        except (ValueError, TypeError, KeyError):
            return Escolhido()
        return chosen


def box_text(caixa: Caixa | None) -> str:
    """A box for the view settings."""
    if caixa is None:
        return ""
    return json.dumps([caixa.sul, caixa.oeste, caixa.norte, caixa.leste])


def box_from_text(text: str) -> Caixa | None:
    """What ``box_text`` wrote; None where it is no box."""
    try:
        south, west, north, east = (float(one) for one in json.loads(text))
    except (ValueError, TypeError):
        return None
    if not (-90 <= south < north <= 90 and -180 <= west < east <= 180):
        return None
    return Caixa(south, west, north, east)
