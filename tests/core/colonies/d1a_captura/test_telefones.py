"""The operator's list of telephones: kept, replaced, taken away, refused in words."""

from __future__ import annotations

import pytest

from core.colonies.d1a_captura.api import telefones as phones
from core.colonies.d1a_captura.api.telefones import GERAL, Telefone
from core.kernel.errors import UserFacingError
from tests.support.balcao import OUTRO, Counter
from tests.support.office import Office


def put(counter: Counter, *entries: Telefone) -> None:
    counter.local(
        lambda cursor, dialect: phones.set_phones(
            cursor, dialect, entries, conta_id=OUTRO["conta_id"], now=counter.now()
        )
    )


def test_entries_are_replaced_listed_and_taken_away(office: Office) -> None:
    counter = Counter(office)
    put(counter, Telefone("1.1", "Água", "115"), Telefone(GERAL, "Central", "156", "24 h"))
    put(counter, Telefone("1.1", "Companhia de águas", "(83) 3218-0000 ramal 12"))
    assert counter.read(phones.list_phones) == [
        Telefone(GERAL, "Central", "156", "24 h"),
        Telefone("1.1", "Companhia de águas", "(83) 3218-0000 ramal 12"),
    ]
    counter.local(lambda cursor, dialect: phones.drop_phone(cursor, dialect, "1.1"))
    assert [one.categoria_id for one in counter.read(phones.list_phones)] == [GERAL]


@pytest.mark.parametrize("number", ["", "abc", "1", "156; DROP", "1" * 60])
def test_what_nobody_can_dial_is_refused_and_nothing_is_kept(office: Office, number: str) -> None:
    counter = Counter(office)
    with pytest.raises(UserFacingError, match=r"telefones\.numero"):
        put(counter, Telefone("1.1", "Água", "115"), Telefone("1.2", "Luz", number))
    assert counter.read(phones.list_phones) == []


def test_bodies_and_categories_have_their_form() -> None:
    with pytest.raises(UserFacingError, match=r"telefones\.categoria"):
        phones.checked(Telefone("luz", "x", "156"))
    with pytest.raises(UserFacingError, match=r"captura\.campo_longo"):
        phones.checked(Telefone("1.1", "x" * 301, "156"))
