"""CSV in two profiles, whole or not at all."""

from __future__ import annotations

import csv
from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.services.exportacao import Perfil, cell, write_csv
from app.services.inerte import inerte
from core.kernel.errors import EnvironmentFault


@pytest.mark.parametrize("start", ["=1+1", "+55", "-1", "@x", "\tx", "\rx", " =1", "＝1"])
@pytest.mark.parametrize("perfil", list(Perfil))
def test_formulas_are_neutralised(start: str, perfil: Perfil) -> None:
    assert cell(start, perfil) == f"'{start}".replace("\r", "\n")


@pytest.mark.parametrize(
    ("value", "rfc", "excel"),
    [
        (-3, "-3", "-3"),
        (2.5, "2.5", "2,5"),
        (Decimal("-0.10"), "-0.10", "-0,10"),
        (True, "sim", "sim"),
        (None, "", ""),
        ("0", "0", "0"),
        ("Rua d'Ávila; nº 3/4 & 'b'", "Rua d'Ávila; nº 3/4 & 'b'", "Rua d'Ávila; nº 3/4 & 'b'"),
    ],
)
def test_values(value: object, rfc: str, excel: str) -> None:
    assert cell(value, Perfil.RFC_4180) == rfc
    assert cell(value, Perfil.EXCEL_PT_BR) == excel


def test_excel_gets_bom_and_semicolons(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    assert write_csv(path, ("nº", "valor"), [(1, 2.5), (2, "a;b\nc")], Perfil.EXCEL_PT_BR) == 2
    assert path.read_bytes() == '\ufeffnº;valor\r\n1;2,5\r\n2;"a;b\nc"\r\n'.encode()


def test_programs_get_rfc_4180(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    write_csv(path, ("a", "b"), [('x"y', "c,d")], Perfil.RFC_4180)
    assert path.read_bytes() == b'a,b\r\n"x""y","c,d"\r\n'


def test_a_folder_that_refuses_is_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(EnvironmentFault) as raised:
        write_csv(tmp_path / "falta" / "a.csv", ("a",), [], Perfil.RFC_4180)
    assert raised.value.code == "exportacao.nao_gravou"
    assert raised.value.params["arquivo"] == "a.csv"


def test_an_older_file_survives_a_failure(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text("antes", encoding="utf-8")

    def broken() -> object:
        yield ("x",)
        raise RuntimeError

    with pytest.raises(RuntimeError):
        write_csv(path, ("a",), broken(), Perfil.RFC_4180)  # type: ignore[arg-type] # a generator
    assert path.read_text(encoding="utf-8") == "antes"
    assert [p.name for p in tmp_path.iterdir()] == ["a.csv"]


@given(st.text(st.characters(codec="utf-8", exclude_characters="\x00"), max_size=40))
def test_text_survives_but_for_the_apostrophe(
    tmp_path_factory: pytest.TempPathFactory, text: str
) -> None:
    path = tmp_path_factory.mktemp("csv") / "a.csv"
    write_csv(path, ("a",), [(text,), ("fim",)], Perfil.RFC_4180)
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.reader(file))
    expected = cell(text, Perfil.RFC_4180)
    assert expected in (inerte(text), f"'{inerte(text)}")
    assert rows[1] == [expected]


@pytest.mark.parametrize("perfil", list(Perfil))
def test_a_hidden_sign_hides_no_formula_and_turns_no_line(perfil: Perfil) -> None:
    assert cell("\u202e=1+1", perfil) == "'=1+1"
    assert cell("Rua \u202eA\u200b", perfil) == "Rua A"
