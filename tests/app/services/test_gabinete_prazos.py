"""What is due to a councillor, counted in the office's days."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from zoneinfo import ZoneInfo

from app.services.gabinete_prazos import Prazo, prazos_de
from core.colonies.d6b_relatoria.queries import Acompanhamento
from core.colonies.d7_transparencia.rules.prazos import Agora
from core.kernel.clock import parse_timestamp

ZONE = ZoneInfo("America/Sao_Paulo")
CYCLE = Acompanhamento(
    demanda_id="d",
    conselheiro_id="c",
    unidade_civica_id="u",
    ciclo=1,
    situacao="ativo",
    sorteado_em="2026-06-01T02:30:00.000Z",  # still 31 May in São Paulo
    iniciado_em=None,
    total_atualizacoes=0,
    status_informado=None,
    prazo_estimado=None,
    texto_resumo_ciclo=None,
    encerrado_em=None,
    motivo_encerramento=None,
)


def at(moment: str) -> Agora:
    return Agora(parse_timestamp(moment), ZONE)


def test_72_hours_to_begin_to_the_millisecond() -> None:
    (due,) = prazos_de(CYCLE, None, at("2026-06-04T02:29:59.999Z"))
    assert due == Prazo(
        "inicio", date(2026, 6, 3), parse_timestamp("2026-06-04T02:30:00.000Z"), 0, False
    )
    (due,) = prazos_de(CYCLE, None, at("2026-06-04T02:30:00.000Z"))
    assert due.is_vencido


def test_then_30_days_of_the_office_from_one_report_to_the_next() -> None:
    begun = replace(CYCLE, iniciado_em="2026-06-02T12:00:00.000Z", total_atualizacoes=2)
    last = "2026-06-11T02:00:00.000Z"  # the evening of the 10th
    (due,) = prazos_de(begun, last, at("2026-07-09T12:00:00.000Z"))
    assert (due.espera, due.dia, due.dias, due.is_vencido) == (
        "atualizacao", date(2026, 7, 10), 1, False,
    )  # fmt: skip
    (due,) = prazos_de(begun, last, at("2026-07-10T12:00:00.000Z"))
    assert (due.dias, due.is_vencido) == (0, True)
    (due,) = prazos_de(begun, None, at("2026-06-03T12:00:00.000Z"))
    assert due.dia == date(2026, 7, 2)


def test_a_promised_day_is_overdue_the_day_after_and_the_nearest_comes_first() -> None:
    begun = replace(CYCLE, iniciado_em="2026-06-02T12:00:00.000Z", prazo_estimado="2026-06-20")
    found = prazos_de(begun, None, at("2026-06-20T12:00:00.000Z"))
    assert [one.espera for one in found] == ["prazo", "atualizacao"]
    assert (found[0].dias, found[0].is_vencido) == (0, False)
    late = prazos_de(begun, None, at("2026-06-21T12:00:00.000Z"))
    assert (late[0].dias, late[0].is_vencido) == (-1, True)
