"""A table is looked at, told row by row, and taken."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtTest import QAbstractItemModelTester

from tests.support.vivo import Vivo
from tests.widgets.accessibility import unnamed
from tests.widgets.conftest import Ui
from widgets.atendimento.columns_dialog import ColumnsDialog
from widgets.atendimento.screen import AtendimentoScreen

TABLE = (
    "texto;lat;lng;data\n"
    "Buraco na rua da escola;-20,597;-36,938;30/04/2026\n"
    "Água suja;0;0;\n"
    "x;-20,597;-36,938;\n"
)


@pytest.fixture
def table(tmp_path: Path) -> Path:
    path = tmp_path / "pedidos.csv"
    path.write_text(TABLE, "utf-8")
    return path


def test_looking_writes_nothing_and_taking_takes_every_good_row(
    ui: Ui, vivo: Vivo, screen: AtendimentoScreen, table: Path
) -> None:
    page = screen.tables
    before = len(vivo.servicos.demandas.listar(limite=1000))
    page.look(table)
    ui.until(page.take.isEnabled)
    assert len(vivo.servicos.demandas.listar(limite=1000)) == before
    assert page.take.text() == "Importar 1 demanda"
    assert "3 linhas lidas · 1 a registrar · 0 já registradas · 2 recusadas" in page.summary.text()
    tester = QAbstractItemModelTester(page.panel.model)
    reasons = [page.panel.model.index(at, 1).data() for at in range(2)]
    assert "ponto 0; 0" in reasons[0]
    assert "pelo menos 3 letras" in reasons[1]
    page.take.click()
    ui.until(lambda: "1 registradas" in page.summary.text())
    assert len(vivo.servicos.demandas.listar(limite=1000)) == before + 1
    # The same table again: nothing goes in twice.
    page.look(table)
    ui.until(lambda: "1 já registradas" in page.summary.text())
    assert not page.take.isEnabled()
    tester.deleteLater()


def test_options_give_another_look_and_refused_rows_are_saved(
    ui: Ui, screen: AtendimentoScreen, table: Path, tmp_path: Path
) -> None:
    page = screen.tables
    page.look(table)
    ui.until(page.report.isEnabled)
    page.publish.setChecked(True)
    ui.until(lambda: page.take.isEnabled() and not page.progress.is_busy)
    page._run("Gravando", is_preview=True, report=tmp_path / "recusadas.csv")
    ui.until(lambda: any("recusadas.csv" in text for _level, text in ui.notices))
    assert "Água suja" in (tmp_path / "recusadas.csv").read_text("utf-8-sig")


def test_what_is_no_table_says_why(ui: Ui, screen: AtendimentoScreen, tmp_path: Path) -> None:
    path = tmp_path / "vazia.csv"
    path.write_bytes(b"")
    screen.tables.look(path)
    ui.until(lambda: len(ui.faults) == 1)
    assert ui.context.describe(ui.faults.pop()).frase
    assert not screen.tables.take.isEnabled()


def test_columns_are_named_by_hand_where_headings_do_not_say(
    ui: Ui, screen: AtendimentoScreen, tmp_path: Path
) -> None:
    path = tmp_path / "outra.csv"
    path.write_text("fala;norte;leste\nBuraco na rua da escola;-20,597;-36,938\n", "utf-8")
    page = screen.tables
    assert not page.columns.isEnabled()
    page.look(path)
    ui.until(lambda: page.summary.text().startswith("▲"))
    page.columns.click()
    ui.until(lambda: len(page.findChildren(ColumnsDialog)) == 1)
    (dialog,) = page.findChildren(ColumnsDialog)
    assert unnamed(dialog) == []
    for field, column in (("texto", "fala"), ("lat", "norte"), ("lng", "leste")):
        dialog.choices[field].setCurrentIndex(dialog.choices[field].findData(column))
    dialog.use.click()
    ui.until(page.take.isEnabled)
    assert "texto = fala" in page.summary.text()
