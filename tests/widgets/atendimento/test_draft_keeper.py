"""What is typed is on the disk; two windows never write over each other."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QObject

from app.services.atendimento_ficha import Ficha
from tests.support.vivo import Vivo
from tests.widgets.atendimento.conftest import POSTE
from tests.widgets.conftest import Ui
from widgets.atendimento.draft_keeper import DraftKeeper


class Typed(QObject):
    """A form without widgets."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.ficha = Ficha()


def keeper(ui: Ui, vivo: Vivo) -> tuple[DraftKeeper, Typed]:
    form = Typed(ui.context.runner)
    return DraftKeeper(vivo.servicos.atendimento, ui.context, lambda: form.ficha, form), form


def test_a_draft_begins_with_the_first_letter_and_is_saved(ui: Ui, vivo: Vivo) -> None:
    kept, form = keeper(ui, vivo)
    kept.touch()
    kept.flush()
    ui.settle()
    assert (kept.draft, vivo.servicos.atendimento.rascunhos()) == (None, [])
    form.ficha = POSTE
    with ui.qtbot.waitSignal(kept.kept):
        kept.touch()
    (draft,) = vivo.servicos.atendimento.rascunhos()
    assert draft.ficha == POSTE
    form.ficha = replace(POSTE, texto="Outra coisa")
    called: list[int] = []
    kept.touch()
    kept.when_kept(lambda: called.append(1))
    ui.until(lambda: called == [1])
    assert [one.ficha.texto for one in vivo.servicos.atendimento.rascunhos()] == ["Outra coisa"]
    kept.release()
    ui.settle()
    assert vivo.servicos.atendimento.em_curso() is None


def test_a_window_that_lost_its_draft_goes_on_with_its_own(ui: Ui, vivo: Vivo) -> None:
    kept, form = keeper(ui, vivo)
    form.ficha = POSTE
    with ui.qtbot.waitSignal(kept.kept):
        kept.touch()
    assert kept.draft is not None
    lost = kept.draft.rascunho_id
    # Another window takes it: another counter over the same office.
    from app.bootstrap.atendimento import servico_atendimento  # only here

    servico_atendimento(vivo.app).retomar(lost, toma=True)
    form.ficha = replace(POSTE, texto="da primeira janela")
    with ui.qtbot.waitSignals([kept.moved, kept.stuck]):
        kept.touch()
    ui.until(lambda: kept.draft is not None and not kept.is_pending)
    assert kept.draft is not None
    assert kept.draft.rascunho_id != lost
    texts = {one.ficha.texto for one in vivo.servicos.atendimento.rascunhos()}
    assert texts == {POSTE.texto, "da primeira janela"}
    assert ui.faults == []


def test_renewing_a_lost_lease_tells_it_too(ui: Ui, vivo: Vivo) -> None:
    kept, form = keeper(ui, vivo)
    form.ficha = POSTE
    with ui.qtbot.waitSignal(kept.kept):
        kept.touch()
    assert kept.draft is not None
    vivo.servicos.atendimento.descartar(kept.draft.rascunho_id)
    with ui.qtbot.waitSignal(kept.moved):
        kept._on_renew()
    ui.until(lambda: not kept.is_pending)
