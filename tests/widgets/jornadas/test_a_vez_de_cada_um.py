"""Two windows over one office, locked windows, another account: no edit is lost, nobody is kept out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QApplication
from shiboken6 import isValid

from app.bootstrap.janela import servicos_da_janela
from app.desktop.janela import Desktop
from app.services.atendimento_ficha import Ficha
from app.services.demanda_lista import Escolha
from app.services.permissoes import Ato
from app.services.sessao import Conta
from core.kernel.errors import UserFacingError
from tests.widgets.conftest import Mesa
from widgets.atendimento.attend_page import AttendPage
from widgets.atendimento.screen import AtendimentoScreen
from widgets.demandas.correction_form import CorrectionForm
from widgets.demandas.screen import DemandasScreen
from widgets.revisao.screen import RevisaoScreen

FICHA = Ficha(
    texto="O poste da Rua Boa Vista está com a lâmpada apagada há uma semana",
    precisao="ponto",
    local="-20,5643; -36,7501",
    lat=-20.5643,
    lng=-36.7501,
    canal="balcao",
    publicacao_texto=True,
)
OUTRA = Conta("44444444-0000-4000-8000-000000000077", "Outra", frozenset())


@pytest.fixture
def second(mesa: Mesa, qapp: QApplication, tmp_path: Path) -> Iterator[Desktop]:
    """Another window over the same office, as on another workstation."""
    desktop = Desktop(qapp, servicos_da_janela(mesa.vivo.app), tmp_path / "vista-segunda.ini")
    desktop.show()
    mesa.until(lambda: desktop.runner.is_idle)
    yield desktop
    desktop.close()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


def attend(desktop: Desktop, mesa: Mesa) -> AttendPage:
    desktop.context.go("atendimento")
    mesa.until(lambda: desktop.runner.is_idle)
    screen = desktop.window.screen_of("atendimento")
    assert isinstance(screen, AtendimentoScreen)
    return screen.attend


def typed(page: AttendPage, mesa: Mesa, ficha: Ficha) -> None:
    page.form.show_ficha(ficha)
    page.keeper.touch()
    page.keeper.flush()
    mesa.until(lambda: not page.keeper.is_pending)


def test_one_draft_in_two_windows_makes_no_edit_go(mesa: Mesa, second: Desktop) -> None:
    first, other = attend(mesa.desktop, mesa), attend(second, mesa)
    typed(first, mesa, FICHA)
    draft = first.keeper.draft
    assert draft is not None
    services = second._services.atendimento
    with pytest.raises(UserFacingError) as refusal:
        services.retomar(draft.rascunho_id)
    assert refusal.value.code == "captura.rascunho_em_uso"
    other.show_draft(services.retomar(draft.rascunho_id, toma=True))
    longer = replace(FICHA, texto=f"{FICHA.texto}, e um fio caiu")
    typed(other, mesa, longer)
    # The first one registers without another letter typed: told, kept, not registered.
    before = sum(mesa.vivo.servicos.demandas.contar().values())
    first.register()
    mesa.until(lambda: any("Outra janela" in one for one in mesa.notices))
    mesa.until(lambda: first.keeper.draft is not None and not first.keeper.is_pending)
    assert first.keeper.draft is not None
    assert first.keeper.draft.rascunho_id != draft.rascunho_id
    assert first.form.ficha == FICHA
    assert sum(mesa.vivo.servicos.demandas.contar().values()) == before
    other.register()
    mesa.until(lambda: sum(mesa.vivo.servicos.demandas.contar().values()) == before + 1)
    mesa.settle()
    mesa.until(lambda: second.runner.is_idle)


def correcting(desktop: Desktop, mesa: Mesa, demand: str) -> CorrectionForm:
    desktop.context.go("demandas")
    mesa.until(lambda: desktop.runner.is_idle)
    screen = desktop.window.screen_of("demandas")
    assert isinstance(screen, DemandasScreen)
    actor = desktop.context.session.ator(Ato.CORRIGIR)
    return screen.acts.open_form(desktop._services.demanda_atos.formulario(demand, actor))


def test_one_correction_in_two_windows_keeps_both_peoples_words(
    mesa: Mesa, second: Desktop
) -> None:
    service = mesa.vivo.servicos.demanda_lista
    rows = service.linhas(service.ordem(Escolha(situacoes=("aguardando_vaga",))))
    one = next(row.demanda_id for row in rows if not row.titulo.startswith("("))
    first, other = correcting(mesa.desktop, mesa, one), correcting(second, mesa, one)
    first.text.setPlainText("O buraco cresceu e já tem dois metros")
    first.reason.setText("o morador ligou")
    other.text.setPlainText("O buraco foi tapado pela metade")
    other.reason.setText("outra pessoa ligou")
    first.submit()
    mesa.until(lambda: not isValid(first))  # closed, and gone
    mesa.settle()
    other.submit()
    mesa.until(lambda: not other.refusal.isHidden())
    assert "corrigida" in other.refusal.text()
    assert other.isVisible()
    assert other.text.toPlainText() == "O buraco foi tapado pela metade"
    read = mesa.vivo.servicos.demandas.abrir(one).recebida
    assert read.texto_bruto == "O buraco cresceu e já tem dois metros"
    other.done(0)
    mesa.until(lambda: second.runner.is_idle)


def test_behind_a_locked_window_a_draft_can_be_taken_up_by_the_next(
    mesa: Mesa, second: Desktop
) -> None:
    page = attend(mesa.desktop, mesa)
    typed(page, mesa, FICHA)
    draft = page.keeper.draft
    assert draft is not None
    services = second._services.atendimento

    def later() -> None:
        mesa.vivo.clock.advance(90_000)
        page.keeper._on_renew()
        mesa.settle()

    later()
    later()
    # While somebody sits there, the draft stays with that window …
    with pytest.raises(UserFacingError):
        services.retomar(draft.rascunho_id)
    mesa.desktop.gate.lock()
    later()
    later()
    # … and behind a locked one only for as long as it was promised.
    taken = services.retomar(draft.rascunho_id)
    services.salvar(taken, replace(FICHA, referencia="ao lado da padaria"))
    account = mesa.desktop.context.session.conta
    assert account is not None
    mesa.desktop.gate._on_entered(account)
    page.keeper._on_renew()
    mesa.until(lambda: any("Outra janela" in one for one in mesa.notices))
    mesa.until(lambda: not page.keeper.is_pending)
    assert page.form.ficha == FICHA
    assert page.keeper.draft is not None
    assert page.keeper.draft.rascunho_id != draft.rascunho_id


def test_a_review_item_is_given_back_by_a_locked_and_by_a_closed_window(mesa: Mesa) -> None:
    screen = mesa.open("revisao")
    assert isinstance(screen, RevisaoScreen)
    one = screen.current
    assert one is not None
    service = mesa.vivo.servicos.fila_revisao
    mine = mesa.vivo.servicos.sessao.conta
    assert mine is not None

    def reserve() -> str:
        return service.reservar(one.demanda_id, OUTRA.conta_id, OUTRA.nome).conta_id

    assert reserve() == mine.conta_id
    mesa.desktop.gate.lock()
    mesa.settle()
    assert reserve() == OUTRA.conta_id
    mesa.desktop.gate._on_entered(mine)
    mesa.settle()
    # Back again, the first one reads who has it, and until when.
    assert screen.item.lease.text().startswith("Com Outra até ")
    service.soltar(one.demanda_id, OUTRA.conta_id)
    mesa.open("demandas")
    mesa.open("revisao")
    assert reserve() == mine.conta_id
    mesa.desktop.close()
    assert reserve() == OUTRA.conta_id
