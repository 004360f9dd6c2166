"""Parâmetros as an operator uses it: see, try, put in force, and the warning while it settles."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QWidget

from app.bootstrap.captura import EscritaDoMotor
from app.services.leitura import BancoLeitor
from app.services.parametros import ParametrosService
from app.services.permissoes import Papel
from app.services.sessao import Conta
from core.colonies.d4_ranking.colony import RANKING
from core.colonies.geo_territorio.colony import TERRITORIO
from core.kernel.errors import UserFacingError
from tests.core.colonies.d4_ranking.conftest import SOURCE, Desk, categorizada
from tests.support.office import Office
from tests.support.territorio import BAIRRO, SMALL, MemoryStore, import_into
from tests.widgets.accessibility import unnamed, unreachable
from tests.widgets.conftest import Ui
from widgets.parametros.screen import ParametrosScreen

NACIONAIS = {"1": 30, "2": 80, "3": 60, "4": 40, "5": 20}


@pytest.fixture
def desk(sqlite_office: Office) -> Desk:
    store = MemoryStore()
    sqlite_office.colonies = (SOURCE, TERRITORIO, RANKING)
    sqlite_office.attachments = store
    sqlite_office.engine(inline=False)
    desk = Desk(sqlite_office)
    import_into(desk.engine.executar, store, SMALL)
    desk.publicar(
        categorizada(1, score=90, unidade_civica_id=BAIRRO),
        categorizada(2, nivel=3, score=70, unidade_civica_id=BAIRRO),
    )
    desk.engine.aguardar_ocioso()
    return desk


@pytest.fixture
def screen(ui: Ui, host: QWidget, desk: Desk) -> ParametrosScreen:
    leitor = BancoLeitor(desk.office.database, keep=0)
    service = ParametrosService(leitor, EscritaDoMotor(desk.engine))
    made = ParametrosScreen(service, ui.context, host)
    made.resize(1_200, 760)
    host.show()
    made.activate()
    ui.settle()
    return made


@pytest.fixture
def path(tmp_path: Path) -> Path:
    found = tmp_path / "pesos.json"
    told = {"versao": "2026-2", "pesos_nacionais": NACIONAIS, "capacidades": {BAIRRO: 4}}
    found.write_text(json.dumps(told), encoding="utf-8")
    return found


def test_what_is_in_force_and_its_effect(screen: ParametrosScreen) -> None:
    assert screen.subtitle.text() == "Em vigor: mvp-v1, os que vêm com o programa"
    first = screen.levels.model.rows[0]  # type: ignore[attr-defined] # all rows are here
    assert (first.nivel, first.peso, first.demandas, first.maior) == (1, 100.0, 1, 9000.0)
    assert screen.mixed.isHidden()
    assert (unnamed(screen), unreachable(screen)) == ([], [])
    for model in (screen.levels.model, screen.versions.model, screen.trial.moves.model):
        QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal, screen)


def test_a_dry_run_then_in_force(ui: Ui, screen: ParametrosScreen, desk: Desk, path: Path) -> None:
    before = len(desk.office.events())
    screen.try_file(path)
    ui.settle()
    assert "2 mudariam" not in screen.trial.words.text()
    assert "1 mudaria de pontos e 2 de lugar" in screen.trial.words.text()
    assert "nível 1: 100 → 30" in screen.trial.words.text()
    assert screen.trial.moves.model.rowCount() == 2
    assert screen.trial.units.model.rowCount() == 1
    assert len(desk.office.events()) == before
    assert (unnamed(screen), unreachable(screen)) == ([], [])
    screen.trial.apply.click()
    ui.settle()
    desk.engine.aguardar_ocioso()
    assert "Em vigor: 2026-2" in ui.notices[-1][1]
    assert screen.trial.isHidden()
    screen.refresh()
    ui.settle()
    assert screen.subtitle.text().startswith("Em vigor: 2026-2, desde ")
    assert screen.versions.model.rowCount() == 1
    assert screen.units.model.rowCount() == 1
    screen.save_view()


def test_a_set_that_was_overtaken_is_refused(
    ui: Ui, screen: ParametrosScreen, desk: Desk, path: Path
) -> None:
    screen.try_file(path)
    ui.settle()
    screen.apply()
    ui.settle()
    screen.apply()
    ui.settle()
    (fault,) = ui.faults
    assert isinstance(fault, UserFacingError)
    assert fault.code == "parametros.mudaram"


def test_a_faulty_file_is_told_and_nothing_shown(
    ui: Ui, screen: ParametrosScreen, tmp_path: Path
) -> None:
    wrong = tmp_path / "errado.toml"
    wrong.write_text("versao = ", encoding="utf-8")
    screen.try_file(wrong)
    ui.settle()
    assert len(ui.faults) == 1
    assert screen.trial.isHidden()
    screen.trial.leave.click()


def test_mixed_versions_are_a_warning(
    ui: Ui, screen: ParametrosScreen, desk: Desk, path: Path
) -> None:
    screen.try_file(path)
    ui.settle()
    screen.apply()
    ui.settle()
    desk.engine.aguardar_ocioso()
    writer = desk.office.database.open_writer(checkpoints=False)
    writer.begin()
    writer.cursor.execute("UPDATE d4_rankings SET peso_nacional = 100 WHERE nivel_precedencia = 1")
    writer.commit()
    writer.close()
    screen.refresh()
    ui.settle()
    assert "Versões misturadas: 1 de 2 demandas ainda têm" in screen.mixed.text()
    assert not screen.mixed.isHidden()


def test_who_may_not_load_sees_no_button(ui: Ui, host: QWidget, desk: Desk) -> None:
    ui.context.session.entrar(Conta("x", "Beto", frozenset({Papel.ATENDENTE})))
    leitor = BancoLeitor(desk.office.database, keep=0)
    screen = ParametrosScreen(
        ParametrosService(leitor, EscritaDoMotor(desk.engine)), ui.context, host
    )
    assert screen.try_button.isHidden()
