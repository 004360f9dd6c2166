"""A fixed set of names and nothing beside it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.sync import names

NO = "0123456789abcdef" * 2


@pytest.mark.parametrize(
    "nome",
    [
        names.MANIFEST,
        names.MINISIG,
        names.attachment_name("ab" * 32),
        f"evidencias/{'0' * 64}.json",
        f"{names.feed_folder(NO, 0)}checkpoint",
        f"{names.feed_folder(NO, 999_999_999)}eventos.jsonl",
        f"{names.feed_folder(NO, 7)}consistencia-0-9007199254740991.txt",
        names.parts_name(NO, 12),
        *names.document_names(9_999),
    ],
)
def test_the_names_of_the_text_have_a_limit(nome: str) -> None:
    assert names.size_limit(nome) is not None
    assert names.size_limit(nome + "\n") is None
    assert names.size_limit(nome.upper()) is None
    assert names.size_limit("/" + nome) is None


@given(st.text(max_size=40))
def test_no_other_text_is_a_name(text: str) -> None:
    assert names.size_limit(text) is None or text in (names.MANIFEST, names.MINISIG)


def test_the_file_s_name_tells_a_person_what_it_is() -> None:
    name = names.bundle_file_name("ab" * 32, NO, 2, (5, 90), "cd" * 32)
    assert name == f"civico_abababab_{NO}_e2_5-90_cdcdcdcd.zip"
