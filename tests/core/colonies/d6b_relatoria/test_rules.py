"""Summaries, days and public forms, without an office."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.base.texto.denylist import Denylist
from core.colonies.d6b_relatoria.rules.desfecho import Desfecho, closing_payload, cycle_payload
from core.colonies.d6b_relatoria.rules.prazo import civil_day, day_of, remind_at, whole_days
from core.colonies.d6b_relatoria.rules.publicacao import ERASED, Escrita, publishable, structured
from core.colonies.d6b_relatoria.rules.relato import read_day
from core.colonies.d6b_relatoria.rules.resumo import MAX_RESUMO, Ciclo, Citada, summarise

NOBODY = Denylist(())


def test_a_summary_counts_in_words() -> None:
    cycle = Ciclo(
        {"prazo_registrado": 1, "contato_realizado": 2, "protocolo_aberto": 1},
        [Citada("a", 3, "Abri o  protocolo."), Citada("b", 4, "Prazo dado; obra em julho")],
        "em_andamento",
        date(2026, 7, 31),
    )
    assert summarise(cycle) == (
        "4 atualizações publicadas: 2 contatos, 1 protocolo aberto e 1 prazo estimado. "
        "Situação informada: em andamento. Prazo estimado: 31/07/2026. "
        "Últimas atualizações: (3) “Abri o protocolo”; (4) “Prazo dado; obra em julho”."
    )


@pytest.mark.parametrize(
    ("motivo", "said"),
    [
        ("desistencia", "Acompanhamento encerrado: o conselheiro desistiu."),
        ("fim_mandato", "Acompanhamento encerrado: fim do mandato do conselheiro."),
        ("retirada", "Acompanhamento encerrado: demanda retirada."),
        ("recusa", "Acompanhamento encerrado."),
    ],
)
def test_an_end_is_told_first_and_promises_nothing(motivo: str, said: str) -> None:
    cycle = Ciclo({}, [], "pendente", date(2026, 7, 31), motivo)
    assert summarise(cycle) == f"{said} Nenhuma atualização publicada."


def test_long_words_are_cut_between_words() -> None:
    text = "palavra " * 100
    told = summarise(Ciclo({"contato_realizado": 1}, [Citada("a", 1, text)], None, None))
    assert told.endswith("palavra…”.")
    assert len(told) < 340
    stuck = summarise(Ciclo({"contato_realizado": 1}, [Citada("a", 1, "x" * 999)], None, None))
    assert len(stuck) < 340


@given(st.lists(st.text(max_size=9_000), max_size=3))
def test_a_summary_always_fits(texts: list[str]) -> None:
    quoted = [Citada("a", n, text) for n, text in enumerate(texts, start=1)]
    assert len(summarise(Ciclo({"contato_realizado": 3}, quoted, None, None))) <= MAX_RESUMO


@pytest.mark.parametrize(
    "value", [None, 5, "", "2026-02-30", "0000-01-01", "9999-12-31", "20260101", "2026-W01-1"]
)
def test_what_is_no_day_is_none(value: object) -> None:
    assert civil_day(value) is None


@given(st.dates(date(1970, 1, 1), date(8999, 12, 31)), st.sampled_from(["UTC", "x", "Asia/Tokyo"]))
def test_a_reminder_falls_on_the_third_day_before(day: date, fuso: str) -> None:
    assert civil_day(day.isoformat()) == day
    if day.year > 1970:
        assert (day - day_of(remind_at(day, fuso), fuso)).days == 3


def test_a_moment_at_the_end_of_time_has_a_day() -> None:
    assert day_of("9999-12-31T23:59:59.999Z", "Pacific/Kiritimati") == date(9999, 12, 31)


def test_days_are_whole_and_never_negative() -> None:
    start = "2026-05-28T20:26:40.000Z"
    assert whole_days(start, "2026-05-30T20:26:39.999Z") == 1
    assert whole_days(start, "2026-05-27T20:26:40.000Z") == 0


@pytest.mark.parametrize(
    ("text", "day"),
    [("2026-11-30", "2026-11-30"), ("3/4/2026", "2026-04-03"), ("2026-1-1", None),
     ("31/11/2026", None), ("20261130xx", None), ("٣/٤/٢٠٢٦", "2026-04-03")],
)  # fmt: skip
def test_days_are_read_as_people_write_them(text: str, day: str | None) -> None:
    found = read_day(text)
    assert (None if found is None else found.isoformat()) == day


def test_what_is_known_of_a_demand_goes_into_its_end() -> None:
    cycle = {
        "demanda_id": "d", "unidade_civica_id": "u", "conselheiro_id": "c",
        "sorteado_em": "2026-05-28T00:00:00.000Z", "total_atualizacoes": 2,
    }  # fmt: skip
    end = "2026-06-01T12:00:00.000Z"
    assert closing_payload({}, cycle, end).keys() == {
        "demanda_id", "unidade_civica_id", "data_conclusao", "conselheiro_id",
    }  # fmt: skip
    known = {"categoria_id": "3.1", "ranqueada_em": "2026-05-20T12:00:00.000Z"}
    assert closing_payload(known, cycle, end)["dias_ate_conclusao"] == 12
    told = cycle_payload(cycle, Desfecho("fim_mandato", end), None)
    assert (told["dias_duracao"], told["total_atualizacoes"]) == (4, 2)
    assert "resumo_final" not in told


def test_an_erased_report_says_that_it_was_erased() -> None:
    form = publishable(Escrita("contato_realizado", None, None, None), NOBODY)
    assert (form.versao, form.publica) == ("1.0.0", ERASED)
    assert form.campos["campos_estruturados"] == {}


def test_fields_that_came_from_elsewhere_are_read_with_care() -> None:
    strange = {"canal": 7, "resultado": "ok", "cor": "azul", "com_quem": ["x"]}
    form = publishable(Escrita("contato_realizado", "Feito.", strange, {"campos": 3}), NOBODY)
    assert form.campos["campos_estruturados"] == {"resultado": "ok"}
    assert form.campos["origem_estruturacao"] == "sugestao_editada"


def test_the_structured_form_is_one_for_all() -> None:
    campos = {"data": "2026-07-01", "fonte": "obra"}
    assert structured("prazo_registrado", campos, "Marcado.") == (
        "[prazo_registrado] data: 2026-07-01; fonte: obra. Marcado."
    )
    assert structured("contato_realizado", {}, "Feito.") == "[contato_realizado] Feito."


@given(st.text(max_size=300))
def test_a_public_form_is_always_found(texto: str) -> None:
    form = publishable(Escrita("status_atualizado", texto, {"status": "pendente"}, None), NOBODY)
    assert form.versao in {"1.0.0", "1.2.0"}
    assert (form.publica is None) == (form.versao == "1.2.0")
    assert form.campos["campos_estruturados"] == {"status": "pendente"}
