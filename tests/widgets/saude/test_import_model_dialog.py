"""Taking a model in from the window: chosen, copied, stopped, refused with the reason."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from threading import Event

import pytest
from PySide6.QtWidgets import QWidget

from app.services.modelos_ia import ModeloImportado, ModelosService
from app.services.progresso import Progress
from core.kernel.errors import UserFacingError
from tests.app.services.test_modelos_ia import MADE
from tests.widgets.accessibility import unnamed, unreachable
from tests.widgets.conftest import Ui
from widgets.saude.import_model_dialog import ImportModelDialog


class Importer:
    """Does what the test says, and remembers the licence it was given."""

    def __init__(self) -> None:
        self.work: Callable[[Progress], ModeloImportado] = lambda _progress: MADE
        self.licences: list[str | None] = []

    def importar(
        self, pasta: Path, nome: str | None, licenca: str | None, progress: Progress, /
    ) -> ModeloImportado:
        self.licences.append(licenca)
        return self.work(progress)


@pytest.fixture
def importer() -> Importer:
    return Importer()


@pytest.fixture
def dialog(ui: Ui, host: QWidget, importer: Importer) -> ImportModelDialog:
    host.show()
    made = ImportModelDialog(ModelosService(importer), ui.context, host)
    made.open()
    return made


def test_a_folder_is_needed_and_what_came_of_it_is_said(
    ui: Ui, dialog: ImportModelDialog, importer: Importer
) -> None:
    told: list[object] = []
    dialog.imported.connect(told.append)
    dialog.act.click()
    ui.settle()
    assert "Escolha a pasta" in dialog.error.text()
    dialog.set_folder(Path("/pendrive/vit"))
    assert dialog.error.isHidden()
    dialog.licence.setText("MIT")
    dialog.act.click()
    ui.settle()
    assert importer.licences == ["MIT"]
    assert told == [MADE]
    assert "Importado para imagem imprópria: vit@0123456789ab" in dialog.done_words.text()
    assert "Licença apache-2.0" in dialog.done_words.text()
    assert "falta instalar o extra" in dialog.done_words.text()
    assert dialog.act.isHidden()
    assert dialog.keep.text() == "Fechar"
    dialog.reject()


def test_a_refusal_stands_in_the_dialog_and_the_form_is_free_again(
    ui: Ui, dialog: ImportModelDialog, importer: Importer
) -> None:
    def refuse(_progress: Progress) -> ModeloImportado:
        raise UserFacingError("modelos.sem_licenca", pasta="vit")

    importer.work = refuse
    dialog.set_folder(Path("vit"))
    dialog.act.click()
    ui.settle()
    assert "não diz a licença" in dialog.error.text()
    assert dialog.licence.isEnabled()
    assert ui.faults == []
    dialog.reject()


def test_escape_stops_the_copy_and_says_so(
    ui: Ui, dialog: ImportModelDialog, importer: Importer
) -> None:
    begun, may_go_on = Event(), Event()

    def slow(progress: Progress) -> ModeloImportado:
        progress(1 << 20, 4 << 20)
        begun.set()
        may_go_on.wait(30)
        progress(2 << 20, 4 << 20)
        return MADE

    importer.work = slow
    dialog.set_folder(Path("vit"))
    dialog.act.click()
    assert begun.wait(30)
    assert not dialog.pick.isEnabled()
    dialog.reject()
    assert dialog.isVisible()
    may_go_on.set()
    ui.settle()
    assert dialog.error.text() == "Importação cancelada. Nada mudou."
    dialog.reject()


def test_everything_in_it_can_be_named_and_reached(dialog: ImportModelDialog) -> None:
    assert (unnamed(dialog), unreachable(dialog)) == ([], [])
    dialog.reject()
