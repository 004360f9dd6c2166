"""The first run in its window: what is missing is said, leaving leaves nothing, the end is an office."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from app.services.falhas import describe
from app.services.mensagens import Mensagens
from app.services.primeira_vez import MaisUma, Montado, Pedido, UnidadeOferecida
from app.services.progresso import Progress
from app.settings.recursos import Recursos
from core.kernel.errors import UserFacingError
from tests.widgets.accessibility import unnamed
from tests.widgets.keyboard_walk import faults
from widgets.entrada.first_run import FirstRunWindow
from widgets.entrada.first_run_form import FirstRunForm
from widgets.runtime.theme.icons import Icons
from widgets.runtime.theme.theme import Theme

UNITS = (
    UnidadeOferecida("u-1", "Serra", 4, "município"),
    UnidadeOferecida("u-2", "Beira", 2, "bairro"),
)


class Preparer:
    """Remembers what it was asked."""

    def __init__(self) -> None:
        self.asked: list[Pedido] = []
        self.finished: list[tuple[tuple[str, ...], str]] = []
        self.given_up = 0
        self.refusal: Exception | None = None

    @property
    def pasta_de_copias(self) -> Path:
        return Path("/dados-copias")

    def montar(self, pedido: Pedido, progress: Progress, /) -> Montado:
        progress(1, 2)
        self.asked.append(pedido)
        if self.refusal is not None:
            raise self.refusal
        return Montado(UNITS, Path("/ajustes/chave-raiz.cofre"))

    def concluir(self, unidades: Sequence[str], *, chave_em: str) -> None:
        self.finished.append((tuple(unidades), chave_em))

    def desistir(self) -> None:
        self.given_up += 1


@pytest.fixture
def preparer() -> Preparer:
    return Preparer()


@pytest.fixture
def window(qapp: QApplication, qtbot: QtBot, preparer: Preparer) -> Iterator[FirstRunWindow]:
    owner = QObject(qapp)
    resources = Recursos()
    theme = Theme(qapp, owner, resources.path("icones"))
    theme.set_mode("claro")
    say = partial(describe, mensagens=Mensagens(resources.messages_toml()))
    icons = Icons(resources.icon_svg, theme, owner)
    made = FirstRunWindow("/dados", preparer, say, theme, icons)
    made.show()
    yield made
    made.close()
    made.deleteLater()
    owner.deleteLater()
    qapp.setStyleSheet("")


def _name_account(form: FirstRunForm) -> None:
    form.account.setText("Ana")
    form.password.setText("uma senha")


def fill(window: FirstRunWindow) -> None:
    form = window.form
    form.name.setText("Regional")
    form.without.setChecked(True)
    form.account.setText("Ana")
    form.password.setText("uma senha")
    form.password_again.setText("uma senha")


def settle(window: FirstRunWindow, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: window.runner.is_idle, timeout=5_000)


def test_what_is_missing_is_said_one_after_the_other(
    window: FirstRunWindow, preparer: Preparer
) -> None:
    form = window.form
    said: list[str] = []
    fixes: tuple[Callable[[], object], ...] = (
        lambda: form.name.setText("Regional"),
        lambda: form.own.setChecked(True),
        lambda: form.set_files(["/mapas/bairros.geojson"]),
        lambda: form.keys.setText("chaves"),
        lambda: form.keys_again.setText("chaves"),
        partial(_name_account, form),
    )
    for fix in fixes:
        window.act.click()
        said.append(window.error.text().partition(",")[0].partition(".")[0])
        fix()
    window.act.click()
    said.append(window.error.text())
    assert said == [
        "Escreva o nome do escritório",
        "Escolha a senha das chaves",
        "Escolha os arquivos do território",
        "Escolha a senha das chaves",
        "As duas senhas das chaves são diferentes",
        "Escreva o nome da primeira conta",
        "As duas senhas da conta são diferentes. Digite-as de novo.",
    ]
    assert preparer.asked == []
    assert unnamed(window) == []


def test_from_the_first_page_to_an_office(
    window: FirstRunWindow, preparer: Preparer, qtbot: QtBot
) -> None:
    fill(window)
    assert window.form.copies_at.text() == "/dados-copias"
    assert window.form.asked().pasta_de_copias is None
    window.form.set_copies("/pendrive/copias")
    window.form.further.add()
    window.act.click()
    assert "outra conta" in window.error.text()
    window.form.further.cards[0].name.setText("Bia")
    window.form.further.cards[0].password.setText("outra senha")
    window.form.further.cards[0].password_again.setText("outra senha")
    preparer.refusal = UserFacingError("conta.senha_curta", minimo=8)
    window.act.click()
    settle(window, qtbot)
    assert "pelo menos 8" in window.error.text()
    preparer.refusal = None
    window.act.click()
    settle(window, qtbot)
    assert window.pages.currentWidget() is window.units
    assert preparer.asked[-1].territorio == ()
    assert preparer.asked[-1].mais_contas == (MaisUma("Bia", "outra senha", ("atendente",)),)
    assert preparer.asked[-1].pasta_de_copias == Path("/pendrive/copias")
    window.units.filter.setText("serra")
    assert window.units.list.model().rowCount() == 1
    window.units.list.model().setData(window.units.list.model().index(0, 0), 2, 10)
    window.units.kept.setText("pendrive no cofre")
    assert "chave-raiz.cofre" in window.units.root_key.text()
    assert unnamed(window) == []
    with qtbot.waitSignal(window.done) as done:
        window.act.click()
    assert done.args == [True]
    assert preparer.finished == [(("u-1",), "pendrive no cofre")]
    assert preparer.given_up == 0


def test_leaving_takes_everything_away(
    window: FirstRunWindow, preparer: Preparer, qtbot: QtBot
) -> None:
    fill(window)
    window.act.click()
    settle(window, qtbot)
    with qtbot.waitSignal(window.done) as done:
        window.leave.click()
    assert done.args == [False]
    assert preparer.given_up == 1


def test_tab_walks_both_pages_and_back(window: FirstRunWindow, qtbot: QtBot) -> None:
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    looked_at: set[QWidget] = set()
    assert faults(window, looked_at) == ""
    window.form.own.setChecked(True)
    window.form.without.setChecked(True)
    window.form.further.more.click()
    assert faults(window, looked_at) == "", "with files, without keys, with a second account"
    fill(window)
    window.form.further.cards[0].remove.click()
    window.form.set_files(["/mapas/bairros.geojson"])
    window.act.click()
    settle(window, qtbot)
    assert window.pages.currentWidget() is window.units
    assert faults(window, looked_at) == "", "the units"


def test_a_refusal_stands_where_tab_goes_by(
    window: FirstRunWindow, preparer: Preparer, qtbot: QtBot
) -> None:
    window.resize(640, 480)
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    window.act.click()
    assert window.error.isVisible()
    assert window.focusWidget() is window.form.name
    assert faults(window, set()) == ""
