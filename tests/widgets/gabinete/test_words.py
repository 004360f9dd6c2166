"""Every kind, field, choice and pattern has a word; deadlines are said as a person counts."""

from __future__ import annotations

from datetime import date
from typing import get_args

from app.services.gabinete_formulario import FORMULARIOS
from app.services.gabinete_prazos import Prazo
from app.settings.tempo import FormatoTempo
from core.base.texto.personal_data import Padrao
from core.colonies.d6a_sorteio.rules import MOTIVOS_RECUSA
from core.kernel.clock import parse_timestamp
from widgets.gabinete import words

NOW = parse_timestamp("2026-06-01T12:00:00.000Z")
MOMENTS = FormatoTempo("America/Sao_Paulo", lambda: NOW)
HOUR = 3_600_000


def test_nothing_is_left_without_a_word() -> None:
    assert set(words.TIPO) == set(FORMULARIOS)
    fields = [field for kind in FORMULARIOS.values() for field in kind]
    assert {field.nome for field in fields} <= set(words.CAMPO)
    assert {code for field in fields for code in field.opcoes} <= set(words.OPCAO)
    assert set(words.PADRAO) == set(get_args(Padrao))
    assert {code for code, _word in words.RECUSA} == set(MOTIVOS_RECUSA)


def test_deadlines() -> None:
    def said(espera: str, momento: int | None, dias: int, *, late: bool) -> str:
        one = Prazo(espera, date(2026, 6, 3), momento, dias, late)  # type: ignore[arg-type] # a word
        return words.prazo(one, MOMENTS)

    assert said("inicio", NOW + 40 * HOUR, 2, late=False) == (
        "Começar até 03/06/2026 01:00 · faltam 40 h"
    )
    assert said("inicio", NOW + HOUR, 0, late=False).endswith("falta 1 h")
    assert said("inicio", NOW - HOUR, 0, late=True).endswith("venceu hoje")
    assert said("atualizacao", None, 2, late=False) == (
        "Próxima atualização até 03/06/2026 · faltam 2 dias"
    )
    assert said("prazo", None, 0, late=False) == "Prazo informado: 03/06/2026 · é hoje"
    assert said("prazo", None, -1, late=True).endswith("venceu há 1 dia")
    assert said("prazo", None, 1, late=False).endswith("falta 1 dia")
