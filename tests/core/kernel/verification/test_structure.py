"""Pages, file header, schema text and kinds of values."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.kernel.store.sqlite import FILE_NAME
from core.kernel.verification import structure
from core.kernel.verification.report import Report
from tests.support.founded import Founded
from tests.support.office import entrou


def file_fields(data: bytes, path: Path) -> list[object]:
    path.write_bytes(data)
    report = Report()
    structure.check_file(path, report)
    return [finding.params.get("campo", finding.codigo) for finding in report.achados]


@pytest.mark.parametrize(
    ("offset", "field"),
    [
        (0, "banco.nao_e_banco"), (18, "versoes"), (20, "reserva"), (21, "fracoes"),
        (27, "contador"), (47, "formato"), (51, "paginas_em_memoria"), (55, "vacuo"),
        (59, "codificacao"), (63, "versao_do_usuario"), (71, "programa"), (80, "reservado"),
    ],
)  # fmt: skip
def test_a_wrong_field_of_the_file_header_is_named(
    founded_sqlite: Founded, tmp_path: Path, offset: int, field: str
) -> None:
    data = bytearray((tmp_path / "dados" / FILE_NAME).read_bytes())
    assert file_fields(bytes(data), tmp_path / "x") == []
    data[offset] ^= 4
    assert file_fields(bytes(data), tmp_path / "x") == [field]
    assert founded_sqlite.verify().ok


def test_half_a_page_too_much_is_seen(founded_sqlite: Founded, tmp_path: Path) -> None:
    data = (tmp_path / "dados" / FILE_NAME).read_bytes()
    assert file_fields(data + b"x", tmp_path / "x") == ["tamanho"]
    assert file_fields(data[:60], tmp_path / "x") == ["banco.nao_e_banco"]
    assert founded_sqlite.verify().ok


@pytest.mark.parametrize(
    "sql",
    [
        "ALTER TABLE kernel_copias ADD COLUMN nota TEXT",
        "DROP TABLE kernel_copias",
        "DROP INDEX ix_event_log_tipo",
        "ALTER TABLE kernel_saida RENAME COLUMN dados TO dado",
    ],
)
def test_a_table_or_index_that_is_not_as_made_is_named(founded: Founded, sql: str) -> None:
    founded.sql(sql)
    report = Report()
    reader = founded.database.open_reader()
    structure.check_shape(reader, report)
    reader.close()
    if founded.database.dialect == "postgresql" and "INDEX" in sql:
        assert report.ok  # the server looks after its own indexes
    else:
        assert {finding.codigo for finding in report.achados} == {"banco.tabela_danificada"}


@pytest.mark.parametrize(
    ("sql", "table"),
    [
        ("UPDATE event_log SET altura = 'alta'", "event_log"),
        ("UPDATE event_parts SET salt = x'00'", "event_parts"),
        ("UPDATE kernel_feeds SET ultimo_hash = 'texto'", "kernel_feeds"),
        ("UPDATE kernel_instalacao SET valor = x'00'", "kernel_instalacao"),
    ],
)
def test_a_value_of_another_kind_is_found(founded_sqlite: Founded, sql: str, table: str) -> None:
    founded_sqlite.append(entrou(1))
    founded_sqlite.sql(sql)
    report = Report()
    reader = founded_sqlite.database.open_reader()
    structure.check_values(reader, report)
    structure.check_pages(reader, report)
    reader.close()
    assert [finding.params["tabela"] for finding in report.achados] == [table]
    assert not founded_sqlite.verify().ok
