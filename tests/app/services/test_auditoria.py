"""Ordering a list: the vectors of another implementation, and what is refused."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from app.services.auditoria import ordenar_linhas
from core.kernel.errors import UserFacingError

ID = "862eea91-3e12-4864-ad64-b56b575f36e5"
GOOD = {
    "ultimo_event_id": "d8c0d719-944a-4f1e-a7e8-43b26cabef03",
    "timestamp": "2026-01-01T00:00:00.000Z",
    "elegiveis": [ID],
}


def test_a_line_is_ordered_and_what_else_it_says_is_not_read() -> None:
    lines = ["\n", json.dumps({**GOOD, "ordem": 7}) + "\n", ""]
    (drawn,) = ordenar_linhas(lines)
    assert drawn.conselheiro_id == ID
    assert drawn.seed_publico == "b5dd2dcf1e1190d5d5baefaa85cabbc07a58f85307dc2f7cd015ba500ab8ce90"


def test_capitals_are_the_same_identifiers() -> None:
    capitals = {**GOOD, "ultimo_event_id": GOOD["ultimo_event_id"].upper()}  # type: ignore[attr-defined] # a string
    capitals["elegiveis"] = [ID.upper()]
    assert list(ordenar_linhas([json.dumps(capitals)])) == list(ordenar_linhas([json.dumps(GOOD)]))


@pytest.mark.parametrize(
    ("line", "code", "campo"),
    [
        ("{", "linha_ilegivel", None),
        ("[]", "linha_ilegivel", None),
        ("não", "linha_ilegivel", None),
        (json.dumps({**GOOD, "elegiveis": []}), "linha_campo", "elegiveis"),
        (json.dumps({**GOOD, "elegiveis": ["x"]}), "linha_campo", "elegiveis"),
        (json.dumps({**GOOD, "elegiveis": ID}), "linha_campo", "elegiveis"),
        (json.dumps({**GOOD, "timestamp": "2026-01-01T00:00:00Z"}), "linha_campo", "timestamp"),
        (json.dumps({"elegiveis": [ID]}), "linha_campo", "ultimo_event_id"),
        (json.dumps({**GOOD, "elegiveis": [ID, ID.upper()]}), "linha_repetida", None),
    ],
)
def test_a_bad_line_is_refused_by_its_number(line: str, code: str, campo: str | None) -> None:
    answers = ordenar_linhas([json.dumps(GOOD), "\n", line])
    next(answers)
    with pytest.raises(UserFacingError) as refused:
        next(answers)
    assert refused.value.code == f"sorteio.{code}"
    assert refused.value.params["linha"] == 3
    assert refused.value.params.get("campo") == campo


def test_bytes_that_are_no_text_are_refused_by_their_line() -> None:
    def source() -> Iterator[Any]:
        yield json.dumps(GOOD)
        b"\xff".decode()

    answers = ordenar_linhas(source())
    next(answers)
    with pytest.raises(UserFacingError) as refused:
        next(answers)
    assert (refused.value.code, refused.value.params) == ("sorteio.linha_ilegivel", {"linha": 2})
