"""Screens hear what they show and nothing else."""

from __future__ import annotations

from app.services import mudancas
from core.contracts.catalogo import MODELS
from core.kernel.registry import Registry

SETS = ("CONSELHEIROS", "GABINETE", "REVISAO", "SORTEIOS", "PARAMETROS")


def test_every_type_exists() -> None:
    known = set(Registry(MODELS).tipos())
    for name in SETS:
        assert getattr(mudancas, name) <= known, name


def test_a_draw_concerns_those_who_show_draws() -> None:
    draw = "conselheiro.sorteado"
    hear = {name for name in SETS if draw in getattr(mudancas, name)}
    assert hear == {"CONSELHEIROS", "GABINETE", "SORTEIOS"}


def test_a_new_demand_alone_concerns_none_of_them() -> None:
    assert not [name for name in SETS if "demanda.recebida" in getattr(mudancas, name)]
