"""Leafing through a queue leaves a line for each resident whose words were read, once."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from app.bootstrap.revisao import servico_revisoes
from core.colonies.c1_cidadaos.queries import list_all_accesses
from tests.support.atendimento import Balcao, balcao
from tests.support.command_line import CommandLine

ANA, RITA = "aaaaaaaa-0000-4000-8000-000000000001", "aaaaaaaa-0000-4000-8000-000000000002"


@pytest.fixture
def counter(founded_cli: CommandLine) -> Iterator[Balcao]:
    with balcao(founded_cli) as found:
        yield found


def lines(counter: Balcao) -> list[tuple[str, str]]:
    with counter.app.leitor.ler() as read:
        return [(one.conta_id, one.papel) for one in list_all_accesses(*read, 10)]


def test_one_line_an_item_and_account(counter: Balcao) -> None:
    done = counter.registrar()
    queue = servico_revisoes(counter.app)
    for account in (ANA, ANA, RITA, ANA):
        queue.reservar(done.demanda_id, account, "nome")
    assert sorted(lines(counter)) == [(ANA, "moderador"), (RITA, "moderador")]
    queue.reservar("aaaaaaaa-0000-4000-8000-00000000000f", ANA, "nome")
    assert len(lines(counter)) == 2, "there is nobody behind a demand of another office"
