"""The chain of units, as imports tell it."""

from __future__ import annotations

from core.audit.hierarchy import Hierarchy


def unit(name: str, parent: str | None) -> dict[str, str | None]:
    return {"unidade_civica_id": name, "parent_uc_id": parent, "nome": name.upper()}


def test_a_chain_climbs_to_the_root_and_later_imports_move_units() -> None:
    units = Hierarchy()
    units.take([unit("rua", "bairro"), unit("bairro", "cidade"), unit("cidade", None)])
    assert units.chain("rua") == ("rua", "bairro", "cidade")
    units.take([unit("rua", "cidade")])
    assert units.chain("rua") == ("rua", "cidade")
    assert (units.name("rua"), units.name("outra")) == ("RUA", None)


def test_an_unknown_unit_stands_alone_and_a_circle_ends() -> None:
    units = Hierarchy()
    assert units.chain("nova") == ("nova",)
    units.take([unit("a", "b"), unit("b", "a"), unit("c", "c")])
    assert units.chain("a") == ("a", "b")
    assert units.chain("c") == ("c",)
    units.take([unit("d", "fora")])
    assert units.chain("d") == ("d", "fora")
