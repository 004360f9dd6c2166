from __future__ import annotations

import pytest

from tests.support.command_line import CommandLine


def test_the_box_bounds_what_is_registered(founded_cli: CommandLine) -> None:
    answer = founded_cli(
        "escritorio", "configurar", "--caixa=-23,8;-46,9;-23,3;-46,3", "--nome", "Sul", "--json"
    )
    assert answer.code == 0, answer.err
    assert answer.json["nome"] == "Sul"
    assert answer.json["fuso"] == "America/Sao_Paulo"
    # What is not named stays: another name does not open the office to the whole country.
    renamed = founded_cli("escritorio", "configurar", "--nome", "Sul 2", "--json")
    assert renamed.json["caixa"] == {"sul": -23.8, "oeste": -46.9, "norte": -23.3, "leste": -46.3}
    inside = founded_cli(
        "demandas", "registrar", "--texto", "Buraco na rua", "--ponto=-23,55;-46,63", "--json"
    )
    assert inside.code == 0, inside.err
    far = founded_cli(
        "demandas", "registrar", "--texto", "Buraco na rua", "--ponto=-7,1;-34,8", "--json"
    )
    assert far.code == 2
    assert "10 km" in far.err


@pytest.mark.parametrize("box", ["-23;-46", "-23;-46;-24;-45", "-23;-46;-22;-47", "-91;0;1;1"])
def test_a_senseless_box_is_refused(founded_cli: CommandLine, box: str) -> None:
    answer = founded_cli("escritorio", "configurar", f"--caixa={box}", "--json")
    assert (answer.code, answer.json["erro"]["codigo"]) == (2, "escritorio.caixa_invalida")
    assert founded_cli("saude", "--json").json["total_eventos"] == 2
