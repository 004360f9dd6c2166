"""What others wrote acts nowhere: no markup is drawn, no unseen sign turns a line around.

Every text and name of a living office gets a tail of markup and of signs of direction; then every
screen is drawn in every state that the manual pictures, and everything on it is read.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from typing import Final

import pytest
from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QComboBox,
    QLabel,
    QPlainTextEdit,
    QTextEdit,
    QWidget,
)

from app.services.inerte import inerte
from tests.support.vivo import Vivo
from tests.widgets.conftest import Mesa

MARKUP: Final = "<b>x</b><img src=x>"
SIGNS: Final = "\u202eoirártnoc\u202c\u200b"
WRITTEN: Final = frozenset({"texto_bruto", "endereco_informado", "texto_original", "relato"})
"""What is kept as it came; the others lose such signs when they are taken into a table."""

COLUMNS: Final = WRITTEN | {
    "nome", "nome_publico", "titulo", "descricao", "descricao_limpa", "local", "bairro",
    "texto", "texto_ultima_atualizacao", "endereco",
    "observacao", "telefone", "email", "resumo_ciclo", "resumo_agregado",
}  # fmt: skip
ROWS: Final = 30


def soil(vivo: Vivo) -> None:
    """Give every text and name in the projections the tail, as an import or a slip might."""
    path = vivo.lugar.dados / "formigueiro.sqlite"
    soiled = 0
    with sqlite3.connect(path, timeout=30) as base:
        tables = [
            name for (name,) in base.execute("select name from sqlite_master where type='table'")
        ]
        for table in tables:
            if table.startswith(("kernel_", "sqlite_", "event_")):
                continue
            for _n, name, kind, *_rest in base.execute(f'pragma table_info("{table}")').fetchall():
                if name in COLUMNS and kind.upper() in ("TEXT", "VARCHAR", "VARCHAR(255)"):
                    soiled += base.execute(
                        f'update "{table}" set "{name}" = "{name}" || ? where "{name}" <> ?',
                        (f" {MARKUP}{SIGNS if name in WRITTEN else ''}", ""),
                    ).rowcount
    base.close()
    assert soiled > 500


def shown(screen: QWidget) -> Iterator[tuple[str, str]]:
    """(where, text) of everything that can be read on a screen."""
    for widget in (screen, *screen.findChildren(QWidget)):
        where = f"{type(widget).__name__} {widget.accessibleName()[:40]!r}"
        yield f"{where} tip", widget.toolTip()
        yield f"{where} name", widget.accessibleName()
        yield f"{where} description", widget.accessibleDescription()
        if isinstance(widget, QLabel | QAbstractButton):
            yield where, widget.text()
        elif isinstance(widget, QComboBox):
            for at in range(widget.count()):
                yield where, widget.itemText(at)
        elif isinstance(widget, QPlainTextEdit | QTextEdit):
            if widget.isReadOnly():
                yield where, widget.toPlainText()
        elif isinstance(widget, QAbstractItemView) and widget.model() is not None:
            model, root = widget.model(), QModelIndex()
            for row in range(min(model.rowCount(root), ROWS)):
                for column in range(model.columnCount(root)):
                    index = model.index(row, column, root)
                    for role in (
                        Qt.ItemDataRole.DisplayRole,
                        Qt.ItemDataRole.ToolTipRole,
                        Qt.ItemDataRole.AccessibleTextRole,
                    ):
                        text = model.data(index, role)
                        if isinstance(text, str):
                            yield f"{where} cell {row},{column}", text


def is_drawn_as_markup(label: QLabel) -> bool:
    """Whether Qt would read tags in a label's text."""
    label.ensurePolished()
    return label.textFormat() != Qt.TextFormat.PlainText and "<" in label.text()


@pytest.fixture
def sujo(vivo: Vivo) -> Vivo:
    """The living office with soiled texts."""
    vivo.app.fechar()
    soil(vivo)
    vivo.reabrir()
    vivo.ocioso()
    return vivo


def test_nothing_that_others_wrote_acts_on_any_screen(sujo: Vivo, mesa: Mesa) -> None:
    faults: set[str] = set()
    seen: set[str] = set()
    for spec in mesa.desktop.specs:
        screen = mesa.open(spec.key)
        for view in spec.pictures:
            view.prepare(screen)
            mesa.settle()
            for where, text in shown(screen):
                if MARKUP in text:
                    seen.add(spec.key)
                if inerte(text) != text:
                    faults.add(f"{view.name}: {where}: {text!r:.120}")
            faults |= {
                f"{view.name}: markup in {label.text()!r:.120}"
                for label in screen.findChildren(QLabel)
                if is_drawn_as_markup(label)
            }
    assert sorted(faults) == []
    # Not an empty walk: the soiled texts stand there, as the letters that they are.
    assert seen >= {"atendimento", "backlog", "demandas", "revisao"}, seen
