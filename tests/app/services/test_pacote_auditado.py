"""The words of an opened bundle."""

from __future__ import annotations

import re
from pathlib import Path

from app.services.pacote_auditado import NAO_PROVA, PALAVRAS
from core.sync.report import ACCEPTED, PARTLY, REFUSED


def test_every_verdict_has_a_word() -> None:
    assert set(PALAVRAS) == {ACCEPTED, PARTLY, REFUSED}


def test_what_it_does_not_prove_says_at_least_what_the_format_says() -> None:
    text = Path("packaging/auditor/FORMATO.md").read_text("utf-8")
    last = text.partition("não prova\n")[2].partition("\n## ")[0]
    said = " ".join(NAO_PROVA)
    for claim in re.split(r"; (?:que |ou que )?", last.strip().rstrip(".")):
        words = claim.removeprefix("Que ").removeprefix("ou que ").split()[:4]
        assert " ".join(words) in said
