"""The colony on the real bus: configure, configure again, read, rebuild."""

from __future__ import annotations

import pytest

from core.colonies.catalogo import COLONIES
from core.colonies.escritorio.api import configurar
from core.colonies.escritorio.queries import EscritorioAtual, read_escritorio
from core.kernel.errors import UserFacingError
from tests.support.office import TEST_NO, Office, unidade


def current(office: Office) -> EscritorioAtual | None:
    reader = office.database.open_reader()
    try:
        return read_escritorio(reader.cursor, reader.dialect, TEST_NO)
    finally:
        reader.close()


def test_the_last_configuration_holds(office: Office) -> None:
    office.colonies = COLONIES
    engine = office.engine()
    assert current(office) is None
    engine.executar("ESC", configurar(TEST_NO, "Primeiro nome", "America/Manaus")).result()
    engine.executar(
        "ESC", configurar(TEST_NO, "Segundo nome", "America/Bahia", [unidade(2), unidade(1)])
    ).result()
    assert current(office) == EscritorioAtual(
        "Segundo nome", "America/Bahia", (unidade(2), unidade(1))
    )
    assert [event.tipo for event in office.events()] == ["escritorio.configurado"] * 2


def test_a_refused_configuration_writes_nothing(office: Office) -> None:
    office.colonies = COLONIES
    engine = office.engine()
    with pytest.raises(UserFacingError, match=r"escritorio\.fuso_desconhecido"):
        engine.executar("ESC", configurar(TEST_NO, "Nome", "Marte/Olimpo")).result()
    assert office.events() == []
