"""Drawing is quiet about what nobody can use, and only about that."""

from __future__ import annotations

import sys
from concurrent.futures import ThreadPoolExecutor

import pytest
from PySide6.QtCore import qWarning

from app.bootstrap.captura import servico_demandas
from app.cli.ambiente import Ambiente
from app.cli.desenho import _quiet, open_for_drawing
from app.services.mensagens import Mensagens
from app.settings.lugares import place_of
from app.settings.recursos import Recursos
from tests.support.command_line import CommandLine


def test_only_the_known_remark_is_dropped(capsys: pytest.CaptureFixture[str]) -> None:
    with _quiet():
        qWarning("This plugin does not support propagateSizeHints()")
        qWarning("something real")
    assert capsys.readouterr().err == "something real\n"


def test_a_screen_that_writes_from_a_worker_is_answered(founded_cli: CommandLine) -> None:
    resources = Recursos()
    around = Ambiente(
        lugar=place_of(founded_cli.folder, None),
        is_demo=False,
        recursos=resources,
        mensagens=Mensagens(resources.messages_toml()),
        senha=None,
        err=sys.stderr,
    )
    with open_for_drawing(around) as office, ThreadPoolExecutor(1) as worker:
        draft = worker.submit(servico_demandas(office).abrir_rascunho).result(timeout=60)
        assert draft.rascunho_id
