"""A deadline is reminded of three days before, in days of the office, once (G-165)."""

from __future__ import annotations

import pytest

from core.kernel.clock import format_timestamp, parse_timestamp
from tests.core.colonies.d6b_relatoria.conftest import DAY_MS, Desk, configurado, sorteado
from tests.support.office import conselheiro, demanda

PROXIMO = "conselheiro.prazo_próximo"
PUBLICADA = "conselheiro.atualização_publicada"


def prazo(desk: Desk, dia: str, n: int = 1) -> None:
    desk.relatar(n, "prazo_registrado", "Previsto.", {"data": dia, "fonte": "obra"})


def at(desk: Desk, moment: str) -> None:
    """Let the office's clock say ``moment``, and everything due happen."""
    desk.office.clock.set(parse_timestamp(moment))
    desk.engine.aguardar_ocioso()


def due(desk: Desk) -> list[str]:
    return [row[0] for row in desk.office.rows("SELECT vence_em FROM d6b_prazos")]


def test_it_falls_due_at_the_offices_midnight(desk: Desk) -> None:
    desk.publicar(sorteado(1))
    prazo(desk, "30/06/2026")
    assert due(desk) == ["2026-06-27T03:00:00.000Z"]
    at(desk, "2026-06-27T02:59:59.999Z")
    assert desk.said(PROXIMO) == []
    at(desk, "2026-06-27T03:00:00.000Z")
    (told,) = desk.said(PROXIMO)
    assert told.payload == {
        "demanda_id": demanda(1),
        "conselheiro_id": conselheiro(1),
        "prazo_estimado": "2026-06-30",
        "dias_restantes": 3,
    }
    assert told.causa == desk.said(PUBLICADA)[0].event_hash
    at(desk, "2026-06-29T12:00:00.000Z")
    desk.office.restart().aguardar_ocioso()
    assert len(desk.said(PROXIMO)) == 1
    desk.check()
    assert len(desk.said(PROXIMO)) == 1


def test_a_near_deadline_is_told_at_once_with_the_days_that_are_left(desk: Desk) -> None:
    desk.publicar(sorteado(1))
    prazo(desk, "29/05/2026")
    assert [one["dias_restantes"] for one in desk.told(PROXIMO)] == [1]
    prazo(desk, "28/05/2026")
    assert [one["dias_restantes"] for one in desk.told(PROXIMO)] == [1, 0]
    desk.check()


def test_an_office_that_was_closed_tells_what_is_still_true(desk: Desk) -> None:
    desk.publicar(sorteado(1), sorteado(2, 2))
    prazo(desk, "05/06/2026")
    prazo(desk, "10/06/2026", n=2)
    at(desk, "2026-06-09T12:00:00.000Z")
    assert [(one["demanda_id"], one["dias_restantes"]) for one in desk.told(PROXIMO)] == [
        (demanda(2), 1)
    ]
    desk.check()


def test_the_last_deadline_stands(desk: Desk) -> None:
    desk.publicar(sorteado(1))
    prazo(desk, "10/06/2026")
    prazo(desk, "20/06/2026")
    assert due(desk) == ["2026-06-17T03:00:00.000Z"]
    at(desk, "2026-06-12T12:00:00.000Z")
    assert desk.said(PROXIMO) == []
    at(desk, "2026-06-18T12:00:00.000Z")
    assert [one["prazo_estimado"] for one in desk.told(PROXIMO)] == ["2026-06-20"]
    desk.check()


def test_the_same_day_said_again_is_the_same_deadline(desk: Desk) -> None:
    desk.publicar(sorteado(1))
    prazo(desk, "30/05/2026")
    prazo(desk, "30/05/2026")
    assert len(desk.said(PROXIMO)) == 1
    desk.office.clock.advance(DAY_MS)
    prazo(desk, "30/05/2026")
    assert len(desk.said(PROXIMO)) == 1
    desk.check()


@pytest.mark.parametrize("how", ["concluir", "desistir"])
def test_a_cycle_that_ended_is_not_reminded(desk: Desk, how: str) -> None:
    desk.publicar(sorteado(1))
    prazo(desk, "30/06/2026")
    getattr(desk, how)(1)
    assert due(desk) == []
    at(desk, "2026-06-29T12:00:00.000Z")
    assert desk.said(PROXIMO) == []
    desk.check()


def test_another_zone_moves_the_open_deadlines(desk: Desk) -> None:
    desk.publicar(sorteado(1), sorteado(2, 2))
    prazo(desk, "30/06/2026")
    prazo(desk, "30/06/2026", n=2)
    desk.concluir(2)
    desk.publicar(configurado("America/Rio_Branco"))
    assert due(desk) == ["2026-06-27T05:00:00.000Z"]
    desk.check()
    desk.publicar(configurado("Nenhum/Lugar"))
    assert due(desk) == ["2026-06-27T03:00:00.000Z"]
    at(desk, "2026-06-27T03:00:00.000Z")
    desk.publicar(configurado("America/Rio_Branco"))
    assert due(desk) == []
    at(desk, "2026-06-28T03:00:00.000Z")
    assert len(desk.said(PROXIMO)) == 1
    desk.check()


def test_days_are_counted_where_the_office_is(desk: Desk) -> None:
    """At 20:26 UTC it is tomorrow in Kiribati: the deadline of the day after is one day away."""
    desk.publicar(sorteado(1), configurado("Pacific/Kiritimati"))
    assert format_timestamp(desk.office.clock.now_ms()).startswith("2026-05-28T20:26")
    prazo(desk, "30/05/2026")
    assert [one["dias_restantes"] for one in desk.told(PROXIMO)] == [1]
