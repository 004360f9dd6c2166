"""Three offices, any story: what has to hold all the while, and once all of them have met.

A seeded driver, which is biased to exchanges; the stories that found something, as they were found;
and controls: with the faults put back that the invariants are there for, the same stories fail.
``FORMIGUEIRO_HISTORIAS`` is how many seeds are rolled.
"""

from __future__ import annotations

import builtins
import os
import random
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, Final

import pytest
from sqlalchemy import select

from core.kernel.engine import refolding
from core.kernel.event import Event
from core.kernel.store import tables as t
from core.kernel.store.log_read import has_effect
from core.kernel.store.statement import Statement
from core.sync.importing import importer, transaction
from core.sync.importing.marks import Marks
from core.sync.importing.outcome import ImportOutcome
from tests.support.historias import UNIDOS, Ato, Historia
from tests.support.postos import Posto

SEEDS: Final = int(os.environ.get("FORMIGUEIRO_HISTORIAS", "2"))
ACTS: Final = 12
_USUAL: Final = (
    *("pede", "confia") * 2,
    *("exporta",) * 5,
    *("importa",) * 6,
    *("abre",) * 2,
    *("entra", "retira", "encerra", "elimina", "relogio", "vira", "atualiza"),
)


def an_act(rng: random.Random) -> Ato:
    """Mostly exchanges; of what can be interrupted, some die at an early write, some late."""
    nome, place = rng.choice(_USUAL), rng.randrange(3)
    rest: dict[str, tuple[Any, ...]] = {
        "confia": (rng.randrange(2),),
        "entra": (rng.randrange(3),),
        "retira": (rng.randrange(20),),
        "encerra": (rng.randrange(20),),
        "elimina": (rng.randrange(2),),
        "relogio": (rng.randrange(-9_000, 9_000),),
        "exporta": (rng.choice((None, 0, 1, 2)), rng.randrange(2)),
        "importa": (rng.randrange(50),),
        "abre": (rng.randrange(50),),
        "vira": (rng.randrange(50), rng.randrange(1 << 20), rng.randrange(8)),
    }
    given = rest.get(nome, ())
    if nome not in {"vira", "relogio", "exporta"} and rng.random() < 0.15:
        return ("morre", place, rng.randrange(1, rng.choice((12, 80))), nome, *given)
    return (nome, place, *given)


@pytest.mark.parametrize("seed", range(SEEDS))
def test_whatever_three_offices_do(rede_modelo: list[Posto], tmp_path: Path, seed: int) -> None:
    rng = random.Random(seed)
    historia = Historia.de(rede_modelo, tmp_path, rng.choice(((), (0,), (1,), (2,))))
    try:
        assert historia.conta(*(an_act(rng) for _ in range(ACTS))).encontra() == UNIDOS
    except BaseException as error:
        error.add_note(f"the story: {historia.atos}")
        raise


ERASED_WITH_OTHERS: Final[tuple[Ato, ...]] = (
    ("confia", 0, 0), ("exporta", 0, 1), ("abre", 1, 0), ("confia", 1, 0), ("exporta", 1, 0),
    ("abre", 0, 1), ("elimina", 1, 0),
)  # fmt: skip
ERASED_BEFORE_THE_UPGRADE: Final[tuple[Ato, ...]] = (
    ("confia", 0, 0), ("exporta", 0, 1), ("abre", 1, 0), ("elimina", 0, 0), ("exporta", 0),
    ("importa", 1, 1),
)  # fmt: skip
AT_ONCE: Final[tuple[Ato, ...]] = (
    ("pede", 0), ("exporta", 0), ("importa", 1, 0), ("encerra", 0, 0), ("retira", 1, 0),
    ("exporta", 0), ("exporta", 1), ("importa", 0, 2), ("importa", 1, 1),
)  # fmt: skip


DEAD_BEFORE_ITS_FIRST_NOTE: Final[tuple[Ato, ...]] = (
    ("atualiza", 2), ("atualiza", 1), ("morre", 2, 28, "pede"),
)  # fmt: skip
"""Its only event is stored and under no note; nobody opens the office before it exports."""


