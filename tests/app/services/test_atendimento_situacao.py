"""What the resident who asks is told."""

from __future__ import annotations

from tests.support.atendimento import OPERADOR, balcao
from tests.support.command_line import CommandLine


def test_summary_story_and_number_to_call(founded_cli: CommandLine) -> None:
    with balcao(founded_cli) as counter:
        counter.servico.telefones.gravar("", "Central", "156", "", OPERADOR)
        done = counter.registrar()
        found = counter.servico.situacao.de(done.demanda_id)
        assert found.demanda.protocolo == done.protocolo
        assert found.demanda.unidade == "Centro"
        moments = [ms for ms, _said in found.historia]
        assert moments == sorted(moments, reverse=True)
        assert len(moments) > 2
        assert found.contato is not None
        assert found.contato.telefone == "156"
