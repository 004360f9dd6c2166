"""Cards of further accounts: added, told, missed and taken away."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QWidget

from app.services.permissoes import Papel
from app.services.primeira_vez import MaisUma
from tests.widgets.accessibility import unnamed
from tests.widgets.conftest import Ui
from widgets.entrada.further_accounts import FurtherAccounts


def test_a_card_says_what_it_lacks_and_then_what_was_written(ui: Ui, host: QWidget) -> None:
    more = FurtherAccounts(ui.context.theme, ui.context.icons, host)
    assert (more.asked(), more.problem()) == ((), None)
    more.more.click()
    (card,) = more.cards
    said: list[str] = []
    card.roles[Papel.ATENDENTE].setChecked(False)
    fixes: tuple[Callable[[], object], ...] = (
        lambda: card.name.setText("Bia"),
        lambda: card.password.setText("outra senha"),
        lambda: card.password_again.setText("outra senha"),
        lambda: card.roles[Papel.ATENDENTE].setChecked(True),
    )
    for fix in fixes:
        found = more.problem()
        assert found is not None
        said.append(found[0].split()[0])
        fix()
    assert said == ["Escreva", "Escolha", "As", "Marque"]
    assert more.problem() is None
    assert more.asked() == (MaisUma("Bia", "outra senha", ("atendente",)),)
    assert unnamed(more) == []


def test_a_card_that_is_taken_away_counts_no_more(ui: Ui, host: QWidget) -> None:
    more = FurtherAccounts(ui.context.theme, ui.context.icons, host)
    more.add()
    more.add()
    first, second = more.cards
    assert first.remove.accessibleName() != second.remove.accessibleName()
    second.name.setText("Caio")
    first.remove.click()
    assert [one.nome for one in more.asked()] == ["Caio"]
