"""Tables as offices have them: every encoding, every separator, quotes that do not close."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.base.planilha import Linha, open_sheet, rows_of
from core.kernel.errors import EnvironmentFault, UserFacingError


def sheet(tmp_path: Path, content: bytes) -> Path:
    path = tmp_path / "tabela.csv"
    path.write_bytes(content)
    return path


def read(path: Path) -> list[Linha]:
    return list(rows_of(open_sheet(path)))


TABLE = 'texto;bairro\nFalta água;São João\n"a; ""b""\nc";Centro\n'


@pytest.mark.parametrize(
    ("encoding", "name"),
    [
        ("utf-8", "utf-8-sig"),
        ("utf-8-sig", "utf-8-sig"),
        ("cp1252", "cp1252"),
        ("latin-1", "cp1252"),
        ("utf-16", "utf-16"),
    ],
)
def test_the_same_table_in_any_encoding(tmp_path: Path, encoding: str, name: str) -> None:
    found = open_sheet(sheet(tmp_path, TABLE.encode(encoding)))
    assert (found.codificacao, found.separador) == (name, ";")
    assert found.cabecalho == ("texto", "bairro")
    assert list(rows_of(found)) == [
        Linha(2, ("Falta água", "São João")),
        Linha(3, ('a; "b"\nc', "Centro")),
    ]


@pytest.mark.parametrize("separator", [";", ",", "\t", "|"])
def test_any_separator_and_line_end(tmp_path: Path, separator: str) -> None:
    text = f"a{separator}b{separator}c\r\n1{separator}{separator}3\r\n\r\n4\r\n"
    found = read(sheet(tmp_path, text.encode()))
    assert found == [Linha(2, ("1", "", "3")), Linha(4, ("4", "", ""))]


def test_excel_may_say_its_separator(tmp_path: Path) -> None:
    found = open_sheet(sheet(tmp_path, b"sep=,\ntexto,x;y\n1,2\n"))
    assert (found.cabecalho, found.primeira) == (("texto", "x;y"), 2)
    assert list(rows_of(found)) == [Linha(3, ("1", "2"))]


def test_a_quote_that_does_not_close_takes_no_other_row_along(tmp_path: Path) -> None:
    text = 'texto;bairro\n"aberta;Centro\ncano de 5" furado;Bessa\nboa;"Norte"\n"fim;Sul;x\n'
    assert read(sheet(tmp_path, text.encode())) == [
        Linha(2, ('"aberta', "Centro")),
        Linha(3, ('cano de 5" furado', "Bessa")),
        Linha(4, ("boa", "Norte")),
        Linha(5, ('"fim', "Sul"), "planilha.aspas_abertas"),
    ]


def test_a_row_with_too_many_cells_is_told(tmp_path: Path) -> None:
    text = "texto,bairro\nÁgua, luz e lixo,Centro\nboa,Centro,,\n"
    assert read(sheet(tmp_path, text.encode())) == [
        Linha(2, ("Água", "luz e lixo"), "planilha.celulas_a_mais"),
        Linha(3, ("boa", "Centro")),
    ]


def test_the_apostrophe_of_our_own_reports_goes(tmp_path: Path) -> None:
    text = "a;b;c\n'=1+1;'-23,5;'tis\n"
    assert read(sheet(tmp_path, text.encode())) == [Linha(2, ("=1+1", "-23,5", "'tis"))]


def test_names_of_columns_are_told_apart(tmp_path: Path) -> None:
    found = open_sheet(sheet(tmp_path, b"\n;;\nnome;;nome; nome \n1;2;3;4\n"))
    assert found.cabecalho == ("nome", "coluna 2", "nome (2)", "nome (3)")


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"", "planilha.vazia"),
        (b"\n ;; \n", "planilha.vazia"),
        (b"PK\x03\x04rest", "planilha.excel"),
        (b"\xd0\xcf\x11\xe0rest", "planilha.excel"),
        (b"a;b\x00\n", "planilha.binaria"),
        (b";".join([b"c"] * 501), "planilha.colunas_demais"),
    ],
)
def test_what_is_no_table_is_refused(tmp_path: Path, content: bytes, code: str) -> None:
    with pytest.raises(UserFacingError) as refusal:
        open_sheet(sheet(tmp_path, content))
    assert refusal.value.code == code


def test_a_file_that_is_not_there_is_the_environments_fault(tmp_path: Path) -> None:
    with pytest.raises(EnvironmentFault, match=r"planilha\.nao_abre"):
        open_sheet(tmp_path / "nada.csv")
    with pytest.raises(EnvironmentFault, match=r"planilha\.nao_abre"):
        open_sheet(tmp_path)
