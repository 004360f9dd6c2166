"""Lines of the auditor's lists in words."""

from __future__ import annotations

from app.services.historia_sorteio import Fora
from app.services.registro_sorteios import TIPOS, LinhaDoRegistro
from app.settings.tempo import FormatoTempo
from widgets.sorteio.columns import SHAPES, left_out_columns, registry_columns

MOMENTS = FormatoTempo("America/Sao_Paulo", lambda: 1_796_000_000_000)


def test_every_kind_has_a_shape() -> None:
    assert set(SHAPES) == set(TIPOS)
    assert len(set(SHAPES.values())) == len(SHAPES)


def test_a_refused_draw_says_so() -> None:
    row = LinhaDoRegistro(
        9, "ab" * 32, "conselheiro.sorteado", 1_795_000_000_000, "d" * 36, None, None, None,
        "c" * 36, None, 3, "recusada", "risco_pessoal",
    )  # fmt: skip
    cells = {one.key: one.text(row) for one in registry_columns(MOMENTS)}
    assert cells["desfecho"] == "recusada · risco pessoal"
    assert (cells["demanda"], cells["conselheiro"]) == ("d" * 8, "c" * 8)


def test_why_somebody_was_left_out() -> None:
    why = left_out_columns(MOMENTS)[-1]
    assert why.text(Fora("c", None, None, "ocupado", "BCDF-000001-47", None)) == (
        "já tinha uma demanda em mãos: BCDF-000001-47"
    )
    assert why.text(Fora("c", None, None, "suspenso", None, 0)).startswith("estava suspenso até ")
