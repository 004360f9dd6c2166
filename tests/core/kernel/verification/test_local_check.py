"""Facts, positions, states and answers are such as the program writes."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import pytest

from core.kernel.engine.parking import PHASES, SUSPENDED, WAITING
from core.kernel.verification import local_check
from core.kernel.verification.report import Report
from core.kernel.verification.verifier import verify_database
from tests.support.founded import Founded


def test_what_the_program_wrote_passes(founded: Founded) -> None:
    founded.work()
    report = Report()
    reader = founded.database.open_reader()
    assert local_check.check_installation(reader, report) == founded.office.installation
    local_check.check_local_rows(
        reader, report, len(founded.events()), {"T-1", "T-2", "T-3"}, founded.registry.tipos()
    )
    reader.close()
    assert report.achados == []


@pytest.mark.parametrize(
    ("sql", "code"),
    [
        ("UPDATE kernel_instalacao SET valor = '7' WHERE chave = 'epoca'",
         "instalacao.ramo_danificado"),
        ("UPDATE kernel_instalacao SET valor = 'um' WHERE chave = 'epoca'",
         "instalacao.incompleta"),
        ("UPDATE kernel_instalacao SET valor = 'XX' WHERE chave = 'no'",
         "instalacao.valor_invalido"),
        ("UPDATE kernel_feeds SET estado = 'selada'", "instalacao.ramo_danificado"),
        ("UPDATE kernel_posicoes SET ativa = 3", "banco.valores_danificados"),
        ("UPDATE kernel_posicoes SET assinatura = 'brinquedo.nunca'", "banco.valores_danificados"),
        ("INSERT INTO kernel_comandos VALUES ('c', '{quebrado', 1)", "banco.valores_danificados"),
        ("INSERT INTO kernel_comandos VALUES ('c', '{}', 99999)", "banco.valores_danificados"),
        ("INSERT INTO kernel_chaves_paradas VALUES ('T-1', 'outra', 'k', 1)",
         "banco.valores_danificados"),
    ],
)  # fmt: skip
def test_what_it_never_writes_is_found(founded_sqlite: Founded, sql: str, code: str) -> None:
    founded_sqlite.work()
    founded_sqlite.sql(sql)
    report = founded_sqlite.verify()
    assert {finding.codigo for finding in report.achados} == {code}


def test_every_way_to_be_parked_is_known(founded_sqlite: Founded) -> None:
    founded_sqlite.work()
    states = (WAITING, SUSPENDED, "pendente", "descartado", "liberado")
    for number, (phase, state) in enumerate(product(PHASES, states), start=1):
        row = f"'T-1', '{phase}', {number}, 'brinquedo.pedido_feito', '{state}', '', 0, 0, 0"
        founded_sqlite.sql(f"INSERT INTO dead_letter_queue VALUES ({row})")
    assert founded_sqlite.verify().achados == []


def test_a_feed_that_says_it_is_sealed_is_damage_beside_a_guard_too(
    founded_sqlite: Founded,
) -> None:
    """Found and read; only who wants to write there is stopped."""
    founded_sqlite.work()
    founded_sqlite.write_guard()
    founded_sqlite.sql("UPDATE kernel_feeds SET estado = 'selada'")
    scope = replace(founded_sqlite.scope, guard=founded_sqlite.guard)
    report = verify_database(founded_sqlite.database, scope)
    assert {finding.codigo for finding in report.achados} == {"instalacao.ramo_danificado"}
    assert founded_sqlite.open().recusa is None
