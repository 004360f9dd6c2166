"""The demonstration office is there whole, or not there at all."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.bootstrap.abertura import abrir, opened
from app.bootstrap.demonstracao import montagem as module
from app.bootstrap.demonstracao.montagem import NOME
from app.services.mensagens import Mensagens
from app.settings.lugares import Lugar
from app.settings.recursos import Recursos
from core.kernel.errors import EnvironmentFault
from core.kernel.store.file_lock import FileLock
from tests.app.bootstrap.demonstracao.conftest import montagem


def quiet(_done: int, _total: int) -> None:
    """Nobody is watching."""


def beside(place: Lugar) -> list[str]:
    """What lies next to the office besides it."""
    return sorted(one.name for one in place.dados.parent.iterdir() if one.name.startswith("."))


def test_it_is_built_once_and_is_a_demonstration_for_ever(fresh_place: Lugar) -> None:
    days: list[tuple[int, int]] = []
    assert montagem(2).garantir(fresh_place, lambda done, total: days.append((done, total)))
    assert days == [(1, 2), (2, 2)]
    assert beside(fresh_place) == []
    recursos = Recursos()
    sizes = []
    for _ in range(2):
        assert not montagem(2).garantir(fresh_place, quiet)
        mensagens = Mensagens(recursos.messages_toml())
        with opened(abrir(fresh_place, mensagens, recursos, escreve=False)) as office:
            assert office.escritorio.nome == NOME
            assert office.escritorio.is_demo
            sizes.append(office.saude.overview().total_eventos)
    assert sizes[0] == sizes[1] > 100


def test_one_that_was_stopped_leaves_nothing_in_its_place_and_is_built_anew(
    fresh_place: Lugar, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stop(_office: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(module, "importar_demonstracao", stop)
        with pytest.raises(KeyboardInterrupt):
            montagem(1).garantir(fresh_place, quiet)
    assert not fresh_place.dados.exists()
    assert montagem(1).garantir(fresh_place, quiet)
    assert beside(fresh_place) == []


def test_files_of_a_window_that_lie_there_already_stay(fresh_place: Lugar) -> None:
    fresh_place.dados.mkdir(parents=True)
    view = fresh_place.dados / "vista.toml"
    view.write_text("largura = 3", encoding="utf-8")
    assert montagem(1).garantir(fresh_place, quiet)
    assert view.read_text(encoding="utf-8") == "largura = 3"
    assert not montagem(1).garantir(fresh_place, quiet)


def test_two_at_once_do_not_build_into_each_other(fresh_place: Lugar) -> None:
    lock = FileLock(Path(fresh_place.dados.parent, f".{fresh_place.dados.name}.montagem.lock"))
    assert lock.acquire()
    try:
        with pytest.raises(EnvironmentFault) as refused:
            montagem(1).garantir(fresh_place, quiet)
        assert refused.value.code == "demonstracao.em_montagem"
        assert not fresh_place.dados.exists()
    finally:
        lock.remove()
