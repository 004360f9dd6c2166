"""Codes and values of a finding."""

from __future__ import annotations

from core.audit.findings import Finding


def test_a_finding_names_its_sentence_and_fills_it() -> None:
    found = Finding("vencedor", "a", None)
    assert (found.codigo, found.params) == (
        "auditoria.vencedor",
        {"publicado": "a", "refeito": "–"},
    )


def test_an_input_that_differs_for_several_reasons_has_a_sentence_for_each() -> None:
    found = Finding("elegivel_a_mais", "a", None, {"por": "ocupado"})
    assert found.codigo == "auditoria.elegivel_a_mais.ocupado"
