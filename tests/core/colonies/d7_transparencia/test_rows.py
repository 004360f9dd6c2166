"""What the colony remembers of a row is what the table holds, to the type."""

from __future__ import annotations

from typing import Any

import pytest

from core.colonies.d7_transparencia import rows
from tests.core.colonies.d7_transparencia import conftest as e
from tests.core.colonies.d7_transparencia.conftest import Vitrine
from tests.support.office import demanda


def held(vitrine: Vitrine) -> rows.Held:
    memory: rows.Held = vitrine.engine.cycle.stepper.runtime("D-7").db.memory
    return memory


def known(vitrine: Vitrine) -> dict[str, dict[str, Any]]:
    return held(vitrine).rows


def check_known(vitrine: Vitrine) -> None:
    for demanda_id, row in known(vitrine).items():
        stored = vitrine.snapshot(int(demanda_id[-4:], 16))
        told = {name: _bytes(value) for name, value in stored.items()}
        assert repr({name: row[name] for name in told}) == repr(told)


def _bytes(value: Any) -> Any:
    return bytes(value) if isinstance(value, memoryview) else value


def test_rows_are_remembered_as_the_table_holds_them(vitrine: Vitrine) -> None:
    whole = {"lat": -23, "lng": -46}  # whole degrees: the table makes decimals of them
    vitrine.publicar(
        e.recebida(1, localizacao_bruta=whole),
        e.normalizada(1, coordenadas_validadas=whole),
        e.georreferenciada(1, coordenadas_lat=-23, coordenadas_lng=-46),
        e.categorizada(1, confianca_categorizacao=1),
        e.ranqueada(1),
    )
    vitrine.publicar(*e.pronta(2), e.item(2), e.sorteado(2), e.iniciada(2), e.atualizacao(2))
    check_known(vitrine)
    vitrine.publicar(e.concluida(2), e.ciclo(2), e.retirada(1), *e.pronta(3, score=12.5))
    assert demanda(3) in known(vitrine)
    check_known(vitrine)
    vitrine.check()


def test_no_more_rows_are_remembered_than_there_is_room_for(
    vitrine_sqlite: Vitrine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rows, "MAX_HELD", 4)
    vitrine_sqlite.publicar(*(e.recebida(n) for n in range(1, 5)))
    assert list(known(vitrine_sqlite)) == [demanda(3), demanda(4)]
    vitrine_sqlite.publicar(e.normalizada(3), e.normalizada(1), e.recebida(5))
    assert list(known(vitrine_sqlite)) == [demanda(1), demanda(5)]
    check_known(vitrine_sqlite)
    vitrine_sqlite.check()


def test_a_batch_writes_a_demand_once_whatever_happened_to_it(
    vitrine_sqlite: Vitrine, monkeypatch: pytest.MonkeyPatch
) -> None:
    written: list[tuple[str, ...]] = []
    changing = rows._changing

    def noted(names: tuple[str, ...]) -> Any:
        written.append(names)
        return changing(names)

    monkeypatch.setattr(rows, "_changing", noted)
    story = [
        *e.pronta(1),
        e.item(1),
        e.sorteado(1),
        e.iniciada(1),
        e.atualizacao(1),
        e.concluida(1),
    ]
    vitrine_sqlite.engine.publicar("FONTE", *story, *e.pronta(2))
    assert written == []  # both are new: one row each
    assert not held(vitrine_sqlite).stored
    vitrine_sqlite.engine.publicar("FONTE", e.ciclo(1), e.item(2), e.sorteado(2), e.iniciada(2))
    assert len(written) == 2
    vitrine_sqlite.check()


def test_the_rows_are_the_same_when_every_event_is_written_by_itself(
    vitrine: Vitrine, monkeypatch: pytest.MonkeyPatch
) -> None:
    for n in (1, 2, 3):
        story = [*e.pronta(n), e.item(n), e.sorteado(n), e.iniciada(n), e.atualizacao(n)]
        vitrine.publicar(*story)
    vitrine.publicar(e.concluida(1), e.retirada(3), e.concluida(2))
    together = vitrine.office.dump()
    monkeypatch.setattr(rows, "MAX_HELD", 1)
    vitrine.engine.reconstruir("D-7").result()
    assert vitrine.office.dump() == together


def test_a_rollback_forgets(vitrine_sqlite: Vitrine) -> None:
    vitrine_sqlite.publicar(e.recebida(1))
    assert known(vitrine_sqlite)
    vitrine_sqlite.engine.cycle.begin()
    vitrine_sqlite.engine.cycle.abort()
    vitrine_sqlite.engine.cycle.begin()
    assert not known(vitrine_sqlite)
    vitrine_sqlite.engine.cycle.abort()
