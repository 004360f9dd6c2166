from __future__ import annotations

from tests.widgets.demandas.conftest import Tela
from tests.widgets.finding import only
from widgets.demandas.withdraw_dialog import WithdrawDialog


def test_the_protocol_that_goes_on_is_asked_only_of_a_repetition(tela: Tela) -> None:
    demanda, other = tela.of(), tela.of("em_progresso")
    name = tela.mesa.vivo.servicos.demanda_detalhe.abrir(other).nome
    tela.show(demanda)
    tela.screen.acts.withdraw.trigger()
    dialog = only(tela.screen, WithdrawDialog)
    assert not dialog.other.isEnabled()
    dialog.reasons["repetida"].setChecked(True)
    assert dialog.other.isEnabled()
    dialog.other.setText("ABCD-000000-00")
    dialog.submit()
    tela.mesa.settle()
    assert dialog.isVisible()
    assert dialog.refusal.text()
    dialog.other.setText(name.lower())
    dialog.submit()
    tela.mesa.settle()
    tela.mesa.until(lambda: f"repete outra demanda: {name}" in tela.texts())
    assert any("retirada" in one for one in tela.mesa.notices)