@pytest.mark.parametrize(
    ("antigos", "atos"),
    [
        ((), ERASED_WITH_OTHERS),
        ((1,), ERASED_BEFORE_THE_UPGRADE),
        ((), AT_ONCE),
        ((), DEAD_BEFORE_ITS_FIRST_NOTE),
    ],
    ids=[
        "eliminada com alheios",
        "eliminada antes da versão nova",
        "ao mesmo tempo",
        "morta antes da primeira nota",
    ],
)
def test_stories_that_were_found(
    rede_modelo: list[Posto], tmp_path: Path, antigos: tuple[int, ...], atos: tuple[Ato, ...]
) -> None:
    historia = Historia.de(rede_modelo, tmp_path, antigos).conta(*atos)
    assert historia.encontra() == UNIDOS


def dying(historia: Historia) -> None:
    """An import that dies at one write after the other, until it lives."""
    historia.conta(("confia", 0, 0), ("pede", 0), ("exporta", 0))
    for k in range(1, 400, 4):
        before = historia.mortes
        historia.faz("morre", 1, k, "importa", 0)
        if historia.mortes == before:
            return
    pytest.fail("an import that never ends")


def test_dead_at_any_write_an_import_is_whole_or_not_there(
    rede_modelo: list[Posto], tmp_path: Path
) -> None:
    historia = Historia.de(rede_modelo, tmp_path)
    dying(historia)
    assert historia.mortes > 5
    assert historia.encontra() == UNIDOS


def test_clocks_change_no_outcome(rede_modelo: list[Posto], tmp_path: Path) -> None:
    """I14; of acts that know of each other: which of two at once counts is their hashes' word."""
    historia = Historia.de(rede_modelo, tmp_path).conta(
        ("relogio", 0, 9_000), ("relogio", 1, -9_000), ("relogio", 2, 30),
        ("pede", 0), ("exporta", 0), ("importa", 1, 0), ("retira", 1, 0), ("pede", 1),
        ("exporta", 1), ("importa", 2, 1), ("importa", 2, 0), ("encerra", 2, 1), ("exporta", 2),
        ("importa", 0, 2),
    )  # fmt: skip
    assert historia.encontra() == UNIDOS
    for posto in historia.postos:
        assert posto.linhas("SELECT titulo, situacao FROM t1_pedidos ORDER BY demanda_id") == [
            ("pedido 1", "retirado"), ("pedido 2", "encerrado")
        ]  # fmt: skip


# -- controls --------------------------------------------------------------------------------


def test_control_folded_as_it_arrived_they_part(
    rede_modelo: list[Posto], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = t.event_log.c
    arrival = select(log.sequence_number, log.tipo).where(has_effect(log.sequence_number))

    def as_it_came(events: Iterable[Event], key: Callable[[Event], Any] | None = None) -> list[Any]:
        return builtins.sorted(events, key=(lambda e: e.sequence_number) if key else None)

    monkeypatch.setattr(refolding, "_ORDER", Statement(arrival.order_by(log.sequence_number)))
    monkeypatch.setattr(refolding, "sorted", as_it_came, raising=False)
    historia = Historia.de(rede_modelo, tmp_path).conta(*AT_ONCE)
    assert historia.encontra().retratos > 1


def test_control_not_folded_again_they_part(
    rede_modelo: list[Posto], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    nothing: Callable[..., None] = lambda *_args: None  # noqa: E731 # said where it is used
    monkeypatch.setattr(Marks, "write", nothing)
    historia = Historia.de(rede_modelo, tmp_path).conta(*AT_ONCE)
    assert historia.encontra().retratos > 1


def test_control_a_receipt_in_a_transaction_of_its_own_is_lost(
    rede_modelo: list[Posto], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    receipt: Callable[[Any], None] = transaction._Import._receipt  # put back late
    whole = transaction.run_import

    def late(
        place: transaction.Place, bundle: Any, outcome: ImportOutcome, keep: Callable[[], None]
    ) -> None:
        made: list[Any] = []

        def later(self: Any) -> None:
            made.append(self)

        monkeypatch.setattr(transaction._Import, "_receipt", later)
        whole(place, bundle, outcome, keep)
        place.cycle.begin()
        receipt(made[0])
        place.cycle.commit()

    monkeypatch.setattr(importer, "run_import", late)
    historia = Historia.de(rede_modelo, tmp_path)
    with pytest.raises(AssertionError, match="sem recibo"):
        dying(historia)
