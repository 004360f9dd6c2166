"""Cells say what an auditor asks: what was held, since when, until when, by whose word."""

from __future__ import annotations

from app.services.contas import ContaListada, LinhaDePapeis
from app.settings.tempo import FormatoTempo
from tests.app.services.log_builder import NOW_MS
from widgets.contas.columns import account_state, history_columns

CONTA = "44444444-0000-4000-8000-000000000001"


def listed(*, ativa: bool = True, tem_senha: bool = True) -> ContaListada:
    return ContaListada(CONTA, "Ana", ("operador",), None, None, ativa=ativa, tem_senha=tem_senha)


def test_why_nobody_signs_in_is_said() -> None:
    assert account_state(listed()) == "ativa"
    assert account_state(listed(ativa=False)) == "desativada"
    assert account_state(listed(tem_senha=False)) == "sem senha neste computador"


def test_a_line_tells_from_when_to_when() -> None:
    columns = history_columns(FormatoTempo("America/Sao_Paulo", lambda: NOW_MS))
    line = LinhaDePapeis(
        CONTA, "", "desativacao", ("operador",), False, None, "saiu", None,
        "2026-06-01T12:00:00.000Z", None, "ab" * 32,
    )  # fmt: skip
    cells = {one.key: one.text(line) for one in columns}
    assert cells["ate"] == "até hoje"
    assert cells["nome"] == CONTA[:8]
    assert cells["papeis"] == "nenhum: desativada"
    assert (cells["ato"], cells["por"], cells["motivo"]) == ("desativada", "", "saiu")
    assert "09:00" in cells["desde"]
