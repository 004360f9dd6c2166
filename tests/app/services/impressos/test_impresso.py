"""The pieces of a printed page."""

from __future__ import annotations

from app.services.impressos.impresso import pares, qr_png, tabela, texto


def test_what_a_person_typed_cannot_become_markup() -> None:
    assert texto("<b>1 & 2</b>\nfim") == "&lt;b&gt;1 &amp; 2&lt;/b&gt;<br/>fim"
    assert texto(None) == texto("") == "—"
    assert texto(0) == "0"


def test_tables_keep_their_rows() -> None:
    made = tabela(["Rua", "N"], [["A & B", 0], ["C", None]])
    assert made.count("<tr>") == 3
    assert "<td>A &amp; B</td><td>0</td>" in made
    assert "<td>C</td><td>—</td>" in made
    assert "<td>1</td>" in pares([("Posição", 1)])


def test_a_code_is_a_picture() -> None:
    assert qr_png("A2B3-000001-97").startswith(b"\x89PNG")


def test_a_sign_that_acts_unseen_is_not_printed() -> None:
    assert texto("Rua \u202eA\u202c<b>\u200b") == "Rua A&lt;b&gt;"
