"""What was heard is the same, another, or not yet whole."""

from __future__ import annotations

import pytest

from app.services.impressoes import comparar

SHOWN = "T5EJ-UYGO-BX2N-7CKA-LW4P-D3ZR-MV"
OTHER = "QK7M-3FZA-2LTX-9WQP-6HDN-4RVC-SB"


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("", "incompleta"),
        (SHOWN[:-1], "incompleta"),
        (SHOWN, "mesma"),
        (SHOWN.lower().replace("-", " "), "mesma"),
        (SHOWN.replace("O", "0"), "mesma"),
        (OTHER, "mesma"),
        (SHOWN[:-1] + "A", "outra"),
        (SHOWN + "A", "outra"),
    ],
)
def test_what_was_typed_is_held_against_what_the_file_says(typed: str, said: str) -> None:
    assert comparar((SHOWN, OTHER), typed) == said
