"""The proof of a draw is one page, however many could be drawn."""

from __future__ import annotations

import pytest

from app.services.historia_sorteio import Entradas, Historia
from app.services.impressos.prova_do_sorteio import SHOWN, prova_do_sorteio
from core.base.sorteio import sortear
from tests.support.office import conselheiro, demanda

MOMENT = "2026-01-31T12:00:00.000Z"


def told(size: int) -> tuple[Historia, Entradas]:
    drawn = sortear([conselheiro(n) for n in range(size)], demanda(1), MOMENT)
    inputs = Entradas(
        demanda(1), MOMENT, drawn.elegiveis, drawn.seed_publico, drawn.ordem,
        drawn.lista_elegiveis_hash, drawn.conselheiro_id,
    )  # fmt: skip
    story = Historia(
        9, "ab" * 32, demanda(2), MOMENT, False, demanda(3), "BCDF-000001-47", None, None,
        (), (), inputs, (), 0, {drawn.conselheiro_id: "Maria & José"}, 9,
    )  # fmt: skip
    return story, inputs


@pytest.mark.parametrize("size", [1, SHOWN, 3_000])
def test_everything_that_is_needed_stands_on_it(size: int) -> None:
    story, inputs = told(size)
    page = prova_do_sorteio(story, inputs, local="31/01/2026 09:00:00", onde="Centro")
    for value in (inputs.base, inputs.seed, inputs.lista_hash, inputs.conselheiro_id, MOMENT):
        assert value is not None
        assert value in page.html
    assert "Maria &amp; José" in page.html
    assert "openssl dgst -sha256 -hmac d6a-sorteio" in page.html
    assert page.imagens["qr"].startswith(b"\x89PNG")
    assert (conselheiro(0) in page.html) or size > SHOWN
    assert page.titulo == "Prova do sorteio BCDF-000001-47"


def test_a_long_list_stands_in_a_file() -> None:
    story, inputs = told(3_000)
    page = prova_do_sorteio(story, inputs, local="x", onde="y")
    assert "3000 identificadores, no arquivo elegiveis.txt" in page.html
