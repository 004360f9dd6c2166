"""Three made-up offices exchange by files alone; their pictures agree, and so do the auditor's tools."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final

import pytest
from auditor import verificar as v

from tests.packaging.auditor.navegador import Navegador
from tests.support.cidades_inventadas import cidades_inventadas
from tests.support.redes import Redes
from tests.support.tres_escritorios import Medida, play

MEDIDA: Final = Medida(linhas=30, visitas=8, conselhos=(1, 4), dias=12)


@pytest.mark.lento
@pytest.mark.timeout(600)
def test_three_cities_end_with_one_picture_and_the_page_agrees(
    navegador: Navegador, redes: Redes, tmp_path: Path
) -> None:
    bundles = play(redes, cidades_inventadas(tmp_path), MEDIDA, tmp_path)
    raw = [one.read_bytes() for one in bundles[-3:]]
    for of_page, content in zip(navegador.conferir(raw), raw, strict=True):
        of_file = json.loads(json.dumps(v.conferir(content)))
        assert of_page == of_file
        assert of_page["veredito"] == "aceito"
        assert of_page["sorteios"]["confere"] == of_page["tipos"]["conselheiro.sorteado"] > 5
        assert of_page["sorteios"]["difere"] == of_page["sorteios"]["sem_dados"] == 0
