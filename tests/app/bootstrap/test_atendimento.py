"""The counter over a really opened office."""

from __future__ import annotations

from tests.support.atendimento import ATENDENTE, POSTE, balcao
from tests.support.command_line import CommandLine


def test_two_windows_are_two_counters_over_one_office(founded_cli: CommandLine) -> None:
    with balcao(founded_cli, territorio=False) as counter:
        one, other = counter.servico, counter.outra_janela()
        draft = one.salvar(one.abrir(ATENDENTE), POSTE)
        assert [seen.em_outra_janela for seen in other.rascunhos()] == [True]
        assert one.registrar(draft, POSTE, ATENDENTE).protocolo
        assert len(one.termos) == 4
        assert one.lugar.caixa() is not None
