"""What an operator orders of colonies: standing still, going on, history."""

from __future__ import annotations

import threading
from dataclasses import replace

import pytest

from core.kernel.errors import UserFacingError
from tests.support.office import Office, demanda, encerrado, entrou, pedido
from tests.support.toy_colonies import T1, T2, T3, t3

POSITIONS = "SELECT aplicado_ate, reagido_ate, ativa FROM kernel_posicoes WHERE colonia = 'T-2'"
DAY = 86_400_000


def drawn(office: Office) -> list[str]:
    return [e.payload["demanda_id"] for e in office.events() if e.tipo == "brinquedo.sorteado"]


def test_a_disabled_colony_stands_still_then_applies_all_and_reacts_to_all(
    office: Office,
) -> None:
    office.colonies = (T1, T2)
    engine = office.engine()
    engine.publicar("T-1", entrou(1), entrou(2))
    engine.aguardar_ocioso()
    engine.desativar("T-2").result()
    before = office.rows(POSITIONS)
    assert before[0][2] == 0
    engine.publicar("T-1", pedido(1))
    engine.publicar("T-1", pedido(2))
    engine.publicar("T-1", encerrado(1))
    engine = office.restart()
    assert office.rows(POSITIONS) == before
    assert office.rows("SELECT * FROM t2_fila") == []
    with pytest.raises(UserFacingError) as refused:
        engine.publicar("T-2", pedido(1))
    assert refused.value.code == "motor.colonia_desativada"
    engine.reconstruir("T-2").result()
    assert office.rows(POSITIONS) == before  # also in a rebuild
    engine.ativar("T-2").result()
    engine.aguardar_ocioso()
    # All is applied before the first reaction: the request that is over is not drawn for.
    assert drawn(office) == [demanda(2)]
    live = office.dump()
    engine.reconstruir("T-2").result()
    assert office.dump() == live


def test_a_disabled_colony_is_not_marked_up_to_date_by_it(office: Office) -> None:
    """Disabling with an old projection must not lose the refold it owes."""
    office.colonies = (T1, T2)
    office.engine().publicar("T-1", pedido(1))
    office.stop()
    office.colonies = (T1, replace(T2, versao_projecao=2))
    engine = office.engine(start=False)
    engine.call(lambda: engine._acts.set_active("T-2", active=False)).result()
    assert office.rows("SELECT versao_projecao FROM kernel_posicoes WHERE colonia = 'T-2'") == [
        (1,)
    ]
    assert office.rows("SELECT chave FROM kernel_redobra WHERE colonia = 'T-2'") == [("*",)]


def test_a_new_colony_applies_from_0_and_reacts_from_its_installation(office: Office) -> None:
    office.colonies = (T1,)
    engine = office.engine()
    engine.publicar("T-1", entrou(1), pedido(1, titulo="um dois"))
    office.stop()
    office.clock.advance(4 * DAY)
    office.colonies = (T1, T2, T3)
    office.executors = {"avisar": lambda _dados: None}
    engine = office.engine()
    engine.aguardar_ocioso(trabalhos=True)
    assert office.rows("SELECT demanda_id FROM t2_fila") == [(demanda(1),)]
    assert [e.tipo for e in office.events()] == [
        "brinquedo.conselheiro_entrou",
        "brinquedo.pedido_feito",
    ]
    assert office.rows("SELECT * FROM kernel_saida") == []
    assert office.rows("SELECT estado FROM t3_trabalhos") == [("dispensado",)]
    engine.publicar("T-1", pedido(2))
    engine.aguardar_ocioso(trabalhos=True)
    assert drawn(office) == [demanda(2)]
    engine.aguardar_ocioso()
    assert sum(e.tipo == "brinquedo.prazo_vencido" for e in office.events()) == 0


def test_history_is_loaded_by_order_and_publishes_nothing_twice(office: Office) -> None:
    office.colonies = (T1,)
    office.engine().publicar("T-1", entrou(1), pedido(1, titulo="um dois"))
    office.stop()
    office.clock.advance(4 * DAY)
    office.colonies = (T1, T2, replace(t3(), react={}))
    engine = office.engine()
    engine.aguardar_ocioso(trabalhos=True)
    assert len(office.events()) == 2
    for colony_id in ("T-2", "T-3"):
        engine.carregar_historico(colony_id).result()
        engine.aguardar_ocioso(trabalhos=True)
    kinds = sorted(e.tipo for e in office.events()[2:])
    assert kinds == ["brinquedo.prazo_vencido", "brinquedo.resumido", "brinquedo.sorteado"]
    for colony_id in ("T-2", "T-3"):
        engine.carregar_historico(colony_id).result()
        engine.aguardar_ocioso(trabalhos=True)
    assert len(office.events()) == 5
    office.restart().aguardar_ocioso(trabalhos=True)
    assert len(office.events()) == 5


def test_the_kernels_own_publishers_have_no_position_to_change(office: Office) -> None:
    engine = office.engine()
    for act in (engine.desativar, engine.ativar, engine.carregar_historico):
        with pytest.raises(UserFacingError) as refused:
            act("N-0a").result()
        assert refused.value.code == "motor.colonia_do_nucleo"
        with pytest.raises(UserFacingError) as unknown:
            act("X-1").result()
        assert unknown.value.code == "motor.colonia_desconhecida"
    assert office.rows("SELECT colonia FROM kernel_posicoes ORDER BY colonia") == [
        ("T-1",),
        ("T-2",),
        ("T-3",),
    ]


def test_an_outcome_that_came_while_its_colony_stood_still_comes_again(office: Office) -> None:
    gate, started = threading.Event(), threading.Event()

    def work(_dados: object) -> int:
        started.set()
        assert gate.wait(30)
        return 7

    office.colonies = (T1, t3(work))
    engine = office.engine()
    engine.publicar("T-1", pedido(1))
    assert started.wait(30)
    engine.desativar("T-3").result()
    gate.set()
    engine.aguardar_ocioso(trabalhos=True)
    assert len(office.events()) == 1
    engine.ativar("T-3").result()
    engine.aguardar_ocioso(trabalhos=True)
    assert office.rows("SELECT palavras FROM t3_resumos") == [(7,)]
