"""The operator erases a resident and the holder of a closed account, over a real office."""

from __future__ import annotations

from app.services.permissoes import Ato
from core.colonies.c1_cidadaos.rules import Cadastro
from tests.support.com_contas import SENHA
from tests.support.moderados import BALCAO
from tests.widgets.contas.test_screen import Operator, operator
from widgets.contas.erase_dialog import WORD, EraseDialog

__all__ = ["operator"]
NAME = "Deolinda Inventadíssima"


def confirmed(operator: Operator, dialog: EraseDialog) -> None:
    """Bia, who may check such an act, says so."""
    actor = operator.vivo.servicos.sessao.ator(Ato.CONTAS)
    operator.vivo.servicos.contas.definir_papeis("Bia", ["moderador"], actor)
    dialog.reason.setText("a pedido")
    dialog.account.setText("Bia")
    dialog.password.setText(SENHA)
    dialog.word.setText(WORD)
    dialog.act.click()
    operator.settle()


def test_a_resident_is_sought_and_erased(operator: Operator) -> None:
    people = operator.vivo.servicos.cidadaos
    people.registrar(Cadastro(nome=NAME), BALCAO)
    operator.screen.erase_resident.click()
    dialog = operator.dialog()
    assert isinstance(dialog, EraseDialog)
    dialog.name.setText("Deolinda")
    dialog.seek.click()
    operator.settle()
    assert dialog.found.currentText().startswith(NAME)
    confirmed(operator, dialog)
    assert not [one for one in operator.screen.findChildren(EraseDialog) if one.isVisible()]
    assert people.procurar(NAME) == []


def test_only_the_holder_of_a_closed_account_is_erased(operator: Operator) -> None:
    screen, accounts = operator.screen, operator.vivo.servicos.contas
    operator.select("Caio")
    assert not screen.erase.isVisible()
    accounts.desativar("Caio", operator.vivo.servicos.sessao.ator(Ato.CONTAS))
    screen.refresh()
    operator.settle()
    operator.select("Caio")
    screen.erase.click()
    dialog = operator.dialog()
    assert isinstance(dialog, EraseDialog)
    confirmed(operator, dialog)
    assert not [one for one in operator.screen.findChildren(EraseDialog) if one.isVisible()]
    assert "Caio" not in [one.nome for one in accounts.listar()]
