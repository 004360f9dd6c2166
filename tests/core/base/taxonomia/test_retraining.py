from __future__ import annotations

import pytest

from core.base.taxonomia.classifier import Classifier
from core.base.taxonomia.loading import Categorizacao
from core.base.taxonomia.model import ModelError, carregar_modelo
from core.base.taxonomia.retraining import Correcao, retreinar

LESSONS = [
    Correcao("o zorbinho da esquina parou de funcionar", "3.4"),
    Correcao("zorbinho queimado outra vez", "3.4"),
    Correcao("troquem o zorbinho da viela", "3.4"),
    Correcao("tem zorbinho piscando", "3.4"),
]


def test_corrections_teach_a_new_word(shipped: Categorizacao, model_bytes: bytes) -> None:
    data = retreinar(model_bytes, LESSONS, shipped.dictionary)
    taught = Classifier(carregar_modelo(data), shipped.dictionary, shipped.taxonomy)
    assert taught.classificar("zorbinho").categoria_id == "3.4"
    assert taught.classificar("falta água na rua toda").categoria_id == "1.1"


def test_the_new_version_names_its_base_and_counts(
    shipped: Categorizacao, model_bytes: bytes
) -> None:
    first = retreinar(model_bytes, LESSONS, shipped.dictionary)
    modelo = carregar_modelo(first)
    assert modelo.versao.startswith("categorias-1.0.0+4.")
    assert (modelo.base, modelo.correcoes) == ("categorias-1.0.0", 4)
    again = carregar_modelo(
        retreinar(first, [Correcao("buraco no zorbinho", "3.1")], shipped.dictionary)
    )
    assert again.versao.startswith("categorias-1.0.0+5.")
    assert again.base == modelo.versao


def test_order_and_repeats_of_corrections_change_no_byte(
    shipped: Categorizacao, model_bytes: bytes
) -> None:
    once = retreinar(model_bytes, LESSONS, shipped.dictionary)
    assert retreinar(model_bytes, [*reversed(LESSONS), *LESSONS], shipped.dictionary) == once


@pytest.mark.parametrize(
    "lessons", [[], [Correcao("😡", "3.4")], [Correcao("buraco na rua", "9.9")]]
)
def test_nothing_to_learn_is_the_same_model(
    shipped: Categorizacao, model_bytes: bytes, lessons: list[Correcao]
) -> None:
    assert retreinar(model_bytes, lessons, shipped.dictionary) == model_bytes


def test_a_name_in_one_correction_is_not_learnt(shipped: Categorizacao, model_bytes: bytes) -> None:
    data = retreinar(
        model_bytes, [Correcao("falar com xavantina sobre a lâmpada", "3.4")], shipped.dictionary
    )
    assert b"xavantin" not in data


def test_corrections_move_a_wrong_answer(shipped: Categorizacao, model_bytes: bytes) -> None:
    text = "poste caindo na rua"
    before = shipped.classifier.classificar(text).categoria_id
    goal = "3.4" if before != "3.4" else "1.3"
    data = retreinar(
        model_bytes,
        [Correcao(f"{text} {more}", goal) for more in ("hoje", "de novo", "urgente", "já")],
        shipped.dictionary,
    )
    taught = Classifier(carregar_modelo(data), shipped.dictionary, shipped.taxonomy)
    assert taught.classificar(text).categoria_id == goal


def test_other_bytes_are_no_base(shipped: Categorizacao) -> None:
    with pytest.raises(ModelError):
        retreinar(b"{}", LESSONS, shipped.dictionary)
