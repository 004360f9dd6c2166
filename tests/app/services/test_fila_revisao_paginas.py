"""Lines of the queue; its order and pages are shown in ``test_fila_revisao``."""

from __future__ import annotations

from app.services.fila_revisao_paginas import MOTIVOS, PaginaDaFila, Pendencia


def test_an_item_keeps_its_name_whatever_becomes_of_it() -> None:
    one = Pendencia("mudanca", "x", None, "mudanca", "2026", None, None, "mudancas/2026/x")
    assert one.chave == "mudanca:x"
    assert one.motivo in MOTIVOS


def test_a_page_counts_the_whole_queue() -> None:
    page = PaginaDaFila((), None, {"categoria": 2, "territorio": 1, "mudanca": 0}, {})
    assert page.total == 3
