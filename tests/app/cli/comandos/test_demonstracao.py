"""The verb builds an invented office, and tells one demand with its draws made again."""

from __future__ import annotations

import pytest

from app.cli import demonstracao
from tests.support.command_line import CommandLine


@pytest.fixture
def told(cli: CommandLine, monkeypatch: pytest.MonkeyPatch) -> CommandLine:
    """The command line over a demonstration of a month."""
    monkeypatch.setattr(demonstracao, "DIAS", 30)
    answer = cli("demonstracao")
    assert answer.code == 0, answer.err
    assert "Demanda concluída em" in answer.out
    assert "podiam ser sorteados" in answer.out
    assert "NÃO CONFERE" not in answer.out
    return cli


def test_a_demand_is_told_from_its_registration_to_its_end_and_any_other_too(
    told: CommandLine,
) -> None:
    answer = told("--json", "demonstracao")
    assert answer.code == 0
    story = answer.json
    assert (story["nova"], story["ok"], story["situacao"]) == (False, True, "concluida")
    types = [one["tipo"] for one in story["historia"]]
    assert types[0] == "demanda.recebida"
    assert types.index("conselheiro.sorteado") < types.index("demanda.concluída")
    assert all(one["ok"] for one in story["sorteios_conferidos"])
    other = told("--json", "eventos", "listar", "--tipo", "demanda.recebida").json
    assert other is not None
    again = told("demonstracao", "--demanda", story["demanda_id"])
    assert again.code == 0
    missing = told("demonstracao", "--demanda", "00000000-0000-4000-8000-000000000000")
    assert missing.code == 2


def test_a_real_office_is_no_demonstration(founded_cli: CommandLine) -> None:
    refused = founded_cli("demonstracao")
    assert refused.code == 2
    assert "escritório de verdade" in refused.err


def test_a_server_is_no_place_for_one(cli: CommandLine) -> None:
    refused = cli("--banco", "postgresql://x@localhost/y", "demonstracao")
    assert refused.code == 2
    assert "--banco" in refused.err
