"""The denylist as an operator tells it."""

from __future__ import annotations

import pytest

from core.base.texto.denylist import MAX_TERM_CHARS
from core.colonies.d1d_moderacao import api, queries
from core.colonies.d1d_moderacao.rules import MAX_TERMS, listed_terms
from tests.core.colonies.d1d_moderacao.conftest import Desk, refused
from tests.support.office import TEST_NO

OPERADOR = {"conta_id": "44444444-0000-4000-8000-00000000000c", "papel": "operador"}


def test_a_list_is_told_whole_and_never_leaves_the_office(desk: Desk) -> None:
    answer = desk.executar(
        api.atualizar_denylist(TEST_NO, ["otário", "# nota", "  vai  tomar "], OPERADOR)
    )
    assert answer == {"versao": 1, "termos": 2, "publicada": True}
    (event,) = [one for one in desk.office.events() if one.tipo == "denylist.atualizada"]
    assert event.publico() == {}
    assert event.payload["termos"] == ["otário", "vai tomar"]
    found = desk.read(queries.read_list, TEST_NO)
    assert (found.versao, found.termos) == (1, ("otário", "vai tomar"))
    assert desk.read(queries.read_terms) == ("otário", "vai tomar")
    desk.check()


def test_the_same_list_again_writes_nothing_and_an_old_view_is_refused(desk: Desk) -> None:
    desk.executar(api.atualizar_denylist(TEST_NO, ["otário"], OPERADOR, versao_vista=0))
    again = desk.executar(api.atualizar_denylist(TEST_NO, ["OTARIO", "otário"][1:], OPERADOR))
    assert not again["publicada"]
    with refused("denylist.mudou"):
        desk.executar(api.atualizar_denylist(TEST_NO, ["bobo"], OPERADOR, versao_vista=0))
    desk.executar(api.atualizar_denylist(TEST_NO, [], OPERADOR, versao_vista=1, motivo="sem lista"))
    assert desk.read(queries.read_list, TEST_NO).termos == ()


def test_terms_are_read_one_a_line_each_once() -> None:
    assert listed_terms(["\ufeffotário", "OTÁRIO", "", "# só nota", "bobo # leve"]) == (
        "otário",
        "bobo",
    )


@pytest.mark.parametrize(
    ("lines", "code"),
    [
        (["x" * (MAX_TERM_CHARS + 1)], "denylist.termo_longo"),
        (["a"], "denylist.termo_sem_letras"),
        (["123"], "denylist.termo_sem_letras"),
        (
            [
                f"{chr(97 + n // 676)}{chr(97 + n // 26 % 26)}{chr(97 + n % 26)}q"
                for n in range(MAX_TERMS + 1)
            ],
            "denylist.muitos_termos",
        ),
    ],
)
def test_a_list_that_cannot_be_is_refused(lines: list[str], code: str) -> None:
    with refused(code):
        listed_terms(lines)
