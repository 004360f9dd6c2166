"""Search by words: only what is public, folded, newest first, the same on both databases."""

from __future__ import annotations

import unicodedata
from typing import Any

import pytest

from core.base.texto.search import MAX_INDEXED, typed_words
from core.colonies.d7_transparencia.queries.procura import (
    ConselheiroAchado,
    find_by_words,
    find_councillors,
)
from tests.core.colonies.d7_transparencia import conftest as e
from tests.core.colonies.d7_transparencia.conftest import Vitrine
from tests.support.office import conselheiro, demanda, unidade


def found(vitrine: Vitrine, typed: str, limite: int = 10) -> tuple[list[int], int]:
    achadas = vitrine.read(find_by_words, typed_words(typed), limite)
    return [int(one[-12:], 16) for one in achadas.demandas], achadas.total


def words(vitrine: Vitrine, n: int) -> set[str]:
    rows = vitrine.office.rows(f"SELECT palavra FROM d7_palavras WHERE demanda_id = '{demanda(n)}'")
    return {str(row[0]) for row in rows}


@pytest.fixture
def cheia(vitrine: Vitrine) -> Vitrine:
    vitrine.publicar(e.recebida(1), e.normalizada(1, "Iluminação apagada na Rua São João"))
    vitrine.publicar(e.recebida(2), e.normalizada(2, "Buraco na rua São João"))
    vitrine.publicar(e.recebida(3), e.normalizada(3, "Buracos e lixo"))
    return vitrine


@pytest.mark.parametrize("form", ["NFC", "NFD"])
@pytest.mark.parametrize("typed", ["São João", "sao joao", "SÃO JOÃO", "joao sao"])
def test_accents_case_and_order_make_no_difference(cheia: Vitrine, typed: str, form: str) -> None:
    assert found(cheia, unicodedata.normalize(form, typed)) == ([2, 1], 2)  # type: ignore[arg-type] # "NFC" and "NFD" are the forms


@pytest.mark.parametrize(
    ("typed", "numbers"),
    [
        ("ilumin", [1]),
        ("buraco", [3, 2]),
        ("buracos", [3, 2]),
        ("buraco lixo", [3]),
        ("buraco iluminação", []),
        ("escola", [3, 2, 1]),
        ("raco", []),
        ("bur", [3, 2]),
        ("bu", []),
        ("", []),
        ("na e o", []),
        ("% _ \\ ' \"", []),
        ("\x00", []),
        ("ção", []),
        ("buraco " * 400, [3, 2]),
    ],
)
def test_all_words_must_begin_so(cheia: Vitrine, typed: str, numbers: list[int]) -> None:
    assert found(cheia, typed) == (numbers, len(numbers))


def test_the_count_is_of_all_and_the_list_of_the_newest(cheia: Vitrine) -> None:
    assert found(cheia, "escola", 2) == ([3, 2], 3)


def test_a_corrected_text_is_found_by_its_own_words_only(cheia: Vitrine) -> None:
    cheia.publicar(e.corrigida(2, "texto"), e.normalizada(2, "Poste caído"))
    assert found(cheia, "buraco") == ([3], 1)
    assert found(cheia, "poste") == ([2], 1)
    cheia.check()


def test_what_is_held_back_is_not_found_and_comes_back_with_its_release(cheia: Vitrine) -> None:
    cheia.publicar(e.decidida("texto", demanda(3), "bloqueado"))
    assert (found(cheia, "lixo"), words(cheia, 3)) == (([], 0), set())
    cheia.publicar(e.decidida("texto", demanda(3), "aprovado"))
    assert found(cheia, "lixo") == ([3], 1)
    cheia.publicar(e.decidida("texto", demanda(3), "removido"))
    assert (found(cheia, "lixo"), words(cheia, 3)) == (([], 0), set())
    cheia.check()


def test_a_suspected_or_unconsented_text_leaves_no_word(vitrine: Vitrine) -> None:
    sealed = ("titulo", "descricao_limpa")
    vitrine.publicar(e.recebida(1), e.normalizada(1, "Sigilo na rua", restrito=sealed))
    assert words(vitrine, 1) == set()


def test_a_long_text_costs_a_bounded_number_of_rows(vitrine: Vitrine) -> None:
    text = " ".join(f"palavra{n:04d}" for n in range(900))
    vitrine.publicar(e.recebida(1), e.normalizada(1, "Muitas", descricao_limpa=text))
    assert len(words(vitrine, 1)) == MAX_INDEXED
    vitrine.check()


def test_councillors_are_found_by_their_public_name(vitrine: Vitrine) -> None:
    for n, name in ((1, "Érica Lima"), (2, None), (3, "Ana Erica")):
        named: dict[str, Any] = {} if name is None else {"nome_publico": name}
        vitrine.publicar(
            e.evento(
                "conselheiro.cadastrado",
                conselheiro_id=conselheiro(n),
                cidadao_id=conselheiro(100 + n),
                unidade_civica_id=unidade(1),
                nivel_atuacao=2,
                status="disponivel",
                capacitacao_concluida=True,
                **named,
            )
        )
    names = [one.nome_publico for one in vitrine.read(find_councillors, typed_words("erica"))]
    assert names == ["Ana Erica", "Érica Lima"]
    assert vitrine.read(find_councillors, typed_words("lima erica")) == [
        ConselheiroAchado(conselheiro(1), "Érica Lima", unidade(1))
    ]
    assert vitrine.read(find_councillors, ()) == []
