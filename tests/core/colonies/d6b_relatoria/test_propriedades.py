"""Whatever happens, in whatever order and haste: the promises of a cycle hold."""

from __future__ import annotations

import shutil
import tempfile
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from core.colonies.d6b_relatoria import api
from core.colonies.d6b_relatoria.colony import RELATORIA
from core.kernel.colony import Decisao
from core.kernel.event import Event
from core.kernel.store.sqlite import FILE_NAME, SqliteDatabase
from tests.core.colonies.d6b_relatoria.conftest import (
    ATENDENTE,
    CONTATO,
    DAY_MS,
    OPERADOR,
    SOURCE,
    Desk,
    confirmada,
    negados,
    recusada,
    retirada,
    sorteado,
)
from tests.support.office import TEST_NO, Office, conselheiro, demanda

Act = tuple[Any, ...]
DEMANDS, COUNCILLORS = (1, 2), (1, 2, 3)
D, C = st.sampled_from(DEMANDS), st.sampled_from(COUNCILLORS)
COMMANDS = st.one_of(
    st.tuples(st.just("relatar"), D, st.sampled_from(["Feito.", "O canalha sumiu.", "Fui lá."])),
    st.tuples(st.just("prazo"), D, st.integers(0, 6)),
    st.tuples(st.just("concluir"), D),
    st.tuples(st.just("ratificar"), D),
    st.tuples(st.just("desistir"), D),
    st.tuples(st.just("encerrar"), C),
)
FACTS = st.one_of(
    st.tuples(st.just("sortear"), D, C),
    st.tuples(st.just("recusar"), D, C),
    st.tuples(st.just("retirar"), D),
    st.tuples(st.just("confirmar"), D, st.booleans()),
)
ACTS = st.one_of(
    COMMANDS,
    FACTS,
    FACTS,
    st.tuples(st.just("esperar"), st.integers(1, 5)),
    # Several in one batch, the reactions after all of them.
    st.tuples(st.just("juntos"), st.lists(st.one_of(COMMANDS, FACTS), min_size=2, max_size=4)),
)


def command(desk: Desk, what: str, who: int, *more: Any) -> tuple[str, api.Decide]:
    """A command, or a fact of another colony, as something to be decided."""
    if what in {"sortear", "recusar", "retirar", "confirmar"}:
        facts: dict[str, Callable[[], Any]] = {
            "sortear": lambda: sorteado(who, more[0]),
            "recusar": lambda: recusada(who, more[0]),
            "retirar": lambda: retirada(who),
            "confirmar": lambda: confirmada(who, ratificacao=more[0]),
        }
        return "FONTE", lambda _context: Decisao(None, (facts[what](),))
    if what == "encerrar":
        return "D-6b", api.encerrar_mandato(conselheiro(who), OPERADOR)
    if what == "concluir":
        return "D-6b", api.concluir(TEST_NO, demanda(who), "Tudo pronto.", ATENDENTE)
    if what == "ratificar":
        return "D-6b", api.ratificar(demanda(who), ATENDENTE)
    if what == "desistir":
        return "D-6b", api.desistir(demanda(who), ATENDENTE)
    pedido = api.Pedido(
        demanda_id=demanda(who), tipo="contato_realizado", texto="Fui lá.", campos=CONTATO
    )
    if what == "relatar":
        pedido = api.Pedido(
            demanda_id=demanda(who), tipo="contato_realizado", texto=more[0], campos=CONTATO
        )
    if what == "prazo":
        day = f"2026-06-{more[0] + 1:02d}"
        pedido = api.Pedido(
            demanda_id=demanda(who),
            tipo="prazo_registrado",
            texto="Marcado.",
            campos={"data": day, "fonte": "obra"},
        )
    return "D-6b", api.registrar_atualizacao(TEST_NO, pedido, ATENDENTE)


def act(desk: Desk, one: Act) -> None:
    """One act; a refused command changes nothing."""
    if one[0] == "esperar":
        desk.office.clock.advance(one[1] * DAY_MS)
        desk.engine.aguardar_ocioso()
        return
    desk.juntos([command(desk, *part) for part in (one[1] if one[0] == "juntos" else [one])])
    # Moments tell cycles apart below.
    desk.office.clock.advance(1_000)


def promised(desk: Desk) -> None:
    """What holds of the log and of the rows after any act."""
    events = desk.office.events()
    for n in DEMANDS:
        mine = [event for event in events if event.payload.get("demanda_id") == demanda(n)]
        _numbers_without_gaps(mine)
        _nothing_after_the_end(mine)
        _each_cycle_ends_once(mine)
        found = desk.relatoria(n)
        active = [one for one in found.ciclos if one.situacao == "ativo"]
        assert len(active) <= (0 if found.encerrada else 1)
        assert [one.ciclo for one in found.ciclos] == list(range(1, len(found.ciclos) + 1))
        assert all((one.situacao == "ativo") == (one.encerrado_em is None) for one in found.ciclos)
        _nobody_is_held(mine, {one.conselheiro_id for one in active})
        if found.pendencia is not None:
            assert found.encerrada is None
    reminders = Counter(
        (event.payload["conselheiro_id"], event.payload["prazo_estimado"], event.causa)
        for event in events
        if event.tipo == "conselheiro.prazo_próximo"
    )
    assert set(reminders.values()) <= {1}


