"""The auditor's desk: find a draw, read its five cards, step the shuffle, take the proof away."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtPdf import QPdfDocument
from PySide6.QtTest import QAbstractItemModelTester, QTest
from PySide6.QtWidgets import QWidget

from app.services.auditoria_pacote import AuditoriaDePacotes
from app.services.contas import LinhaDePapeis
from app.services.exportacao import Perfil
from app.services.mensagens import Mensagens
from app.services.permissoes import Papel
from app.services.registro_sorteios import LinhaDoRegistro
from app.services.sessao import Conta
from app.settings.recursos import Recursos
from core.contracts.catalogo import MODELS
from core.kernel.registry import Registry
from tests.support.office import conselheiro, demanda
from tests.widgets.accessibility import unnamed, unreachable
from tests.widgets.conftest import Ui
from tests.widgets.sorteio.conftest import Services, Tell
from widgets.sorteio.screen import SorteioScreen

ROLE = LinhaDePapeis(
    "c1", "Ana", "criacao", ("auditor",), True, None, None, "Rita",
    "2026-11-01T12:00:00.000Z", None, "ab" * 32,
)  # fmt: skip


def opened(ui: Ui, host: QWidget, services: Services) -> SorteioScreen:
    bundles = AuditoriaDePacotes(Mensagens(Recursos().messages_toml()), lambda: 0, Registry(MODELS))
    screen = SorteioScreen(*services, lambda: (ROLE,), bundles, "Teste", ui.context, host)
    screen.resize(1_200, 760)
    host.show()
    screen.activate()
    ui.until(lambda: screen.story.story is not None)
    ui.settle()
    return screen


@pytest.fixture
def screen(ui: Ui, host: QWidget, tell: Tell) -> SorteioScreen:
    return opened(ui, host, tell())


def test_the_newest_draw_is_told_in_five_green_cards(ui: Ui, screen: SorteioScreen) -> None:
    assert screen.list.count.text() == "3 linhas"
    cards = [card for card in screen.story.cards.values() if not card.isHidden()]
    assert [card.verdict.text() for card in cards] == ["✓ Confere"] * 5
    assert screen.story.verdict.text() == "✓ Confere com o registro"
    assert screen.story.left_out.model.rowCount() == 2
    for tab in range(screen.tabs.count()):
        screen.tabs.setCurrentIndex(tab)
        assert (unnamed(screen), unreachable(screen)) == ([], [])
    assert screen.roles.model.rowCount() == 1
    QAbstractItemModelTester(
        screen.model, QAbstractItemModelTester.FailureReportingMode.Fatal, screen
    )
    QAbstractItemModelTester(
        screen.story.stepper.model, QAbstractItemModelTester.FailureReportingMode.Fatal, screen
    )


def test_a_tampered_draw_gives_a_red_card_that_names_the_input(
    ui: Ui, host: QWidget, tell: Tell
) -> None:
    screen = opened(ui, host, tell(seed_base_event_id=demanda(77)))
    assert screen.story.verdict.text() == "✗ Não confere com o registro"
    wrong = screen.story.cards["base"]
    assert wrong.verdict.text() == "✗ Não confere"
    assert wrong.verdict.property("kind") == "danger"
    assert demanda(77) in wrong.differs.text()
    assert demanda(77) in wrong.values()
    assert screen.story.cards["lista"].verdict.text() == "✓ Confere"
    screen.tabs.setCurrentIndex(2)
    screen.bulk.button.click()
    ui.settle()
    assert screen.bulk.verdict.text() == "✗ 1 não confere"
    assert screen.bulk.list.model.rowCount() == 1
    screen.bulk.list.table.opened.emit(0)
    assert screen.tabs.currentIndex() == 0


def test_the_shuffle_is_stepped_with_the_arrow_keys(ui: Ui, screen: SorteioScreen) -> None:
    screen.list.table.selectRow(2)
    ui.until(lambda: screen.story.stepper.total == 2)
    stepper = screen.story.stepper
    first = [row.quem for row in stepper.model.rows]
    assert first == sorted(first)
    stepper.table.setFocus()
    QTest.keyClick(stepper.table, Qt.Key.Key_Right)
    assert stepper.words.text().startswith("Passo 1 de 2: SHA-256 de semente:0 começa por ")
    QTest.keyClick(stepper.table, Qt.Key.Key_Right)
    QTest.keyClick(stepper.table, Qt.Key.Key_Right)
    assert stepper.step == 2
    story = screen.story.story
    assert story is not None
    assert stepper.model.rows[0].quem == story.conselheiro_id
    assert stepper.model.rows[0].marca == "★ sorteado"
    QTest.keyClick(stepper.table, Qt.Key.Key_Left)
    assert stepper.step == 1


def test_a_refusal_shows_the_draw_that_it_refused(ui: Ui, screen: SorteioScreen) -> None:
    newest = screen.story.story
    screen.list.table.selectRow(1)
    ui.until(lambda: screen.story.story is not None and screen.story.story != newest)
    assert screen.story.story is not None
    shown = screen.story.story.carimbo
    screen.list.table.selectRow(2)
    ui.settle()
    row = screen.list.current
    assert isinstance(row, LinhaDoRegistro)
    assert row.carimbo == shown


def test_filters_find_and_refuse_in_words(ui: Ui, screen: SorteioScreen) -> None:
    screen.filters.councillor.setText(conselheiro(4)[:8])
    screen.filters.councillor.returnPressed.emit()
    ui.settle()
    assert screen.list.state.state == "erro"
    screen.open_target(demanda(1))
    ui.settle()
    ui.until(lambda: screen.list.count.text() == "3 linhas")
    screen.filters.kind.setCurrentIndex(3)
    ui.until(lambda: screen.list.count.text() == "1 linha")
    screen.filters.clear.click()
    ui.until(lambda: screen.list.count.text() == "3 linhas")


@pytest.mark.skipif(shutil.which("openssl") is None, reason="openssl is not on this machine")
def test_recipe_and_proof_are_taken_away(ui: Ui, screen: SorteioScreen, tmp_path: Path) -> None:
    screen.save_recipe(tmp_path)
    ui.settle()
    assert "7 arquivos guardados" in ui.notices[-1][1]
    (folder,) = tmp_path.glob("sorteio-*")
    done = subprocess.run(
        ["sh", "refazer.sh"], cwd=folder, capture_output=True, text=True, timeout=60, check=True
    )
    story = screen.story.story
    assert story is not None
    assert f"sorteado {story.conselheiro_id}" in done.stdout
    screen.save_proof(tmp_path / "prova.pdf")
    document = QPdfDocument(screen)
    document.load(str(tmp_path / "prova.pdf"))
    assert document.pageCount() == 1
    document.close()
    screen.export_rankings(tmp_path / "rankings.csv", Perfil.RFC_4180)
    ui.settle()
    assert (tmp_path / "rankings.csv").exists()
    screen.story.recipe.copy.click()
    assert QGuiApplication.clipboard().text().startswith("#!/bin/sh")


def test_ways_lead_to_the_demand(ui: Ui, screen: SorteioScreen) -> None:
    screen.story.demand.click()
    assert ui.gone == [("demandas", demanda(1))]
    screen.save_view()


def test_names_of_accounts_are_for_auditors_and_operators(
    ui: Ui, host: QWidget, tell: Tell
) -> None:
    ui.context.session.entrar(Conta("x", "Beto", frozenset({Papel.ATENDENTE})))
    screen = opened(ui, host, tell())
    assert "Papéis" not in [screen.tabs.tabText(at) for at in range(screen.tabs.count())]
    assert screen.roles.model.rowCount() == 0
