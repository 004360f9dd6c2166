"""Backlogs made of values, of any length, without an office behind them."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from decimal import Decimal
from typing import Final

from app.services.agenda import Backlog, ItemDoBacklog
from app.services.backlog_quadro import AGENDA, ANDAMENTO, ESPERA, LinhaDoBacklog, Quadro
from app.services.situacoes import Situacao, Situacoes
from app.settings.recursos import Recursos
from core.colonies.d5_agenda.api import Agenda
from core.colonies.d5_agenda.queries import Fila, ItemDaAgenda, Pontuada
from core.colonies.d7_transparencia.queries.unidades import Unidade
from tests.support.office import demanda, unidade

DESDE: Final = "2026-05-28T20:26:40.000Z"
DESDE_MS: Final = 1_780_000_000_000
_WORDS: Final = Situacoes(Recursos().states_toml())
_STATES: Final = {"disponivel": "disponivel", "em_progresso": "em_progresso"}


def waits() -> Situacao:
    """The state of who waits."""
    return _WORDS.of("aguardando_vaga")


def espera(*ns: int, points: float = 5_000.0) -> list[tuple[int, float]]:
    """Who waits, best first, each one hundredth behind the one before."""
    return [(n, points - at / 100) for at, n in enumerate(ns)]


def quadro(
    waiting: Sequence[tuple[int, float]],
    *,
    andamento: Sequence[int] = (),
    agenda: Sequence[int] = (),
    u: int = 1,
    outras: dict[str, int] | None = None,
) -> Quadro:
    """A backlog of these demands; what holds a place has 9,000 points and less."""
    held = [(n, "em_progresso") for n in andamento] + [(n, "disponivel") for n in agenda]
    items, lines, scored = [], [], {}
    for place, (n, status) in enumerate(held, 1):
        score = 9_000.0 - place
        is_available = status == "disponivel"
        at = place - len(andamento) if is_available else 0
        item = ItemDaAgenda(at, demanda(n), status, score, "1.1", 1, None, None, DESDE, DESDE, None)
        items.append(ItemDoBacklog(_STATES[status], item, None))
        scored[demanda(n)] = Pontuada(
            demanda(n), unidade(u), "1.1", 1, score, 100.0, 1.0, 90, "v1", "agenda", DESDE
        )
        lines.append(
            line(n, AGENDA if is_available else ANDAMENTO, score, ordem=at or None)._replace(
                posicao=place
            )
        )
    where = Unidade(unidade(u), 2, None, f"Bairro {u}", None, "SP", ("Cidade",))
    found = Agenda(unidade(u), (), max(1, len(held)), None, {}, len(waiting), {}, "v1", None)
    keys = tuple(sorted((-one.score_final, one.demanda_id) for one in scored.values()))
    return Quadro(
        Backlog(where, tuple(items), {}, found),
        tuple(lines),
        Fila([demanda(n) for n, _score in waiting], array("d", [score for _n, score in waiting])),
        scored,
        outras or {},
        keys,
    )


def line(
    n: int, faixa: str = ESPERA, score: float = 1.0, ordem: int | None = None
) -> LinhaDoBacklog:
    """What a list shows of a demand."""
    state = (
        waits()
        if faixa == ESPERA
        else _WORDS.of("disponivel" if faixa == AGENDA else "em_progresso")
    )
    return LinhaDoBacklog(
        faixa,
        demanda(n),
        ordem,
        None,
        f"ABCD-{n:06d}-11",
        f"Buraco {n}",
        state,
        Decimal(str(score)),
        1,
        "1.1",
        "Vias",
        DESDE_MS,
        None,
        "v1",
    )
