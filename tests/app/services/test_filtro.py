"""Words anywhere in a row, whatever their accents."""

from __future__ import annotations

import unicodedata

from app.services.filtro import contem, dobrado


def test_accents_case_and_form_do_not_matter() -> None:
    wanted = "SAO joao"
    for form in ("NFC", "NFD"):
        assert contem(["Rua", unicodedata.normalize(form, "São João")], wanted)
    assert dobrado("Ípê") == "ipe"


def test_every_word_must_stand_somewhere() -> None:
    assert contem(["Buraco na rua", "Centro"], "centro buraco")
    assert not contem(["Buraco na rua", "Centro"], "centro água")
    assert contem(["qualquer"], "  ")
