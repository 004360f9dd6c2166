"""``sorteio listar``: draws by demand, councillor and unit, page by page, and what waits."""

from __future__ import annotations

import pytest

from tests.app.cli.comandos.test_conselheiros import Office
from tests.core.colonies.d6a_sorteio.conftest import (
    BAIRRO,
    CIDADE,
    OUTRO_BAIRRO,
    SMALL,
    cadastrado,
    disponivel,
)
from tests.support.command_line import CommandLine
from tests.support.office import conselheiro, demanda, unidade


@pytest.fixture
def office(founded_cli: CommandLine, monkeypatch: pytest.MonkeyPatch) -> Office:
    made = Office(founded_cli, monkeypatch)
    made.publish(SMALL, cadastrado(1), cadastrado(2, CIDADE))
    made.publish(*(disponivel(n) for n in (1, 2, 3)), disponivel(4, OUTRO_BAIRRO))
    return made


def test_draws_by_demand_councillor_and_unit(office: Office) -> None:
    found = office.ask("sorteio", "listar")
    assert [one["demanda_id"] for one in found["sorteios"]] == [demanda(2), demanda(1)]
    assert found["depois"] is None
    newest = found["sorteios"][0]
    assert newest["degrau_unidade_id"] == unidade(CIDADE)
    assert newest["status"] == "ativa"
    for words in (
        ("--conselheiro", conselheiro(2)),
        ("--demanda", demanda(2)),
        ("--unidade", unidade(BAIRRO), "--demanda", demanda(2)),
    ):
        assert office.ask("sorteio", "listar", *words)["sorteios"] == [newest]
    assert office.ask("sorteio", "listar", "--unidade", unidade(CIDADE))["sorteios"] == []
    assert conselheiro(1) in office.cli("sorteio", "listar").out
    nowhere = office.cli("sorteio", "listar", "--unidade", unidade(CIDADE)).out
    assert nowhere.startswith("Nenhum sorteio.")


def test_pages(office: Office) -> None:
    first = office.ask("sorteio", "listar", "--limite", "1")
    second = office.ask("sorteio", "listar", "--limite", "1", "--depois", first["depois"])
    assert [one["demanda_id"] for one in second["sorteios"]] == [demanda(1)]
    assert "próxima página: sorteio listar --depois" in office.cli(
        "sorteio", "listar", "--limite", "1"
    ).out  # fmt: skip
    assert office.refused("sorteio", "listar", "--depois", "x")[0] == "sorteio.pagina_invalida"
    for size in ("0", "-1", "1001", "x"):
        assert office.cli("sorteio", "listar", f"--limite={size}").code == 2
        assert office.cli("conselheiros", "listar", f"--limite={size}").code == 2


def test_what_waits_is_listed_in_order(office: Office) -> None:
    found = office.ask("sorteio", "listar", "--espera")
    assert [one["demanda_id"] for one in found["espera"]] == [demanda(3), demanda(4)]
    assert [one["motivo_espera"] for one in found["espera"]] == ["todos_ocupados"] * 2
    assert found["espera"][0]["tentativas_sorteio"] == 1
    here = ("sorteio", "listar", "--espera", "--unidade")
    inside = office.ask(*here, unidade(CIDADE))["espera"]
    assert inside == found["espera"]
    assert [one["demanda_id"] for one in office.ask(*here, unidade(OUTRO_BAIRRO))["espera"]] == [
        demanda(4)
    ]
    first = office.ask("sorteio", "listar", "--espera", "--limite", "1")
    second = office.ask("sorteio", "listar", "--espera", "--depois", first["depois"])
    assert [one["demanda_id"] for one in second["espera"]] == [demanda(4)]
    out = office.cli("sorteio", "listar", "--espera", "--limite", "1").out
    assert "próxima página: sorteio listar --espera --depois" in out
    assert "todos ocupados" in out
    assert "horário de America/Sao_Paulo" in out
