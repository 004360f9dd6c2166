from __future__ import annotations

from app.ia.modelos import ModelosDoEscritorio
from core.base.ia.portas import TAREFA_LEGENDA
from tests.app.ia.extra import COM_EXTRA


def test_the_specified_task_is_asked() -> None:
    assert TAREFA_LEGENDA == "<MORE_DETAILED_CAPTION>"


class TestModel:
    pytestmark = COM_EXTRA

    def test_it_describes_and_the_same_way(self, modelos: ModelosDoEscritorio, foto: bytes) -> None:
        said = modelos.legendar(foto)
        assert said.modelo.startswith("minusculo-legenda@")
        assert said.texto
        assert "<" not in said.texto.replace("<unk>", "")
        assert said.texto == modelos.legendar(foto).texto