def _numbers_without_gaps(mine: Sequence[Event]) -> None:
    numbers = [
        event.payload["numero_sequencial"]
        for event in mine
        if event.tipo == "conselheiro.atualização_publicada"
    ]
    assert numbers == list(range(1, len(numbers) + 1))


def _is_end(event: Event) -> bool:
    if event.tipo == "demanda.conclusao_confirmada":
        return not event.payload["ratificacao_necessaria"]
    return event.tipo in {"demanda.concluída", "demanda.retirada"}


def _nothing_after_the_end(mine: Sequence[Event]) -> None:
    """A closed demand takes no report and publishes none; it is concluded once."""
    types = [event.tipo for event in mine]
    assert types.count("demanda.concluída") <= 1
    end = next((i for i, event in enumerate(mine) if _is_end(event)), len(mine))
    assert set(types[end + 1 :]).isdisjoint(
        {
            "conselheiro.atualização_registrada",
            "conselheiro.atualização_publicada",
            "conselheiro.demanda_iniciada",
            "conselheiro.prazo_próximo",
        }
    )


def _each_cycle_ends_once(mine: Sequence[Event]) -> None:
    ended = Counter(
        (event.payload["conselheiro_id"], event.payload["data_inicio"])
        for event in mine
        if event.tipo == "conselheiro.ciclo_concluído"
    )
    drawn = Counter(
        (event.payload["conselheiro_id"], event.timestamp)
        for event in mine
        if event.tipo == "conselheiro.sorteado"
    )
    started = Counter(
        event.payload["timestamp_inicio"]
        for event in mine
        if event.tipo == "conselheiro.demanda_iniciada"
    )
    assert not ended - drawn
    assert sum(started.values()) <= sum(drawn.values())


def _nobody_is_held(mine: Sequence[Event], active: set[str]) -> None:
    """Whoever was drawn last for a demand is at work, or was let go by somebody."""
    draws = [i for i, event in enumerate(mine) if event.tipo == "conselheiro.sorteado"]
    if not draws:
        return
    who = mine[draws[-1]].payload["conselheiro_id"]
    free = {"conselheiro.ciclo_concluído", "conselheiro.atribuicao_recusada"}
    is_free = any(
        event.tipo == "demanda.retirada"
        or (event.tipo in free and event.payload["conselheiro_id"] == who)
        for event in mine[draws[-1] + 1 :]
    )
    assert (who in active) != is_free


@settings(max_examples=40, suppress_health_check=list(HealthCheck))
@given(acts=st.lists(ACTS, min_size=2, max_size=12))
# A report in the batch that gives the demand up: it comes out, and starts nothing.
@example([("sortear", 1, 1), ("juntos", [("relatar", 1, "Fui lá."), ("desistir", 1)])])
# A conclusion in one batch with whatever else ends the cycle.
@example([("sortear", 1, 1), ("juntos", [("concluir", 1), ("desistir", 1), ("retirar", 1)])])
@example([("sortear", 1, 1), ("juntos", [("concluir", 1), ("confirmar", 1, False)])])
@example([("sortear", 1, 1), ("juntos", [("concluir", 1), ("relatar", 1, "Fui lá.")])])
@example([("sortear", 1, 1), ("juntos", [("relatar", 1, "Fui lá."), ("retirar", 1)])])
@example([("juntos", [("retirar", 1), ("sortear", 1, 1)])])
@example([("juntos", [("sortear", 1, 1), ("confirmar", 1, False)])])
@example([("juntos", [("sortear", 1, 1), ("relatar", 1, "Fui lá."), ("confirmar", 1, False)])])
# What waited for a councillor's word waits no longer where nobody has to be asked.
@example([("confirmar", 1, True), ("confirmar", 1, False)])
def test_the_promises_hold(sqlite_template: Path, acts: list[Act]) -> None:
    with tempfile.TemporaryDirectory() as name:
        shutil.copy(sqlite_template, Path(name) / FILE_NAME)
        office = Office(SqliteDatabase(Path(name)))
        office.colonies = (SOURCE, RELATORIA)
        desk = Desk(office)
        try:
            desk.publicar(negados("canalha"))
            for one in acts:
                act(desk, one)
                promised(desk)
            desk.check()
        finally:
            office.stop()


def test_a_report_that_its_cycles_end_overtook_comes_out_and_starts_nothing(desk: Desk) -> None:
    desk.publicar(sorteado(1))
    desk.juntos([command(desk, "relatar", 1, "Fui lá."), command(desk, "desistir", 1)])
    assert [event.tipo for event in desk.office.events()[1:]] == [
        "conselheiro.atualização_registrada",
        "conselheiro.ciclo_concluído",
        "conselheiro.atualização_publicada",
    ]
    assert desk.told("conselheiro.ciclo_concluído")[0]["total_atualizacoes"] == 1
    desk.check()


@pytest.mark.parametrize("then", ["relatar", "concluir", "desistir", "ratificar", "encerrar"])
def test_once_its_end_was_said_nothing_else_is_taken(desk: Desk, then: str) -> None:
    """Also before the end is out."""
    desk.publicar(sorteado(1), confirmada(1, ratificacao=True))
    more = ("Fui lá.",) if then == "relatar" else ()
    _first, refused = desk.juntos([command(desk, "concluir", 1), command(desk, then, 1, *more)])
    assert refused == "relatoria.ja_concluindo"
    assert desk.relatoria(1).encerrada == "concluida"
    assert len(desk.said("conselheiro.ciclo_concluído")) == 1
    desk.check()
