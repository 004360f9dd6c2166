"""Parts: present, hidden, absent, damaged."""

from __future__ import annotations

from dataclasses import replace

from app.services.evento_detalhe import PartRow
from widgets.eventos.part_columns import part_columns

PART = PartRow(
    nome="restrita.texto",
    classe="restrita",
    tam_bytes=2_048,
    compromisso="ab" * 32,
    titular=None,
    is_present=True,
    holds=True,
    is_hidden=True,
    conteudo=None,
)


def test_states_in_words() -> None:
    state = next(c for c in part_columns() if c.key == "estado")
    assert state.tooltip is not None
    assert state.tone is not None
    absent = replace(PART, is_present=False, holds=None, is_hidden=False)
    broken = replace(PART, holds=False)
    shown = replace(PART, is_hidden=False)
    assert [state.text(row) for row in (PART, shown, absent, broken)] == [
        "presente, oculta",
        "presente",
        "ausente",
        "não confere",
    ]
    assert [state.tone(row) for row in (PART, broken)] == [None, "danger"]
    assert "eliminada" in state.tooltip(absent)
    assert "não correspondem" in state.tooltip(broken)


def test_size_commitment_and_label() -> None:
    columns = {column.key: column for column in part_columns()}
    labelled = replace(PART, titular="12345678" * 4)
    assert columns["tam"].text(PART) == "2,0 KiB"
    assert columns["compromisso"].text(PART) == "abababab"
    assert columns["titular"].text(PART) == "—"
    assert columns["titular"].copy_text(labelled) == "12345678" * 4
