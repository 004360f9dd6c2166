"""Dead letters by keys: what waits, what does not, and how a key becomes free again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from core.kernel.colony import Authority, Colony, Context, Decisao, Reaction
from core.kernel.engine import publishing
from core.kernel.errors import UserFacingError
from core.kernel.event import Event, NewEvent
from tests.support.faulty_colonies import T4, Switch, eco, failing_apply, failing_react
from tests.support.office import Office, conselheiro, demanda, encerrado, entrou, pedido, retirado
from tests.support.toy_colonies import T1, T2, t3

FEITO = "brinquedo.pedido_feito"
ECO = "brinquedo.eco"
ENCERRADO = "brinquedo.pedido_encerrado"
OPERADOR = {"conta_id": conselheiro(99), "papel": "operador"}

Letter = tuple[str, str, int, str, int]


def letters(office: Office) -> list[Letter]:
    """The dead-letter queue: (colony, phase, position, state, attempts)."""
    rows = office.rows(
        "SELECT consumidor, fase, sequence_number, estado, tentativas FROM dead_letter_queue"
        " ORDER BY consumidor, fase, sequence_number"
    )
    return [(str(a), str(b), int(c), str(d), int(e)) for a, b, c, d, e in rows]


def _nothing_to_say(_context: Context) -> Decisao:
    return Decisao("feito")


def drawn(office: Office) -> list[str]:
    """Demands in the order in which they were drawn for."""
    return [e.payload["demanda_id"] for e in office.events() if e.tipo == "brinquedo.sorteado"]


def states(office: Office) -> list[tuple[object, ...]]:
    return office.rows("SELECT demanda_id, situacao FROM t1_pedidos ORDER BY demanda_id")


def test_a_failing_reaction_parks_reactions_only(office: Office) -> None:
    switch = Switch({demanda(1)})
    office.colonies = (T1, failing_react(T2, FEITO, switch))
    engine = office.engine()
    engine.publicar("T-1", entrou(1, 1), entrou(2, 2))
    engine.publicar("T-1", pedido(1, 1))
    engine.publicar("T-1", pedido(2, 2))
    engine.aguardar_ocioso()
    assert letters(office) == [("T-2", "react", 3, "pendente", 1)]
    assert office.rows("SELECT count(*) FROM t2_fila") == [(2,)]  # applied all the same
    assert drawn(office) == [demanda(2)]
    assert engine.state().estado == "em_dia"


def test_later_events_that_share_a_key_wait_and_the_order_is_kept(office: Office) -> None:
    switch = Switch({demanda(1)})
    office.colonies = (T1, failing_react(T2, FEITO, switch))
    engine = office.engine()
    engine.publicar("T-1", entrou(1, 1))
    engine.publicar("T-1", pedido(1, 1))
    engine.publicar("T-1", pedido(2, 1))  # the same unit: it waits
    engine.publicar("T-1", pedido(3, 2))  # another unit: it goes on
    assert letters(office) == [
        ("T-2", "react", 2, "pendente", 1),
        ("T-2", "react", 3, "esperando", 0),
    ]
    switch.failing.clear()
    switch.calls.clear()
    result = engine.reprocessar("T-2").result()
    engine.aguardar_ocioso()
    assert (result.resolvidos, result.restantes) == (2, 0)
    assert letters(office) == []
    assert [call for call in switch.calls if call[0] == "react"] == [
        ("react", demanda(1)),
        ("react", demanda(2)),
    ]
    assert drawn(office) == [demanda(1)]


def test_a_raising_apply_parks_its_keys_for_apply_react_and_commands(office: Office) -> None:
    switch = Switch({demanda(1)})
    office.colonies = (failing_apply(T1, FEITO, switch), T2)
    engine = office.engine()
    engine.publicar("T-1", pedido(1))
    engine.publicar("T-1", pedido(2))
    engine.publicar("T-1", encerrado(1))
    assert letters(office) == [
        ("T-1", "apply", 1, "pendente", 1),
        ("T-1", "apply", 3, "esperando", 0),
    ]
    # What the failing apply had written is undone; the other demand is untouched.
    assert states(office) == [(demanda(2), "aberto")]
    refused = engine.executar("T-1", _nothing_to_say, chaves=frozenset({demanda(1)}))
    with pytest.raises(UserFacingError) as parked:
        refused.result()
    assert parked.value.code == "motor.chave_parada"
    free = engine.executar("T-1", _nothing_to_say, chaves=frozenset({demanda(2)}))
    assert free.result().resposta == "feito"


def test_a_repaired_apply_is_closed_by_a_refold(office: Office) -> None:
    switch = Switch({demanda(1)})
    office.colonies = (failing_apply(T1, FEITO, switch), T2)
    engine = office.engine()
    engine.publicar("T-1", pedido(1))
    engine.publicar("T-1", encerrado(1))
    switch.failing.clear()
    office.restart()  # redelivery at start
    assert letters(office) == []
    assert office.rows("SELECT * FROM kernel_chaves_paradas") == []
    assert states(office) == [(demanda(1), "encerrado")]


def test_a_reaction_waits_behind_an_apply_that_failed(office: Office) -> None:
    switch = Switch({demanda(1)})
    office.colonies = (T1, failing_apply(T2, FEITO, switch))
    engine = office.engine()
    engine.publicar("T-1", entrou(1))
    engine.publicar("T-1", pedido(1))
    assert letters(office) == [
        ("T-2", "apply", 2, "pendente", 1),
        ("T-2", "react", 2, "esperando", 0),
    ]
    assert drawn(office) == []
    switch.failing.clear()
    engine.reprocessar().result()
    assert letters(office) == []
    assert drawn(office) == [demanda(1)]


def test_a_handler_that_raises_once_leaves_no_trace(office: Office) -> None:
    """The batch is repeated step by step: the second try is the one that counts."""
    switch = Switch({demanda(1)}, times=1)
    office.colonies = (failing_apply(T1, FEITO, switch), T2)
    engine = office.engine()
    receipt = engine.publicar("T-1", pedido(1))
    assert receipt.sequence_number == 1
    assert letters(office) == []
    assert [e.tipo for e in office.events() if e.tipo == FEITO] == [FEITO]
    assert states(office) == [(demanda(1), "aberto")]


def test_five_failures_discard_and_only_an_operator_releases(office: Office) -> None:
    switch = Switch({demanda(1)})
    office.colonies = (T1, failing_react(T2, FEITO, switch))
    engine = office.engine()
    engine.publicar("T-1", entrou(1))
    engine.publicar("T-1", pedido(1))
    engine.publicar("T-1", pedido(2))
    with pytest.raises(UserFacingError) as early:
        engine.liberar("T-2", "react", 2, "não tem conserto", OPERADOR).result()
    assert early.value.code == "motor.entrega_ainda_tentada"
    for attempts in (2, 3, 4, 5):
        engine.reprocessar("T-2").result()
        assert letters(office)[0][4] == attempts
    assert letters(office)[0][3] == "descartado"
    engine.reprocessar("T-2").result()
    assert letters(office)[0][4] == 5  # not tried any more, and still in the way
    assert drawn(office) == []

    engine.liberar("T-2", "react", 2, "não tem conserto", OPERADOR).result()
    engine.aguardar_ocioso()
    assert letters(office) == [("T-2", "react", 2, "liberado", 5)]
    assert drawn(office) == [demanda(2)]  # what waited behind it was delivered
    act = next(e for e in office.events() if e.tipo == "entrega.liberada")
    assert act.payload["event_hash"] == office.events()[1].event_hash
    assert act.payload["motivo"] == "não tem conserto"
    assert act.ator == OPERADOR
    with pytest.raises(UserFacingError) as gone:
        engine.liberar("T-2", "react", 2, "outra vez", OPERADOR).result()
    assert gone.value.code == "motor.entrega_nao_encontrada"


def test_a_released_apply_is_left_out_of_every_rebuild(office: Office) -> None:
    switch = Switch({demanda(1)})
    office.colonies = (failing_apply(T1, FEITO, switch), T2)
    engine = office.engine()
    engine.publicar("T-1", pedido(1))
    engine.publicar("T-1", pedido(2))
    for _ in range(4):
        engine.reprocessar("T-1").result()
    assert letters(office) == [("T-1", "apply", 1, "descartado", 5)]
    engine.reconstruir("T-1").result()
    engine.aguardar_ocioso()
    assert letters(office) == [("T-1", "apply", 1, "descartado", 5)]  # a fold keeps the count
    engine.liberar("T-1", "apply", 1, "irrecuperável", OPERADOR).result()
    live = office.dump()
    switch.failing.clear()
    engine.reconstruir("T-1").result()
    engine.aguardar_ocioso()
    assert office.dump() == live
    assert states(office) == [(demanda(2), "aberto")]


def test_a_poisoned_event_does_not_stop_what_is_unrelated(office: Office) -> None:
    """Every colony fails on it, in every phase, also the function that names the keys."""

    def chaves(event: Event) -> frozenset[str]:
        if event.payload["demanda_id"] == demanda(1):
            raise KeyError("veneno")
        return frozenset({event.payload["demanda_id"]})

    switch = Switch({demanda(1)})
    office.colonies = (
        replace(failing_apply(T1, FEITO, switch), chaves=chaves),
        failing_apply(failing_react(T2, FEITO, switch), FEITO, switch),
        failing_apply(t3(), FEITO, switch),
    )
    engine = office.engine()
    engine.publicar("T-1", entrou(1, 2))
    engine.publicar("T-1", pedido(1, 1))
    engine.publicar("T-1", pedido(2, 2))
    engine.aguardar_ocioso(trabalhos=True)
    assert drawn(office) == [demanda(2)]
    assert office.rows("SELECT demanda_id FROM t3_resumos") == [(demanda(2),)]
    # Without keys nobody knows what may pass: everything of T-1 waits behind it.
    assert ("T-1", "apply", 3, "esperando", 0) in letters(office)
    assert engine.state().estado == "em_dia"


def test_a_chain_deeper_than_64_is_parked(office: Office) -> None:
    office.colonies = (T4,)
    engine = office.engine()
    engine.publicar("T-4", eco(demanda(1)))
    engine.aguardar_ocioso()
    events = office.events()
    assert len(events) == 65
    assert letters(office) == [("T-4", "react", 65, "pendente", 1)]
    assert office.rows("SELECT max(profundidade) FROM event_log") == [(64,)]


def _told_on(limit: int | None) -> Colony:
    """Each echo brings up the next demand's, under a correlation of its own."""

    def react(event: Event, context: Context) -> Sequence[NewEvent]:
        number = int(event.payload["demanda_id"][-4:], 16) + 1
        if limit is not None and number > limit:
            return ()
        return (replace(eco(demanda(number)), correlacao_id=demanda(number)),)

    return replace(T4, react={ECO: Reaction(Authority.AUTOR, react)})


