"""The main job in one window: registered, categorised, ranked, drawn, reported, concluded, audited."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtTest import QTest

from app.bootstrap.demonstracao.dado import Dado
from app.bootstrap.demonstracao.elenco import TERRITORIO, Bairros
from app.bootstrap.demonstracao.enredo import BAIRRO, FONTE
from core.base.territorio.unidade import unidade_id
from tests.widgets.conftest import Mesa
from tests.widgets.finding import only
from widgets.atendimento.screen import AtendimentoScreen
from widgets.demandas.screen import DemandasScreen
from widgets.gabinete.screen import GabineteScreen
from widgets.runtime.consequence_dialog import ConsequenceDialog
from widgets.sorteio.screen import SorteioScreen

CTRL = Qt.KeyboardModifier.ControlModifier


def _place_of_a_free_councillor(mesa: Mesa) -> tuple[str, str]:
    """A point as a clerk types it, and the name of its unit: somebody there is free to be drawn."""
    quarters = Bairros(mesa.vivo.app.recursos.read_bytes(TERRITORIO))
    units = {unidade_id(FONTE, BAIRRO, code, None, ""): code for code in quarters.codigos}
    free = next(
        one
        for one in mesa.vivo.servicos.conselheiros.listar().conselheiros
        if one.status == "disponivel" and one.unidade_civica_id in units
    )
    point = quarters.ponto(units[free.unidade_civica_id], Dado("jornada"))
    typed = f"{point.lat:.5f}; {point.lng:.5f}".replace(".", ",")
    return typed, str(free.unidade_nome)


def _register(mesa: Mesa, place: str, unit: str) -> str:
    """At the counter, taking the suggestion; the demand's id."""
    screen = mesa.open("atendimento")
    assert isinstance(screen, AtendimentoScreen)
    form, column = screen.attend.form, screen.attend.column
    QTest.keyClicks(form.text, "Vazamento de agua na rua, cano estourado faz tres dias")
    QTest.keyClicks(form.place.edit, place)
    form.place.edit.returnPressed.emit()
    mesa.until(lambda: column.unit.text().startswith(unit))
    mesa.until(lambda: "Abastecimento de água" in column.category.text())
    QTest.keyClick(form.text, Qt.Key.Key_Return, CTRL)
    mesa.until(lambda: screen.stack.currentWidget() is screen.receipt)
    mesa.settle()
    return mesa.vivo.servicos.demandas.abrir(screen.receipt.number.text()).recebida.demanda_id


def test_from_the_counter_to_the_auditor(mesa: Mesa) -> None:
    services = mesa.vivo.servicos
    demanda_id = _register(mesa, *_place_of_a_free_councillor(mesa))
    found = services.transparencia.demanda(demanda_id)
    assert found.situacao.codigo == "atribuida"
    drawn = services.designacoes.da_demanda(demanda_id)
    assert drawn is not None
    who = drawn.designacao.conselheiro_id

    desk = mesa.open("gabinete", who)
    assert isinstance(desk, GabineteScreen)
    mesa.until(lambda: desk.desk is not None and desk.desk.conselheiro.conselheiro_id == who)
    desk.report.form.text.setPlainText("Falei com a companhia de água; a equipe vem amanhã.")
    desk.report.form.choose(
        "contato_realizado", com_quem="Souza", canal="telefone", resultado="equipe marcada"
    )
    QTest.keyClick(desk.report.form.text, Qt.Key.Key_Return, CTRL)
    mesa.until(lambda: desk.report.form.is_empty)
    mesa.settle()
    assert services.transparencia.demanda(demanda_id).situacao.codigo == "em_progresso"
    mesa.until(lambda: desk.desk is not None and desk.desk.is_iniciada)
    desk.report.form.text.setPlainText("O cano foi trocado e a rua está seca.")
    desk.conclude.click()
    only(desk, ConsequenceDialog).act.click()
    mesa.until(lambda: any("Demanda concluída" in text for text in mesa.notices))
    mesa.settle()

    shown = mesa.open("demandas", demanda_id)
    assert isinstance(shown, DemandasScreen)
    assert services.transparencia.demanda(demanda_id).situacao.codigo == "concluida"

    audit = mesa.open("sorteio", demanda_id)
    assert isinstance(audit, SorteioScreen)
    mesa.until(lambda: audit.story.story is not None)
    assert audit.story.verdict.text() == "✓ Confere com o registro"
    checked = services.auditoria.verificar_sorteios(demanda_id)
    assert checked.is_right
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
