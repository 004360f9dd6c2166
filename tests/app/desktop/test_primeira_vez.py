"""The first run's window ends with an answer."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from typing_extensions import override

from app.desktop import primeira_vez
from app.services.falhas import describe
from app.services.mensagens import Mensagens
from app.services.primeira_vez import Montado, Pedido
from app.services.progresso import Progress
from app.settings.recursos import Recursos
from widgets.entrada.first_run import FirstRunWindow


class Nobody:
    """Is given up."""

    given_up = 0

    @property
    def pasta_de_copias(self) -> Path:
        return Path("/dados-copias")

    def montar(self, pedido: Pedido, progress: Progress, /) -> Montado:
        return Montado((), Path("/chave"))

    def concluir(self, unidades: Sequence[str], *, chave_em: str) -> None:
        pass

    def desistir(self) -> None:
        self.given_up += 1


def test_closing_it_is_no(
    qtbot: QtBot, qapp: QApplication, monkeypatch: pytest.MonkeyPatch
) -> None:
    nobody, resources = Nobody(), Recursos()

    class Closing(FirstRunWindow):
        @override
        def show(self) -> None:
            super().show()
            QTimer.singleShot(0, self, self.close)

    monkeypatch.setattr(primeira_vez, "FirstRunWindow", Closing)
    say = partial(describe, mensagens=Mensagens(resources.messages_toml()))
    assert primeira_vez.ask_first_run("/dados", nobody, say, resources) is False
    assert nobody.given_up == 1
    qapp.setStyleSheet("")
