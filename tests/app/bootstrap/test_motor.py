"""The engine behind the services' ports, without an engine and with one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from app.bootstrap.abertura import Aplicacao, abrir, opened
from app.bootstrap.fundacao import Escolhas, fundar
from app.services.mensagens import Mensagens
from app.settings.lugares import Lugar, place_of
from app.settings.recursos import Recursos
from core.kernel.errors import UserFacingError
from core.kernel.identity.keystore_choice import KeyMode

RECURSOS = Recursos()
MENSAGENS = Mensagens(RECURSOS.messages_toml())


@pytest.fixture
def lugar(tmp_path: Path, settings_folder: Path) -> Lugar:
    place = place_of(tmp_path / "dados", None)
    fundar(place, Escolhas("R", "UTC", KeyMode.SEM_SENHA, None), MENSAGENS, RECURSOS)
    return place


@pytest.fixture
def office(lugar: Lugar) -> Iterator[Aplicacao]:
    with opened(abrir(lugar, MENSAGENS, RECURSOS, inline=True)) as app:
        yield app


def test_the_state_is_a_code_with_a_sentence(office: Aplicacao) -> None:
    state = office.motor.estado()
    assert state.codigo in ("motor.em_dia", "motor.trabalhando")
    assert MENSAGENS.has(state.codigo)
    assert not state.is_stopped


def test_without_an_engine_every_act_is_refused(lugar: Lugar) -> None:
    with opened(abrir(lugar, MENSAGENS, RECURSOS, escreve=False)) as app:
        assert list(app.motor.trabalhos()) == []
        acts: tuple[Callable[[], None], ...] = (
            lambda: app.motor.tentar_de_novo("ESC", "apply", 1),
            lambda: app.motor.liberar("ESC", "apply", 1, "porque"),
            lambda: app.motor.ativar_colonia("ESC", False),
            app.motor.confirmar_chave_raiz,
        )
        for act in acts:
            with pytest.raises(UserFacingError, match=r"motor\.so_leitura"):
                act()


def test_missing_keys_are_a_warning_and_nothing_else(lugar: Lugar) -> None:
    (lugar.configuracao / "chaves.aberta").unlink()
    with opened(abrir(lugar, MENSAGENS, RECURSOS, inline=True)) as app:
        assert "aviso.chaves_ausentes" in {warning.codigo for warning in app.motor.avisos()}


def test_a_copy_from_the_window_is_verified_and_listed(office: Aplicacao) -> None:
    told: list[tuple[int, int]] = []
    made = office.copias.create(progress=lambda done, total: told.append((done, total)))
    assert made.arquivo.is_file()
    assert made.eventos == 1
    assert told
    assert [row.arquivo for row in office.saude.overview().copias] == [str(made.arquivo)]


def test_what_is_not_parked_cannot_be_released(office: Aplicacao) -> None:
    with pytest.raises(UserFacingError, match=r"motor\.entrega_nao_encontrada"):
        office.motor.liberar("ESC", "react", 1, "porque")


@pytest.mark.parametrize("damage", [b"", b"\x00garbage" * 1000])
def test_damaged_keys_are_told_before_they_are_needed(
    tmp_path: Path, settings_folder: Path, damage: bytes
) -> None:
    place = place_of(tmp_path / "dados", None)
    fundar(place, Escolhas("R", "UTC", KeyMode.SENHA, b"senha"), MENSAGENS, RECURSOS)
    vault = place.configuracao / "chaves.cofre"
    vault.write_bytes(damage)
    with opened(abrir(place, MENSAGENS, RECURSOS, escreve=False)) as app:
        told = [row.frase for row in app.saude.overview().avisos]
    assert any(str(vault) in sentence and "danificado" in sentence for sentence in told)


def test_a_damaged_guard_is_named(lugar: Lugar) -> None:
    guard = lugar.configuracao / "guarda.bin"
    guard.write_bytes(b"garbage")
    with opened(abrir(lugar, MENSAGENS, RECURSOS, escreve=False)) as app:
        told = [row.frase for row in app.saude.overview().avisos]
    assert any(str(guard) in sentence for sentence in told)
