"""What the page says when pointed at."""

from __future__ import annotations

from zoneinfo import ZoneInfo

from app.services.mapa_json import dia, legenda, linhas, titulo
from app.services.mapa_vistas import Simbolo
from app.services.situacoes import Situacoes
from app.settings.recursos import Recursos

SP = ZoneInfo("America/Sao_Paulo")
STATES = Situacoes(Recursos().states_toml())


def symbol(title: str | None, *, is_hidden: bool = False) -> Simbolo:
    waiting = STATES.of("aguardando_vaga")
    return Simbolo("d", None, title, waiting, is_hidden, None, None, None, None, 0.0, 0.0)


def test_days_are_the_offices() -> None:
    assert dia("2026-05-28T01:00:00.000Z", SP) == "27/05/2026"
    assert dia("nunca", SP) is None
    assert dia(None, SP) is None


def test_a_title_or_why_there_is_none() -> None:
    assert titulo(symbol("Buraco")) == "Buraco"
    assert titulo(symbol(None)) == "Sem título"
    assert titulo(symbol(None, is_hidden=True)) == "Texto em moderação"


def test_the_legend_names_each_shape_once() -> None:
    found = legenda(STATES.todas(), {1: "Vida"}, aberta=True)
    shapes = [forma for forma, _names in found["formas"]]
    assert len(shapes) == len(set(shapes)) == 9
    assert ("◕", "em progresso") in found["formas"]
    assert found["niveis"] == [(1, "nível 1: Vida")]


def test_a_sign_that_acts_unseen_reaches_no_tip() -> None:
    first, *_rest = linhas(symbol("Rua \u202eoriehcuB\u202c\u200b"), SP)
    assert first == "Rua oriehcuB"
