"""Whom to call: the operator's number, else the general one, else the body alone."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from core.kernel.errors import UserFacingError
from tests.support.atendimento import OPERADOR, Balcao, balcao
from tests.support.command_line import CommandLine


@pytest.fixture
def counter(founded_cli: CommandLine) -> Iterator[Balcao]:
    with balcao(founded_cli, territorio=False) as found:
        yield found


def test_a_category_has_its_number_or_the_general_one(counter: Balcao) -> None:
    phones = counter.servico.telefones
    first = phones.de("1.1")
    assert first is not None
    assert first.orgao
    assert first.telefone is None
    assert phones.de(None) is None
    phones.gravar("", "Central da prefeitura", "156", "dia e noite", OPERADOR)
    general = phones.de("1.1")
    assert general is not None
    assert (general.telefone, general.observacao) == ("156", "dia e noite")
    phones.gravar("1.1", "Companhia de águas", "0800 123 4567 ramal 2", "", OPERADOR)
    own = phones.de("1.1")
    assert own is not None
    assert (own.orgao, own.telefone) == ("Companhia de águas", "0800 123 4567 ramal 2")
    listed = {one.categoria_id: one.telefone for one in phones.lista()}
    assert (listed[""], listed["1.1"], listed["3.1"]) == ("156", "0800 123 4567 ramal 2", None)
    phones.gravar("1.1", "", "", "", OPERADOR)
    again = phones.de("1.1")
    assert again is not None
    assert again.telefone == "156"


@pytest.mark.parametrize(
    ("category", "body", "number", "code"),
    [
        ("9.9", "x", "156", "telefones.categoria"),
        ("1.1", " ", "156", "telefones.sem_orgao"),
        ("1.1", "x", "ligue já", "telefones.numero"),
    ],
)
def test_a_bad_entry_is_refused(
    counter: Balcao, category: str, body: str, number: str, code: str
) -> None:
    with pytest.raises(UserFacingError) as refusal:
        counter.servico.telefones.gravar(category, body, number, "", OPERADOR)
    assert refusal.value.code == code
