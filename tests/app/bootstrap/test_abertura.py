"""The composed office: opened for reading and for writing, its services, its end."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from app.bootstrap.abertura import Aplicacao, abrir, opened
from app.bootstrap.fundacao import Escolhas, fundar
from app.services.mensagens import Mensagens
from app.settings.lugares import Lugar, place_of
from app.settings.recursos import Recursos
from core.colonies.escritorio.api import configurar
from core.kernel.errors import IntegrityFault, UserFacingError
from core.kernel.identity.guard_file import GUARD_FILE, GuardFile
from core.kernel.identity.keystore_choice import KeyMode

RECURSOS = Recursos()
MENSAGENS = Mensagens(RECURSOS.messages_toml())


@pytest.fixture(params=["sqlite", "postgresql"])
def lugar(request: pytest.FixtureRequest, tmp_path: Path, settings_folder: Path) -> Lugar:
    url = request.getfixturevalue("postgres_url") if request.param == "postgresql" else None
    place = place_of(tmp_path / "dados", url)
    fundar(
        place, Escolhas("Regional", "America/Bahia", KeyMode.SENHA, b"senha"), MENSAGENS, RECURSOS
    )
    return place


@pytest.fixture
def office(lugar: Lugar) -> Iterator[Aplicacao]:
    with opened(abrir(lugar, MENSAGENS, RECURSOS, inline=True, senha=b"senha")) as app:
        yield app


def rename(app: Aplicacao, name: str) -> None:
    decide = configurar(app.aberto.installation.no, name, "America/Bahia")
    app.engine.executar("ESC", decide).result()


def test_it_knows_who_it_is(office: Aplicacao) -> None:
    assert office.escritorio.nome == "Regional"
    assert office.tempo.zona == "America/Bahia"
    assert office.escritorio.is_demo is False
    assert len(office.escritorio.impressao_no.replace("-", "")) == 26
    assert office.saude.overview().total_eventos == 1


def test_closing_signs_a_checkpoint_and_brings_the_guard_to_the_head(lugar: Lugar) -> None:
    with opened(abrir(lugar, MENSAGENS, RECURSOS, inline=True, senha=b"senha")) as app:
        rename(app, "Outro nome")
    app.fechar()  # twice does nothing
    reading = GuardFile(lugar.configuracao / GUARD_FILE).read()
    assert reading.record is not None
    assert reading.record.tamanho == 2
    with opened(abrir(lugar, MENSAGENS, RECURSOS, escreve=False)) as app:
        with app.leitor.ler() as (cursor, _dialect):
            cursor.execute("SELECT max(tamanho) FROM kernel_checkpoints")
            assert cursor.fetchone()[0] == 2
        assert app.escritorio.nome == "Outro nome"


def test_locked_keys_open_all_the_same_and_owe_the_signature(lugar: Lugar) -> None:
    with opened(abrir(lugar, MENSAGENS, RECURSOS, inline=True)) as app:
        rename(app, "Sem senha à mão")
    reading = opened(abrir(lugar, MENSAGENS, RECURSOS, escreve=False))
    with reading as app, app.leitor.ler() as (cursor, _dialect):
        cursor.execute("SELECT count(*) FROM kernel_checkpoints")
        assert cursor.fetchone()[0] == 0


def test_a_wrong_password_does_not_open(lugar: Lugar) -> None:
    with pytest.raises(UserFacingError, match=r"chaves\.senha_errada"):
        abrir(lugar, MENSAGENS, RECURSOS, inline=True, senha=b"outra")
    with opened(abrir(lugar, MENSAGENS, RECURSOS, inline=True)) as app:
        rename(app, "A trava foi devolvida")


def test_for_reading_nothing_can_be_done(lugar: Lugar) -> None:
    with opened(abrir(lugar, MENSAGENS, RECURSOS, escreve=False)) as app:
        assert app.saude.summary().motor == MENSAGENS.sentence("motor.so_leitura")
        with pytest.raises(UserFacingError, match=r"motor\.so_leitura"):
            app.saude.set_active("ESC", ativa=False)


def test_listeners_hear_of_commits_until_they_leave(office: Aplicacao) -> None:
    heard: list[frozenset[str]] = []
    leave = office.observar(heard.append)
    rename(office, "Um")
    assert any("eventos" in what for what in heard)
    assert any("escritorio.configurado" in what for what in heard)
    leave()
    before = len(heard)
    rename(office, "Dois")
    assert len(heard) == before


def test_a_database_put_back_opens_for_reading_only(tmp_path: Path, settings_folder: Path) -> None:
    place = place_of(tmp_path / "dados", None)
    fundar(place, Escolhas("R", "UTC", KeyMode.SEM_SENHA, None), MENSAGENS, RECURSOS)
    file = place.dados / "formigueiro.sqlite"
    old = file.read_bytes()
    with opened(abrir(place, MENSAGENS, RECURSOS, inline=True)) as app:
        rename(app, "Depois da cópia")
    for name in ("-wal", "-shm"):
        (place.dados / f"formigueiro.sqlite{name}").unlink(missing_ok=True)
    file.write_bytes(old)
    with pytest.raises(IntegrityFault, match=r"guarda\.banco_atras"):
        abrir(place, MENSAGENS, RECURSOS, inline=True)
    with opened(abrir(place, MENSAGENS, RECURSOS, escreve=False)) as app:
        assert app.escritorio.nome == "R"


def test_acts_of_saude_reach_the_engine(office: Aplicacao) -> None:
    office.saude.set_active("ESC", ativa=False)
    with pytest.raises(UserFacingError, match=r"motor\.colonia_desativada"):
        rename(office, "Não")
    office.saude.set_active("ESC", ativa=True)
    rename(office, "Sim")
    codes = {warning.codigo for warning in office.saude.overview().avisos}
    assert "aviso.chave_raiz_nao_confirmada" in codes
    office.saude.confirm_root_key()
    codes = {warning.codigo for warning in office.saude.overview().avisos}
    assert "aviso.chave_raiz_nao_confirmada" not in codes
