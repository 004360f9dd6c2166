"""The engine over both databases: publish, apply, react, restart."""

from __future__ import annotations

import pytest

from core.kernel.errors import UserFacingError
from core.kernel.event import NewEvent
from tests.support.office import Office, demanda, encerrado, entrou, pedido, retirado


def test_a_published_event_is_durable_applied_and_reacted_to(office: Office) -> None:
    engine = office.engine()
    engine.publicar("T-1", entrou(1))
    receipt = engine.publicar("T-1", pedido(1, titulo="Buraco na rua"))
    engine.aguardar_ocioso(trabalhos=True)

    events = office.events()
    assert [event.tipo for event in events] == [
        "brinquedo.conselheiro_entrou",
        "brinquedo.pedido_feito",
        "brinquedo.sorteado",
        "brinquedo.resumido",
    ]
    assert receipt.sequence_number == 2
    assert [event.sequence_number for event in events] == [1, 2, 3, 4]
    assert events[2].causa == events[1].event_hash
    assert events[2].chave_derivacao == f"T-2/brinquedo.sorteado/{demanda(1)}"
    assert events[2].correlacao_id == events[1].correlacao_id
    assert [event.prev for event in events] == [None, *(e.event_hash for e in events[:-1])]
    assert office.rows("SELECT situacao FROM t1_pedidos") == [("sorteado",)]
    assert office.rows("SELECT palavras, aberto FROM t3_resumos") == [(3, 1)]
    assert office.rows("SELECT estado FROM t3_trabalhos") == [("feito",)]


def test_a_restart_changes_nothing(office: Office) -> None:
    engine = office.engine()
    engine.publicar("T-1", entrou(1))
    engine.publicar("T-1", pedido(1), pedido(2), pedido(3))
    engine.aguardar_ocioso(trabalhos=True)
    before, log = office.dump(), len(office.events())
    office.restart().aguardar_ocioso(trabalhos=True)
    assert office.dump() == before
    assert len(office.events()) == log


def test_a_refusal_writes_nothing_and_names_the_field(office: Office) -> None:
    engine = office.engine()
    with pytest.raises(UserFacingError) as refusal:
        engine.publicar("T-1", pedido(1), NewEvent("brinquedo.pedido_feito", {}, sujeito="x"))
    assert refusal.value.code == "registro.payload_invalido"
    assert refusal.value.params["campo"] == "demanda_id"
    assert office.events() == []
    with pytest.raises(UserFacingError) as unknown:
        engine.publicar("T-1", NewEvent("brinquedo.nada", {}, sujeito="x"))
    assert unknown.value.code == "registro.tipo_desconhecido"
    with pytest.raises(UserFacingError) as stranger:
        engine.publicar("T-2", pedido(1))
    assert stranger.value.code == "registro.produtor_nao_declarado"
    assert office.events() == []


def test_a_waiting_request_is_drawn_when_a_councillor_is_free_again(office: Office) -> None:
    engine = office.engine()
    engine.publicar("T-1", entrou(1))
    engine.publicar("T-1", pedido(1))
    engine.publicar("T-1", pedido(2))
    engine.aguardar_ocioso()
    engine.publicar("T-1", encerrado(1))
    engine.aguardar_ocioso()
    drawn = [e.payload["demanda_id"] for e in office.events() if e.tipo == "brinquedo.sorteado"]
    assert drawn == [demanda(1), demanda(2)]


def test_rebuild_equals_live(office: Office) -> None:
    engine = office.engine()
    for n in range(4):
        engine.publicar("T-1", entrou(n, n % 2))
    for n in range(30):
        engine.publicar("T-1", pedido(n, n % 2, titulo="a b c", nome="Fulana Marcada"))
        if n % 3 == 0:
            engine.publicar("T-1", encerrado(n // 2))
        if n % 7 == 0:
            engine.publicar("T-1", retirado(n))
    engine.aguardar_ocioso(trabalhos=True)
    live = office.dump()
    for runtime in engine.cycle.stepper.runtimes:
        engine.cycle.begin()
        engine.cycle.refolder.rebuild(runtime, engine.cycle.stepper)
        engine.cycle.commit()
    assert office.dump() == live


def test_the_thread_answers_too(office: Office) -> None:
    engine = office.engine(inline=False)
    receipts = [engine.publicar("T-1", pedido(n, titulo="x y")) for n in range(20)]
    engine.aguardar_ocioso(trabalhos=True)
    assert [r.sequence_number for r in receipts] == sorted(r.sequence_number for r in receipts)
    assert office.rows("SELECT count(*) FROM t3_resumos WHERE palavras = 2") == [(20,)]
