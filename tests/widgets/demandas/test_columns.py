from __future__ import annotations

from app.services.decimais import decimal
from app.services.demanda_lista import LinhaDeDemanda
from app.services.situacoes import Situacao
from tests.widgets.conftest import Ui
from widgets.demandas.columns import SORTS, demand_columns, state_text

ROW = LinhaDeDemanda(
    demanda_id="abcdef01-0000-4000-8000-000000000001",
    protocolo=None,
    titulo="Buraco",
    situacao=Situacao("atribuida", "atribuída", "Um conselheiro foi sorteado.", "◐"),
    desde_ms=0,
    categoria_id=None,
    categoria=None,
    nivel=None,
    unidade_civica_id=None,
    unidade=None,
    recebida_ms=None,
    pontos=4_800.5,
    conselheiro_id=None,
    conselheiro=None,
    marcas=("⊘ oculta",),
)


def test_figures_are_brazilian() -> None:
    assert decimal(4_800.5) == "4.800,50"
    assert decimal(-20.594, 5) == "-20,59400"


def test_a_state_has_shape_word_and_marks() -> None:
    assert state_text(ROW) == "◐ atribuída · ⊘ oculta"


def test_what_is_missing_is_said_or_empty(ui: Ui) -> None:
    cells = {one.key: one for one in demand_columns(ui.context.moments)}
    assert cells["protocolo"].text(ROW) == "abcdef01"
    assert cells["protocolo"].copy_text(ROW) == ROW.demanda_id
    assert cells["unidade"].text(ROW) == "sem lugar"
    assert (cells["nivel"].text(ROW), cells["recebida"].text(ROW)) == ("", "")
    assert (cells["pontos"].text(ROW), cells["pontos"].csv_value(ROW)) == ("4.800,50", 4_800.5)
    assert set(SORTS) <= set(cells)
