"""Encrypted bundles before an auditor: two real offices, and whoever has a key."""

from __future__ import annotations

import io
import tempfile
from pathlib import Path

import pytest

from app.bootstrap.chaves import held_keys
from app.services.auditoria_pacote import AuditoriaDePacotes
from app.services.mensagens import Mensagens
from app.services.pacote_auditado import CIFRADO
from app.services.pacote_cifrado import Chave, aberto, ao_lado, identidade_de, is_cifrado
from app.settings.lugares import place_of
from app.settings.recursos import Recursos
from core.contracts.catalogo import MODELS
from core.crypto import age
from core.kernel.errors import EnvironmentFault, UserFacingError
from core.kernel.ids import SystemIds
from core.kernel.registry import Registry
from core.sync.exchange_keys import AGE_IDENTITY
from tests.support.redes import Escritorio, Redes


@pytest.fixture
def service(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AuditoriaDePacotes:
    """Its private copies lie where a test sees them."""
    (tmp_path / "tmp").mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "tmp"))
    return AuditoriaDePacotes(Mensagens(Recursos().messages_toml()), lambda: 0, Registry(MODELS))


def key_of(office: Escritorio) -> bytes:
    """What the office opens restricted parts with."""
    with office.aqui():
        keys = held_keys(place_of(office.dados, None), office.no, SystemIds(), None)
    assert keys is not None
    return keys.get(AGE_IDENTITY)


def test_only_its_readers_key_opens_it_and_the_public_file_needs_none(
    redes: Redes, service: AuditoriaDePacotes, tmp_path: Path
) -> None:
    centro, norte = redes.unidos("Centro", "Norte")
    public = centro.exportar(tmp_path / "pendrive", "--restrito", "--para", norte.no)
    (path,) = (tmp_path / "pendrive").glob("*.age")
    beside = service.abrir(public)
    assert (beside.veredito, beside.cifrado) == ("aceito", "")
    assert path.name in beside.sobre_restrito
    closed = service.abrir(path)
    assert (closed.cifrado, closed.palavra, closed.is_certo) == ("fechado", CIFRADO, False)
    assert "só a chave" in closed.sobre_restrito

    keys = {name: tmp_path / f"{name}.txt" for name in ("norte", "centro")}
    keys["norte"].write_bytes(b"# criada hoje\n" + key_of(norte) + b"\n")
    keys["centro"].write_bytes(key_of(centro))
    assert service.abrir(path, chave=Chave(keys["centro"])).cifrado == "nao_abriu"
    opened = service.abrir(path, chave=Chave(keys["norte"]))
    assert (opened.veredito, opened.cifrado, opened.palavra) == ("aceito", "aberto", "Confere")
    # The report is about the file that was brought.
    assert (opened.sha256, opened.tamanho) == (closed.sha256, path.stat().st_size)
    assert opened.relatorio["sha256"] == closed.sha256
    assert opened.relatorio["manifesto"]["classe"] == "restrito"

    # Row 52: whoever opens it cannot wrap it anew and say that it was meant for somebody else.
    inside, again = io.BytesIO(), tmp_path / "outra.age"
    with path.open("rb") as source:
        age.decrypt(source, inside, key_of(norte))
    with again.open("wb") as target:
        inside.seek(0)
        age.encrypt(inside, target, [age.recipient_of(key_of(centro))])
    wrapped = service.abrir(again, chave=Chave(keys["centro"]))
    assert wrapped.relatorio["motivo"]["codigo"] == "pacote.destinatario"
    # Nothing that was decrypted stays.
    assert list((tmp_path / "tmp").iterdir()) == []


def test_a_key_is_an_offices_own_or_a_file_that_has_one(tmp_path: Path) -> None:
    with pytest.raises(UserFacingError, match=r"chave_age\.sem_escritorio"):
        identidade_de(Chave(), None)
    assert identidade_de(Chave(senha=b"x"), lambda senha: b"de " + (senha or b"")) == b"de x"
    path = tmp_path / "chave.txt"
    for content in (b"", b"# nada", b"AGE-SECRET-KEY-1QQQQ", b"\xff\xfe" * 9):
        path.write_bytes(content)
        with pytest.raises(UserFacingError, match=r"chave_age\.invalida"):
            identidade_de(Chave(path), None)
    with pytest.raises(EnvironmentFault, match=r"pacote\.nao_lido"):
        identidade_de(Chave(tmp_path / "nada"), None)


def test_what_is_not_encrypted_is_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "x.zip"
    path.write_bytes(b"PK")
    assert (is_cifrado(path), ao_lado(path), ao_lado(tmp_path / "x.age")) == (False, "", "")
    with aberto(path, age.new_identity()) as found:
        assert (found.caminho, found.estado) == (path, "")
