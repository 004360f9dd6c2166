"""The colony of the territory on the real bus: what is folded, what is answered."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from core.base.territorio.montagem import contornos
from core.base.territorio.unidade import Territorio
from core.colonies.geo_territorio import queries
from core.colonies.geo_territorio.api import importar
from core.colonies.geo_territorio.colony import TERRITORIO
from core.colonies.geo_territorio.queries import Filtro
from core.colonies.geo_territorio.rules import diferenca
from core.kernel.errors import UserFacingError
from core.kernel.store.statement import Cursor, Dialect
from tests.support.office import Office
from tests.support.territorio import (
    BAIRRO,
    CIDADE,
    CITY,
    ESTADO,
    PAIS,
    QUARTER,
    REGIAO,
    ROWS,
    SMALL,
    MemoryStore,
    chave,
    import_into,
    lots,
    territory,
    unit,
)

OTHER_CITY = unit(4, "3304557", "Rio de Janeiro", chave(5, "33"), (-44.0, -23.0, 0.5))
OTHER_STATE = unit(5, "33", "Rio de Janeiro", REGIAO)
OTHER_QUARTER = unit(2, "330455701", "São João", chave(4, "3304557"), (-44.0, -23.0, 0.1))
TWO = territory(*ROWS, CITY, QUARTER, OTHER_STATE, OTHER_CITY, OTHER_QUARTER)


@pytest.fixture
def store(office: Office) -> Iterator[MemoryStore]:
    """The office's attachments; the office runs the territory's colony alone."""
    found = MemoryStore()
    office.colonies = (TERRITORIO,)
    office.attachments = found
    yield found
    office.stop()


def bring(office: Office, store: MemoryStore, territorio: Territorio, limite: int = 1_000) -> int:
    engine = office.engines[-1] if office.engines else office.engine()
    return import_into(engine.executar, store, territorio, limite)


def read(office: Office, query: Any, *args: Any) -> Any:
    reader = office.database.open_reader()
    try:
        cursor: Cursor = reader.cursor
        dialect: Dialect = reader.dialect
        return query(cursor, dialect, *args)
    finally:
        reader.close()


def names(units: list[queries.UnidadeLida]) -> list[str]:
    return [found.nome for found in units]


def test_one_event_a_lot_with_the_outlines_as_a_public_attachment(
    office: Office, store: MemoryStore
) -> None:
    assert bring(office, store, SMALL, limite=3) == 2
    events = office.events()
    assert [(e.tipo, e.payload["lote"], e.payload["lotes"]) for e in events] == [
        ("territorio.importado", 1, 2),
        ("territorio.importado", 2, 2),
    ]
    assert [u["nivel"] for e in events for u in e.payload["unidades"]] == [7, 6, 5, 4, 2]
    assert events[0].anexos == ()  # hierarchy rows have no outlines
    (attached,) = events[1].anexos
    assert attached.classe == "publica"
    assert attached.sha256 is not None
    assert attached.size_bytes == len(store.held[attached.sha256])
    rows = office.rows("SELECT nivel, contornos FROM core_uc_polygons ORDER BY nivel")
    assert [contornos(row[1]) for row in rows] == [[attached.sha256]] * 2 + [[]] * 3


def test_what_is_in_force_is_answered_without_events(office: Office, store: MemoryStore) -> None:
    assert bring(office, store, SMALL) == 2
    assert bring(office, store, SMALL) == 0
    assert bring(office, store, territory(*ROWS)) == 0
    assert len(office.events()) == 2
    (done,) = read(office, queries.read_imports)
    assert (done.lotes, done.recebidos, done.unidades) == (2, 2, 5)


def test_units_are_replaced_and_never_lost(office: Office, store: MemoryStore) -> None:
    bring(office, store, SMALL)
    renamed = unit(2, "355030801", "Jardim São João Batista", CIDADE)
    assert bring(office, store, territory(renamed)) == 1
    found = read(office, queries.read_unit, BAIRRO)
    assert (found.nome, found.tem_contorno) == ("Jardim São João Batista", True)
    assert sum(row.unidades for row in read(office, queries.read_summary)) == 5
    live = office.dump()
    office.engines[-1].reconstruir().result()
    assert office.dump() == live


def test_a_series_that_is_not_whole_is_refused(office: Office, store: MemoryStore) -> None:
    ready = lots(SMALL, store, 3)
    other = replace(ready[1], payload={**ready[1].payload, "importacao_id": BAIRRO})
    for broken in (ready[1:], ready[:1], [ready[1], ready[0]], [ready[0], other]):
        with pytest.raises(UserFacingError) as refused:
            importar(broken)
        assert refused.value.code == "territorio.importacao_incompleta"
    assert office.events() == []


def test_summary_by_level_and_source(office: Office, store: MemoryStore) -> None:
    own = unit(2, "0", "Centro", "99999999-0000-5000-8000-000000000000", None, "municipio:3550308")
    bring(office, store, territory(*ROWS, CITY, QUARTER, own))
    assert [tuple(row[:4]) for row in read(office, queries.read_summary)] == [
        (7, "ibge", 1, 0),
        (6, "ibge", 1, 0),
        (5, "ibge", 1, 0),
        (4, "ibge", 1, 1),
        (2, "ibge", 1, 1),
        (2, "municipio:3550308", 1, 0),
    ]


def test_search_by_folded_name_state_and_parent(office: Office, store: MemoryStore) -> None:
    bring(office, store, TWO)

    def found(**filtro: Any) -> list[str]:
        wanted = Filtro(**filtro)
        units: list[queries.UnidadeLida] = read(office, queries.find_units, wanted)
        assert read(office, queries.count_units, wanted) == len(units)
        return names(units)

    # The name itself, then what begins so, then what holds it.
    assert found(nome="SAO JOAO") == ["São João", "Jardim São João"]
    assert found(nome="são") == ["São Paulo", "São Paulo", "São João", "Jardim São João"]
    assert found(nome="são", nivel=4) == ["São Paulo"]
    assert found(nome="%") == names(read(office, queries.find_units, Filtro()))
    sp = read(office, queries.find_uf, "35", "SP")
    assert sp == ESTADO
    assert found(dentro_de=sp) == ["São Paulo", "Jardim São João"]
    assert found(nome="joao", dentro_de=chave(5, "33")) == ["São João"]
    assert found(pai=chave(4, "3304557")) == ["São João"]
    assert found(fonte="demonstracao") == []
    assert found(dentro_de=BAIRRO) == []
    page = read(office, queries.find_units, Filtro(nome="sao"), 1, 2)
    assert names(page) == ["São João"]


def test_a_state_is_found_by_code_and_by_name(office: Office, store: MemoryStore) -> None:
    bring(office, store, TWO)
    assert read(office, queries.find_uf, None, "são paulo") == ESTADO
    assert read(office, queries.find_uf, None, "33") == chave(5, "33")
    assert read(office, queries.find_uf, "99", "nenhum") is None


def test_up_and_down(office: Office, store: MemoryStore) -> None:
    bring(office, store, TWO)
    chain = read(office, queries.read_chain, BAIRRO)
    assert [u.unidade_civica_id for u in chain] == [BAIRRO, CIDADE, ESTADO, REGIAO, PAIS]
    assert names(read(office, queries.read_children, REGIAO)) == ["Rio de Janeiro", "São Paulo"]
    assert read(office, queries.read_children, "nenhuma") == []
    assert read(office, queries.read_chain, "nenhuma") == []
    assert read(office, queries.read_unit, "nenhuma") is None


def test_a_ring_of_parents_ends(office: Office, store: MemoryStore) -> None:
    a, b = chave(2, "a"), chave(2, "b")
    bring(
        office, store, territory(unit(2, "a", "A", b), unit(2, "b", "B", a), unit(4, "c", "C", a))
    )
    assert names(read(office, queries.read_chain, a)) == ["A"]
    assert names(read(office, queries.read_children, a)) == []
    assert read(office, queries.count_units, Filtro(dentro_de=a)) == 0


def test_what_an_import_would_change() -> None:
    moved = unit(2, "355030801", "Jardim São João", CIDADE, (-47.0, -24.0, 0.2))
    bare = unit(4, "3550308", "São Paulo", ESTADO)
    found = diferenca(territory(*ROWS, bare, moved, OTHER_STATE), SMALL)
    assert (found.novas, found.alteradas, found.iguais) == (1, 1, 4)
    assert [u.nome for u in found.territorio.unidades] == ["Jardim São João", "Rio de Janeiro"]
    assert set(found.territorio.geometrias) == {BAIRRO}
    assert diferenca(SMALL, SMALL).territorio == Territorio()
