"""Whether a SQLite file holds together: its own check, its header, its tables' shape.

PostgreSQL looks after its pages by itself (data checksums); there only the shape is checked. What
SQLite's check cannot see - values that are well formed and wrong - is the other modules' business.
Source: sqlite.org/fileformat2.html section 1.3.
"""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any, Final

from sqlalchemy import Integer, LargeBinary, Table, Text
from sqlalchemy.dialects import sqlite
from sqlalchemy.schema import CreateIndex, CreateTable

from core.kernel.errors import IntegrityFault
from core.kernel.store import tables as t
from core.kernel.store.database import Reader
from core.kernel.store.sqlite import sqlite_fault
from core.kernel.verification.report import Report

MAX_LINES: Final = 50
_HEADER_BYTES: Final = 100
_MAGIC: Final = b"SQLite format 3\x00"

_DIALECT: Final[Any] = sqlite.dialect  # untyped in SQLAlchemy
_VERSION_TABLE: Final = (
    "CREATE TABLE alembic_version ( version_num VARCHAR(32) NOT NULL,"
    " CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num) )"
)

_COLUMNS: Final = {
    "sqlite": "SELECT name FROM pragma_table_info('{table}') ORDER BY cid",
    "postgresql": (
        "SELECT column_name FROM information_schema.columns WHERE table_schema = current_schema()"
        " AND table_name = '{table}' ORDER BY ordinal_position"
    ),
}


def check_pages(reader: Reader, report: Report) -> None:
    """SQLite's own check of every page, index and constraint.

    Where it cannot even end, that is a finding too: the events may still be read and named.
    """
    if reader.dialect != "sqlite":
        return
    try:
        reader.cursor.execute(f"PRAGMA integrity_check({MAX_LINES})")
        lines = reader.cursor.fetchall()
    except (sqlite3.Error, UnicodeDecodeError) as error:
        is_damage = isinstance(error, UnicodeDecodeError) or isinstance(
            sqlite_fault(error, ""), IntegrityFault
        )
        if not is_damage:
            raise
        lines = [(type(error).__name__,)]
    for (line,) in lines:
        if line != "ok":
            report.add("banco.paginas_danificadas", detalhe=str(line)[:200])


def check_server(reader: Reader, report: Report) -> None:
    """PostgreSQL finds a flipped byte by itself where its cluster has checksums: say if not."""
    if reader.dialect == "postgresql":
        reader.cursor.execute("SHOW data_checksums")
        if reader.cursor.fetchone()[0] != "on":
            report.avisos.append("banco.servidor_sem_somas")


def check_file(path: Path, report: Report) -> None:
    """The file's size and the fields of its header that have one right value.

    Raises:
        OSError: it cannot be read.
    """
    with path.open("rb") as file:
        header = file.read(_HEADER_BYTES)
    if len(header) < _HEADER_BYTES or not header.startswith(_MAGIC):
        report.add("banco.nao_e_banco", onde=path.name)
        return
    size = path.stat().st_size
    page = int.from_bytes(header[16:18], "big")
    page = 65_536 if page == 1 else page
    wrong = [name for name, holds in _header_fields(header) if not holds]
    if page < 512 or size % page:
        wrong.append("tamanho")
    for name in wrong:
        report.add("banco.cabecalho_danificado", campo=name)


def _header_fields(header: bytes) -> tuple[tuple[str, bool], ...]:
    def number(at: int) -> int:
        return int.from_bytes(header[at : at + 4], "big")

    return (
        ("versoes", header[18:20] in (b"\x01\x01", b"\x02\x02")),
        ("reserva", header[20] == 0),
        ("fracoes", header[21:24] == b"\x40\x20\x20"),
        ("formato", number(44) == 4),
        ("paginas_em_memoria", number(48) == 0),
        ("vacuo", number(52) == 0 and number(64) == 0),
        ("codificacao", number(56) == 1),
        ("versao_do_usuario", number(60) == 0),
        ("programa", number(68) == 0),
        ("reservado", header[72:92] == bytes(20)),
        # Written together at every change; a size that does not count would hide lost pages.
        ("contador", header[24:28] == header[92:96]),
        ("versao", 3_007_000 <= number(96) < 4_000_000),
    )


