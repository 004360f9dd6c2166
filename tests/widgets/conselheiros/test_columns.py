"""What a row says: names only where agreed, waits in words, deadlines that have passed."""

from __future__ import annotations

from dataclasses import replace

from app.services.conselheiros import Conselheiro
from app.services.designacoes import NaMesa
from app.services.sorteio import DoConselheiro, Sorteado
from app.settings.tempo import FormatoTempo
from core.colonies.d6a_sorteio.avisos import Aviso, Designacao
from core.kernel.clock import parse_timestamp
from widgets.conselheiros.columns import (
    councillor_columns,
    desk_columns,
    draw_columns,
    waiting_columns,
)

NOW = parse_timestamp("2026-06-05T12:00:00.000Z")
MOMENTS = FormatoTempo("America/Sao_Paulo", lambda: NOW)
WHO = "9d2c3f54-0000-4000-8000-000000000001"
ONE = Conselheiro(
    WHO, "Ana da Praça", "u", "Centro", 2, "disponivel", True, 0, None,
    "2026-05-01T12:00:00.000Z", None, None,
)  # fmt: skip
DESK = NaMesa(
    Designacao(
        "ab" * 32, 5, "11111111-0000-4000-8000-000000000001", WHO, None, "u", "Centro", "3.1", 3,
        "2026-06-01T12:00:00.000Z", None, None,
    ),
    "BCDF-000012-47", "Buraco", "Vias", None, parse_timestamp("2026-06-04T12:00:00.000Z"),
)  # fmt: skip


DRAW = DoConselheiro(
    Sorteado(
        "e", "ab" * 32, 5, "11111111-0000-4000-8000-000000000001", WHO, "u", None, "s", 1, 4,
        "h", "ativa", None, "2026-06-01T12:00:00.000Z", None, None,
    ),
    "BCDF-000012-47",
)  # fmt: skip


def cells(columns: object, row: object) -> dict[str, str]:
    return {column.key: column.text(row) for column in columns}  # type: ignore[attr-defined] # columns of any list


def test_a_councillor_without_consent_has_no_name() -> None:
    columns = councillor_columns(MOMENTS)
    assert cells(columns, ONE)["nome"] == "Ana da Praça"
    hidden = replace(ONE, nome_publico=None, status="suspenso",
                     data_suspensao_ate="2026-08-01T12:00:00.000Z")  # fmt: skip
    shown = cells(columns, hidden)
    assert shown["nome"] == "sem nome público (9d2c3f54)"
    assert shown["situacao"] == "⊘ suspenso até 01/08/2026"
    assert shown["ultima"] == "nunca"


def test_the_desk_says_who_has_to_be_told_and_what_has_passed() -> None:
    columns = desk_columns(MOMENTS)
    shown = cells(columns, DESK)
    assert shown["conselheiro"] == "9d2c3f54"
    assert shown["aviso"] == "falta avisar"
    assert shown["responder"] == "venceu 04/06/2026 09:00"
    note = Aviso("2026-06-05T10:00:00.000Z", "telefone", "c", "atendente")
    told = replace(DESK, designacao=replace(DESK.designacao, aviso=note), avisado_por="Bia")
    assert cells(columns, told)["aviso"] == "por telefone há 2 h, Bia"
    begun = replace(
        DESK,
        titulo=None,
        designacao=replace(DESK.designacao, iniciada_em="2026-06-03T12:00:00.000Z"),
    )
    shown = cells(columns, begun)
    assert (shown["aviso"], shown["responder"]) == ("já trabalha", "começou há 2 dias")
    assert shown["titulo"] == "texto retido"


def test_a_draw_of_a_councillor_is_known_by_its_protocol() -> None:
    shown = cells(draw_columns(MOMENTS), DRAW)
    assert (shown["demanda"], shown["quando"]) == ("BCDF-000012-47", "01/06/2026 09:00")
    assert cells(draw_columns(MOMENTS), replace(DRAW, protocolo=None))["demanda"] == "11111111"


def test_every_column_answers_for_every_row() -> None:
    assert {one.key for one in waiting_columns(MOMENTS)} >= {"protocolo", "espera", "motivo"}
    for columns, row in (
        (councillor_columns(MOMENTS), ONE),
        (desk_columns(MOMENTS), DESK),
        (draw_columns(MOMENTS), DRAW),
    ):
        for column in columns:
            assert isinstance(column.copy_text(row), str)
            column.csv_value(row)
            if column.tooltip is not None:
                assert isinstance(column.tooltip(row), str)
            if column.tone is not None:
                column.tone(row)
