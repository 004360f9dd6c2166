from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.base.taxonomia.model import (
    Calibragem,
    ModelError,
    carregar_modelo,
    confidence,
    gravar_modelo,
    lead,
    probabilities,
)


def test_the_shipped_model_is_read_and_written_alike(model_bytes: bytes) -> None:
    assert gravar_modelo(carregar_modelo(model_bytes)) == model_bytes


def test_the_shipped_model_is_compact_and_holds_only_word_parts(model_bytes: bytes) -> None:
    modelo = carregar_modelo(model_bytes)
    assert len(model_bytes) < 1_000_000
    for name in modelo.pesos:
        kind, _, rest = name.partition(":")
        assert kind in {"w", "p", "c", "s", "k"}
        assert len(rest.split()) <= 2
        if kind in {"w", "p", "c"}:
            assert not any(char.isdigit() for char in rest)


def test_the_shipped_model_knows_no_common_first_name(model_bytes: bytes) -> None:
    words = {name[2:] for name in carregar_modelo(model_bytes).pesos if name.startswith("w:")}
    names = "fulan beltran mari jos joao antoni francisc carl paul pedr luc luiz fernand"
    assert words.isdisjoint(names.split())


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda raw: raw.update(formato=2), "format"),
        (lambda raw: raw["versoes_texto"].update(dobra="dobra-0"), "another version"),
        (lambda raw: raw["classes"].pop(), "do not match"),
        (lambda raw: raw["classes"].__setitem__(0, raw["classes"][1]), "do not match"),
        (lambda raw: raw["pesos"].update({"w:x": [1]}), "w:x"),
        (lambda raw: raw["pesos"].update({"w:x": [999, 1]}), "w:x"),
        (lambda raw: raw["pesos"].update({"w:x": ["a", 1]}), "int"),
        (lambda raw: raw.pop("calibragem"), "calibragem"),
    ],
)
def test_a_broken_model_is_refused(model_bytes: bytes, change: Any, message: str) -> None:
    raw = json.loads(model_bytes)
    change(raw)
    with pytest.raises(ModelError, match=message):
        carregar_modelo(json.dumps(raw).encode())


@pytest.mark.parametrize("data", [b"", b"{}", b"\xff\x00", b"[" * 100_000])
def test_other_bytes_are_no_model(data: bytes) -> None:
    with pytest.raises(ModelError):
        carregar_modelo(data)


def test_probabilities_sum_to_one_and_keep_the_order() -> None:
    found = probabilities([1000.0, 0.0, 999.0])
    assert found[0] > found[2] > found[1]
    assert sum(found) == pytest.approx(1)


unit = st.floats(min_value=0, max_value=1)


@given(unit, unit, st.integers(-5000, 5000), st.integers(-5000, 5000))
def test_a_confidence_is_a_probability(
    first: float, second: float, constante: int, margem: int
) -> None:
    ahead = lead(first, second)
    assert 0 <= ahead < 14
    assert 0 <= confidence(Calibragem(constante, margem), ahead) <= 1


def test_a_longer_lead_is_more_confidence(model_bytes: bytes) -> None:
    calibragem = carregar_modelo(model_bytes).calibragem
    weak = confidence(calibragem, lead(0.4, 0.3))
    strong = confidence(calibragem, lead(0.97, 0.001))
    assert weak < 0.7
    assert strong > 0.85
