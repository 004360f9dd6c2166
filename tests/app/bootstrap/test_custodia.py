"""The office's custody follows the stored network document, and units follow the projections."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

import pytest

from app.bootstrap.custodia import UnidadesDoEscritorio, custodia_de
from core.kernel.engine.custody import Custody
from core.kernel.errors import IntegrityFault
from core.kernel.identity.network_document import make_successor, parse_document
from core.kernel.identity.node import found_network
from core.kernel.identity.node_entry import NodeEntry
from core.kernel.ids import SeededIds
from core.kernel.store import installation as facts
from core.kernel.store.database import Writer
from tests.support.office import Office
from tests.support.vivo import Vivo

NOBODY = "00000000-0000-5000-8000-000000000000"


@contextmanager
def writing(vivo: Vivo) -> Iterator[Writer]:
    """A connection as the engine's, whose writes are undone."""
    writer = vivo.app.database.open_writer(checkpoints=False)
    writer.begin()
    try:
        yield writer
    finally:
        writer.rollback()
        writer.close()


def test_units_and_demands_of_a_living_office(vivo: Vivo) -> None:
    with writing(vivo) as writer:
        units = UnidadesDoEscritorio(writer)
        writer.cursor.execute("SELECT demanda_id, unidade_civica_id FROM d2_resolucoes_geo")
        demanda, unidade = writer.cursor.fetchone()
        writer.cursor.execute("SELECT unidade_civica_id FROM core_uc_polygons WHERE nivel = 4")
        cities = {row[0] for row in writer.cursor.fetchall()}
        assert units.of_demand(demanda) == unidade
        chain = list(units.chain(unidade))
        assert chain[0] == unidade
        assert len(cities & set(chain)) == 1
        assert list(units.chain(NOBODY)) == [NOBODY]
        assert units.of_demand(NOBODY) is None


def test_a_second_node_takes_what_it_claims(vivo: Vivo) -> None:
    installation, current = vivo.app.aberto.installation, vivo.app.aberto.rede.current
    other = found_network(SeededIds("outra").random_bytes).identity
    with writing(vivo) as writer:
        writer.cursor.execute("SELECT unidade_civica_id FROM core_uc_polygons WHERE nivel = 4")
        (city,) = writer.cursor.fetchone()
        held: dict[str, Custody] = {
            no: custodia_de(no)(writer) for no in (installation.no, other.no)
        }
        assert [one.holds_unit(city) for one in held.values()] == [True, False]
        own = replace(current.nos[0], custodia=("*",))
        nodes = [own, NodeEntry(other.no, other.log_public_key.hex(), custodia=(city,))]
        raw = make_successor(current, nodes=nodes)
        newest = parse_document(raw)
        facts.add_network_version(writer.cursor, writer.dialect, newest.versao, raw, b"[]")
        for one in held.values():
            one.reset()
        assert [one.holds_unit(city) for one in held.values()] == [False, True]
        assert [one.holds_unit(NOBODY) for one in held.values()] == [True, False]


def test_without_a_document_nothing_is_decided(sqlite_office: Office) -> None:
    writer = sqlite_office.database.open_writer(checkpoints=False)
    try:
        writer.begin()
        writer.cursor.execute("DELETE FROM kernel_rede")
        with pytest.raises(IntegrityFault, match="ausente"):
            custodia_de("cd" * 16)(writer).holds_unit(NOBODY)
    finally:
        writer.rollback()
        writer.close()
