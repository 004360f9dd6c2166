"""Projections folded again from zero: what differs is named, what cannot be compared too."""

from __future__ import annotations

import pytest

from core.kernel.verification.report import Report
from tests.support.founded import Founded
from tests.support.office import pedido


def damaged(report: Report) -> list[object]:
    return [finding.params.get("tabela") for finding in report.achados]


@pytest.mark.parametrize(
    ("sql", "table"),
    [
        ("UPDATE t1_pedidos SET titulo = 'Outro' WHERE titulo = 'Buraco 2'", "t1_pedidos"),
        ("DELETE FROM t1_pedidos WHERE titulo = 'Buraco 2'", "t1_pedidos"),
        ("UPDATE t3_trabalhos SET dados = '{}'", "t3_trabalhos"),
    ],
)
def test_a_table_that_does_not_follow_from_the_log_is_named(
    founded: Founded, sql: str, table: str
) -> None:
    founded.work()
    assert damaged(founded.verify()) == []
    founded.sql(sql)
    assert damaged(founded.verify()) == [table]


def test_the_state_of_a_trabalho_is_local(founded_sqlite: Founded) -> None:
    founded_sqlite.work()
    founded_sqlite.sql("UPDATE t3_trabalhos SET estado = 'aberto'")
    assert founded_sqlite.verify().ok


def test_a_colony_that_is_behind_or_off_is_compared_as_of_its_position(
    founded_sqlite: Founded,
) -> None:
    founded_sqlite.work()
    founded_sqlite.sql("UPDATE kernel_posicoes SET ativa = 0 WHERE colonia = 'T-1'")
    founded_sqlite.append(pedido(9))
    report = founded_sqlite.verify()
    assert (report.achados, report.nao_comparadas) == ([], [])
    founded_sqlite.sql("UPDATE t1_pedidos SET titulo = 'Outro' WHERE titulo = 'Buraco 2'")
    assert damaged(founded_sqlite.verify()) == ["t1_pedidos"]


def test_a_position_that_the_tables_do_not_stand_at_is_seen(founded_sqlite: Founded) -> None:
    founded_sqlite.work()
    founded_sqlite.sql("UPDATE kernel_posicoes SET aplicado_ate = 3 WHERE colonia = 'T-1'")
    assert damaged(founded_sqlite.verify()) == ["t1_pedidos"]


@pytest.mark.parametrize(
    "sql",
    [
        "INSERT INTO kernel_redobra VALUES ('T-1', 'k')",
        "INSERT INTO kernel_chaves_paradas VALUES ('T-1', 'apply', 'k', 1)",
        "UPDATE kernel_posicoes SET versao_projecao = 77 WHERE colonia = 'T-1'",
        "UPDATE kernel_posicoes SET assinatura = '' WHERE colonia = 'T-1'",
    ],
)
def test_tables_that_follow_from_no_position_are_not_compared(
    founded_sqlite: Founded, sql: str
) -> None:
    founded_sqlite.work()
    founded_sqlite.sql(sql)
    report = founded_sqlite.verify()
    assert (report.achados, report.nao_comparadas) == ([], ["T-1"])
