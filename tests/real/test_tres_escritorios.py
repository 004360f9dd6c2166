"""Three offices of three real cities; see ``tests/support/tres_escritorios.py``."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest
from auditor import verificar as v

from tests.real.cidades import CIDADES
from tests.support.redes import Redes
from tests.support.tres_escritorios import Medida, play

MEDIDA: Final = Medida(linhas=100, visitas=12, conselhos=(1, 8), dias=12)
MISSING: Final = [path.name for cidade in CIDADES for path in cidade.missing]

pytestmark = [
    pytest.mark.lento,
    pytest.mark.timeout(1800),
    pytest.mark.skipif(
        bool(MISSING),
        reason=f"real files (../shared/data) do not lie beside this checkout: {MISSING}",
    ),
]


def test_three_cities_end_with_one_picture(redes: Redes, tmp_path: Path) -> None:
    bundles = play(redes, CIDADES, MEDIDA, tmp_path)
    whole = [v.conferir(one.read_bytes()) for one in bundles[-3:]]
    assert [one["veredito"] for one in whole] == ["aceito"] * 3
    assert len({one["tipos"]["demanda.recebida"] for one in whole}) == 1