def test_a_hundred_stories_each_brought_up_by_the_one_before_are_no_loop(office: Office) -> None:
    office.colonies = (_told_on(300),)
    engine = office.engine()
    engine.publicar("T-4", eco(demanda(1)))
    engine.aguardar_ocioso()
    assert len(office.events()) == 300
    assert letters(office) == []


def test_stories_that_bring_each_other_up_for_ever_are_parked(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(publishing, "MAX_STORIES", 200)
    office.colonies = (_told_on(None),)
    engine = office.engine()
    engine.publicar("T-4", eco(demanda(1)))
    engine.aguardar_ocioso()
    assert len(office.events()) == 201
    assert letters(office) == [("T-4", "react", 201, "pendente", 1)]


def test_positions_and_parking_survive_a_restart(office: Office) -> None:
    switch = Switch({demanda(1)})
    office.colonies = (T1, failing_react(T2, FEITO, switch))
    engine = office.engine()
    engine.publicar("T-1", entrou(1))
    engine.publicar("T-1", pedido(1))
    office.restart()
    assert letters(office) == [("T-2", "react", 2, "pendente", 2)]  # start tried once more
    engine = office.restart()
    engine.publicar("T-1", pedido(2))
    assert ("T-2", "react", 3, "esperando", 0) in letters(office)
    engine.publicar("T-1", retirado(1))
    assert ("T-2", "react", 4, "esperando", 0) in letters(office)


def test_one_event_alone_can_be_tried_again(office: Office) -> None:
    switch = Switch({demanda(1), demanda(2)})
    office.colonies = (T1, failing_react(T2, FEITO, switch))
    engine = office.engine()
    engine.publicar("T-1", pedido(1, 1))
    engine.publicar("T-1", pedido(2, 2))
    switch.failing.clear()
    result = engine.reprocessar("T-2", 2).result()
    assert (result.resolvidos, result.restantes) == (1, 1)
    assert letters(office) == [("T-2", "react", 1, "pendente", 1)]


def test_a_dead_letter_names_the_fault_without_its_text(office: Office) -> None:
    switch = Switch({demanda(1)})
    office.colonies = (T1, failing_react(T2, FEITO, switch))
    engine = office.engine()
    engine.publicar("T-1", pedido(1, titulo="Texto da pessoa"))
    ((reason,),) = office.rows("SELECT erro FROM dead_letter_queue")
    assert reason.startswith("RuntimeError em faulty_colonies.py:")
    assert "falha" not in reason


def test_an_unknown_colony_is_refused(office: Office) -> None:
    engine = office.engine()
    with pytest.raises(UserFacingError) as unknown:
        engine.liberar("X-9", "react", 1, "?", OPERADOR).result()
    assert unknown.value.code == "motor.colonia_desconhecida"
    with pytest.raises(UserFacingError) as stranger:
        engine.publicar("X-9", NewEvent(FEITO, {}, sujeito="x"))
    assert stranger.value.code == "motor.colonia_desconhecida"
