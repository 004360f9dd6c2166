from __future__ import annotations

from pathlib import Path

from core.base.territorio.leitura.feicao import Camada, Feicao
from tests.core.base.territorio.cartas import abrir_sqlite


def test_a_layer_hands_its_features_over_once_and_keeps_its_own_notices() -> None:
    feicao = Feicao(1, {"nome": "Sé"}, None)
    camada = Camada("a", "geojson", iter([feicao]))
    assert list(camada.feicoes) == [feicao]
    assert list(camada.feicoes) == []
    camada.avisos.append("x")
    assert Camada("b", "geojson", iter([])).avisos == []


def test_a_standard_sqlite_connection_is_what_the_reader_asks_for(tmp_path: Path) -> None:
    (tmp_path / "x.db").touch()
    with abrir_sqlite(tmp_path / "x.db") as conexao:
        assert conexao.execute("SELECT ?", (7,)).fetchall() == [(7,)]
