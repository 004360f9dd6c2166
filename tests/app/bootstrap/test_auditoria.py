"""A copy is read without an office behind it, and a file that is none is refused in words."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from app.bootstrap.auditoria import LeitorDeCopia, servico_da_copia, servico_de_pacotes
from app.services.mensagens import Mensagens
from app.settings.recursos import Recursos
from core.kernel.errors import EnvironmentFault, IntegrityFault
from core.kernel.store.sqlite import SqliteDatabase
from tests.support.founded import Founded
from tests.support.sorteios import SealedLog, Story


def test_a_copy_under_any_name_is_verified(founded_sqlite: Founded, tmp_path: Path) -> None:
    database = founded_sqlite.database
    assert isinstance(database, SqliteDatabase)
    facts = founded_sqlite.office.installation
    writer = database.open_writer(checkpoints=True)
    log = SealedLog(writer, facts.no, facts.rede)
    story = Story(log)
    story.register(1, 1)
    story.announce(1, 1)
    story.draw(1, 1, [1])
    log.flush()
    writer.close()
    copy = tmp_path / "qualquer.nome"
    shutil.copy(database.path, copy)
    found = servico_da_copia(copy).verificar_sorteios()
    assert (found.sorteios, found.is_right) == (1, True)


def test_what_is_no_copy_is_refused(tmp_path: Path) -> None:
    with pytest.raises(EnvironmentFault), LeitorDeCopia(tmp_path / "nada").ler():
        pass
    text = tmp_path / "texto"
    text.write_text("isto não é um banco de dados " * 100, "utf-8")
    with pytest.raises(IntegrityFault), LeitorDeCopia(text).ler():
        pass


def test_bundles_are_opened_where_there_is_no_office(pacote_vivo: Path) -> None:
    service, now_ms = servico_de_pacotes(Mensagens(Recursos().messages_toml()))
    before = now_ms()
    assert before <= service.abrir(pacote_vivo).conferido_em_ms <= now_ms()
