"""Positions per type, never past a parked event."""

from __future__ import annotations

from core.kernel.engine.consumer_offset import Offset, consumer_offsets
from tests.support.faulty_colonies import Switch, failing_react
from tests.support.office import Office, demanda, encerrado, entrou, pedido
from tests.support.toy_colonies import T1, T2

FEITO = "brinquedo.pedido_feito"


def offsets(office: Office) -> dict[str, tuple[int, int | None]]:
    reader = office.database.open_reader()
    try:
        found: list[Offset] = consumer_offsets(reader.cursor, reader.dialect, office.colonies[1])
    finally:
        reader.close()
    return {o.tipo.removeprefix("brinquedo."): (o.aplicado_ate, o.reagido_ate) for o in found}


def test_each_type_has_its_own_contiguous_position(office: Office) -> None:
    switch = Switch({demanda(2)})
    office.colonies = (T1, failing_react(T2, FEITO, switch))
    assert set(offsets(office).values()) == {(0, 0), (0, None)}
    engine = office.engine()
    engine.publicar("T-1", entrou(1, 1))  # 1
    engine.publicar("T-1", pedido(1, 1))  # 2, drawn for: 3
    engine.publicar("T-1", pedido(2, 2))  # 4, parked for react
    engine.publicar("T-1", pedido(3, 3))  # 5
    assert offsets(office) == {
        "conselheiro_entrou": (1, 1),
        "pedido_encerrado": (0, 0),
        "pedido_feito": (5, 2),
        "pedido_retirado": (0, 0),
        "sorteado": (3, None),
    }
    switch.failing.clear()
    engine.reprocessar().result()
    engine.publicar("T-1", encerrado(3))  # 6
    assert offsets(office)["pedido_feito"] == (5, 5)
    assert offsets(office)["pedido_encerrado"] == (6, 6)
