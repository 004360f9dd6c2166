"""Councillors of a living office in the situation that a test needs, whatever its story drew.

The story's draws differ from run to run, so that a test may not rely on one of them.
"""

from __future__ import annotations

from app.services.cadastro_conselheiro import PedidoDeCadastro
from app.services.conselheiros import Conselheiro
from app.services.designacoes import NaMesa
from app.services.permissoes import Ato
from core.colonies.d6b_relatoria.api import Pedido
from tests.support.vivo import Vivo

CLERK = {"conta_id": "44444444-0000-4000-8000-000000000060", "papel": "atendente"}


def designacao(vivo: Vivo, *, begun: bool) -> NaMesa:
    """A running assignment, begun or not; nobody was told of one that was not."""
    found = _assigned(vivo, begun=begun)
    if found is None and begun:
        _report(vivo, _assigned(vivo, begun=False))
        found = _assigned(vivo, begun=True)
    while found is None:
        # Whoever lets go is drawn for something else, or somebody else for this.
        other = _assigned(vivo, begun=True)
        assert other is not None, "nobody has a demand"
        vivo.servicos.relatoria.desistir(other.demanda_id, CLERK)
        vivo.ocioso()
        found = _assigned(vivo, begun=False)
    return found


def livre(vivo: Vivo) -> Conselheiro:
    """A councillor without a demand, new where all have one: of a unit where nothing waits."""
    free = _free(vivo)
    service = vivo.servicos.cadastro_conselheiro
    for at, (unit, _words) in enumerate(service.procurar_unidades("")):
        if free is not None:
            break
        asked = PedidoDeCadastro(
            cidadao_id=None,
            novo_id=service.novo_id(),
            nome=f"Pessoa Inventada {'abcdefghijklmnopqrst'[at]}",
            consente=True,
            documento_visto=True,
            capacitacao=True,
            unidade_id=unit,
            nome_publico=None,
        )
        service.cadastrar(asked, vivo.servicos.sessao.ator(Ato.CADASTRAR_CONSELHEIRO))
        vivo.ocioso()
        free = _free(vivo)
    assert free is not None, "everybody is drawn at once"
    return free


def _free(vivo: Vivo) -> Conselheiro | None:
    found = vivo.servicos.conselheiros.todos()
    return next((one for one in found if one.status == "disponivel"), None)


def _assigned(vivo: Vivo, *, begun: bool) -> NaMesa | None:
    for one in reversed(vivo.servicos.designacoes.na_mesa()):
        is_begun = one.designacao.iniciada_em is not None
        if is_begun == begun and (begun or one.designacao.is_a_avisar):
            return one
    return None


def _report(vivo: Vivo, row: NaMesa | None) -> None:
    assert row is not None, "nobody has a demand"
    report = Pedido(
        demanda_id=row.demanda_id,
        tipo="status_atualizado",
        texto="O trabalho começou.",
        campos={"status": "em_andamento"},
    )
    vivo.servicos.relatoria.registrar(report, CLERK)
    vivo.ocioso()
