"""Transactions of the cycle: what is told after a commit, what is forgotten by a rollback."""

from __future__ import annotations

import pytest

from core.kernel.engine import cycle as cycle_module
from core.kernel.errors import EnvironmentFault, IntegrityFault
from tests.support.office import Office, entrou, pedido
from tests.support.toy_colonies import T1, T2


def test_a_commit_names_the_types_it_brought(office: Office) -> None:
    office.colonies = (T1, T2)
    engine = office.engine()
    told: list[frozenset[str]] = []
    engine.on_commit = told.append
    engine.publicar("T-1", entrou(1), pedido(1))
    engine.aguardar_ocioso()
    assert frozenset().union(*told) == {
        "brinquedo.conselheiro_entrou",
        "brinquedo.pedido_feito",
        "brinquedo.sorteado",
    }
    told.clear()
    engine.aguardar_ocioso()
    assert told == []


def test_a_large_batch_is_cut_and_goes_on(office: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cycle_module, "UNHURRIED_STEPS", 200)
    office.colonies = (T1, T2)
    engine = office.engine()
    engine.publicar("T-1", *(pedido(n) for n in range(450)))
    engine.aguardar_ocioso()
    assert office.rows("SELECT min(aplicado_ate), min(reagido_ate) FROM kernel_posicoes") == [
        (450, 450)
    ]
    assert engine.state().cabeca == 450


@pytest.mark.parametrize("pressed", [True, False])
def test_a_batch_is_cut_early_only_where_somebody_waits(
    sqlite_office: Office, monkeypatch: pytest.MonkeyPatch, pressed: bool
) -> None:
    monkeypatch.setattr(cycle_module, "BATCH_STEPS", 50)
    monkeypatch.setattr(cycle_module, "BATCH_NS", 10**15)
    monkeypatch.setattr(cycle_module, "UNHURRIED_NS", 10**15)
    sqlite_office.colonies = (T1, T2)
    engine = sqlite_office.engine()
    engine.cycle.is_pressed = lambda: pressed
    seen: list[int] = []
    engine.cycle.on_commit = lambda _types: seen.append(engine.cycle.committed_head)
    engine.publicar("T-1", *(pedido(n) for n in range(120)))
    engine.aguardar_ocioso()
    assert (len(seen) >= 3) if pressed else (len(seen) == 1)
    assert seen[-1] == 120


def test_the_committed_tail_is_unknown_after_a_fault(office: Office) -> None:
    office.colonies = (T1,)
    engine = office.engine()
    engine.publicar("T-1", pedido(1))
    tail = engine.cycle.committed_tail
    assert tail is not None
    assert (tail.size, tail.head) == (1, 1)
    engine.cycle.begin()
    engine.cycle.abort()
    assert engine.cycle.committed_tail is None
    engine.aguardar_ocioso()
    assert engine.cycle.committed_tail is not None


def test_faults_are_told_from_bugs(office: Office) -> None:
    cycle = office.engine().cycle
    environment = EnvironmentFault("banco.ocupado", onde="x")
    damage = IntegrityFault("banco.danificado", onde="x")
    assert cycle.fault(environment) is environment
    assert cycle.fault(damage) is damage
    assert cycle.fault(ValueError("bug")) is None
    with pytest.raises(EnvironmentFault):
        cycle.abort_or_raise(environment)
    cycle.abort_or_raise(ValueError("bug"))


def test_the_next_deadline_is_known_after_a_batch(office: Office) -> None:
    engine = office.engine()
    assert engine.cycle.next_due is None
    engine.publicar("T-1", pedido(1))
    engine.aguardar_ocioso(trabalhos=True)
    assert engine.cycle.next_due is not None
