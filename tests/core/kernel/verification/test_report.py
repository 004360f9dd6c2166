"""Findings keep their order and the first event, however many there are."""

from __future__ import annotations

from core.kernel.verification.report import MAX_FINDINGS, Report, no_progress


def test_nothing_found_is_ok() -> None:
    report = Report()
    assert report.ok
    assert report.primeiro_evento is None
    no_progress(1, 2)


def test_the_earliest_event_is_named_whatever_was_found_before_it() -> None:
    report = Report()
    report.add("banco.danificado", detalhe="x")
    report.add("evento.hash_divergente", 9, "ab" * 32)
    report.add("parte.retida", 4, "cd" * 32, parte="restrita.texto")
    assert not report.ok
    first = report.primeiro_evento
    assert first is not None
    assert (first.codigo, first.sequence_number) == ("parte.retida", 4)
    assert first.params == {"parte": "restrita.texto"}


def test_the_list_is_capped_and_the_count_is_not() -> None:
    report = Report()
    for n in range(MAX_FINDINGS + 50):
        report.add("evento.hash_divergente", n)
    assert (len(report.achados), report.total_achados) == (MAX_FINDINGS, MAX_FINDINGS + 50)