def check_shape(reader: Reader, report: Report, tables: tuple[Table, ...] = ()) -> bool:
    """Whether the kernel's tables, and those given, are there as they were made.

    Args:
        reader: a read-only connection.
        report: where findings go.
        tables: of the colonies. With them the schema is complete, so a table or index that is
            not known is damage as well.

    Returns:
        Whether every table has its columns, so that rows can be read at all.
    """
    known = (*t.metadata.tables.values(), *tables)
    holds = True
    for table in known:
        reader.cursor.execute(_COLUMNS[reader.dialect].format(table=table.name))
        found = [row[0] for row in reader.cursor.fetchall()]
        if sorted(found) != sorted(column.name for column in table.columns):
            report.add("banco.tabela_danificada", tabela=table.name)
            holds = False
    if reader.dialect == "sqlite":
        _check_statements(reader, report, known, is_complete=bool(tables))
    return holds


def _check_statements(
    reader: Reader, report: Report, tables: tuple[Table, ...], *, is_complete: bool
) -> None:
    """The schema's own text: SQLite would read a damaged type or a renamed index without a word."""
    expected = {"alembic_version": ("table", _VERSION_TABLE)}
    for table in tables:
        expected[str(table.name)] = ("table", _one_line(CreateTable(table)))
        for index in table.indexes:
            expected[str(index.name)] = ("index", _one_line(CreateIndex(index)))
    reader.cursor.execute("SELECT name, type, tbl_name, sql FROM sqlite_master")
    found: dict[str, tuple[str, str]] = {}
    for name, kind, table_name, sql in reader.cursor.fetchall():
        owner = str(table_name)
        if sql is None:
            holds = kind == "index" and str(name).startswith(f"sqlite_autoindex_{owner}_")
        else:
            found[str(name)] = (kind, " ".join(str(sql).split()))
            holds = owner == str(name) if kind == "table" else f" ON {owner} (" in str(sql)
        if not holds:
            report.add("banco.tabela_danificada", tabela=str(name)[:64])
    names = {*expected, *found} if is_complete else set(expected)
    for name in sorted(names):
        if found.get(name) != expected.get(name):
            report.add("banco.tabela_danificada", tabela=name[:64])


def _one_line(statement: CreateTable | CreateIndex) -> str:
    return " ".join(str(statement.compile(dialect=_DIALECT())).split())


def check_values(reader: Reader, report: Report, tables: tuple[Table, ...] = ()) -> None:
    """SQLite lets a damaged row hold any kind of value in any column: each must be of its kind."""
    if reader.dialect != "sqlite":
        return
    for table in (*t.metadata.tables.values(), *tables):
        wrong = " OR ".join(_wrong_kind(column) for column in table.columns)
        reader.cursor.execute(f"SELECT count(*) FROM {table.name} WHERE {wrong}")
        count = reader.cursor.fetchone()[0]
        if count:
            report.add("banco.valores_danificados", tabela=table.name, linhas=count)


def _wrong_kind(column: Any) -> str:
    name = f'"{column.name}"'
    kinds = "'text'"
    more = ""
    if isinstance(column.type, Integer):
        kinds = "'integer'"
    elif isinstance(column.type, LargeBinary):
        kinds = "'blob'"
        if column.type.length is not None:
            more = f" OR length({name}) <> {column.type.length}"
    elif not isinstance(column.type, Text):
        kinds = "'integer', 'real', 'text'"
    if column.nullable:
        return f"({name} IS NOT NULL AND (typeof({name}) NOT IN ({kinds}){more}))"
    return f"(typeof({name}) NOT IN ({kinds}){more})"
