"""A living office exchanges: situation, export with its history, requests, and no half file."""

from __future__ import annotations

import errno
from collections.abc import Callable
from pathlib import Path

import pytest

from app.bootstrap.chaves import held_keys
from app.bootstrap.pacotes import criar_rede
from app.bootstrap.sincronizacao import HISTORICO, TrocadorDoEscritorio, rede_atual
from app.services.progresso import Cancelled, ignore_progress
from app.services.sincronizacao import Desejo
from core.kernel.errors import EnvironmentFault, UserFacingError
from core.kernel.event import NewEvent
from core.kernel.ids import SystemIds
from core.sync import container_writer
from core.sync.source import FileSource
from core.sync.verification import verify_bundle
from tests.support.vivo import Vivo


@pytest.fixture
def trocador(vivo: Vivo) -> TrocadorDoEscritorio:
    """Listed for exchange while it is open: the network document is read anew."""
    criar_rede(vivo.app, None, None, None)
    return TrocadorDoEscritorio(vivo.app)


def test_before_and_after_the_network_lists_its_keys(vivo: Vivo) -> None:
    here = TrocadorDoEscritorio(vivo.app)
    before = here.situacao()
    assert (before.passo, before.versao, before.is_demo) == ("criar_rede", 1, True)
    assert (before.este.troca, before.este.tem, before.pede_senha) == (False, None, False)
    with pytest.raises(UserFacingError, match=r"rede\.sem_troca"):
        here.exportar(Desejo(Path("nada")), ignore_progress)
    criar_rede(vivo.app, None, None, None)
    after = here.situacao()
    assert (after.passo, after.versao) == ("sozinho", 2)
    assert rede_atual(vivo.app).current.versao == 2
    assert after.este.eventos == after.eventos > 1_000
    assert after.este.visto_ms is not None


def test_what_is_exported_is_signed_first_and_remembered(
    vivo: Vivo, trocador: TrocadorDoEscritorio, tmp_path: Path
) -> None:
    said = {"nome": "Regional", "fuso": "America/Sao_Paulo", "unidades": []}
    no = vivo.app.aberto.installation.no
    vivo.app.engine.publicar("ESC", NewEvent("escritorio.configurado", said, sujeito=no))
    vivo.ocioso()
    before = trocador.situacao()
    assert before.assinados < before.eventos
    told: list[int] = []
    done = trocador.exportar(Desejo(tmp_path), lambda at, _total: told.append(at))
    assert (told, told[0], told[-1] >= 65) == (sorted(told), 0, True)
    after = trocador.situacao()
    assert done.eventos == after.assinados == after.eventos
    assert (done.is_completo, done.para, done.restrito, done.is_anotado) == (True, (), "", True)
    with FileSource(tmp_path / done.arquivo) as source:
        assert verify_bundle(source).report.veredito == "aceito"
    assert list(trocador.historico()) == [done]
    again = trocador.exportar(Desejo(tmp_path, para=(no,), restrito=True), ignore_progress)
    assert [path.name for path in sorted(tmp_path.glob("*.age"))] == [again.restrito]
    assert [one.sha256 for one in trocador.historico()] == [again.sha256, done.sha256]


def test_by_a_request_only_the_rest_goes_along(
    trocador: TrocadorDoEscritorio, tmp_path: Path
) -> None:
    path = trocador.pedido(tmp_path, None)
    wish = Desejo(tmp_path, pedido=path)
    guess = trocador.estimar(wish)
    assert (guess.eventos, guess.para) == (0, trocador.situacao().este.no)
    assert trocador.estimar(Desejo(tmp_path)).eventos == trocador.situacao().eventos
    assert guess.livre is not None
    done = trocador.exportar(wish, ignore_progress)
    assert (done.eventos, done.is_completo, done.para) == (0, False, (guess.para,))
    path.write_bytes(b"outra coisa")
    with pytest.raises(UserFacingError, match=r"pedido\.invalido"):
        trocador.estimar(wish)
    with pytest.raises(EnvironmentFault, match=r"pacote\.nao_lido"):
        trocador.estimar(Desejo(tmp_path, pedido=tmp_path / "nao-ha"))


@pytest.mark.parametrize("stop_at", [0, 20, 30, 65])
def test_an_export_that_is_stopped_leaves_nothing(
    trocador: TrocadorDoEscritorio, tmp_path: Path, stop_at: int
) -> None:
    def stop(at: int, _total: int, /) -> None:
        if at >= stop_at:
            raise Cancelled

    no = trocador.situacao().este.no
    for wish in (Desejo(tmp_path / "a"), Desejo(tmp_path / "b", para=(no,), restrito=True)):
        with pytest.raises(Cancelled):
            trocador.exportar(wish, stop)
        assert not wish.pasta.exists() or list(wish.pasta.iterdir()) == []
    assert list(trocador.historico()) == []


def test_a_full_stick_and_one_that_is_pulled_are_said_and_leave_nothing(
    trocador: TrocadorDoEscritorio, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(number: int) -> Callable[..., object]:
        def write(*_words: object) -> object:
            raise OSError(number, "x")

        return write

    for number in (errno.ENOSPC, errno.EIO, errno.EACCES):
        monkeypatch.setattr(container_writer.BodyWriter, "add", fails(number))
        with pytest.raises(EnvironmentFault) as fault:
            trocador.exportar(Desejo(tmp_path / "pendrive"), ignore_progress)
        assert fault.value.code == "arquivo.recusado"
        assert list((tmp_path / "pendrive").iterdir()) == []


def test_a_history_that_cannot_be_kept_does_not_make_a_good_bundle_bad(
    vivo: Vivo, trocador: TrocadorDoEscritorio, tmp_path: Path
) -> None:
    history = vivo.lugar.dados / HISTORICO
    history.mkdir()
    done = trocador.exportar(Desejo(tmp_path), ignore_progress)
    assert not done.is_anotado
    assert (tmp_path / done.arquivo).exists()
    history.rmdir()
    assert trocador.exportar(Desejo(tmp_path), ignore_progress).is_anotado
    with history.open("ab") as file:
        file.write(b"o que alguem escreveu\n")
    assert len(trocador.historico()) == 1


def test_keys_with_a_password_are_opened_for_the_export_alone(
    vivo: Vivo, trocador: TrocadorDoEscritorio, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Locked:
        """The office's own store behind a password."""

        def __init__(self) -> None:
            no = vivo.app.aberto.installation.no
            self.inner = held_keys(vivo.lugar, no, SystemIds(), None)
            self.is_locked = True

        def unlock(self, password: bytes) -> None:
            if password != b"certa":
                raise UserFacingError("chaves.senha_errada")
            self.is_locked = False

        def lock(self) -> None:
            self.is_locked = True

    keys = Locked()
    monkeypatch.setattr(vivo.app.motor, "_keys", keys)
    assert trocador.situacao().pede_senha
    with pytest.raises(UserFacingError, match=r"chaves\.trancadas"):
        trocador.exportar(Desejo(tmp_path), ignore_progress)
    with pytest.raises(UserFacingError, match=r"chaves\.senha_errada"):
        trocador.exportar(Desejo(tmp_path, senha=b"outra"), ignore_progress)
    assert trocador.exportar(Desejo(tmp_path, senha=b"certa"), ignore_progress).is_anotado
    assert keys.is_locked
    monkeypatch.setattr(vivo.app.motor, "_keys", None)
    with pytest.raises(UserFacingError, match=r"rede\.sem_chaves"):
        vivo.app.motor.assinar(None)
